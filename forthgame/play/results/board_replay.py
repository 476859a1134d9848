"""Replay the games of a tournament to get the board at each ply.

`python -m forthgame.play.results.board_replay` reads a pickled request from its input and writes
one message. It runs confined and returns data only; the calling process checks each field and draws
the pictures.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from forthgame.api.game import State
from forthgame.base.errors import ForthgameError
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
from forthgame.draw.scenes import BoardPiece, HandPiece, Scene, scene
from forthgame.play.match.contestant import Contestant
from forthgame.play.model.game_record import GameRecord, derive_seed
from forthgame.play.model.limits import Limits
from forthgame.play.model.schedule import Entrant
from forthgame.play.plan.plan import Plan
from forthgame.play.processes import messages
from forthgame.play.processes.child_process import answer_of_process, bundled
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
        tuple(_checked(Cell, cell) for cell in cells),
        tuple(_line(line) for line in as_list(data.get("lines"))),
        tuple(_checked(Label, label) for label in as_list(data.get("labels"))),
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
        shapes=tuple(_checked(BoardShape, shape) for shape in as_list(data.get("shapes"))),
        light=_colours(colours.get("light")),
        dark=_colours(colours.get("dark")),
    )
    looks = {
        as_text(name): _checked(Look, look) for name, look in as_object(data.get("players")).items()
    }
    figures = {
        as_text(name): _checked(Figure, figure)
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


def _checked(kind: type[Kind], value: Any) -> Kind:
    data = as_object(value)
    return kind(*(check(data.get(name)) for name, check in FIELDS[kind].items()))


REPLAYING = 60.0  # seconds to replay
LARGEST = 4 << 20  # bytes of the boards of all games
Request = tuple[str, list[tuple[int, list[str]]], Limits]


@dataclass(frozen=True)
class PlaceContent:
    """The content of a place from a ply on: a piece, pieces in hand, or None.

    `place` is the number of a position; higher numbers are places for pieces in hand.
    """

    place: int
    what: BoardPiece | HandPiece | None


@dataclass(frozen=True)
class Boards:
    """The scene that all games share, and for each game the changes at each ply."""

    scene: Scene
    games: list[list[list[PlaceContent]]]


def replay(plan: Plan, records: Sequence[GameRecord]) -> Boards | None:
    """Return the boards of the first games, as many as the limits of size and time allow.

    Return None if the script can no longer be loaded or drawn, or the process fails.
    """
    games = [(derive_seed(r.seed, r.number, 0), [move for _, move in r.moves]) for r in records]
    request: Request = (plan.referee, games, plan.limits)
    try:
        if not plan.confined or bundled([plan.referee]):
            message: Any = json.loads(json.dumps(_replayed(*request)))
        else:
            message = answer_of_process(__name__, [plan.referee], request)
        return _boards_of(message)
    except ForthgameError:
        return None


# -- replaying ------------------------------------------------------------------------------------


def _replayed(script: str, games: list[tuple[int, list[str]]], limits: Limits) -> dict[str, Any]:
    """Return the message: a scene, and for each game the changed places of each ply."""
    referee = Contestant(Entrant("referee", script), native=False)
    until = time.monotonic() + REPLAYING
    referee.begin(games[0][0] if games else 1, limits)
    first = scene(referee.state)
    found: list[Any] = []
    message = {"kind": "boards", "scene": first.as_dict(), "games": found}
    size = 0
    for seed, moves in games:
        referee.begin(seed, limits)
        plies: list[Any] = []
        before: dict[int, list[Any]] = {}
        for move in [None, *moves]:
            if move is not None:
                try:
                    referee.hear(move, limits)
                except ForthgameError:  # the script has changed
                    return message
            now = _standing(referee.state)
            changed = [[place, *row] for place, row in now.items() if before.get(place) != row]
            changed += [[place] for place in before if place not in now]
            plies.append(changed)
            size += 40 * len(changed) + 4
            before = now
            if size > LARGEST or time.monotonic() > until:
                return message
        found.append(plies)
    return message


def _standing(state: State) -> dict[int, list[Any]]:
    now = scene(state)
    numbers = {name: k for k, name in enumerate(now.names)}
    found: dict[int, list[Any]] = {
        numbers[p.position]: [p.player, p.piece, p.x, p.y, p.size, p.count, p.step, p.width,
                              p.height]
        for p in now.pieces
    }  # fmt: skip
    players, pieces = list(now.looks), list(now.figures)
    for h in now.held:
        kind = players.index(h.player) * len(pieces) + pieces.index(h.piece)
        found[len(now.names) + kind] = [h.player, h.piece, h.x, h.y, h.size, h.count]
    return found


# -- reading --------------------------------------------------------------------------------------


def _boards_of(message: dict[str, Any]) -> Boards:
    messages.raise_error_in(message)
    found = read_scene(message.get("scene"))
    games = [
        [[_read(found, as_list(row)) for row in as_list(ply)] for ply in as_list(game)]
        for game in as_list(message.get("games"))
    ]
    return Boards(found, games)


def _read(found: Scene, row: list[Any]) -> PlaceContent:
    place = as_whole(row[0] if row else None)
    if len(row) == 1:
        return PlaceContent(place, None)
    if len(row) not in (7, 10):
        raise messages.BadMessage("an invalid piece")
    player, piece = as_text(row[1]), as_text(row[2])
    x, y, size = (as_number(part) for part in row[3:6])
    count = as_whole(row[6])
    if len(row) == 7:
        return PlaceContent(place, HandPiece(player, piece, count, x, y, size))
    position = found.names[place] if place < len(found.names) else ""
    step, width, height = (as_number(part) for part in row[7:])
    return PlaceContent(
        place, BoardPiece(position, player, piece, x, y, size, count, step, width, height)
    )


if __name__ == "__main__":
    messages.answer_once(lambda request: _replayed(*request))
