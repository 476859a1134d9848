"""Every board has a picture in which no two positions overlap, the same every time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from time import thread_time
from xml.etree import ElementTree

import pytest

import forthgame
from forthgame.api.game import State
from forthgame.base.source import package_path
from forthgame.draw.cell_geometry import Cell, CellIndex, overlapping
from forthgame.draw.scenes import scene
from forthgame.draw.svg_documents import svg
from tests.draw.boards import BOARDS, HEXAGONS, SQUARE, graph, loaded, script

SVG = "{http://www.w3.org/2000/svg}"
CONFORMANCE = sorted((Path(__file__).parents[1] / "conformance").glob("*.4th"))
GAMES = sorted(package_path("games").glob("*/*.4th"))


def elements(picture: str, kind: str) -> dict[str, ElementTree.Element]:
    """The groups of a class, by position; each position has one at most."""
    root = ElementTree.fromstring(picture)
    found = [e for e in root.iter(f"{SVG}g") if kind in (e.get("class") or "").split()]
    by_name = {e.get("data-position", ""): e for e in found}
    assert len(by_name) == len(found)
    return by_name


def check_picture(state: State) -> None:
    """The picture is well-formed, has all positions and pieces, and nothing is covered."""
    game = state.game
    found = scene(state)
    assert not list(overlapping(found.layout.cells))
    picture = svg(state)
    cells = elements(picture, "cell")
    hidden = found.file.hidden
    assert set(cells) == set(game.positions) - hidden
    assert set(elements(picture, "piece")) == set(state.board) - hidden
    left, top = found.layout.left, found.layout.top
    for cell in found.layout.cells:
        assert left <= cell.x - cell.width / 2
        assert cell.x + cell.width / 2 <= left + found.layout.width
        assert top <= cell.y - cell.height / 2
        assert cell.y + cell.height / 2 <= top + found.layout.height
    assert "<script" not in picture
    assert not re.search(r"(href|url\(|@import)", picture)
    json.dumps(found.as_dict(), allow_nan=False)


CROWD = """
: OnNewGame
  $positions @ 0 DO I 2 MOD IF One ELSE Two ENDIF I 3 / 3 MOD 1+ OR I board[] ! 3 +LOOP
