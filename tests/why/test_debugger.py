"""Breakpoints, watches, stepping: on the real interpreter, in whatever the game runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from small import SCRIPT, line, small

import forthgame
from forthgame.why.debugger.debugger import Aborted, Debugger, Pause
from forthgame.why.inspection.state_copies import isolated
from forthgame.words.registers import memory_layout as at


@pytest.fixture
def game(tmp_path: Path) -> Iterator[forthgame.Game]:
    """The small game."""
    with small(tmp_path) as found:
        yield found


class Talk:
    """Answer pauses one after the other, then `continue`; record the place of each pause."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.pauses: list[Pause] = []
        self.look: Callable[[], None] = lambda: None

    def __call__(self, pause: Pause) -> str:
        self.pauses.append(pause)
        self.look()
        return self.answers.pop(0) if self.answers else "continue"

    @property
    def pauses_seen(self) -> list[tuple[str, str, int]]:
        """Reasons, words and lines."""
        return [(p.reason, p.step.word, p.step.place.line if p.step.place else 0)
                for p in self.pauses]  # fmt: skip


def test_a_break_at_a_word(game: forthgame.Game) -> None:
    """The word pauses when it is entered, not when it loops to its start; the moves are
    unchanged.
    """
    moves = [m.text for m in game.new_game(seed=1).moves()]
    talk = Talk()
    debugger = Debugger(game, talk)
    found = debugger.break_at("slide")
    state = game.new_game(seed=1)
    assert [m.text for m in state.moves()] == moves
    assert talk.pauses_seen == [("break 1", "DUP", line("BEGIN DUP"))] * 2
    assert (found.number, found.kind, found.text, found.hits) == (1, "word", "slide", 2)
    game.new_game(seed=2).moves()
    assert found.hits == 4
    assert [b.number for b in debugger.breaks] == [1]


def test_where(game: forthgame.Game) -> None:
    """The chain of calls, the innermost first, with places."""
    talk = Talk()
    debugger = Debugger(game, talk)
    debugger.break_at("slide")
    chains: list[list[tuple[str, int]]] = []
    talk.look = lambda: chains.append(
        [(c.word, c.place.line if c.place else 0) for c in debugger.where()]
    )
    game.new_game(seed=1).moves()
    assert chains[0] == [("DUP", line("BEGIN DUP")), ("slide", line(": north"))]
    assert chains[1] == [("DUP", line("BEGIN DUP")), ("slide", line(": east"))]


def test_a_break_at_a_line(game: forthgame.Game) -> None:
    """The line is given by the file's name; a line without code is refused with a list of
    those with code.
    """
    talk = Talk()
    debugger = Debugger(game, talk)
    number = line("1 counter +!")
    debugger.break_at(f"small.4th:{number}")
    game.new_game(seed=1).moves()
    assert talk.pauses_seen == [("break 1", "1", number)]
    with pytest.raises(forthgame.ForthgameError, match=r"no definition has code in small\.4th:1; "):
        debugger.break_at("small.4th:1")
    with pytest.raises(forthgame.ForthgameError, match=r"no code from a file 'smal\.4th'"):
        debugger.break_at("smal.4th:1")


def test_a_break_at_a_word_without_code(game: forthgame.Game) -> None:
    """A direction is compiled into its callers: the game pauses at their uses of it."""
    talk = Talk()
    Debugger(game, talk).break_at("n")
    game.new_game(seed=1).moves()
    assert ("break 1", "n", line("\tn verify")) in talk.pauses_seen


@pytest.mark.parametrize("where", ["slid", "no-such-word", "wall"])
def test_what_cannot_be_stopped_at(game: forthgame.Game, where: str) -> None:
    """Unknown words, and words that no definition uses, are refused."""
    with pytest.raises(forthgame.ForthgameError, match=where):
        Debugger(game, Talk()).break_at(where)


def test_step_next_finish(game: forthgame.Game) -> None:
    """Step goes into words, next does not, finish stops after the word."""
    talk = Talk("step", "step", "finish", "next")
    debugger = Debugger(game, talk)
    debugger.break_at("north")
    game.new_game(seed=1).moves()
    assert talk.pauses_seen == [
        ("break 1", "[']", line(": north")),
        ("step", "slide", line(": north")),
        ("step", "DUP", line("BEGIN DUP")),
        ("finish", "[']", line(": east")),  # `verify` has left `north` too
        ("next", "slide", line(": east")),
    ]


