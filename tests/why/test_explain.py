"""Tests of answers to why a move is legal or not, and of their truth."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small import PRIORITIES, SCRIPT, line, small

import forthgame
from forthgame.why.answers.explain import Explanation


@pytest.fixture
def state(tmp_path: Path) -> Iterator[forthgame.State]:
    """The opening of the small game."""
    with small(tmp_path) as game:
        yield game.new_game(seed=1)


def explained(state: forthgame.State, question: str) -> Explanation:
    """Return the answer; asking changes nothing."""
    before = (state.fingerprint, [m.text for m in state.moves()], list(state.history))
    answer = state.explain(question)
    assert (state.fingerprint, [m.text for m in state.moves()], list(state.history)) == before
    assert answer.question == question
    return answer


def test_a_test_that_ended_a_way(state: forthgame.State) -> None:
    """The answer shows the path, the test with its place, the values, the calls and the stack."""
    answer = explained(state, "rook a1 - a4")
    assert not answer.legal
    first = answer.attempts[0]
    assert (first.word, first.position, first.piece) == ("north", "a1", "White rook")
    assert first.ended == "`verify` ended it: `empty?` gave 0: a3 holds Black rook"
    assert first.place is not None
    assert (first.place.line, first.place.column) == (line("\t\tempty? verify"), 10)
    assert [hop.split(" (")[0] for hop in first.path] == ["a1 -n-> a2", "-n-> a3"]
    assert first.stack[-1] == 0
    assert [call.word for call in first.calls] == ["slide"]


def test_the_text_shows_source_and_caret(state: forthgame.State) -> None:
    """The text has the place, the line, and a mark under the word, as errors do."""
    lines = explained(state, "rook a1 - a4").text().splitlines()
    why = "`north` (small.4th:29) needs a3 to be empty; a3 holds Black rook"
    why += ", as set up in small.4th:62 (small.4th:26)"
    assert lines[0] == f"rook a1 - a4 is not legal: {why}"
    shown = next(k for k, text in enumerate(lines) if "`verify` ended it" in text)
    assert (
        f"small.4th:{line('		empty? verify')}:10: `north` of White rook at a1" in lines[shown]
    )
    assert lines[shown + 1].endswith("empty? verify")
    assert lines[shown + 1].index("verify") == lines[shown + 2].index("^^^^^^")


def test_two_positions(state: forthgame.State) -> None:
    """The question means any move from the first one that involves the second."""
    assert explained(state, "a1 a3").legal
    answer = explained(state, "a1 b1")
    assert not answer.legal
    assert answer.attempts[0].ended.endswith("`friend?` gave -1: b1 holds White pawn")


@pytest.mark.parametrize("question", ["rook a1 %s", "rook a1%s", "rook a1 - %s"])
def test_a_piece_and_two_positions(question: str, state: forthgame.State) -> None:
    """The question means the piece's move from one to the other, as `find` reads it."""
    for target in ("a2", "a4"):
        written = "x" if any(m.text == f"rook a1 x {target}" for m in state.moves()) else "-"
        answer, known = (
            state.explain(question % target),
            explained(state, f"rook a1 {written} {target}"),
        )
        assert (answer.legal, answer.attempts) == (known.legal, known.attempts)
    assert state.explain(question % "a2").legal


def test_a_legal_move(state: forthgame.State) -> None:
    """The answer shows the word that made it, the actions, and the tests that it has passed."""
    answer = explained(state, "partial 2 pawn b1 - b2")
    assert answer.legal
    made = "partial 2 pawn b1 - b2 is legal: `hop` (small.4th:32) makes it; after `tired @ 0=`"
    assert answer.answer.startswith(f"{made} (small.4th:33)")
    number = line("from here move COMPILE")
    assert answer.actions == (
        f"it is made by `hop` (small.4th:{line(': hop')}) at b1, of type stepping:",
        f"  moves White pawn from b1 to b2 (`move`, small.4th:{number})",
        f"  runs `tire` (`COMPILE`, small.4th:{number})",
        "  lets the player go on, with moves of type siding only "
        f"(`partial-move-type`, small.4th:{number})",
    )
    assert len(answer.attempts) == 1
    passed = f"`verify` (small.4th:{line('tired @ 0=')}) held: `tired @ 0=` gave -1: "
    sentence = f"{passed}`tired @` 0 = 0 is true; `tired` is set in "
    assert any(test.startswith(sentence) for test in answer.attempts[0].tests)


