"""Scenes: positions as plain data for drawing, with geometry and looks.

`read_scene` reads a scene from untrusted `Scene.as_dict` data of another process. Names are escaped
when written; numbers, colours, path data and keywords are checked here.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from math import atan2, degrees
from typing import Any

from forthgame.draw.board_file import BoardFile, board_file
from forthgame.draw.board_layout import Layout, board_cells, lay_out
from forthgame.draw.cell_geometry import SLANT, UNIT, Cell, rounded
from forthgame.draw.piece_looks import (
    Figure,
    Look,
    figures_of,
    looks,
    signs_of,
)
from forthgame.draw.score_table import ScoreRules
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_text import storage_places
from forthgame.position.texts.coordinates import Coordinates, Points
from forthgame.position.texts.notation import edge_names, main_notation
from forthgame.position.texts.texts_file import TextsError
from forthgame.rules.fact_cache import fact
from forthgame.rules.script import Script

HELD = 46.0  # pixels of a piece's side in hand
LONGER = 1.5  # from this ratio of its sides on a board is not turned by a quarter
MOST = 999  # pieces on a position
LONG = 1.5  # heights per width of a cell in which several pieces stand in a row


@dataclass(frozen=True)
class BoardPiece:
    """A piece on the board: its centre and the side of the square that it fills.

    `count` pieces stand there, each `step` pixels below the last; with a step of 0 the count is
    shown as a number.
    """

    position: str
    player: str
    piece: str
    x: float
    y: float
    size: float
    count: int = 1
    step: float = 0.0
    width: float = 0.0  # of the cell
    height: float = 0.0


@dataclass(frozen=True)
class HandPiece:
    """Pieces of one type in a player's hand."""

    player: str
    piece: str
    count: int
    x: float
    y: float
    size: float = HELD


@dataclass(frozen=True)
class Scene:
    """A position ready to draw; `angle` is the rotation of the board in degrees."""

    game: str
    player: str
    names: tuple[str, ...]
    layout: Layout
    pieces: tuple[BoardPiece, ...]
    held: tuple[HandPiece, ...]
    looks: Mapping[str, Look]
    figures: Mapping[str, Figure]
    file: BoardFile
    owners: Mapping[str, str]  # a letter for each player
    angle: int

    def as_dict(self) -> dict[str, Any]:
        layout = self.layout
        return {
            "game": self.game,
            "player": self.player,
            "angle": self.angle,
            "left": layout.left,
            "top": layout.top,
            "width": layout.width,
            "height": layout.height,
            "cells": [self._cell(cell) for cell in layout.cells],
            "lines": [list(line) for line in layout.lines],
            "labels": [asdict(label) for label in layout.labels],
            "pieces": [asdict(piece) for piece in self.pieces],
            "image": None if self.file.image is None else asdict(self.file.image),
            "image-box": list(self.file.box),
            "pixel": self.file.pixel,
            "shapes": [asdict(shape) for shape in self.file.shapes],
            "colours": {"light": dict(self.file.light), "dark": dict(self.file.dark)},
            "owners": dict(self.owners),
            "hands": [asdict(held) for held in self.held],
            "players": {name: asdict(look) for name, look in self.looks.items()},
            "figures": {name: asdict(figure) for name, figure in self.figures.items()},
        }

    def _cell(self, cell: Cell) -> dict[str, Any]:
        found = asdict(cell) | {"position": self.names[cell.position], "index": cell.position}
        if cell.shape == "hexagon":
            found["corners"] = [[round(x, 2), round(y, 2)] for x, y in cell.corners()]
        return found


@dataclass
class GamePictures:
    """Data shared by all pictures of a game while its board stays the same."""

    key: object
    file: BoardFile
    figures: dict[str, Figure]
    looks: dict[str, Look]
    cells: list[Cell]  # of the board
    beside: list[int]  # positions without a cell
    layouts: dict[tuple[int, bool], Layout] = field(default_factory=dict)
    sides: dict[str, float | None] = field(default_factory=dict)  # where the players begin
    texts: dict[object, str] = field(default_factory=dict)  # markup shared by all positions
    drawn: dict[tuple[int, BoardPiece], str] = field(default_factory=dict)  # by rotation and piece


@fact
def _known_pictures(game: Script) -> list[GamePictures]:
    return []


