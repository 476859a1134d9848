"""Tests of tracing: the data of each step, and the absence of side effects."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from small import SCRIPT, line, small

import forthgame
from forthgame.why.inspection.state_copies import MachineState, isolated
from forthgame.words.registers import memory_layout as at


@pytest.fixture
def game(tmp_path: Path) -> Iterator[forthgame.Game]:
    """The small game."""
    with small(tmp_path) as found:
        yield found


def machine(game: forthgame.Game) -> list[bytes]:
    """Return everything on a machine that running words changes, except registers of a run."""
    return [data for _, data in MachineState(game)._memory.parts[1:]]


def test_steps_of_a_move_word(game: forthgame.Game) -> None:
    """Steps have words as written, places, the stack before and after, calls and moves."""
    steps = list(game.trace("north", "a1"))
    assert [s.word for s in steps[:8]] == [
        "[']", "slide", "DUP", "EXECUTE", "WHILE", "friend?", "NOT", "verify",
    ]  # fmt: skip
    token = steps[0].after[0]
    assert steps[1].before == steps[1].after == (token,)
    assert (steps[3].before, steps[3].after) == ((token, token), (token, -1))
    assert [s.depth for s in steps[:3]] == [0, 0, 1]
    assert (steps[0].inside, steps[2].inside) == ("north", "slide")
    assert [s.number for s in steps] == list(range(1, len(steps) + 1))
    place = steps[2].place
    assert place is not None
    assert (place.line, place.column) == (line("BEGIN DUP"), 8)
    notes = [s.note for s in steps if s.note]
    assert notes == [
        "adds a move: rook a1 - a2", "adds a move: rook a1 x a3", "verify ended the word",
    ]  # fmt: skip


def test_the_language_is_shown_if_requested(game: forthgame.Game) -> None:
    """`inner` shows the steps of the language's own words, which have no place."""
    outer = list(game.trace("north", "a1"))
    inner = list(game.trace("north", "a1", inner=True))
    assert len(inner) > len(outer)
    assert [(s.word, s.place) for s in inner if s.place] == [(s.word, s.place) for s in outer]
    assert {s.inside for s in inner if s.place is None} >= {"friend?"}


def test_without_a_position_where_generation_would_begin(game: forthgame.Game) -> None:
    """The first piece that has the word, or the first position for a drop."""
    assert [s.note for s in game.trace("hop") if s.note] == ["adds a move: partial 2 pawn b1 - b2"]
    assert [s.note for s in game.trace("place") if s.note] == ["adds a move: White stone a4"]


def test_an_error_ends_the_trace(tmp_path: Path) -> None:
    """The error is the note of the last step, and nothing is raised."""
    with small(tmp_path, SCRIPT.replace("1 counter +!", "1 0 / counter +!")) as game:
        steps = list(game.trace("hop", "b1"))
    assert (steps[-1].word, steps[-1].note) == ("/", "division by zero")


def test_what_it_prints_is_a_note(tmp_path: Path) -> None:
    """The text does not reach the game's output."""
    with small(tmp_path, SCRIPT.replace("1 counter +!", '." hello" 1 counter +!')) as game:
        notes = [s.note for s in game.trace("hop", "b1") if s.note]
        assert notes[0] == "prints 'hello'"
        assert not game.printed


def test_an_event_sees_the_moves(game: forthgame.Game) -> None:
    """OnIsGameOver is the language's own here: it runs without steps of the script."""
    assert list(game.trace("OnIsGameOver")) == []
    assert next(game.trace("OnIsGameOver", inner=True)).word == "stalemate?"


def test_unknown_words_and_positions(game: forthgame.Game) -> None:
    """The error is raised at once, not at the first step."""
    with pytest.raises(forthgame.ForthgameError, match=r"no word 'nrth'; did you mean north\?"):
        game.trace("nrth")
    with pytest.raises(forthgame.ForthgameError, match="no position 'z9'"):
        game.trace("north", "z9")


def test_nothing_is_left_behind(game: forthgame.Game) -> None:
    """The machine and the state are the same after a trace, also after one that is cut short."""
    state = game.new_game(seed=5)
    moves = [m.text for m in state.moves()]
    before = machine(game)
    for steps in (None, 3, 100):
        for number, _ in enumerate(game.trace("hop", "b1", state=state), 1):
            assert machine(game) == before
            if number == steps:
                break
    assert machine(game) == before
    assert [m.text for m in state.moves()] == moves
    assert game.forth.processor.cell(game.forth.word("counter").value) == 1  # of the one generation


def test_the_game_may_be_used_in_between(game: forthgame.Game) -> None:
    """A trace continues at its last step, whatever else the machine has done."""
    state = game.new_game(seed=1)
    alone = list(game.trace("north", "a1", state=state))
    other = game.new_game(seed=2)
    shared = []
    for step in game.trace("north", "a1", state=state):
        shared.append(step)
        other.moves()
        game.perft(1, other)
    assert shared == alone


def test_isolation_forgets_new_words(game: forthgame.Game) -> None:
    """Words defined inside are gone; an error inside leaves nothing either."""
    count = len(game.forth.dictionary.words)

    def fail() -> None:
        with isolated(game):
            game.forth.literal_word("passing-by", 3)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert len(game.forth.dictionary.words) == count
    assert game.forth.dictionary.find("passing-by") is None


LOOP = "\n: long ( -- ) {count} 0 DO I DUP + DROP LOOP ;\n"


def growth(folder: Path, count: int) -> tuple[int, int]:
    """Steps of a loop, and by how many bytes memory has grown from a tenth on."""
    with small(folder, SCRIPT + LOOP.replace("{count}", str(count // 5))) as game:
        number = base = 0
        steps = game.trace("long")
        tracemalloc.start()
        try:
            for step in steps:
                number = step.number
                if number == count // 10:
                    base = tracemalloc.get_traced_memory()[0]
                    tracemalloc.reset_peak()
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    return number, peak - base


def test_a_long_trace_takes_no_memory(tmp_path: Path) -> None:
    """A batch of steps and two copies of the machine's small parts, however long it is."""
    number, grown = growth(tmp_path, 10_000)
    assert number >= 10_000
    assert grown < 6 << 20


@pytest.mark.slow
def test_a_trace_of_a_million_steps_streams(tmp_path: Path) -> None:
    """Ten times as many steps need no more memory."""
    number, grown = growth(tmp_path, 1_000_000)
    assert number >= 1_000_000
    assert grown < 12 << 20


def test_generation_registers_are_those_of_the_list(game: forthgame.Game) -> None:
    """A word that was left by `verify` is run in a list of its own, which is gone afterwards."""
    list(game.trace("north", "a1"))
    assert game.forth.processor.register(at.GENERATING) == 0
