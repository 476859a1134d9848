"""Tests of `why` for lists that differ when they are generated again, and for finished games."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame import Explanation, State

HEAD = """{board 3 3 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
VARIABLE asked
"""
TAIL = """{moves m {move} go {move} rest moves}
{pieces {piece} p {moves} m pieces}
{board-setup {setup} X p a1 {setup} O p a3 board-setup}
"""
GO = ": go e verify empty? verify from here move add-move ;\n"
ONCE = """: go asked ++ asked @ 1 = verify e verify empty? verify from here move add-move ;
: rest asked @ 1 = IF Pass ENDIF ;
"""
CHANGED = "something that is read outside of the position has changed since the list was made"


def begun(folder: Path, text: str) -> State:
    """A new game of a script."""
    path = folder / "again.4th"
    path.write_text(HEAD + text + TAIL)
    return forthgame.load(path, native=False).new_game(seed=1)


@pytest.mark.parametrize("question", ["p a1 - b1", "Pass", "a1", "a1 b1", "p"])
def test_the_list_that_was_made_counts(tmp_path: Path, question: str) -> None:
    """The word makes its moves only once; the move in question is found in the list all the
    same.
    """
    state = begun(tmp_path, ONCE)
    assert [str(move) for move in state.moves()] == ["p a1 - b1", "Pass"]
    found = state.explain(question)
    assert found.legal
    assert found.answer.endswith(f"was not made again: {CHANGED}")
    assert "again.4th:6" in found.text()
    assert "`asked` is set in again.4th:6" in found.text()
    assert "random" not in found.text()
    state.play(0)
    assert state.history == ["p a1 - b1"]


def test_a_list_with_random_numbers(tmp_path: Path) -> None:
    drawn = "2 RAND-WITHIN verify e verify"
    game = begun(tmp_path, ": rest ;\n" + GO.replace("e verify", drawn)).game
    answers = set()
    for seed in range(1, 30):
        state = game.new_game(seed=seed)
        if state.moves():
            found = state.explain("p a1 - b1")
            assert found.legal
            answers.add(found.answer)
    again = "p a1 - b1 is legal, but was not made again: generating moves draws random numbers here"
    assert again in answers
    assert {answer.partition(";")[0] for answer in answers} == {
        "p a1 - b1 is legal: `go` (again.4th:7) makes it",
        again,
    }


def test_a_move_is_played_with_the_memory_from_before(tmp_path: Path) -> None:
    found = begun(tmp_path, ONCE).explain("p a1 - b1")
    assert found.answer.startswith("p a1 - b1 is legal: `go` (again.4th:6) makes it; ")
    assert "ends with an error" not in found.text()


def test_a_move_that_is_made_now_and_was_not(tmp_path: Path) -> None:
    state = begun(
        tmp_path, ": rest asked ++ ;\n" + GO.replace("e verify", "asked @ verify e verify")
    )
    assert not state.moves()
    found = state.explain("p a1 - b1")
    assert not found.legal
    assert CHANGED in found.text()
    assert "`asked` is set in again.4th:6" in found.text()


def over(folder: Path, question: str) -> Explanation:
    """Return the answer after the game has ended."""
    text = ": OnIsGameOver b1 not-empty-at? IF #LossScore ELSE #UnknownScore ENDIF ;\n"
    state = begun(folder, ": rest ;\n" + GO + text)
    state.play("p a1 - b1")
    assert state.outcome == "loss"
    return state.explain(question)


def test_no_move_is_legal_when_the_game_is_over(tmp_path: Path) -> None:
    found = over(tmp_path, "p a3 - b3")
    assert not found.legal
    assert (
        found.answer == "p a3 - b3 is not legal, as the game is over: `go` (again.4th:7) makes it"
    )
    found = over(tmp_path, "a3")
    assert not found.legal
    assert (
        found.answer == "a3: but for the end legal would be p a3 - b3: `go` (again.4th:7) makes it"
    )


def test_a_word_that_has_made_a_move_before(tmp_path: Path) -> None:
    """The end of the word is described for its last run alone."""
    text = (
        ": rest ;\n: go e verify from here move add-move e IF c3 empty-at? IF Pass ENDIF ENDIF ;\n"
    )
    explanation = begun(tmp_path, text).explain("p a1 - b1").text()
    assert "added it" in explanation
    explanation = begun(tmp_path, text.replace("c3 empty-at?", "FALSE")).explain("Pass").text()
    assert "ended without adding another move" in explanation
    assert "without adding a move" not in explanation
