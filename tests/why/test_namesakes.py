"""Tests of `why` for scripts that give a name to several variables, arrays or deferred words."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

HEAD = """{board 3 3 {grid} board}
{directions -1 0 {direction} n 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
"""
TAIL = """{moves m {move} go moves}
{pieces {piece} p {moves} m pieces}
{board-setup {setup} X p a1 {setup} O p a3 board-setup}
"""
REST = "n verify empty? verify from here move add-move"


def explained(folder: Path, text: str, question: str = "p a1 - a2") -> str:
    """Return the answer of `why` at the beginning of a game."""
    path = folder / "twice.4th"
    path.write_text(HEAD + text + TAIL)
    return forthgame.load(path, native=False).new_game(seed=1).explain(question).text()


@pytest.mark.parametrize("declared", ["VARIABLE fuel", "3 [] fuel"])
def test_who_sets_a_variable_of_the_same_name(tmp_path: Path, declared: str) -> None:
    """The word means the newer one, the line that stores the older one."""
    at = "2 fuel" if "[]" in declared else "fuel"
    text = f"{declared}\n: tank 1 {at} ! ;\n{declared}\n: go {at} @ verify {REST} ;\n"
    answer = explained(tmp_path, text + ": OnNewGame tank ;\n")
    assert "`fuel` is set by no line that names it" in answer
    assert "twice.4th:6" not in answer
    text = f"{declared}\n: go {at} @ 0= NOT verify {REST} ;\n{declared}\n: tank 1 {at} ! ;\n"
    answer = explained(tmp_path, text + ": OnNewGame tank ;\n")
    assert f"`{at} @ 0= NOT` gave 0" in answer
    assert "`fuel of twice.4th:5` is set by no line that names it" in answer
    assert "twice.4th:8" not in answer


def test_who_sets_a_deferred_word_of_the_same_name(tmp_path: Path) -> None:
    text = f"DEFER way\n: go way verify {REST.removeprefix('n verify ')} ;\n' e IS way\nDEFER way\n"
    answer = explained(tmp_path, text + ": later way ;\n' n IS way\n", "p a1 - a2")
    assert "`way of twice.4th:5` is set by IS in twice.4th:7" in answer
    assert "twice.4th:10" not in answer


def test_a_constant_of_the_same_name(tmp_path: Path) -> None:
    text = f"1 CONSTANT need\n: go need 1 > verify {REST} ;\n2 CONSTANT need\n"
    answer = explained(tmp_path, text)
    assert "`need 1 >` gave 0" in answer
    assert "`need of twice.4th:5`: defined in twice.4th:5" in answer


def test_one_name_is_as_it_was(tmp_path: Path) -> None:
    text = f"VARIABLE fuel\n: tank 0 fuel ! ;\n: go fuel @ verify {REST} ;\n: OnNewGame tank ;\n"
    assert "`fuel` is set in twice.4th:6" in explained(tmp_path, text)


def test_words_that_are_named_like_those_of_a_list_and_in_none(tmp_path: Path) -> None:
    """Three of them are named, in their order."""
    ways = "".join(f": go-{way} n verify {REST} ;\n" for way in ("a", "b", "c", "d", "e", "f"))
    text = (HEAD + ways + TAIL).replace("{move} go ", "{move} go-a {move} go-b ")
    path = tmp_path / "like.4th"
    path.write_text(text)
    answer = forthgame.load(path, native=False).new_game(seed=1).explain("p a1 - b1").text()
    assert (
        "in no list of moves: `go-c` (like.4th:7), `go-d` (like.4th:8), `go-e` (like.4th:9)\n"
    ) in answer
