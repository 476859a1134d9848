"""Cells of a board: centres, sizes and shapes, and whether two cover each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, radians, sin, sqrt

UNIT = 60.0  # side of a cell, pixels
SLANT = sqrt(3) / 2  # rows of hexagons, in units

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


def overlapping(cells: Iterable[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Pairs of cells that cover each other."""
    cells = sorted(cells, key=lambda cell: cell.x - cell.width / 2)
    widest = max((cell.width for cell in cells), default=0.0)
    for k, one in enumerate(cells):
        for other in cells[k + 1 :]:
            if other.x - other.width / 2 > one.x + one.width / 2 + widest:
                break
            if _cover(one, other):
                yield one, other


def _cover(one: Cell, other: Cell) -> bool:
    x, y = abs(one.x - other.x), abs(one.y - other.y)
    if one.shape == other.shape != "square":
        return sqrt(x * x + y * y) < (one.width + other.width) / 2 - 0.5
    return x < (one.width + other.width) / 2 - 0.5 and y < (one.height + other.height) / 2 - 0.5
