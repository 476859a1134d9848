"""Read the scene of a position from a message of another process.

A scene is drawn by the calling process, so each field is checked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from forthgame.draw.board_file import CELLS, BoardFile, BoardShape
from forthgame.draw.board_file_table import COLOUR, FARTHEST, LONGEST_PATH, PATH
from forthgame.draw.board_layout import Label, Layout
from forthgame.draw.cell_geometry import Cell
from forthgame.draw.piece_looks import BASES, MARKS, Figure, Look, Theme
from forthgame.draw.raster_images import (
    LARGEST as LARGEST_IMAGE,
    ImageError,
    RasterImage,
    image_of_text,
)
from forthgame.draw.scenes import Scene
from forthgame.play.processes.messages import BadMessage, as_list, as_object

LONGEST = 1_000  # characters of a name
Kind = TypeVar("Kind")


def as_text(value: Any, longest: int = LONGEST) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise BadMessage("a field that is not a text, or is too long")
    return value


def as_number(value: Any) -> float:
    """Return a number that is within the range of a picture. Raises BadMessage."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise BadMessage("a field that is not a number")
    if not abs(value) <= 100 * FARTHEST:
        raise BadMessage("a number that is too large")
    return float(value)


def as_whole(value: Any, low: int = 0, high: int = 1 << 20) -> int:
    """Return an integer within bounds. Raises BadMessage."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadMessage("a field that is not a whole number, or is out of bounds")
    return value


def read_scene(document: Any) -> Scene:
    """Return the scene without pieces and hands. Raises BadMessage."""
    data = as_object(document)
    cells = [as_object(cell) for cell in as_list(data.get("cells"))]
    names = [""] * (1 + max((as_whole(cell.get("index")) for cell in cells), default=-1))
    for cell in cells:
        names[cell["index"]] = as_text(cell.get("position"))
    left, top, width, height = (as_number(data.get(k)) for k in ("left", "top", "width", "height"))
    layout = Layout(
        tuple(_read(Cell, cell) for cell in cells),
        tuple(_line(line) for line in as_list(data.get("lines"))),
        tuple(_read(Label, label) for label in as_list(data.get("labels"))),
        left,
        top,
        width,
        height,
    )
    colours = as_object(data.get("colours"))
    file = BoardFile(
        image=_image(data.get("image")),
        box=_line(data.get("image-box", [0, 0, 0, 0])),
        pixel=as_number(data.get("pixel", 0)),
        shapes=tuple(_read(BoardShape, shape) for shape in as_list(data.get("shapes"))),
        light=_colours(colours.get("light")),
        dark=_colours(colours.get("dark")),
    )
    looks = {
        as_text(name): _read(Look, look) for name, look in as_object(data.get("players")).items()
    }
    figures = {
        as_text(name): _read(Figure, figure)
        for name, figure in as_object(data.get("figures")).items()
    }
    owners = {
        as_text(name): as_text(letter, 4) for name, letter in as_object(data.get("owners")).items()
    }
    return Scene(
        as_text(data.get("game")),
        as_text(data.get("player")),
        tuple(names),
        layout,
        (),
        (),
        looks,
        figures,
        file,
        owners,
        as_whole(data.get("angle"), 0, 360),
    )


def _one_of(value: Any, known: tuple[str, ...]) -> str:
    if value not in known:
        raise BadMessage("a field with an unknown word")
    return str(value)


def _colour(value: Any) -> str:
    if value != "" and not COLOUR.fullmatch(as_text(value)):
        raise BadMessage("an invalid colour")
    return str(value)


def _path(value: Any) -> str:
    if value != "" and not PATH.fullmatch(as_text(value, LONGEST_PATH)):
        raise BadMessage("an invalid path")
    return str(value)


def _line(data: Any) -> tuple[float, float, float, float]:
    ends = [as_number(end) for end in as_list(data)]
    if len(ends) != 4:
        raise BadMessage("a line without two ends")
    return ends[0], ends[1], ends[2], ends[3]


def _colours(value: Any) -> dict[str, str]:
    known = tuple(name.replace("_", "-") for name in Theme.__dataclass_fields__)
    return {_one_of(name, known): _colour(colour) for name, colour in as_object(value).items()}


def _image(value: Any) -> RasterImage | None:
    if value is None:
        return None
    text = as_object(value).get("data")
    try:
        return image_of_text(as_text(text, 2 * LARGEST_IMAGE))
    except ImageError as error:
        raise BadMessage(str(error)) from None


def _flag(value: Any) -> bool:
    return value is True


# checks of fields, in the order of each class; the position of a cell is called `index`
FIELDS: dict[type, dict[str, Callable[[Any], Any]]] = {
    Cell: {
        "index": as_whole,
        "x": as_number,
        "y": as_number,
        "width": as_number,
        "height": as_number,
        "shape": partial(_one_of, known=CELLS),
        "tone": as_whole,
        "tray": _flag,
        "angle": partial(as_whole, low=0, high=360),
    },
    Label: {"x": as_number, "y": as_number, "text": as_text, "size": as_number},
    BoardShape: {
        "path": _path,
        "fill": _colour,
        "stroke": _colour,
        "width": as_number,
        "behind": _flag,
    },
    Look: {
        "colour": _colour,
        "ink": _colour,
        "mark": partial(_one_of, known=MARKS),
        "turn": partial(as_whole, low=-360, high=360),
    },
    Figure: {
        "base": partial(_one_of, known=tuple(BASES)),
        "sign": partial(as_text, longest=64),
        "path": _path,
        "detail": _path,
        "pips": partial(as_whole, low=0, high=9),
        "seeds": as_whole,
        "colour": _colour,
        "ink": _colour,
        "image": _image,
        "character": partial(as_text, longest=64),
    },
}


def _read(kind: type[Kind], value: Any) -> Kind:
    data = as_object(value)
    return kind(*(check(data.get(name)) for name, check in FIELDS[kind].items()))
