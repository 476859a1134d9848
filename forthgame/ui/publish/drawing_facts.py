"""Drawings of a game's positions as templates, which a page fills with pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from forthgame.api.game import Game, State
from forthgame.draw import classes, click_rules, scope, sides, stylesheet, svg
from forthgame.draw.cell_geometry import Cell
from forthgame.draw.scenes import HELD, BoardPiece, HandPiece, Scene, pictures_of, scene
from forthgame.draw.svg_documents import piece_markup, piece_pictures, shape
from forthgame.position.position_text import storage_places

PIECES: Final = '<g class="pieces">'
PLACE: Final = "@place@"  # stands for the position of a piece
LAST: Final = "last"
ROUND: Final = ("circle", "point")


def drawing_facts(game: Game, state: State) -> dict[str, Any]:
    """Return style rules, and for each rotation the board and the markup of every kind of piece."""
    angles = sorted({0, 180, *sides(state).values()})
    return {
        "style": stylesheet(state),
        "scope": scope(state),
        "looks": classes(state),
        "sides": sides(state),
        "figures": piece_pictures(state),
        "clicks": click_rules(game),
        "angles": {angle: _drawing(game, state, angle) for angle in angles},
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
    sizes = sorted({_size(cell) for cell in layout.cells})
    return {
        "head": text[: text.index(PIECES)],
        "middle": layout.top + layout.height / 2,
        "cells": {
            found.names[cell.position]: [cell.x, cell.y, cell.width, cell.height, _size(cell)]
            for cell in layout.cells
        },
        "last": {found.names[cell.position]: _marked(found, cell) for cell in layout.cells},
        "pieces": dict(_pieces(game, found, sizes)),
        "held": dict(_held(game, found)) if game.declaration.hands else {},
        "hands": {player: list(place) for player, place in layout.hands.items()},
        "across": max(1, int((layout.width - 36) // 54)),
    }


def _size(cell: Cell) -> float:
    return round(min(cell.width, cell.height) * (1.1 if cell.shape == "circle" else 1.0), 3)


def _marked(found: Scene, cell: Cell) -> str:
    kind = f"{LAST} around" if cell.shape in ROUND else LAST
    return shape(cell, 0, f' class="{kind}"')


def _pieces(game: Game, found: Scene, sizes: list[float]) -> Iterator[tuple[str, str]]:
    """Yield the markup of each piece of each player, for each size of cells."""
    shapes = {_size(cell): (cell.width, cell.height) for cell in found.layout.cells}
    for player in [*game.players, ""]:
        for piece in game.pieces:
            for size in sizes:
                wide, high = shapes[size]
                made = BoardPiece(PLACE, player, piece, 0, 0, size, width=wide, height=high)
                yield f"{player}|{piece}|{size:g}", piece_markup(found, made)


def _held(game: Game, found: Scene) -> Iterator[tuple[str, str]]:
    for player in game.players:
        for piece in game.pieces:
            yield f"{player}|{piece}", piece_markup(found, HandPiece(player, piece, 1, 0, 0, HELD))
