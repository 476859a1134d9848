"""Layout of a board in pixels: cells, lines, labels, trays and hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isqrt, sqrt

from forthgame.draw.board_file import BoardFile, PlaceBox
from forthgame.draw.cell_geometry import (
    SLANT,
    UNIT,
    Cell,
    CellIndex,
    Point,
    overlapping,
    rotated,
    rounded,
)
from forthgame.draw.placement import Placement, Spot, place_positions, spread_out
from forthgame.rules.declaration.declaration import Declaration

TRAY = 76.0  # distance of positions beside the board
FARTHEST = 100_000  # largest pixel coordinate of a view
MARGIN = 14.0
NAMES = 22.0  # space for names at the border
NAME_SIZE = 13.0  # of names at the border of boards with up to ten rows


@dataclass(frozen=True)
class Label:
    """Name of a row, column, position or player."""

    x: float
    y: float
    text: str
    size: float = NAME_SIZE
    anchor: str = "middle"


@dataclass(frozen=True)
class Layout:
    """Geometry of an empty board; `left` and `top` are the origin of the picture."""

    cells: tuple[Cell, ...]
    lines: tuple[tuple[float, float, float, float], ...]
    labels: tuple[Label, ...]
    left: float
    top: float
    width: float
    height: float
    hands: dict[str, Point] = field(default_factory=dict)

    def by_position(self) -> dict[int, Cell]:
        return {cell.position: cell for cell in self.cells}


# -- the board ------------------------------------------------------------------------------------


def board_cells(declared: Declaration, file: BoardFile) -> tuple[list[Cell], list[int]]:
    """Return the cells of the board, and the positions without a cell."""
    names = declared.positions
    hidden = {k for k, name in enumerate(names) if name in file.hidden}
    cells = _view_cells(declared, file.cells or "square")
    if not cells:
        across = isqrt(len(declared.boards) - 1) + 1 if declared.boards else 1
        placing = place_positions(declared, across, view=False)
        if placing.spots and (placing.regular or placing.leaning or not file.places):
            cells = list(_grid_cells(declared, placing, file))
        elif not file.places:
            spread = spread_out(declared, UNIT * 1.25)
            cells = [
                Cell(k, rounded(x), rounded(y), 48, 48, "circle") for k, (x, y) in spread.items()
            ]
    numbers = {name: k for k, name in enumerate(names)}
    placed = [
        Cell(numbers[name], x, y, width, height, file.cells or "square")
        for name, (x, y, width, height) in file.places.items()
    ]
    own = {cell.position for cell in placed} | hidden
    cells = [cell for cell in cells if cell.position not in own]
    cells += [cell for cell in placed if cell.position not in hidden]
    known = {cell.position for cell in cells} | hidden
    return cells, [k for k in range(len(names)) if k not in known]


def _view_cells(declared: Declaration, shape: str) -> list[Cell]:
    """Return the places of the section `{view`, scaled up if small; none if they overlap."""
    places = declared.places
    if not places:
        return []
    sizes = [side for _, _, w, h in places.values() for side in (w, h)]
    far = max(max(abs(x), abs(y)) for x, y, _, _ in places.values())
    if max(sizes) > 50 * min(sizes) or far > FARTHEST:
        return []
    scale = max(1.0, UNIT / min(sizes))
    cells = [
        Cell(
            k,
            rounded((x + w / 2) * scale),
            rounded((y + h / 2) * scale),
            w * scale,
            h * scale,
            shape,
        )
        for k, (x, y, w, h) in places.items()
    ]
    return [] if next(overlapping(cells), None) else cells


def _grid_cells(declared: Declaration, placing: Placement, file: BoardFile) -> Iterator[Cell]:
    """Yield cells for spots, which count half columns and rows."""
    spots = placing.spots
    steps = {
        (abs(spots[b][0] - spots[a][0]), abs(spots[b][1] - spots[a][1]))
        for a, b in links_between(declared, set(spots))
    }
    across, down, shape = UNIT / 2, UNIT, file.cells or "square"
    near = all(x <= 2 and y <= 1 for x, y in steps)
    if placing.leaning or shape == "hexagon":
        down, shape = UNIT * SLANT, file.cells or "hexagon"
        if not placing.leaning:
            spots = {k: (x + y, y) for k, (x, y) in spots.items()}
    elif not file.cells and not declared.boards and not (placing.regular and near):
        shape, across, down = "circle", 0.6 * UNIT, 1.2 * UNIT
        if any(x % 2 for x, _ in steps):
            down *= SLANT
        elif (2, 1) in steps and (0, 2) in steps and (0, 1) not in steps:
            down /= 2 * SLANT
    size = 48.0 if shape == "circle" else UNIT
    if shape in ("square", "none") and (file.widths or file.heights):
        yield from _uneven_cells(spots, file, shape)
        return
    for k, (x, y) in spots.items():
        tone = (x // 2 + y) % 2 if file.chequered else 0
        yield Cell(k, rounded(x * across), rounded(y * down), size, size, shape, tone)


def _uneven_cells(spots: dict[int, Spot], file: BoardFile, shape: str) -> Iterator[Cell]:
    widths, heights = file.widths or (UNIT,), file.heights or (UNIT,)
    lefts, tops = [0.0], [0.0]
    for k in range(1 + max((x // 2 for x, _ in spots.values()), default=0)):
        lefts.append(lefts[-1] + widths[k % len(widths)])
    for k in range(1 + max((y for _, y in spots.values()), default=0)):
        tops.append(tops[-1] + heights[k % len(heights)])
    for k, (x, y) in spots.items():
        left, right, top, bottom = lefts[x // 2], lefts[x // 2 + 1], tops[y], tops[y + 1]
        tone = (x // 2 + y) % 2 if file.chequered else 0
        yield Cell(
            k,
            rounded((left + right) / 2),
            rounded((top + bottom) / 2),
            right - left,
            bottom - top,
            shape,
            tone,
        )


def board_lines(declared: Declaration, file: BoardFile, cells: list[Cell]) -> list[tuple[int, int]]:
    """Return pairs of positions joined by a line: from the file, the links or the lattice."""
    drawn = {cell.position for cell in cells}
    if file.lines is not None:
        numbers = {name: k for k, name in enumerate(declared.positions)}
        pairs = [(numbers[a], numbers[b]) for a, b in file.lines]
        pairs = [(a, b) for a, b in pairs if a in drawn and b in drawn]
        return pairs + _lattice(cells) if file.cells == "point" and declared.boards else pairs
    if not any(cell.shape in ("circle", "point") for cell in cells):
        return []
    if declared.boards:
        return _lattice(cells) if file.cells == "point" else []
    return links_between(declared, drawn)


def _lattice(cells: list[Cell]) -> list[tuple[int, int]]:
    """Return pairs of neighbours in rows, in columns, and in rows shifted by half a cell."""
    at = {(round(c.x), round(c.y)): c.position for c in cells}
    steps = ((UNIT, 0), (0, UNIT), (UNIT / 2, UNIT * SLANT), (-UNIT / 2, UNIT * SLANT))
    return [
        (c.position, at[spot])
        for c in cells
        for x, y in steps
        if (spot := (round(c.x + x), round(c.y + y))) in at
    ]


def links_between(declared: Declaration, members: set[int]) -> list[tuple[int, int]]:
    """Return pairs of linked positions, each once, sorted."""
    found = {
        (min(a, b), max(a, b))
        for direction in declared.direction_names.values()
        for a, b in direction.links.items()
        if a != b and a in members and b in members
    }
    return sorted(found)


# -- around the board -----------------------------------------------------------------------------


def lay_out(
    declared: Declaration,
    file: BoardFile,
    board: Sequence[Cell],
    beside: Sequence[int],
    angle: int = 0,
    *,
    coordinates: bool = True,
    above: Iterable[str] = (),
    below: Iterable[str] = (),
    slots: int = 0,
) -> Layout:
    """Return the complete layout: turned board, labels, trays, and strips for hands.

    `board` are the cells, `beside` the positions without one: see `board_cells`. Players in `above`
    and `below` have a strip for a hand, each with `slots` kinds of pieces.
    """
    pairs = board_lines(declared, file, list(board))
    cells = [_turned(cell, angle) for cell in board]
    by_position = {cell.position: cell for cell in cells}
    ends = [(by_position[a], by_position[b]) for a, b in pairs]
    lines = [(one.x, one.y, other.x, other.y) for one, other in ends]
    named = coordinates and file.coordinates
    labels = list(_labels(declared, cells, file)) if named else []
    left, top, right, bottom = _extent(cells, labels, file.margin)
    if file.image is not None:
        left, top, right, bottom = _around((left, top, right, bottom), file.box, angle)
    width = max(right - left, 4 * TRAY if beside or slots else 0.0)
    if not cells:
        width = TRAY * (isqrt(len(beside)) + 2)
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
        tuple(cells),
        tuple(lines),
        tuple(labels),
        rounded(left - MARGIN),
        rounded(top - MARGIN),
        rounded(width + 2 * MARGIN),
        rounded(bottom - top + 2 * MARGIN),
        hands,
    )


def _turned(cell: Cell, angle: int) -> Cell:
    if not angle:
        return cell
    x, y = rotated((cell.x, cell.y), angle)
    width, height = cell.width, cell.height
    if angle % 180 == 90:
        width, height = height, width
    return replace(cell, x=rounded(x), y=rounded(y), width=width, height=height, angle=angle % 60)


def _extent(
    cells: list[Cell], labels: list[Label], margin: float
) -> tuple[float, float, float, float]:
    left = [c.x - c.width / 2 - margin for c in cells] + [t.x - _half_width(t) for t in labels]
    right = [c.x + c.width / 2 + margin for c in cells] + [t.x + _half_width(t) for t in labels]
    tall = {"hexagon": 1 / SLANT}
    top = [c.y - c.height / 2 * tall.get(c.shape, 1) - margin for c in cells]
    bottom = [c.y + c.height / 2 * tall.get(c.shape, 1) + margin for c in cells]
    top += [t.y - t.size * 0.8 for t in labels]
    bottom += [t.y + t.size * 0.3 for t in labels]
    if not left:
        return 0.0, 0.0, 0.0, 0.0
    return min(left), min(top), max(right), max(bottom)


def _around(
    extent: tuple[float, float, float, float], box: PlaceBox, angle: int
) -> tuple[float, float, float, float]:
    """Return an extent that also holds a box that is turned about the origin."""
    x, y, width, height = box
    corners = [rotated(at, angle) for at in
               ((x, y), (x + width, y), (x, y + height), (x + width, y + height))]  # fmt: skip
    across, down = [x for x, _ in corners], [y for _, y in corners]
    left, top, right, bottom = extent
    return (min(left, *across), min(top, *down), max(right, *across), max(bottom, *down))


def _half_width(label: Label) -> float:
    return 0.31 * label.size * len(label.text)


def _trays(
    declared: Declaration, beside: Sequence[int], left: float, top: float, width: float
) -> tuple[list[Cell], list[Label]]:
    row = max(1, int(width // TRAY))
    cells, labels = [], []
    for number, k in enumerate(beside):
        x = left + TRAY * (number % row) + TRAY / 2
        y = top + (TRAY + 6) * (number // row) + UNIT / 2
        cells.append(Cell(k, rounded(x), rounded(y), tray=True))
        labels.append(_fitted_label(declared.positions[k], x, y + UNIT / 2 + 12, TRAY - 4))
    return cells, labels


def _fitted_label(text: str, x: float, y: float, width: float) -> Label:
    size = min(11.0, width / (0.6 * max(len(text), 1)))
    if size < 7:
        size = 7.0
        text = text[: max(1, int(width / (0.6 * size)) - 1)] + "…"
    return Label(rounded(x), rounded(y), text, rounded(size))


def _labels(declared: Declaration, cells: list[Cell], file: BoardFile) -> Iterator[Label]:
    """Yield names of rows and columns, or of each position on boards without rows."""
    margin, edges = file.margin, file.edges
    names = declared.positions
    ground = CellIndex(cells)
    size = _name_size(cells)
    if any(cell.shape in ("circle", "point") for cell in cells) and not declared.boards:
        for cell in cells:
            yield _fitted_label(names[cell.position], cell.x, cell.y + cell.height / 2 + 11, 62)
        return
    rows: dict[str, list[Cell]] = {}
    columns: dict[str, list[Cell]] = {}
    for cell in cells:
        name = names[cell.position]
        letters = name.rstrip("0123456789")
        if letters == name or not letters:
            below = cell.y + cell.height / 2 + 12
            free = not ground.covers(cell.x, below - 4)
            yield _fitted_label(name, cell.x, below if free else below - 16, cell.width - 6)
            continue
        board = letters[:1] if len(declared.boards) > 1 and letters[0].isupper() else ""
        rows.setdefault(f"{board} {name[len(letters) :]}", []).append(cell)
        columns.setdefault(f"{board} {letters[len(board) :]}", []).append(cell)
    for group, key, ahead, part in (
        (rows, lambda cell: (cell.x, -cell.y), (-1.0, 0.0), 1),  # leftmost cell first
        (columns, lambda cell: (-cell.y, cell.x), (0.0, 1.0), 0),  # lowest cell first
    ):
        for text, line in group.items():
            text = text.partition(" ")[2]
            if (first := names[line[0].position]) in edges:
                text = edges[first][part]
            yield from _end_label(text, sorted(line, key=key), ground, ahead, margin, size)


def _name_size(cells: list[Cell]) -> float:
    """Return the size of names at the border: large boards are shown smaller on the same screen."""
    spans = [max(places) - min(places) for places in
             ([cell.x for cell in cells], [cell.y for cell in cells]) if places]  # fmt: skip
    return rounded(NAME_SIZE * max(1.0, (max(spans, default=0.0) + UNIT) / (10 * UNIT)))


def _end_label(
    text: str, line: list[Cell], ground: CellIndex, ahead: Point, margin: float, size: float
) -> Iterator[Label]:
    """Yield the label of a row or column in front of its first cell, unless a cell is there."""
    first = line[0]
    x, y = ahead
    if len(line) > 1:
        x, y = first.x - line[1].x, first.y - line[1].y
    long = sqrt(x * x + y * y) or 1.0
    side = first.width if abs(x) > abs(y) else first.height
    grown = min(size, first.width / 2) / NAME_SIZE
    away = side / 2 + margin + grown * (12 if first.shape != "hexagon" else 15)
    x, y = first.x + away * x / long, first.y + away * y / long
    if not ground.covers(x, y):
        yield Label(rounded(x), rounded(y + 4.5 * grown), text[:6], rounded(grown * NAME_SIZE))
