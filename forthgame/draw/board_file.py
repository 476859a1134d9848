"""Read `NAME.board.toml`, a file beside a script with the looks of its board and pieces.

The file is as untrusted as the script: its size is limited, each entry is checked, and only
numbers, colours, path data and escaped text reach a picture.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from forthgame.base.errors import shortened
from forthgame.draw.board_file_table import LARGEST, BoardFileError, BoardFileTable
from forthgame.draw.cell_geometry import Cell, overlapping
from forthgame.draw.click_table import ClickRules, read_click_rules
from forthgame.draw.piece_looks import BASES, MARKS, SHAPES, Figure, ink_on
from forthgame.draw.raster_images import RasterImage
from forthgame.draw.score_table import ScoreRules, read_score_rules
from forthgame.position.texts.texts_file import BOARD_ENDING, read_tables, tables_path
from forthgame.rules.script import Script

LONGEST_SIGN = 8
MOST_SIZES = 100  # widths of columns, heights of rows
MOST_SHAPES = 200  # shapes below or above the cells
CELLS = ("square", "hexagon", "circle", "point", "none")
NUMBERS = ("number", "pips", "seeds")
BOARD = ("cells", "chequered", "coordinates", "size", "widths", "heights", "lines", "hidden",
         "count", "numbers", "margin", "image", "image-box", "pixel")  # fmt: skip
TABLES = ("board", "places", "colours", "shapes", "players", "pieces", "clicks", "scores")
SURROUNDINGS = ("ground", "cell", "cell-dark", "edge", "line", "text", "outline")
PlaceBox = tuple[float, float, float, float]


@dataclass(frozen=True)
class BoardShape:
    """A shape below or above the cells."""

    path: str
    fill: str
    stroke: str
    width: float
    behind: bool = False  # below the cells


@dataclass(frozen=True)
class PlayerLook:
    """Looks of a player's pieces."""

    colour: str = ""
    mark: str | None = None
    turn: int = 0


@dataclass(frozen=True)
class BoardFile:
    """Contents of a board file; defaults if there is none.

    places   centre, width and height of positions in pixels
    widths   column widths of a grid, repeated from the left; `heights` are those of its rows
    lines    pairs of positions; None for the links
    margin   pixels around the cells for shapes; names are outside
    count    board array with the number of pieces on each position
    image    image below the cells, with its left, top, width and height in `box`
    pixel    side of a pixel of the pieces' images; 0 if these fill their cells
    edges    names of column and row of positions where the game's notation has its own
    """

    cells: str = ""
    chequered: bool = False
    coordinates: bool = True
    places: Mapping[str, PlaceBox] = field(default_factory=dict)
    widths: tuple[float, ...] = ()
    heights: tuple[float, ...] = ()
    lines: tuple[tuple[str, str], ...] | None = None
    hidden: frozenset[str] = frozenset()
    count: str = ""
    numbers: str = ""
    margin: float = 0.0
    image: RasterImage | None = None
    box: PlaceBox = (0.0, 0.0, 0.0, 0.0)
    pixel: float = 0.0
    shapes: tuple[BoardShape, ...] = ()
    light: Mapping[str, str] = field(default_factory=dict)
    dark: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, PlayerLook] = field(default_factory=dict)
    pieces: Mapping[str, Figure] = field(default_factory=dict)
    clicks: ClickRules = field(default_factory=ClickRules)
    scores: ScoreRules = field(default_factory=ScoreRules)
    edges: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def board_file(game: Script) -> BoardFile:
    """Read the board file of a game, beside its script or beside a script that it loads.

    Raises BoardFileError.
    """
    path = tables_path(game, BOARD_ENDING)
    if path is None:
        return BoardFile()
    top = BoardFileTable(game, path, "", read_tables(path, game.forth.root, BoardFileError))
    top.name = "top"
    top.only(TABLES)
    top.name = ""
    board = top.table("board")
    board.only(BOARD)
    colours = top.table("colours")
    colours.only((*SURROUNDINGS, "dark"))
    dark = colours.table("dark")
    dark.only(SURROUNDINGS)
    places = _places(board, top.table("places"))
    kinds = {*game.pieces, *(f"{a} {b}" for a in game.players for b in game.pieces)}
    image = board.image("image")
    shape = board.one_of("cells", CELLS, "none" if image else "")
    _refuse_overlap(path.name, places, shape)
    hidden = board.texts("hidden") if board.has("hidden") else []
    return BoardFile(
        cells=shape,
        chequered=board.flag("chequered", False),
        coordinates=board.flag("coordinates", True),
        places=places,
        widths=_sizes(board, "widths"),
        heights=_sizes(board, "heights"),
        lines=_lines(board),
        hidden=frozenset(board.chosen(hidden, board.names.positions, "position")),
        count=_count(board),
        numbers=board.one_of("numbers", NUMBERS, ""),
        margin=board.pixels("margin", 0.0),
        image=image,
        box=_image_box(board, image),
        pixel=board.pixels("pixel", 0.0),
        shapes=_shapes(top),
        light={key: colours.colour(key) for key in SURROUNDINGS if colours.has(key)},
        dark={key: dark.colour(key) for key in SURROUNDINGS if dark.has(key)},
        players=_by_name(top.table("players"), top.names.players, "player", _player),
        pieces=_by_name(top.table("pieces"), kinds, "piece", _figure),
        clicks=read_click_rules(top.table("clicks")),
        scores=read_score_rules(top.table("scores")),
    )


