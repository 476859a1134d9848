"""Cells of a board: centres, sizes and shapes, and whether two cover each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import cos, radians, sin, sqrt

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
    """Pairs of cells that cover each other."""
    cells = list(cells)
    xs, ys = [cell.x for cell in cells] or [0.0], [cell.y for cell in cells] or [0.0]
    flat = max(xs) - min(xs) >= max(ys) - min(ys)  # sweep along the longer side
    spans = sorted(
        (
            (c.x - c.width / 2, c.x + c.width / 2)
            if flat
            else (c.y - c.height / 2, c.y + c.height / 2)
        )
        + (k,)
        for k, c in enumerate(cells)
    )
    for number, (_, end, k) in enumerate(spans):
        for start, _, other in islice(spans, number + 1, None):
            if start > end:
                break
            if _cover(cells[k], cells[other]):
                yield cells[k], cells[other]


def _cover(one: Cell, other: Cell) -> bool:
    x, y = abs(one.x - other.x), abs(one.y - other.y)
    if one.shape == other.shape != "square":
        return sqrt(x * x + y * y) < (one.width + other.width) / 2 - 0.5
    return x < (one.width + other.width) / 2 - 0.5 and y < (one.height + other.height) / 2 - 0.5