def test_stepping_ends_with_what_was_run(tmp_path: Path) -> None:
    """The next call of the game runs through, also after an error."""
    with small(tmp_path) as game:
        talk = Talk("step")
        debugger = Debugger(game, talk)
        debugger.break_at("place")
        talk.answers = ["next"] * 500
        state = game.new_game(seed=1)
        state.moves()
        debugger.delete(1)
        count = len(talk.pauses)
        state.play(state.moves()[0])
        state.moves()
        assert len(talk.pauses) == count
    with small(tmp_path, SCRIPT.replace("1 counter +!", "1 0 / counter +!")) as game:
        talk = Talk("step", "step")
        debugger = Debugger(game, talk)
        debugger.break_at("small.4th:" + str(line("1 counter +!")))
        for _ in range(2):
            with pytest.raises(forthgame.ScriptError):
                game.new_game(seed=1).moves()
        assert [p.reason for p in talk.pauses] == ["break 1", "step", "step", "break 1"]


def test_next_passes_over_a_word(tmp_path: Path) -> None:
    """`next` stops at the following word, with the stack that the word has left."""
    with small(
        tmp_path,
        SCRIPT.replace("here 12 <", "room").replace(
            ": place", ": room ( -- ? ) here 12 < ;\n: place"
        ),
    ) as game:
        talk = Talk("next", "next", "next")
        debugger = Debugger(game, talk)
        debugger.run_stepping(lambda: game.new_game(seed=1).moves())
        assert [(p.reason, p.step.word, p.step.before) for p in talk.pauses] == [
            ("step", "empty?", ()), ("next", "verify", (-1,)), ("next", "room", ()),
            ("next", "verify", (-1,)),
        ]  # fmt: skip
        assert not game.forth.processor.attended


def test_watch_a_variable(game: forthgame.Game) -> None:
    """The pause shows the old value, the new value and the step that changed it."""
    talk = Talk()
    debugger = Debugger(game, talk)
    found = debugger.watch("counter")
    state = game.new_game(seed=1)
    state.moves()
    assert [p.reason for p in talk.pauses] == ["watch 1: counter 0 -> 1"]
    assert talk.pauses[0].step.note.startswith("after `+!` ")
    assert f":{line('1 counter +!')}:" in talk.pauses[0].step.note
    assert (found.kind, found.hits) == ("variable", 1)


def test_watch_what_belongs_to_the_position(game: forthgame.Game) -> None:
    """A watched position shows its piece; `{variable}`s are read from the board in use."""
    state = game.new_game(seed=1)
    state.moves()
    talk = Talk()
    debugger = Debugger(game, talk)
    debugger.watch("b2")
    debugger.watch("tired")
    state.play("partial 2 pawn b1 - b2")
    assert [p.reason for p in talk.pauses] == [
        "watch 1: b2 empty -> White pawn", "watch 2: tired 0 -> -1",
    ]  # fmt: skip
    with pytest.raises(
        forthgame.ForthgameError, match="`slide` is neither a variable nor a position"
    ):
        debugger.watch("slide")
    with pytest.raises(forthgame.ForthgameError, match=r"no 'countr'; did you mean counter"):
        debugger.watch("countr")


def test_delete(game: forthgame.Game) -> None:
    """Nothing remains after the last is deleted; numbers are not used again."""
    talk = Talk()
    debugger = Debugger(game, talk)
    debugger.break_at("slide")
    debugger.watch("counter")
    assert game.forth.processor.attended
    debugger.delete(1)
    with pytest.raises(forthgame.ForthgameError, match="no breakpoint 1; there is 2"):
        debugger.delete(1)
    debugger.delete(2)
    assert not game.forth.processor.attended
    game.new_game(seed=1).moves()
    assert not talk.pauses
    assert debugger.break_at("slide").number == 3


def test_abort(game: forthgame.Game) -> None:
    """The run is abandoned; the state and the game can still be used."""
    state = game.new_game(seed=1)
    debugger = Debugger(game, Talk("abort"))
    debugger.break_at("hop")
    with pytest.raises(Aborted, match=r"stopped at .*small\.4th"):
        state.moves()
    debugger.delete(1)
    assert "partial 2 pawn b1 - b2" in [m.text for m in state.moves()]


def test_an_answer_that_is_none(game: forthgame.Game) -> None:
    """Raises ValueError with the answers there are."""
    debugger = Debugger(game, Talk("jump"))
    debugger.break_at("hop")
    with pytest.raises(ValueError, match="step, next, finish, continue, abort"):
        game.new_game(seed=1).moves()


def test_a_pause_that_fails(game: forthgame.Game) -> None:
    """An exception in `on_pause` propagates; breakpoints stay, and nothing else is left."""
    moves = [m.text for m in game.new_game(seed=1).moves()]
    state = game.new_game(seed=1)
    talk = Talk()
    debugger = Debugger(game, talk)
    debugger.break_at("hop")

    def fail() -> None:
        raise ZeroDivisionError

    talk.look = fail
    with pytest.raises(ZeroDivisionError):
        state.moves()
    talk.look = lambda: None
    assert [m.text for m in state.moves()] == moves
    assert talk.pauses_seen[0] == talk.pauses_seen[1]
    assert len(talk.pauses_seen) > 1