def pictures_of(game: Script) -> GamePictures:
    """Return the picture data of a game, from the cache if its board is unchanged."""
    declared = game.declaration
    key = (
        tuple(declared.positions),
        tuple(len(d.links) for d in declared.directions),
        tuple(game.players),
        tuple(game.pieces),
        tuple(declared.places.items()),
    )
    last = _known_pictures(game)
    if not last or last[0].key != key:
        signs = signs_of(game)
        others = [name for name in game.players if name not in signs.competing]
        file = board_file(game)
        with suppress(TextsError):  # it is reported where texts are read
            file = replace(file, edges=edge_names(game))
        chosen = {name: own.colour for name, own in file.players.items() if own.colour}
        found = looks(signs.competing, others, chosen)
        for name, own in file.players.items():
            mark = found[name].mark if own.mark is None else own.mark
            found[name] = replace(found[name], mark=mark, turn=own.turn)
        figures = figures_of(game, file.numbers, file.pieces)
        last[:] = [GamePictures(key, file, figures, found, *board_cells(declared, file))]
    return last[0]


def scene(
    state: Playthrough, flip: str | int | bool | None = None, coordinates: bool = True
) -> Scene:
    """Return a position as plain data.

    `flip` is True for the other side, the player whose side is at the bottom, or degrees. Raises
    ValueError if the name is not a player's.
    """
    game = state.game
    known = pictures_of(game)
    angle = rotation_for(state, flip)
    if (angle, coordinates) not in known.layouts:
        known.layouts[angle, coordinates] = _layout(state, angle, coordinates)
    layout = known.layouts[angle, coordinates]
    names = game.declaration.positions
    board = state.board
    counts = _counts(state, known.file.count)
    middle = layout.top + layout.height / 2
    pieces = tuple(
        _pieces_in_cell(
            cell,
            names[cell.position],
            board[names[cell.position]],
            counts.get(cell.position, 1),
            middle,
            stacked=bool(counts),
        )
        for cell in layout.cells
        if names[cell.position] in board
    )
    return Scene(
        game.name,
        state.player,
        tuple(names),
        layout,
        pieces,
        _hands(state, layout),
        known.looks,
        known.figures,
        known.file,
        signs_of(game).owners,
        angle,
    )


def click_rules(game: Script) -> dict[str, Any]:
    """Return what the board file says about clicks, as data for a page: see `click_table.py`."""
    return pictures_of(game).file.clicks.document(pictures_of(game).figures)


def shown_names(game: Script) -> dict[str, str]:
    """Return the names of positions on the drawing, where they are not those of the script."""
    edges = pictures_of(game).file.edges
    notation = main_notation(game) if edges else None
    names = notation.names.by_number if isinstance(notation, Coordinates | Points) else []
    return {own: shown for own, shown in zip(game.positions, names, strict=False) if own != shown}


def score_rules(game: Script) -> ScoreRules:
    """Return what the board file says about points: see `score_table.py`."""
    return pictures_of(game).file.scores


def _pieces_in_cell(
    cell: Cell,
    name: str,
    standing: tuple[str, str],
    count: int,
    middle: float,
    *,
    stacked: bool,
) -> BoardPiece:
    """Return a piece, or several in a row from the border inwards if the cell is long.

    In games with stacks a single piece on a long cell stands at the border, too.
    """
    size = min(cell.width, cell.height)
    if cell.shape == "circle":
        size *= 1.1
    if (count < 2 and not stacked) or cell.height < LONG * cell.width:
        return BoardPiece(
            name, *standing, cell.x, cell.y, size, max(count, 1), 0.0, cell.width, cell.height
        )
    step = min(size * 0.84, (cell.height - size) / max(count - 1, 1))
    low = cell.y + cell.height / 2 - size / 2
    if cell.y < middle:
        return BoardPiece(name, *standing, cell.x, 2 * cell.y - low, size, count, rounded(step))
    return BoardPiece(name, *standing, cell.x, low, size, count, -rounded(step))


def _counts(state: Playthrough, array: str) -> dict[int, int]:
    """Return the number of pieces on each position, from an array of the board."""
    data = state.position.board
    for name, offset, items, size in storage_places(state.game):
        if name == array:
            starts = range(offset, offset + min(items, len(state.game.positions)) * size, size)
            values = (
                int.from_bytes(data[start : start + size], "little", signed=size == 4)
                for start in starts
            )
            return {k: min(abs(value), MOST) for k, value in enumerate(values)}
    return {}


