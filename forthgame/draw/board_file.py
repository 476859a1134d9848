"""Read `NAME.board.toml`, a file beside a script with the looks of its board and pieces.

The file is as untrusted as the script: its size is limited, each entry is checked, and only
numbers, colours, path data and escaped text reach a picture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from forthgame.base.errors import ForthgameError, ScriptError, shortened
from forthgame.base.source import NOT_FOUND, UnreadableFile, find_loaded_file, read_limited
from forthgame.draw.cell_geometry import Cell, overlapping
from forthgame.draw.click_table import ClickRules, read_click_rules
from forthgame.draw.piece_looks import BASES, MARKS, SHAPES, Figure, ink_on
from forthgame.draw.raster_images import (
    LARGEST as LARGEST_IMAGE,
    ImageError,
    RasterImage,
    read_image,
)
from forthgame.draw.score_table import ScoreRules, read_score_rules
from forthgame.position.texts.texts_file import BOARD_ENDING, TextsTable, read_tables, tables_path
from forthgame.rules.script import Script

COLOUR = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
PATH = re.compile(r"\s*[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]*")
LONGEST_PATH = 20_000  # characters
LONGEST_SIGN = 8
MOST_SIZES = 100  # widths of columns, heights of rows
MOST_SHAPES = 200  # shapes below or above the cells
FARTHEST = 100_000  # pixels
LARGEST = 1_000  # pixels of a cell's side
CELLS = ("square", "hexagon", "circle", "point", "none")
NUMBERS = ("number", "pips", "seeds")
BOARD = ("cells", "chequered", "coordinates", "size", "widths", "heights", "lines", "hidden",
         "count", "numbers", "margin", "image", "image-box", "pixel")  # fmt: skip
TABLES = ("board", "places", "colours", "shapes", "players", "pieces", "clicks", "scores")
SURROUNDINGS = ("ground", "cell", "cell-dark", "edge", "line", "text", "outline")
PlaceBox = tuple[float, float, float, float]


class BoardFileError(ForthgameError):
    """A mistake in a board file; names the file and the key."""


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


class BoardFileTable(TextsTable):
    """A table of the file.

    A file beside a script that several games load may name things that some of the games lack.
    """

    error = BoardFileError

    @property
    def own(self) -> bool:
        """Return whether the file belongs to the game's own script."""
        return self.path.name == self.game.path.stem + BOARD_ENDING

    def only(self, known: tuple[str, ...]) -> None:
        for key in self.entries:
            if key not in known:
                raise self.fail(f"there is no key {shortened(key)!r}; there are {', '.join(known)}")

    def one_of(self, key: str, known: tuple[str, ...], default: str) -> str:
        found = self.text(key, default)
        if found not in known and found != default:
            there = ", ".join(name or '""' for name in known)
            raise self.fail(f"{key} is one of {there}, not {shortened(found)!r}")
        return found

    def decimals(self, key: str, counts: tuple[int, ...]) -> list[float]:
        """Return a list of numbers; `counts` are the permitted lengths."""
        found = self.entries.get(key)
        numbers: list[Any] = found if isinstance(found, list) else [found]
        right = all(isinstance(n, int | float) and not isinstance(n, bool) for n in numbers)
        if not right or len(numbers) not in counts:
            many = " or ".join(map(str, counts[:4])) if len(counts) < 4 else "some"
            raise self.fail(f"{key} is a list of {many} numbers")
        if not all(abs(n) <= FARTHEST for n in numbers):
            raise self.fail(f"{key}: a number is at most {FARTHEST}")
        return [float(n) for n in numbers]

    def pixels(self, key: str, default: float) -> float:
        found = self.decimals(key, (1,))[0] if self.has(key) else default
        if not 0 <= found <= LARGEST:
            raise self.fail(f"{key} is from 0 to {LARGEST} pixels")
        return found

    def colour(self, key: str) -> str:
        """Return a colour as `#rrggbb`, or an empty text."""
        found = self.text(key, "")
        if found and not COLOUR.fullmatch(found):
            raise self.fail(f"{key} is a colour such as #d55e00, not {shortened(found)!r}")
        return f"#{found[1] * 2}{found[2] * 2}{found[3] * 2}" if len(found) == 4 else found

    def image(self, key: str) -> RasterImage | None:
        """Return the image that an entry names, a file beside this one.

        Return None without the entry, and if there is no such file: then it is drawn as without.
        """
        name = self.text(key, "")
        if not name:
            return None
        folder = self.path.parent
        try:
            path = find_loaded_file(folder, name, self.game.forth.root or folder)
            return read_image(read_limited(path, LARGEST_IMAGE, regular=True))
        except (ScriptError, UnreadableFile, ImageError) as error:
            if isinstance(error, ScriptError) and error.number == NOT_FOUND:
                return None
            message = error.message if isinstance(error, ScriptError) else str(error)
            raise self.fail(f"{key} {shortened(name)!r}: {message}") from None

    def path_data(self, key: str) -> str:
        """Return SVG path data, or an empty text."""
        found = self.text(key, "")
        if len(found) > LONGEST_PATH:
            raise self.fail(f"{key} is longer than {LONGEST_PATH} characters, which is the limit")
        if found and not PATH.fullmatch(found):
            raise self.fail(f"{key} is path data of SVG: M, numbers, and the letters of commands")
        return " ".join(found.split())

    def chosen(self, names: list[str], known: Container[str], what: str) -> list[str]:
        """Return the names that the game has; others are errors unless the file is shared."""
        for name in names:
            if self.own and name not in known:
                raise self.fail(f"there is no {what} {shortened(name)!r}")
        return [name for name in names if name in known]


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