def test_a_value_from_a_variable_tells_who_sets_it(state: forthgame.State) -> None:
    """Every place of the script that writes the variable is shown, if a test has read it."""
    state.play("partial 2 pawn b1 - b2")
    state.play("pawn b2 - c2")
    state.play(state.moves()[-1])
    answer = explained(state, "c2")
    hop = next(a for a in answer.attempts if a.word == "hop")
    assert hop.ended == (
        "`verify` ended it: `tired @ 0=` gave 0: `tired @` -1 = 0 is false; `tired` is set in "
        f"small.4th:{line(': tire')}, by moves in small.4th:{line('COMPILE tire')}"
    )


def test_a_whole_piece(state: forthgame.State) -> None:
    """The answer lists every move word, or states that the piece has none."""
    answer = explained(state, "d1")
    assert not answer.legal
    assert answer.removed[0] == f"wall has no {{moves}} and no {{drops}} (small.4th:{line('wall')})"
    assert explained(state, "wall").removed == answer.removed[:1]
    rook = explained(state, "rook")
    assert rook.answer.startswith(
        "rook: legal is rook a1 - a2, rook a1 x a3: `north` (small.4th:29) makes it; "
        "after `n` (small.4th:23, 22), "
    )


def test_a_drop(state: forthgame.State) -> None:
    """The answer is about the position it would fall on; comparisons show both values."""
    assert explained(state, "White stone a4").legal
    answer = explained(state, "White stone c1")
    assert answer.attempts[0].ended == (
        "`verify` ended it: `here 12 <` gave 0: `here` 14 (c1) < 12 is false"
    )


def test_another_player(state: forthgame.State) -> None:
    """The answer shows whose turn it is, with the line of the turn order."""
    answer = explained(state, "pawn d4 - d3")
    where = f"small.4th:{line('{turn} White')}"
    assert answer.removed[0] == f"d4 holds Black pawn, and the turn is for White ({where})"
    answer = explained(state, "Black stone a4")
    assert answer.removed[0] == f"the turn is for White ({where}), not for Black"


def test_another_piece(state: forthgame.State) -> None:
    """The piece that stands there instead is named first."""
    removed = explained(state, "pawn a1 - a2").removed
    assert removed[0] == f"a1 holds White rook, as set up in small.4th:{line('rook a1')}"


def test_an_empty_position(tmp_path: Path) -> None:
    """If nothing can be dropped, the set-up is named."""
    with small(tmp_path, SCRIPT.replace("{drops} stone-drops", "{moves} rook-moves")) as game:
        answer = explained(game.new_game(seed=1), "c1 c2")
    assert answer.removed[0] == (
        "c1 is empty: there is no piece to move; {board-setup "
        f"(small.4th:{line('{board-setup')}) puts nothing there"
    )


def test_only_moves_of_a_type(state: forthgame.State) -> None:
    """After a partial move, the words that were not tried are listed, with the reason."""
    state.play("partial 2 pawn b1 - b2")
    removed = explained(state, "rook a1 - a2").removed
    assert removed[0] == (
        f"`north` was not tried: it makes moves of type none (small.4th:{line('{move} north')}), "
        "and only moves of type siding may follow the partial move before"
    )
    assert removed[-1].startswith("the move before was `partial 2 pawn b1 - b2`: lets the player")
    assert removed[-1].endswith(
        f"(`partial-move-type`, small.4th:{line('from here move COMPILE')})"
    )


def test_of_type(tmp_path: Path) -> None:
    """The turn that demands a type is named."""
    script = SCRIPT.replace("\t{turn} White\n", "\t{turn} White {of-type} siding\n")
    with small(tmp_path, script) as game:
        removed = explained(game.new_game(seed=1), "partial 2 pawn b1 - b2").removed
    assert removed[0].endswith(
        "and the turn asks for moves of type siding "
        f"(small.4th:{line('{of-type}', script)})"
    )  # fmt: skip


