"""Read a scene from untrusted `Scene.as_dict` data of another process.

Names are escaped when written; numbers, colours, path data and keywords are checked here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from forthgame.draw.board_file import CELLS, COLOUR, FARTHEST, PATH, BoardFile, Shape
from forthgame.draw.board_layout import Label, Layout
from forthgame.draw.cell_geometry import Cell
from forthgame.draw.colours import MARKS, Look, Theme
from forthgame.draw.piece_figures import BASES, Figure
from forthgame.draw.scenes import Scene

LONGEST = 1_000  # characters of a name
MOST = 20_000  # cells or pieces
FULL_PATH = 20_000
Kind = TypeVar("Kind")


class InvalidScene(ValueError):
    """Data that is not a scene."""


def text(value: Any, longest: int = LONGEST) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise InvalidScene("a field that is no text, or too long")
    return value


def number(value: Any) -> float:
    """Return a number that is within the range of a picture. Raises BadScene."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise InvalidScene("a field that is not a number")
    if not abs(value) <= 100 * FARTHEST:
        raise InvalidScene("a number that is too large")
    return float(value)


def whole(value: Any, low: int = 0, high: int = 1 << 20) -> int:
    """Return an integer within bounds. Raises BadScene."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise InvalidScene("a field that is no whole number, or out of its bounds")
    return value


def rows(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST:
        raise InvalidScene("a field that is no list, or too long")
    return value


def table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or len(value) > MOST:
        raise InvalidScene("a field that is no object, or too large")
    return value


def read_scene(document: Any) -> Scene:
    """Return the scene without pieces and hands. Raises BadScene."""
    data = table(document)
    cells = [table(cell) for cell in rows(data.get("cells"))]
    names = [""] * (1 + max((whole(cell.get("index")) for cell in cells), default=-1))
    for cell in cells:
        names[cell["index"]] = text(cell.get("position"))
    left, top, width, height = (number(data.get(k)) for k in ("left", "top", "width", "height"))
    layout = Layout(
        tuple(_read(Cell, cell) for cell in cells),
        tuple(_line(line) for line in rows(data.get("lines"))),
        tuple(_read(Label, label) for label in rows(data.get("labels"))),
        left,
        top,
        width,
        height,
    )
    colours = table(data.get("colours"))
    file = BoardFile(
        shapes=tuple(_read(Shape, shape) for shape in rows(data.get("shapes"))),
        light=_colours(colours.get("light")),
        dark=_colours(colours.get("dark")),
    )
    looks = {text(name): _read(Look, look) for name, look in table(data.get("players")).items()}
    figures = {
        text(name): _read(Figure, figure) for name, figure in table(data.get("figures")).items()
    }
    owners = {text(name): text(letter, 4) for name, letter in table(data.get("owners")).items()}
    return Scene(
        text(data.get("game")),
        text(data.get("player")),
        tuple(names),
        layout,
        (),
        (),
        looks,
        figures,
        file,
        owners,
        whole(data.get("angle"), 0, 360),
    )


def _one_of(value: Any, known: tuple[str, ...]) -> str:
    if value not in known:
        raise InvalidScene("a field that is none of the known words")
    return str(value)


def _colour(value: Any) -> str:
    if value != "" and not COLOUR.fullmatch(text(value)):
        raise InvalidScene("a colour that is none")
    return str(value)


def _path(value: Any) -> str:
    if value != "" and not PATH.fullmatch(text(value, FULL_PATH)):
        raise InvalidScene("a path that is none")
    return str(value)


def _line(data: Any) -> tuple[float, float, float, float]:
    ends = [number(end) for end in rows(data)]
    if len(ends) != 4:
        raise InvalidScene("a line without two ends")
    return ends[0], ends[1], ends[2], ends[3]


def _colours(value: Any) -> dict[str, str]:
    known = tuple(name.replace("_", "-") for name in Theme.__dataclass_fields__)
    return {_one_of(name, known): _colour(colour) for name, colour in table(value).items()}


def _flag(value: Any) -> bool:
    return value is True


# checks of fields, in the order of each class; the position of a cell is called `index`
FIELDS: dict[type, dict[str, Callable[[Any], Any]]] = {
    Cell: {
        "index": whole,
        "x": number,
        "y": number,
        "width": number,
        "height": number,
        "shape": partial(_one_of, known=CELLS),
        "tone": whole,
        "tray": _flag,
        "angle": partial(whole, low=0, high=360),
    },
    Label: {"x": number, "y": number, "text": text, "size": number},
    Shape: {"path": _path, "fill": _colour, "stroke": _colour, "width": number, "behind": _flag},
    Look: {
        "colour": _colour,
        "ink": _colour,
        "mark": partial(_one_of, known=MARKS),
        "turn": partial(whole, low=-360, high=360),
    },
    Figure: {
        "base": partial(_one_of, known=tuple(BASES)),
        "sign": partial(text, longest=64),
        "path": _path,
        "detail": _path,
        "pips": partial(whole, low=0, high=9),
        "seeds": whole,
        "colour": _colour,
        "ink": _colour,
    },
}


def _read(kind: type[Kind], value: Any) -> Kind:
    data = table(value)
    return kind(*(check(data.get(name)) for name, check in FIELDS[kind].items()))