def _layout(state: Playthrough, angle: int, coordinates: bool) -> Layout:
    game = state.game
    known = pictures_of(game)
    players = list(state.hands)
    droppable = [p for p in game.declaration.pieces if p.drops and not p.unpromoted]
    above: list[str] = []
    if len(players) == 2:
        bottom, top = players if _begins_above(state, players[1], angle) else players[::-1]
        above, players = [top], [bottom]
    slots = len(droppable) or len(game.pieces)
    return lay_out(
        game.declaration,
        known.file,
        known.cells,
        known.beside,
        angle,
        coordinates=coordinates,
        above=above,
        below=players,
        slots=slots if state.hands else 0,
    )


def _hands(state: Playthrough, layout: Layout) -> tuple[HandPiece, ...]:
    found = []
    across = max(1, int((layout.width - 36) // 54))
    for player, held in state.hands.items():
        x, y = layout.hands[player]
        for number, (piece, count) in enumerate(held.items()):
            found.append(
                HandPiece(
                    player,
                    piece,
                    count,
                    x + 8 + 54 * (number % across) + HELD / 2,
                    y + 10 + 48 * (number // across) + HELD / 2,
                )
            )
    return tuple(found)


def sides(state: Playthrough) -> dict[str, int]:
    """Return for each player the rotation in degrees that puts their side at the bottom."""
    known = pictures_of(state.game)
    return {
        name: rotation_for(state, name)
        for name in signs_of(state.game).competing
        if name in known.looks
    }


# -- sides ----------------------------------------------------------------------------------------


def rotation_for(state: Playthrough, flip: str | int | bool | None) -> int:
    """Return the rotation in degrees for `flip`: see `scene`."""
    if flip is None or flip is False:
        return 0
    if flip is True:
        return 180
    step = _rotation_step(state.game)
    if isinstance(flip, int):
        return flip % 360 // step * step
    state.game.player_named(flip)
    side = _start_direction(state, flip)
    return 0 if side is None else round((90 - side) / step) * step % 360


def _rotation_step(game: Script) -> int:
    """Return the smallest rotation in degrees that maps the board to itself."""
    cells = pictures_of(game).cells
    kinds = {cell.shape for cell in cells}
    if "hexagon" in kinds:
        return 60 if len(kinds) == 1 else 180
    if any(cell.width != cell.height for cell in cells):
        return 180
    sides = [max(along) - min(along) for along in ([c.x for c in cells], [c.y for c in cells])]
    if max(sides) > LONGER * min(sides):
        return 180
    at = {(round(c.x), round(c.y)) for c in cells}
    slanted = any((x + UNIT / 2, y + round(SLANT * UNIT)) in at for x, y in at)
    return 60 if slanted and kinds <= {"circle", "point"} else 90


def _begins_above(state: Playthrough, player: str, angle: int) -> bool:
    side = _start_direction(state, player)
    return side is None or 180 <= (side + angle) % 360 < 360


def _start_direction(state: Playthrough, player: str) -> float | None:
    """Return the direction of a player's first pieces from the centre: 0 is right, 90 is down."""
    sides = pictures_of(state.game).sides
    if player not in sides:
        sides[player] = _mean_direction(state, player)
    return sides[player]


def _mean_direction(state: Playthrough, player: str) -> float | None:
    game = state.game
    standing = [s.position.text for s in game.declaration.setups if s.player.text == player]
    if not standing:
        standing = [name for name, (owner, _) in _first_board(state).items() if owner == player]
    cells = pictures_of(game).cells
    places = {game.declaration.positions[cell.position]: cell for cell in cells}
    own = [places[name] for name in standing if name in places]
    if not own:
        return None
    left, right = min(c.x for c in cells), max(c.x for c in cells)
    top, bottom = min(c.y for c in cells), max(c.y for c in cells)
    x = sum(c.x for c in own) / len(own) - (left + right) / 2
    y = sum(c.y for c in own) / len(own) - (top + bottom) / 2
    if x * x + y * y < UNIT * UNIT / 16:
        return None
    return degrees(atan2(y, x)) % 360


def _first_board(state: Playthrough) -> dict[str, tuple[str, str]]:
    first = state.copy()
    while first.move_texts:
        try:
            first.undo()
        except IndexError:
            break
    return first.board