def test_at_a_pause_the_machine_can_be_used(game: forthgame.Game) -> None:
    """Words may be run, and states may be used inside `kept`: the run continues unharmed."""
    state = game.new_game(seed=1)
    expected = [m.text for m in game.new_game(seed=1).moves()]
    talk = Talk("step", "next")
    debugger = Debugger(game, talk)
    debugger.break_at("hop")
    seen: list[object] = []

    def look() -> None:
        forth = game.forth
        forth.run_word(forth.word("here"))
        seen.append(game.positions[forth.processor.pop()])
        with isolated(game):
            seen.append(len(game.new_game(seed=2).moves()))
            seen.append(state.explain("pawn d4").legal)

    talk.look = look
    assert [m.text for m in state.moves()] == expected
    assert seen[:3] == ["b1", len(expected), False]
    assert len(talk.pauses) == 3


def test_nobody_sees_the_breakpoints(game: forthgame.Game) -> None:
    """While the machine is at rest, its code is as the compiler wrote it."""
    code = bytes(game.forth.code.cells)
    talk = Talk()
    debugger = Debugger(game, talk)
    debugger.break_at("slide")
    talk.look = lambda: seen.append(bytes(game.forth.code.cells) == code)
    seen = [bytes(game.forth.code.cells) == code]
    state = game.new_game(seed=1)
    state.moves()
    assert seen == [True] * 3
    assert bytes(game.forth.code.cells) == code


def test_without_breakpoints_the_interpreter_is_entered_as_often_as_ever(
    game: forthgame.Game,
) -> None:
    """The interpreter is entered as often, for as many steps, with a debugger as without one."""
    processor = game.forth.processor
    real, entered = processor._run, []

    def run(address: int) -> None:
        real(address)
        entered.append(processor.i64[at.STEPS >> 3])

    processor._run = run
    game.perft(3)
    steps_of_run, entered = entered, []
    debugger = Debugger(game, Talk())
    debugger.break_at("hop")
    debugger.watch("tired")
    game.perft(3)
    assert len(entered) > len(steps_of_run)
    debugger.delete(1)
    debugger.delete(2)
    entered = []
    game.perft(3)
    assert entered == steps_of_run


def test_ctrl_c_leaves_no_breakpoint_in_the_code(game: forthgame.Game) -> None:
    """Ctrl-C is raised when the interpreter returns, in a pause, and while something is watched."""
    code = bytes(game.forth.code.cells)
    processor = game.forth.processor
    debugger = Debugger(game, Talk())
    debugger.break_at("slide")
    state = game.new_game(seed=1)
    real = processor._run

    def interrupted(address: int) -> None:
        real(address)
        raise KeyboardInterrupt

    processor._run = interrupted
    with pytest.raises(KeyboardInterrupt):
        state.moves()
    with pytest.raises(KeyboardInterrupt):
        state.explain("rook a1 - a2")
    with pytest.raises(KeyboardInterrupt):
        list(game.trace("north", "a1", state=state))
    processor._run = real
    assert bytes(game.forth.code.cells) == code
    debugger.delete(1)
    assert [m.text for m in state.moves()] == [m.text for m in game.new_game(seed=1).moves()]


def test_a_step_limit_stays_exact(game: forthgame.Game) -> None:
    """Breakpoints and stepping count as if they were not there."""

    def steps() -> int:
        before = game.forth.processor.steps_done
        game.new_game(seed=1).moves()
        return game.forth.processor.steps_done - before

    plain = steps()
    debugger = Debugger(game, Talk("step", "next", "finish"))
    debugger.break_at("slide")
    debugger.break_at("hop")
    assert steps() == plain
    debugger.watch("counter")
    assert steps() == plain
    game.forth.processor.limit(steps=plain - 1)
    with pytest.raises(forthgame.ScriptError, match="step limit"):
        steps()
    game.forth.processor.limit()


def test_native_games_are_interpreted_while_there_are_breakpoints(tmp_path: Path) -> None:
    """Machine code is used again when there are none."""
    path = tmp_path / "small.4th"
    path.write_text(SCRIPT)
    with forthgame.load(path) as game:
        count = game.perft(4)
        assert game.native is not None
        assert game.native.ready
        with forthgame.load(path, native=False) as other:
            state, plain = game.new_game(seed=1), other.new_game(seed=1)
            for question in ("a1", "b1 b3", "White stone a4", "Pass"):
                assert state.explain(question) == plain.explain(question)
            assert list(game.trace("hop", state=state)) == list(other.trace("hop", state=plain))
        talk = Talk()
        debugger = Debugger(game, talk)
        debugger.break_at("hop")
        assert game.perft(2) > 0
        hits = len(talk.pauses)
        assert hits > 0
        debugger.delete(1)
        before = game.forth.processor.steps_done
        assert game.perft(4) == count
        assert game.forth.processor.steps_done - before < 10_000  # interpreted ones
        assert len(talk.pauses) == hits
