"""Where everything of a board lies, in pixels: cells, lines between them, names, trays, hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import cos, isqrt, radians, sin, sqrt

from forthgame.draw.force import spread_out
from forthgame.draw.placing import Placing, place
from forthgame.game.declare import Declaration

UNIT = 60.0  # side of a cell, pixels
SLANT = sqrt(3) / 2  # rows of hexagons, in units
TRAY = 76.0  # from one position beside the board to the next
MARGIN = 14.0
NAMES = 22.0  # room for names at the border

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


@dataclass(frozen=True)
class Label:
    """The name of a row, a column, a position or a player."""

    x: float
    y: float
    text: str
    size: float = 13.0
    anchor: str = "middle"


@dataclass(frozen=True)
class Layout:
    """A board without what stands on it; `left`, `top` are where the picture begins."""

    cells: tuple[Cell, ...]
    lines: tuple[tuple[float, float, float, float], ...]
    labels: tuple[Label, ...]
    left: float
    top: float
    width: float
    height: float
    hands: dict[str, Point] = field(default_factory=dict)

    def by_position(self) -> dict[int, Cell]:
        """The cells that are drawn, by position."""
        return {cell.position: cell for cell in self.cells}


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


# -- the board ------------------------------------------------------------------------------------


def board_cells(declared: Declaration) -> tuple[list[Cell], list[int]]:
    """Cells of the board, and the positions that lie beside it."""
    count = len(declared.positions)
    if viewed := _viewed(declared):
        return viewed, [k for k in range(count) if k not in declared.places]
    grids = len(declared.boards)
    across = isqrt(grids - 1) + 1 if grids > 1 else 1
    placing = place(declared, across, view=False)
    if not placing.spots:
        spread = spread_out(declared, UNIT * 1.25)
        cells = [Cell(k, rounded(x), rounded(y), 48, 48, "circle") for k, (x, y) in spread.items()]
        return cells, [k for k in range(count) if k not in spread]
    return list(_spotted(declared, placing)), placing.beside


def _viewed(declared: Declaration) -> list[Cell]:
    """Places of the section `{view`, as large as they have to be; none if they overlap."""
    places = declared.places
    if not places:
        return []
    scale = UNIT / min(min(w, h) for _, _, w, h in places.values())
    scale = max(scale, 1.0)
    cells = [Cell(k, rounded((x + w / 2) * scale), rounded((y + h / 2) * scale), rounded(w * scale),
                  rounded(h * scale)) for k, (x, y, w, h) in places.items()]  # fmt: skip
    return [] if next(overlapping(cells), None) else cells


def _spotted(declared: Declaration, placing: Placing) -> Iterator[Cell]:
    """Cells of spots: half columns and rows."""
    spots = placing.spots
    steps = {(abs(spots[b][0] - spots[a][0]), abs(spots[b][1] - spots[a][1]))
             for a, b in links_between(declared, set(spots))}  # fmt: skip
    across, down, shape = UNIT / 2, UNIT, "square"
    near = all(x <= 2 and y <= 1 for x, y in steps)
    if placing.leaning:
        down, shape = UNIT * SLANT, "hexagon"
    elif not declared.boards and not (placing.regular and near):
        shape, across, down = "circle", 0.6 * UNIT, 1.2 * UNIT
        if any(x % 2 for x, _ in steps):
            down *= SLANT
        elif (2, 1) in steps and (0, 2) in steps and (0, 1) not in steps:
            down /= 2 * SLANT
    size = 48.0 if shape == "circle" else UNIT
    for k, (x, y) in spots.items():
        yield Cell(k, rounded(x * across), rounded(y * down), size, size, shape)


def links_between(declared: Declaration, members: set[int]) -> list[tuple[int, int]]:
    """Pairs of linked positions, each once, in their order."""
    found = {
        (min(a, b), max(a, b))
        for direction in declared.direction_names.values()
        for a, b in direction.links.items()
        if a != b and a in members and b in members
    }
    return sorted(found)


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


# -- around the board -----------------------------------------------------------------------------


def lay_out(
    declared: Declaration,
    angle: int = 0,
    *,
    coordinates: bool = True,
    above: Iterable[str] = (),
    below: Iterable[str] = (),
    slots: int = 0,
) -> Layout:
    """The whole picture: the board turned, names around it, trays, and strips for hands.

    `above` and `below` are the players with a strip there, each with `slots` kinds of pieces.
    """
    cells, beside = board_cells(declared)
    cells = [_turned(cell, angle) for cell in cells]
    by_position = {cell.position: cell for cell in cells}
    lines: list[tuple[float, float, float, float]] = []
    if any(cell.shape in ("circle", "point") for cell in cells):
        for a, b in links_between(declared, set(by_position)):
            one, other = by_position[a], by_position[b]
            lines.append((one.x, one.y, other.x, other.y))
    labels = list(_labels(declared, cells)) if coordinates else []
    left, top, right, bottom = _extent(cells, labels)
    width = max(right - left, 4 * TRAY if beside or slots else 0.0)
    hands: dict[str, Point] = {}
    strip = 0.0
    if slots:
        strip = 14.0 + 48.0 * -(-slots // max(1, int((width - 8) // 54)))
    for player in above:
        top -= strip
        hands[player] = (left, top)
    if beside:
        trays, tray_labels = _trays(declared, beside, left, bottom + 10, width)
        cells += trays
        labels += tray_labels
        bottom = max(cell.y + cell.height / 2 for cell in trays) + 16
    for player in below:
        hands[player] = (left, bottom + 8)
        bottom += strip
    return Layout(
        tuple(cells), tuple(lines), tuple(labels), rounded(left - MARGIN), rounded(top - MARGIN),
        rounded(width + 2 * MARGIN), rounded(bottom - top + 2 * MARGIN), hands,
    )  # fmt: skip


def _turned(cell: Cell, angle: int) -> Cell:
    if not angle:
        return cell
    x, y = turned((cell.x, cell.y), angle)
    width, height = cell.width, cell.height
    if angle % 180 == 90:
        width, height = height, width
    return replace(cell, x=rounded(x), y=rounded(y), width=width, height=height, angle=angle % 60)


def _extent(cells: list[Cell], labels: list[Label]) -> tuple[float, float, float, float]:
    left = [c.x - c.width / 2 for c in cells] + [t.x - _half(t) for t in labels]
    right = [c.x + c.width / 2 for c in cells] + [t.x + _half(t) for t in labels]
    tall = {"hexagon": 1 / SLANT}
    top = [c.y - c.height / 2 * tall.get(c.shape, 1) for c in cells]
    bottom = [c.y + c.height / 2 * tall.get(c.shape, 1) for c in cells]
    top += [t.y - t.size * 0.8 for t in labels]
    bottom += [t.y + t.size * 0.3 for t in labels]
    if not left:
        return 0.0, 0.0, 0.0, 0.0
    return min(left), min(top), max(right), max(bottom)


def _half(label: Label) -> float:
    return 0.31 * label.size * len(label.text)


def _trays(
    declared: Declaration, beside: list[int], left: float, top: float, width: float
) -> tuple[list[Cell], list[Label]]:
    row = max(1, int(width // TRAY))
    cells, labels = [], []
    for number, k in enumerate(beside):
        x = left + TRAY * (number % row) + TRAY / 2
        y = top + (TRAY + 6) * (number // row) + UNIT / 2
        cells.append(Cell(k, rounded(x), rounded(y), tray=True))
        labels.append(_named(declared.positions[k], x, y + UNIT / 2 + 12, TRAY - 4))
    return cells, labels


def _named(text: str, x: float, y: float, width: float) -> Label:
    """A name that fits a width, cut if it has to be."""
    size = min(11.0, width / (0.6 * max(len(text), 1)))
    if size < 7:
        size = 7.0
        text = text[: max(1, int(width / (0.6 * size)) - 1)] + "…"
    return Label(rounded(x), rounded(y), text, rounded(size))


def _labels(declared: Declaration, cells: list[Cell]) -> Iterator[Label]:
    """Names of rows and columns; on boards without rows each position's own."""
    names = declared.positions
    if any(cell.shape in ("circle", "point") for cell in cells) and not declared.boards:
        for cell in cells:
            yield _named(names[cell.position], cell.x, cell.y + cell.height / 2 + 11, 62)
        return
    rows: dict[str, list[Cell]] = {}
    columns: dict[str, list[Cell]] = {}
    for cell in cells:
        name = names[cell.position]
        letters = name.rstrip("0123456789")
        if letters == name or not letters:
            yield _named(name, cell.x, cell.y + cell.height / 2 - 4, cell.width - 6)
            continue
        board = letters[:1] if len(declared.boards) > 1 else ""
        rows.setdefault(f"{board} {name[len(letters) :]}", []).append(cell)
        columns.setdefault(f"{board} {letters[len(board) :]}", []).append(cell)
    for group, key, ahead in ((rows, _leftmost, (-1.0, 0.0)), (columns, _lowest, (0.0, 1.0))):
        for text, line in group.items():
            yield from _at_the_end(text.partition(" ")[2], sorted(line, key=key), cells, ahead)


def _leftmost(cell: Cell) -> tuple[float, float]:
    return cell.x, -cell.y


def _lowest(cell: Cell) -> tuple[float, float]:
    return -cell.y, cell.x


def _at_the_end(text: str, line: list[Cell], cells: list[Cell], ahead: Point) -> Iterator[Label]:
    """The name of a row or a column in front of its first cell, where nothing else is."""
    first = line[0]
    x, y = ahead
    if len(line) > 1:
        x, y = first.x - line[1].x, first.y - line[1].y
    long = sqrt(x * x + y * y) or 1.0
    side = first.width if abs(x) > abs(y) else first.height
    away = side / 2 + (12 if first.shape != "hexagon" else 15)
    x, y = first.x + away * x / long, first.y + away * y / long
    if not any(abs(c.x - x) < c.width / 2 and abs(c.y - y) < c.height / 2 for c in cells):
        yield Label(rounded(x), rounded(y + 4.5), text[:6])
