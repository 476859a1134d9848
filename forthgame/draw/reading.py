"""Read a scene from untrusted `Scene.as_dict` data of another process.

Names are escaped when written; numbers, colours, path data and keywords are checked here.
"""

from __future__ import annotations

from typing import Any

from forthgame.draw.boardfile import CELLS, COLOUR, FARTHEST, PATH, BoardFile, Shape
from forthgame.draw.cells import Cell
from forthgame.draw.colours import MARKS, Look, Theme
from forthgame.draw.figures import BASES, Figure
from forthgame.draw.layout import Label, Layout
from forthgame.draw.scenes import Scene

LONGEST = 1_000  # characters of a name
MOST = 20_000  # cells or pieces
FULL_PATH = 20_000


class BadScene(ValueError):
    """Data that is not a scene."""


def text(value: Any, longest: int = LONGEST) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise BadScene("a field that is no text, or too long")
    return value


def number(value: Any) -> float:
    """Return a number that is within the range of a picture. Raises BadScene."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise BadScene("a field that is not a number")
    if not abs(value) <= 100 * FARTHEST:
        raise BadScene("a number that is too large")
    return float(value)


def whole(value: Any, low: int = 0, high: int = 1 << 20) -> int:
    """Return an integer within bounds. Raises BadScene."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadScene("a field that is no whole number, or out of its bounds")
    return value


def rows(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST:
        raise BadScene("a field that is no list, or too long")
    return value


def table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or len(value) > MOST:
        raise BadScene("a field that is no object, or too large")
    return value


def read_scene(document: Any) -> Scene:
    """Return the scene without pieces and hands. Raises BadScene."""
    said = table(document)
    cells = [table(cell) for cell in rows(said.get("cells"))]
    names = [""] * (1 + max((whole(cell.get("index")) for cell in cells), default=-1))
    for cell in cells:
        names[cell["index"]] = text(cell.get("position"))
    left, top, width, height = (number(said.get(k)) for k in ("left", "top", "width", "height"))
    layout = Layout(
        tuple(_cell(cell) for cell in cells),
        tuple(_line(line) for line in rows(said.get("lines"))),
        tuple(_label(table(label)) for label in rows(said.get("labels"))),
        left,
        top,
        width,
        height,
    )
    colours = table(said.get("colours"))
    file = BoardFile(
        shapes=tuple(_shape(table(shape)) for shape in rows(said.get("shapes"))),
        light=_colours(colours.get("light")),
        dark=_colours(colours.get("dark")),
    )
    looks = {text(name): _look(table(look)) for name, look in table(said.get("players")).items()}
    figures = {text(name): _figure(table(f)) for name, f in table(said.get("figures")).items()}
    owners = {text(name): text(letter, 4) for name, letter in table(said.get("owners")).items()}
    return Scene(
        text(said.get("game")),
        text(said.get("player")),
        tuple(names),
        layout,
        (),
        (),
        looks,
        figures,
        file,
        owners,
        whole(said.get("angle"), 0, 360),
    )


def _one_of(value: Any, known: tuple[str, ...]) -> str:
    if value not in known:
        raise BadScene("a field that is none of the known words")
    return str(value)


def _colour(value: Any) -> str:
    if value != "" and not COLOUR.fullmatch(text(value)):
        raise BadScene("a colour that is none")
    return str(value)


def _path(value: Any) -> str:
    if value != "" and not PATH.fullmatch(text(value, FULL_PATH)):
        raise BadScene("a path that is none")
    return str(value)


def _cell(said: dict[str, Any]) -> Cell:
    x, y, width, height = (number(said.get(key)) for key in ("x", "y", "width", "height"))
    shape = _one_of(said.get("shape"), CELLS)
    return Cell(
        whole(said.get("index")),
        x,
        y,
        width,
        height,
        shape,
        whole(said.get("tone")),
        said.get("tray") is True,
        whole(said.get("angle"), 0, 360),
    )


def _line(said: Any) -> tuple[float, float, float, float]:
    ends = [number(end) for end in rows(said)]
    if len(ends) != 4:
        raise BadScene("a line without two ends")
    return ends[0], ends[1], ends[2], ends[3]


def _label(said: dict[str, Any]) -> Label:
    x, y, size = (number(said.get(key)) for key in ("x", "y", "size"))
    return Label(x, y, text(said.get("text")), size)


def _shape(said: dict[str, Any]) -> Shape:
    fill, stroke = _colour(said.get("fill")), _colour(said.get("stroke"))
    behind = said.get("behind") is True
    return Shape(_path(said.get("path")), fill, stroke, number(said.get("width")), behind)


def _colours(value: Any) -> dict[str, str]:
    known = tuple(name.replace("_", "-") for name in Theme.__dataclass_fields__)
    return {_one_of(name, known): _colour(colour) for name, colour in table(value).items()}


def _look(said: dict[str, Any]) -> Look:
    colour, ink = _colour(said.get("colour")), _colour(said.get("ink"))
    return Look(colour, ink, _one_of(said.get("mark"), MARKS), whole(said.get("turn"), -360, 360))


def _figure(said: dict[str, Any]) -> Figure:
    return Figure(
        _one_of(said.get("base"), tuple(BASES)),
        text(said.get("sign"), 64),
        _path(said.get("path")),
        _path(said.get("detail")),
        whole(said.get("pips"), 0, 9),
        whole(said.get("seeds"), 0, 1 << 20),
        _colour(said.get("colour")),
        _colour(said.get("ink")),
    )