@pytest.mark.parametrize("question", ["pawn b1 - c1", "White stone a4", "rook", "a1 a2"])
def test_of_type_misspelt(tmp_path: Path, question: str) -> None:
    """The first mention makes a new type: one note states that move words never have it."""
    for name, hint, stepping in (
        ("sidin", "; did you mean siding?", 1),  # it is made as number 1 too
        ("z", "", 4),
    ):
        script = SCRIPT.replace("\t{turn} White\n", f"\t{{turn}} White {{of-type}} {name}\n")
        script = script.replace("1 CONSTANT stepping", f"{stepping} CONSTANT stepping")
        with small(tmp_path, script) as game:
            removed = explained(game.new_game(seed=1), question).removed
        place = f"small.4th:{line('{of-type}', script)}"
        assert [text for text in removed if "{move-type}" in text] == [
            f"no move word has the {{move-type}} {name} ({place}){hint}"
        ]


def test_of_type_by_another_name(tmp_path: Path) -> None:
    """A number may have two names; a type that follows a partial move is not the turn's."""
    script = SCRIPT.replace("\t{turn} White\n", "\t{turn} White {of-type} aslant\n")
    with small(tmp_path, f"2 CONSTANT aslant\n{script}") as game:
        removed = explained(game.new_game(seed=1), "rook a1 - a2").removed
    assert removed
    assert not [text for text in removed if "{move-type}" in text]


def test_priorities(tmp_path: Path) -> None:
    """The answer names the moves hidden by better ones, and both types with their places."""
    script = SCRIPT + PRIORITIES
    with small(tmp_path, script) as game:
        answer = explained(game.new_game(seed=1), "pawn b1 - c1")
    assert not answer.legal
    first = line("{move-priority} stepping", script)
    assert answer.removed == (
        f"`pawn b1 - c1` was made by `aside` (small.4th:{line('{move} aside')}), of type siding, "
        f"priority 2 (small.4th:{first + 1}); it is hidden by the moves of type stepping, "
        f"priority 1 (small.4th:{first}): partial 2 pawn b1 - b2, by `hop` (small.4th:32)",
    )


def test_pass(tmp_path: Path) -> None:
    """The cases are a script without passes, one with $passTurnForced off, and one with it on."""
    with small(tmp_path) as game:
        answer = explained(game.new_game(seed=1), "Pass")
    assert answer.answer == "Pass is not legal: no move word of this turn passes"
    assert answer.removed == ()
    script = SCRIPT.replace("{moves} rook-moves", "").replace("{moves} pawn-moves", "")
    with small(tmp_path, script.replace("{drops} stone-drops", "")) as game:
        removed = explained(game.new_game(seed=1), "Pass").removed
    assert removed[-1] == "$passTurnForced is OFF, so no Pass is offered by itself"
    with small(tmp_path, "$passTurnForced ON\n" + SCRIPT) as game:
        removed = explained(game.new_game(seed=1), "Pass").removed
    assert removed[0].startswith("$passTurnForced is ON, but a Pass is offered by itself only")
    script = SCRIPT.replace(": aside ( -- )", ": aside ( -- ) counter @ 100 > verify Pass ")
    with small(tmp_path, script) as game:
        answer = explained(game.new_game(seed=1), "Pass")
    assert [a.word for a in answer.attempts] == ["aside"]
    assert "`counter @ 100 >` gave 0" in answer.attempts[0].ended


def test_an_error_in_a_move_word(tmp_path: Path) -> None:
    """If a move word fails, moves are missing: the answer shows the error and its path."""
    with small(tmp_path, SCRIPT.replace("1 counter +!", "1 0 / counter +!")) as game:
        answer = game.new_game(seed=1).explain("pawn b1 - b2")
    assert not answer.legal
    assert answer.answer.endswith("division by zero (small.4th:36)")
    entry = line("{move} hop")
    assert answer.removed[0].endswith(f"an error in `hop` of White pawn at b1 (small.4th:{entry}):")
    assert answer.attempts[0].ended == "an error: division by zero in `/`"


def test_an_error_in_a_word_of_the_language(tmp_path: Path) -> None:
    """The error is shown at the place in the move word that called the word."""
    script = SCRIPT.replace(": hop ( -- )", "DEFER unset  : hop ( -- )")
    with small(tmp_path, script.replace("1 counter +!", "unset")) as game:
        attempt = game.new_game(seed=1).explain("pawn b1 - b2").attempts[0]
    assert attempt.ended == "an error: deferred word was never set in `unset`"
    assert attempt.place is not None
    assert attempt.place.text[attempt.place.column - 1 :].startswith("unset")


