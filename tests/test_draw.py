"""Boards as text: grids, hexagons, names with gaps, links, and positions with nothing to go by."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.ui.draw import board_text, letters
from forthgame.ui.placing import place

REST = """
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
: stay here add-move ;
{moves all {move} stay moves}
{pieces {piece} king {moves} all {piece} knight {piece} kk pieces}
"""


def drawing(tmp_path: Path, board: str, *setups: str) -> list[str]:
    """The lines of a board with some pieces."""
    script = tmp_path / "drawn.4th"
    setup = " ".join(f"{{setup}} {item}" for item in setups)
    script.write_text(f"{board} {REST} {{board-setup {setup} board-setup}}")
    with forthgame.load(script, native=False) as game:
        return board_text(game.new_game(seed=1)).splitlines()


def links(name: str, *pairs: str) -> str:
    """`{link} name a b` for each pair `a b`."""
    return " ".join(f"{{link}} {name} {pair}" for pair in pairs)


def test_a_grid_and_what_lies_beside_it(tmp_path: Path) -> None:
    """Rows and columns by their names; letters of pieces are different ones."""
    board = "{board 2 3 {grid} {position} bank {position} cup board}"
    found = drawing(tmp_path, board, "One king a1", "Two knight c2", "Two kk b1", "Two kk bank")
    assert found == ["  2  . . n", "  1  K k .", "     a b c", "bank: Two kk"]


@pytest.mark.parametrize(
    ("slanting", "wanted"),
    [
        ("-1 1 {direction} u 1 -1 {direction} v",
         ["a2:. b2:.", "a1:. b1:."]),
        ("-1 -1 {direction} u 1 1 {direction} v",
         ["a2:. b2:.", "a1:. b1:."]),
    ],
)  # fmt: skip
def test_a_grid_of_hexagons(tmp_path: Path, slanting: str, wanted: list[str]) -> None:
    """Six neighbours: each row stands half a place beside the next, on the side of the links."""
    board = """{board 2 2 {grid} board} {directions -1 0 {direction} a 1 0 {direction} b
               0 1 {direction} c 0 -1 {direction} d """ + slanting + " directions}"  # fmt: skip
    found = drawing(tmp_path, board)
    assert [line.split() for line in found] == [line.split() for line in wanted]
    starts = [len(line) - len(line.lstrip()) for line in found]
    assert (starts[0] < starts[1]) == ("-1 1" in slanting)
    assert (starts[0] > starts[1]) == ("-1 -1" in slanting)


def test_eight_neighbours_are_no_hexagons(tmp_path: Path) -> None:
    """A grid stays one."""
    steps = ("-1 0", "1 0", "0 1", "0 -1", "1 1", "-1 -1", "1 -1", "-1 1")
    rows = " ".join(f"{step} {{direction}} d{k}" for k, step in enumerate(steps))
    board = f"{{board 2 2 {{grid}} board}} {{directions {rows} directions}}"
    assert drawing(tmp_path, board) == ["  2  . .", "  1  . .", "     a b"]


def test_names_with_gaps(tmp_path: Path) -> None:
    """Letters and numbers of names are columns and rows, also where some are missing."""
    names = " ".join(f"{{position}} {name}" for name in ("b3", "a2", "c2", "b1", "a10"))
    found = drawing(tmp_path, f"{{board {names} board}}", "One king c2")
    assert found == [" 10  .", "  3    .", "  2  .   K", "  1    .", "     a b c"]


def test_links_by_compass(tmp_path: Path) -> None:
    """Directions named after the compass tell where a position lies."""
    board = "{board {position} middle {position} top {position} side {position} far board}"
    steps = (links("north", "middle top"), links("east", "middle side", "side far"))
    found = drawing(
        tmp_path, f"{board} {{directions {' '.join(steps)} directions}}", "Two king far"
    )
    assert [line.split() for line in found] == [["top:."], ["middle:.", "side:.", "far:k"]]
    assert found[0].index("top") == found[1].index("middle")


def test_links_by_structure(tmp_path: Path) -> None:
    """Two pairs of directions that undo each other make a square board, whatever their names."""
    board = "{board {position} w {position} x {position} y {position} z board}"
    steps = (links("p", "w x", "y z"), links("q", "x w", "z y"),
             links("r", "w y", "x z"), links("s", "y w", "z x"))  # fmt: skip
    found = drawing(tmp_path, f"{board} {{directions {' '.join(steps)} directions}}")
    assert [line.split() for line in found] == [["w:.", "x:."], ["y:.", "z:."]]


@pytest.mark.parametrize("spoil", ["{link} p x w", "{link} r w w"])
def test_links_that_fit_no_drawing(tmp_path: Path, spoil: str) -> None:
    """Then all positions are listed, a few in a line."""
    names = [f"place{k}" for k in range(10)]
    board = " ".join(f"{{position}} {name}" for name in ("w", "x", *names))
    steps = " ".join((links("p", "w x"), links("q", "x w"), spoil))
    found = drawing(
        tmp_path, f"{{board {board} board}} {{directions {steps} directions}}", "One king x"
    )
    assert len(found) == 2
    assert " ".join(found).split() == ["w:.", "x:K", *(f"{name}:." for name in names)]


@pytest.mark.parametrize("name", ["tictactoe", "breakthrough", "connectfour", "splut"])
def test_games_that_come_along(name: str) -> None:
    """Every position is placed or listed once, and pieces have letters of their own."""
    with forthgame.load(name, native=False) as game:
        placing = place(game.declaration)
        assert sorted([*placing.spots, *placing.beside]) == list(range(len(game.positions)))
        assert len(set(placing.spots.values())) == len(placing.spots)
        assert len(set(letters(game).values())) == len(game.pieces)
