"""Geometry of board cells: centres, sizes, shapes and overlap."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice
from math import cos, frexp, radians, sin, sqrt

UNIT = 60.0  # pixels of a cell's side
SLANT = sqrt(3) / 2  # height of a row of hexagons, in units

BOX = 100.0
ANGULAR = ("square", "none")  # shapes with the outline of a rectangle

Point = tuple[float, float]


@dataclass(frozen=True)
class Cell:
    """The cell of a position: centre, size and shape.

    shape    `square`, `hexagon`, `circle` (boards made of links), `point` (crossing lines)
    tone     1 for the dark cells of a chequered board
    tray     cell beside the board
    """

    position: int
    x: float
    y: float
    width: float = UNIT
    height: float = UNIT
    shape: str = "square"
    tone: int = 0
    tray: bool = False
    angle: int = 0

    def corners(self, inset: float = 0.0) -> list[Point]:
        radius = self.width / 2 / SLANT - inset
        angles = [radians(60 * k + self.angle) for k in range(6)]
        return [(radius * sin(angle), -radius * cos(angle)) for angle in angles]


def rounded(value: float) -> float:
    """Return a number with two decimals, and never -0.0."""
    return round(value, 2) + 0.0


def rotated(point: Point, degrees: int) -> Point:
    """Return a point rotated clockwise about the origin."""
    x, y = point
    quarter = {0: (x, y), 90: (-y, x), 180: (-x, -y), 270: (y, -x)}
    if degrees % 360 in quarter:
        return quarter[degrees % 360]
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return rounded(c * x - s * y), rounded(s * x + c * y)


class CellIndex:
    """Spatial index of cells."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._boxes: dict[tuple[int, int], list[Cell]] = {}
        for cell in cells:
            left, right = cell.x - cell.width / 2, cell.x + cell.width / 2
            top, bottom = cell.y - cell.height / 2, cell.y + cell.height / 2
            for column in range(int(left // BOX), int(right // BOX) + 1):
                for row in range(int(top // BOX), int(bottom // BOX) + 1):
                    self._boxes.setdefault((column, row), []).append(cell)

    def covers(self, x: float, y: float) -> bool:
        near = self._boxes.get((int(x // BOX), int(y // BOX)), ())
        return any(abs(c.x - x) < c.width / 2 and abs(c.y - y) < c.height / 2 for c in near)


def overlapping(cells: Iterable[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Yield pairs of overlapping cells.

    Sweeps a vertical line from left to right. The cells that it cuts are sorted by their tops, in
    one list for each power of two of the heights, so that only close cells are compared.
    """
    cells = sorted(cells, key=_left)
    cut: dict[int, list[tuple[float, int]]] = {}
    ends: list[tuple[float, int]] = []
    for k, cell in enumerate(cells):
        while ends and ends[0][0] < _left(cell):
            gone = heappop(ends)[1]
            row = cut[_power(cells[gone])]
            del row[bisect_left(row, (_top(cells[gone]), gone))]
        top, bottom = _top(cell), cell.y + _height(cell) / 2
        for power, row in cut.items():
            for start, other in islice(row, bisect_left(row, (top - 2.0**power, 0)), None):
                if start > bottom:
                    break
                if _overlap(cells[other], cell):
                    yield cells[other], cell
        insort(cut.setdefault(_power(cell), []), (top, k))
        heappush(ends, (cell.x + cell.width / 2, k))


def _left(cell: Cell) -> float:
    return cell.x - cell.width / 2


def _top(cell: Cell) -> float:
    return cell.y - _height(cell) / 2


def _height(cell: Cell) -> float:
    return cell.height if cell.shape in ANGULAR else max(cell.width, cell.height)


def _power(cell: Cell) -> int:
    """Return the exponent of the least power of two above the cell's height."""
    return frexp(_height(cell))[1]


def _overlap(one: Cell, other: Cell) -> bool:
    x, y = abs(one.x - other.x), abs(one.y - other.y)
    if one.shape == other.shape and one.shape not in ANGULAR:
        return sqrt(x * x + y * y) < (one.width + other.width) / 2 - 0.5
    return x < (one.width + other.width) / 2 - 0.5 and y < (one.height + other.height) / 2 - 0.5