def test_add_move_without_anything_recorded(tmp_path: Path) -> None:
    """Actions without `add-move`, and an unused flag, are reported too."""
    with small(tmp_path, SCRIPT.replace("verify drop add-move", "verify add-move")) as game:
        ended = explained(game.new_game(seed=1), "White stone a4").attempts[0].ended
    assert ended == "`add-move` added nothing, because nothing was recorded"
    with small(tmp_path, SCRIPT.replace("verify drop add-move", "verify drop")) as game:
        ended = explained(game.new_game(seed=1), "White stone a4").attempts[0].ended
    assert ended.startswith("recorded something and ended without `add-move`: puts White stone")
    with small(tmp_path, SCRIPT.replace("e verify empty? verify", "e verify empty?")) as game:
        tests = explained(game.new_game(seed=1), "pawn b1 - c1").attempts[0].tests
    assert any(t.startswith("nothing has looked at what `empty?` gave -1") for t in tests)


def test_coalitions_are_called_in_the_script(tmp_path: Path) -> None:
    """`friend?` runs OnFriends? of the script; the answer is shown as usual."""
    script = SCRIPT.replace(": slide", ": OnFriends? ( p1 p2 -- ? ) 2DROP TRUE ;\n: slide")
    with small(tmp_path, script) as game:
        answer = explained(game.new_game(seed=1), "rook a1 x a3")
    assert answer.attempts[0].ended.endswith("`friend?` gave -1: a3 holds Black rook")


def test_moves_that_are_generated_inside(tmp_path: Path) -> None:
    """A move word that looks ahead is one attempt; its inner lists are not mixed up with it."""
    script = SCRIPT.replace(
        ": aside ( -- )",
        ": quiet? ( -- ? )\n\tcurrent-player Black = IF TRUE EXIT ENDIF\n"
        "\tcurrent-player TRUE 0 $GenerateMoves move-count 0= $DeallocateMoves ;\n"
        ": aside ( -- ) quiet? verify",
    )
    with small(tmp_path, script) as game:
        state = game.new_game(seed=1)
        answer = explained(state, "pawn b1 - c1")
        assert not answer.legal
        attempt = next(a for a in answer.attempts if a.word == "aside")
        assert "`move-count 0=` gave 0" in attempt.ended
        assert len(answer.attempts) == 2


def test_random_numbers_while_generating(tmp_path: Path) -> None:
    """The explained moves are those that are shown, and asking draws from no stream."""
    script = SCRIPT.replace(": aside ( -- )", ": aside ( -- ) 0 1 RAND-WITHIN verify")
    with small(tmp_path, script) as game:
        seen = set()
        for seed in range(8):
            plain = [m.text for m in game.new_game(seed=seed).moves()]
            state = game.new_game(seed=seed)
            other = game.new_game(seed=99)
            answer = state.explain("pawn b1 - c1")
            assert answer.legal == ("pawn b1 - c1" in plain)
            assert [m.text for m in state.moves()] == plain
            assert [m.text for m in other.moves()] == [
                m.text for m in game.new_game(seed=99).moves()
            ]
            seen.add(answer.legal)
            state.play(plain[0])
            again = game.new_game(seed=seed)
            again.play(plain[0])
            assert state.to_text() == again.to_text()
        assert seen == {True, False}


def test_a_question_about_nothing(state: forthgame.State) -> None:
    """The error lists the possible questions."""
    with pytest.raises(forthgame.ForthgameError, match="names no position of small; ask for"):
        state.explain("castle")
    with pytest.raises(forthgame.ForthgameError, match="names no position"):
        state.explain("")
    with pytest.raises(forthgame.ForthgameError, match=r"a text, not None; ask for a move"):
        forthgame.explain(state, None)  # type: ignore[arg-type]
    with pytest.raises(forthgame.ForthgameError, match=r"a question must be a text, not Move\("):
        state.explain(state.moves()[0])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["breakthrough", "tictactoe", "connectfour", "splut"])
@pytest.mark.sampled(4)
def test_every_legal_move_is_explained(name: str) -> None:
    """The first plies of the games are legal, by a word, with actions, and nothing changes."""
    with forthgame.load(name, native=False) as game:
        state = game.new_game(seed=3)
        for ply in range(3):
            texts = [m.text for m in state.moves()]
            for text in dict.fromkeys(texts[:8]):
                answer = explained(state, text)
                assert answer.legal, (text, answer.text())
                assert answer.actions, text
            state.play(texts[(7 * ply + 3) % len(texts)])
