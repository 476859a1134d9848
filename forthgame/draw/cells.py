"""Cells of a board: centres, sizes and shapes, and whether two cover each other."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice
from math import cos, frexp, radians, sin, sqrt

UNIT = 60.0  # side of a cell, pixels
SLANT = sqrt(3) / 2  # rows of hexagons, in units

BOX = 100.0

Point = tuple[float, float]


@dataclass(frozen=True)
class Cell:
    """A position: its centre, size and shape.

    shape    `square`, `hexagon`, `circle` (of boards made of links), `point` (where lines cross)
    tone     1 for the dark cells of a chequered board
    tray     whether it lies beside the board
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
        """Corners of a hexagon about its centre."""
        radius = self.width / 2 / SLANT - inset
        angles = [radians(60 * k + self.angle) for k in range(6)]
        return [(radius * sin(angle), -radius * cos(angle)) for angle in angles]


def rounded(value: float) -> float:
    """Two digits behind the point, and no -0.0."""
    return round(value, 2) + 0.0


def turned(point: Point, degrees: int) -> Point:
    """A point turned about the origin, clockwise."""
    x, y = point
    quarter = {0: (x, y), 90: (-y, x), 180: (-x, -y), 270: (y, -x)}
    if degrees % 360 in quarter:
        return quarter[degrees % 360]
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return rounded(c * x - s * y), rounded(s * x + c * y)


class Ground:
    """Which points cells lie on."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._boxes: dict[tuple[int, int], list[Cell]] = {}
        for cell in cells:
            left, right = cell.x - cell.width / 2, cell.x + cell.width / 2
            top, bottom = cell.y - cell.height / 2, cell.y + cell.height / 2
            for column in range(int(left // BOX), int(right // BOX) + 1):
                for row in range(int(top // BOX), int(bottom // BOX) + 1):
                    self._boxes.setdefault((column, row), []).append(cell)

    def covers(self, x: float, y: float) -> bool:
        """Whether a cell lies on a point."""
        near = self._boxes.get((int(x // BOX), int(y // BOX)), ())
        return any(abs(c.x - x) < c.width / 2 and abs(c.y - y) < c.height / 2 for c in near)


def overlapping(cells: Iterable[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Pairs of cells that cover each other.

    A line goes over them from left to right. Those that it cuts are kept from top to bottom, by
    powers of two of their heights, so only near ones are compared.
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
                if _cover(cells[other], cell):
                    yield cells[other], cell
        insort(cut.setdefault(_power(cell), []), (top, k))
        heappush(ends, (cell.x + cell.width / 2, k))


def _left(cell: Cell) -> float:
    return cell.x - cell.width / 2


def _top(cell: Cell) -> float:
    return cell.y - _height(cell) / 2


def _height(cell: Cell) -> float:
    return cell.height if cell.shape == "square" else max(cell.width, cell.height)


def _power(cell: Cell) -> int:
    """The least power of two that is more than its height."""
    return frexp(_height(cell))[1]


def _cover(one: Cell, other: Cell) -> bool:
    x, y = abs(one.x - other.x), abs(one.y - other.y)
    if one.shape == other.shape != "square":
        return sqrt(x * x + y * y) < (one.width + other.width) / 2 - 0.5
    return x < (one.width + other.width) / 2 - 0.5 and y < (one.height + other.height) / 2 - 0.5