def _image_box(board: BoardFileTable, image: RasterImage | None) -> PlaceBox:
    if not board.has("image-box"):
        return (0.0, 0.0, float(image.width), float(image.height)) if image else (0.0,) * 4
    x, y, width, height = board.decimals("image-box", (4,))
    if not (width > 0 and height > 0):
        raise board.fail("image-box has a left, a top, a width and a height")
    return x, y, width, height


def _count(board: BoardFileTable) -> str:
    name = board.text("count", "")
    if name and name not in [word.name for word, _ in board.game.declaration.stored]:
        raise board.fail(f"count: the board has no array {shortened(name)!r}")
    return name


def _sizes(board: BoardFileTable, key: str) -> tuple[float, ...]:
    if not board.has(key):
        return ()
    found = board.decimals(key, tuple(range(1, MOST_SIZES + 1)))
    _check_sides(board, key, found)
    return tuple(found)


def _check_sides(entries: BoardFileTable, key: str, sides: Iterable[float]) -> None:
    if not all(1 <= side <= LARGEST for side in sides):
        raise entries.fail(f"{key}: a cell is from 1 to {LARGEST} pixels wide and high")


def _places(board: BoardFileTable, places: BoardFileTable) -> dict[str, PlaceBox]:
    size = board.decimals("size", (1, 2)) if board.has("size") else [60.0]
    width, height = size[0], size[-1]
    _check_sides(board, "size", size)
    found: dict[str, PlaceBox] = {}
    for name in places.chosen(list(places.entries), board.names.positions, "position"):
        x, y, *own = places.decimals(name, (2, 4))
        found[name] = (x, y, own[0], own[1]) if own else (x, y, width, height)
        _check_sides(places, shortened(name), found[name][2:])
    return found


def _refuse_overlap(file: str, places: Mapping[str, PlaceBox], shape: str) -> None:
    names = list(places)
    cells = [Cell(k, *place, shape or "square") for k, place in enumerate(places.values())]
    for one, other in overlapping(cells):
        a, b = sorted((one.position, other.position))
        raise BoardFileError(f"{file}: [places]: {names[b]} covers {names[a]}")


def _lines(board: BoardFileTable) -> tuple[tuple[str, str], ...] | None:
    if not board.has("lines"):
        return None
    if board.entries["lines"] is False:
        return ()
    found = board.entries["lines"]
    if not isinstance(found, list) or not all(isinstance(line, str) for line in found):
        raise board.fail('lines is false, or a list of pairs of positions: ["a1 c3"]')
    pairs = []
    for line in found:
        ends = board.chosen(line.split(), board.names.positions, "position")
        if board.own and len(ends) != 2:
            raise board.fail(f"lines: {shortened(line)!r} is not a pair of positions")
        if len(ends) == 2:
            pairs.append((ends[0], ends[1]))
    return tuple(pairs)


def _shapes(top: BoardFileTable) -> tuple[BoardShape, ...]:
    found = top.entries.get("shapes", [])
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise BoardFileError(f"{top.path.name}: [[shapes]] are tables")
    if len(found) > MOST_SHAPES:
        raise BoardFileError(f"{top.path.name}: more than {MOST_SHAPES} [[shapes]]")
    shapes = []
    for number, item in enumerate(found, 1):
        entries = BoardFileTable(top.game, top.path, f"shapes {number}", item, top.names)
        entries.only(("path", "fill", "stroke", "width", "behind"))
        width = entries.pixels("width", 2.0)
        path = entries.path_data("path")
        fill, stroke = entries.colour("fill"), entries.colour("stroke")
        shapes.append(BoardShape(path, fill, stroke, width, entries.flag("behind", False)))
    return tuple(shapes)


def _by_name(
    table: BoardFileTable, known: Container[str], what: str, read: Callable[[BoardFileTable], Any]
) -> dict[str, Any]:
    names = table.chosen(list(table.entries), known, what)
    return {name: read(table.table(name)) for name in names}


def _player(table: BoardFileTable) -> PlayerLook:
    table.only(("colour", "mark", "turn"))
    mark = table.one_of("mark", MARKS, "") if table.has("mark") else None
    turn = table.number("turn", 0)
    if turn % 15 or abs(turn) >= 360:
        raise table.fail("turn is a multiple of 15 degrees, less than 360")
    return PlayerLook(table.colour("colour"), mark, turn)


def _figure(table: BoardFileTable) -> Figure:
    table.only(("letter", "sign", "character", "path", "detail", "shape", "base", "pips", "colour",
                "ink", "image"))  # fmt: skip
    sign = table.text("sign", table.text("letter", ""))
    character = table.text("character", "")
    if max(len(sign), len(character)) > LONGEST_SIGN:
        raise table.fail(f"a sign has at most {LONGEST_SIGN} characters")
    name = table.one_of("shape", tuple(SHAPES), "")
    path, detail = SHAPES[name] if name else ("", "")
    path, detail = table.path_data("path") or path, table.path_data("detail") or detail
    base = table.one_of("base", tuple(BASES), "none" if path else "disc")
    pips = table.number("pips", 0)
    if not 0 <= pips <= 9:
        raise table.fail("pips are from 0 to 9")
    colour, ink = table.colour("colour"), table.colour("ink")
    ink = ink or (ink_on(colour) if colour else "")
    image = table.image("image")
    return Figure(base, sign, path, detail, pips, 0, colour, ink, image, character)
