"""Tests of a second `{board` after words that have been compiled for another board."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

BASE = """
{board 3 3 {grid} board}
{directions -1 0 {direction} n 0 1 {direction} e
  {link} over a1 c1 {link} over b1 c3 0 1 {direction} w {unlink} e b2 directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: go ( ? -- ) verify empty? verify from here move add-move ;
: up n go ; : right e go ; : leap over go ;
{moves ways {move} up {move} right {move} leap moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} A man a1 {setup} A man b2 {setup} B man b3 board-setup}
"""
SETUP = "{board-setup {setup} A man a1 {setup} A man b2 {setup} A man d1 {setup} B man e5"
LARGER = "{board 5 5 {grid} board} " + SETUP + " board-setup}"
NAMED = "{board {position} c1 {position} a1 {position} b2 {position} d1 {position} e5 board} "


@pytest.fixture
def texts(tmp_path: Path):
    """Return the first moves of the game with a text appended."""

    def found(more: str) -> list[str]:
        (tmp_path / "base.4th").write_text(BASE)
        path = tmp_path / "variant.4th"
        path.write_text("LOAD base.4th\n" + more)
        state = forthgame.load(path, native=False).new_game(seed=1)
        return sorted(map(str, state.moves()))

    return found


def test_directions_lead_over_the_new_grid(texts) -> None:
    assert texts(LARGER) == [
        "man a1 - a2", "man a1 - b1", "man a1 - c1", "man b2 - b3", "man d1 - d2", "man d1 - e1",
    ]  # fmt: skip


def test_links_follow_the_names_of_their_positions(texts) -> None:
    assert texts(NAMED + SETUP + " board-setup}") == ["man a1 - c1"]


def test_the_same_positions_keep_their_links(texts) -> None:
    setup = "{board-setup {setup} A man a1 {setup} A man b2 {setup} B man b3 board-setup}"
    same = texts("{board 3 3 {grid} {variable} more board} " + setup)
    assert same == texts("") == ["man a1 - a2", "man a1 - b1", "man a1 - c1"]


def test_directions_given_again_are_those_of_new_words(texts) -> None:
    again = " {directions 1 0 {direction} n directions} "
    assert texts(LARGER + again) == texts(LARGER)