;
"""


def crowded(folder: Path, board: str) -> State:
    """A board with a piece on every third position."""
    state = loaded(folder, script(board) + CROWD).new_game(seed=1)
    assert len(state.board) == (len(state.game.positions) + 2) // 3
    return state


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.sampled(7)
def test_nothing_covers_anything(tmp_path: Path, name: str) -> None:
    check_picture(crowded(tmp_path, BOARDS[name]))


@pytest.mark.parametrize("path", CONFORMANCE, ids=lambda path: path.stem)
def test_small_scripts(path: Path) -> None:
    try:
        game = forthgame.load(path, native=False)
    except forthgame.ScriptError:
        pytest.skip("a part of another script")
    with game:
        check_picture(game.new_game(seed=1))


def playable() -> Iterator[Path]:
    """The bundled scripts that other games do not only load."""
    for path in GAMES:
        if path.stem not in ("rules", "pawns", "engine", "tafl", "tour", "spreads"):
            yield path


QUICK = ("backgammon", "chess", "go", "hex", "kalah", "shogi", "splut", "ur", "xiangqi", "yavalath")


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if path.stem in QUICK else pytest.mark.slow)
     for path in playable()],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)  # fmt: skip
def test_bundled_games(path: Path) -> None:
    with forthgame.load(path, native=False) as game:
        check_picture(game.new_game(seed=1))


def test_the_reader_of_overlaps() -> None:
    """The reader detects overlaps, so that these tests can fail."""
    one = Cell(0, 0, 0)
    assert list(overlapping([one, Cell(1, 59, 59)]))
    assert not list(overlapping([one, Cell(1, 60, 0), Cell(2, 60, 60)]))
    columns = [Cell(k, 0, 59.0 * k if k == 7 else 60.0 * k) for k in range(9)]
    assert [(a.position, b.position) for a, b in overlapping(columns)] == [(6, 7)]
    hexagons = [Cell(0, 0, 0, shape="hexagon"), Cell(1, 30, 52, shape="hexagon")]
    assert not list(overlapping(hexagons))
    assert list(overlapping([hexagons[0], Cell(1, 30, 40, shape="hexagon")]))


@pytest.mark.parametrize("shape", ["square", "circle"])
def test_overlaps_are_those_of_all_pairs(shape: str) -> None:
    """Random sizes are compared with a check of all pairs."""
    chance = Random(5)
    sides = (1, 3, 8, 20, 60)
    for _ in range(20):
        cells = [
            Cell(k, chance.randrange(200), chance.randrange(200), chance.choice(sides),
                 chance.choice(sides), shape if k % 3 else "square") for k in range(60)
        ]  # fmt: skip
        pairs = {frozenset(pair) for pair in combinations(cells, 2) if list(overlapping(pair))}
        assert {frozenset(pair) for pair in overlapping(cells)} == pairs


def test_thousands_of_flat_and_of_narrow_cells_are_compared_soon() -> None:
    """The number is the maximum for a file of places."""
    flat = [Cell(k, 500, k, 1000, 1) for k in range(6000)]
    narrow = [Cell(k + 6000, 2000 + k, 500, 1, 1000) for k in range(6000)]
    started = thread_time()
    assert not list(overlapping(flat + narrow))
    assert thread_time() - started < 3


def test_a_view_gives_corners_and_sizes(tmp_path: Path) -> None:
    """The smallest side becomes that of a cell."""
    state = crowded(tmp_path, BOARDS["a view"])
    cells = {state.game.positions[c.position]: c for c in scene(state).layout.cells}
    first, *others = found = [cells[name] for name in ("a1", "b1", "a2", "b2", "bank")]
    assert [(c.width, c.height) for c in found] == [
        (80, 80), (160, 80), (80, 80), (80, 180), (60, 60)
    ]  # fmt: skip
    assert [(c.x - first.x, c.y - first.y) for c in others] == [
        (140, 10), (0, 120), (100, 170), (310, -10)
    ]  # fmt: skip


def test_the_ground_knows_where_cells_lie() -> None:
    """A large cell covers every point within its sides, and none beyond."""
    ground = CellIndex([Cell(0, 150, -20, 300, 500), Cell(1, 1000, 1000)])
    for x, y, within in (
        (2, -268, True), (298, 228, True), (150, -20, True), (298, -268, True), (2, 228, True),
        (-2, 0, False), (302, 0, False), (150, -272, False), (150, 232, False),
        (971, 1029, True), (969, 1000, False), (1000, 1031, False), (500, 500, False),
    ):  # fmt: skip
        assert ground.covers(x, y) == within, (x, y)


@pytest.mark.parametrize("name", ["a mesh", "two halves", "parts", "compass of hexagons"])
def test_the_same_every_time(tmp_path: Path, name: str) -> None:
    """The picture is also the same after loading the game again."""
    assert svg(crowded(tmp_path, BOARDS[name])) == svg(crowded(tmp_path, BOARDS[name]))


def test_linked_positions_lie_nearer_than_others(tmp_path: Path) -> None:
    """The picture of a chain is a chain."""
    state = crowded(tmp_path, graph(12, [(k, k + 1) for k in range(11)]))
    places = {cell.position: (cell.x, cell.y) for cell in scene(state).layout.cells}

    def far(a: int, b: int) -> float:
        return float(sum((p - q) ** 2 for p, q in zip(places[a], places[b], strict=True)))

    assert all(far(k, k + 1) < far(k, k + 2) for k in range(10))


def test_a_road_is_wound(tmp_path: Path) -> None:
    """A path with two ends goes to and fro in rows, so its positions are large enough to read."""
    state = crowded(tmp_path, graph(24, [(k, k + 1) for k in range(23)]))
    cells = {cell.position: cell for cell in scene(state).layout.cells}
    assert len({cell.y for cell in cells.values()}) == 3
    assert cells[7].x == cells[8].x == max(cell.x for cell in cells.values())
    assert cells[15].x == cells[16].x == min(cell.x for cell in cells.values())


def test_hexagons_have_six_neighbours_as_near(tmp_path: Path) -> None:
    state = crowded(tmp_path, "{board 3 3 {grid} board}" + HEXAGONS)
    cells = {state.game.positions[c.position]: c for c in scene(state).layout.cells}
    middle = cells.pop("b2")
    near = sorted(((c.x - middle.x) ** 2 + (c.y - middle.y) ** 2) ** 0.5 for c in cells.values())
    assert all(abs(distance - 60) < 0.1 for distance in near[:6])
    assert near[6] > 90


def test_lines_join_what_is_linked(tmp_path: Path) -> None:
    state = crowded(tmp_path, graph(4, [(0, 1), (1, 2), (2, 3), (3, 0)]))
    assert len(scene(state).layout.lines) == 4
    grid = crowded(tmp_path, "{board 3 3 {grid} board}" + SQUARE)
    assert not scene(grid).layout.lines


def test_another_board_has_another_picture(tmp_path: Path) -> None:
    """Cached pictures of a game belong to its present board."""
    with loaded(tmp_path, script("{board 2 2 {grid} board}")) as game:
        before = svg(game.new_game(seed=1))
        with loaded(tmp_path, script("{board 2 3 {grid} board}")) as other:
            assert len(elements(before, "cell")) + 2 == len(
                elements(svg(other.new_game(seed=1)), "cell")
            )
