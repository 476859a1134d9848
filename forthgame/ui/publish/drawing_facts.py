"""Drawings of a game's positions as templates, which a page fills with pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from forthgame.api.game import Game, State
from forthgame.draw.cell_geometry import Cell
from forthgame.draw.scenes import (
    HELD,
    LONG,
    BoardPiece,
    HandPiece,
    Scene,
    click_rules,
    pictures_of,
    scene,
    shown_names,
    sides,
)
from forthgame.draw.svg_documents import (
    classes,
    piece_markup,
    piece_pictures,
    scope,
    shape,
    stylesheet,
    svg,
)
from forthgame.position.position_text import storage_places

PIECES: Final = '<g class="pieces">'
PLACE: Final = "@place@"  # stands for the position of a piece
LAST: Final = "last"
IMAGE: Final = re.compile(r"data:image/png;base64,[A-Za-z0-9+/=]+")  # the same in all rotations
ROUND: Final = ("circle", "point")
Space = tuple[float, float, float]  # size of a piece, width and height of its cell


def drawing_facts(game: Game, state: State) -> dict[str, Any]:
    """Return style rules, and for each rotation the board and the markup of every kind of piece."""
    angles = sorted({0, 180, *sides(state).values()})
    drawings = {angle: _drawing(game, state, angle) for angle in angles}
    images = list(
        dict.fromkeys(image for d in drawings.values() for image in IMAGE.findall(d["head"]))
    )
    for drawing in drawings.values():
        drawing["head"] = IMAGE.sub(
            lambda found: f"@image{images.index(found[0])}@", drawing["head"]
        )
    return {
        "style": stylesheet(state),
        "scope": scope(state),
        "looks": classes(state),
        "sides": sides(state),
        "names": shown_names(game),
        "figures": piece_pictures(state),
        "clicks": click_rules(game),
        "angles": drawings,
        "images": images,
    }


def heaps_of(game: Game) -> list[int] | None:
    """Return offset, number of items and item size of the array that counts pieces, if any."""
    array = pictures_of(game).file.count
    for name, offset, items, size in storage_places(game):
        if array and name == array:
            return [offset, min(items, len(game.positions)), size]
    return None


def _drawing(game: Game, state: State, angle: int) -> dict[str, Any]:
    found = scene(state, angle)
    text = svg(state, flip=angle, styled=False)
    layout = found.layout
    stacks = heaps_of(game) is not None
    spaces = list(dict.fromkeys(s for cell in layout.cells for s in _spaces(cell, stacks)))
    figures = dict(_pieces(game, found, spaces))
    texts = list(dict.fromkeys(figures.values()))
    return {
        "head": text[: text.index(PIECES)],
        "middle": layout.top + layout.height / 2,
        "cells": {
            found.names[cell.position]: [
                cell.x, cell.y, cell.width, cell.height,
                [spaces.index(space) for space in _spaces(cell, stacks)],
            ]
            for cell in layout.cells
        },
        "sizes": [size for size, _, _ in spaces],
        "last": {found.names[cell.position]: _marked(found, cell) for cell in layout.cells},
        "figures": texts,
        "pieces": {name: texts.index(figure) for name, figure in figures.items()},
        "held": dict(_held(game, found)) if game.declaration.hands else {},
        "hands": {player: list(place) for player, place in layout.hands.items()},
        "across": max(1, int((layout.width - 36) // 54)),
    }  # fmt: skip


def _spaces(cell: Cell, stacks: bool) -> list[Space]:
    """Return the space for a piece in a cell, and for `stacks` in a row if the cell is long."""
    size = min(cell.width, cell.height) * (1.1 if cell.shape == "circle" else 1.0)
    long = stacks and cell.height >= LONG * cell.width
    return [(size, cell.width, cell.height), *([(size, 0.0, 0.0)] if long else [])]


def _marked(found: Scene, cell: Cell) -> str:
    kind = f"{LAST} around" if cell.shape in ROUND else LAST
    return shape(cell, 0, f' class="{kind}"')


def _pieces(game: Game, found: Scene, spaces: list[Space]) -> Iterator[tuple[str, str]]:
    """Yield the markup of each piece of each player, for each space."""
    for player in [*game.players, ""]:
        for piece in game.pieces:
            for number, (size, wide, high) in enumerate(spaces):
                made = BoardPiece(PLACE, player, piece, 0, 0, size, width=wide, height=high)
                yield f"{player}|{piece}|{number}", piece_markup(found, made)


def _held(game: Game, found: Scene) -> Iterator[tuple[str, str]]:
    for player in game.players:
        for piece in game.pieces:
            yield f"{player}|{piece}", piece_markup(found, HandPiece(player, piece, 1, 0, 0, HELD))
