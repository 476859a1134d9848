"""Describe for JavaScript how a game writes its moves, and how it counts points."""

from __future__ import annotations

from typing import Any

from forthgame.api.game import Game
from forthgame.base.errors import ForthgameError
from forthgame.draw.piece_looks import numbers_of
from forthgame.draw.scenes import score_rules
from forthgame.position.move_texts import piece_letters
from forthgame.position.texts.coordinates import LETTER, Coordinates
from forthgame.position.texts.move_style import Notation
from forthgame.position.texts.notation import main_notation
from forthgame.position.texts.san import San
from forthgame.position.texts.square_numbers import SquareNumbers
from forthgame.position.texts.step_lists import StepLists


def notation_facts(game: Game) -> dict[str, Any] | None:
    """Return what `notation.js` needs to write the short texts of moves; None without a notation.

    A pattern of the script goes before the main notation of its file.
    """
    declared = game.declaration
    if declared.notation:
        letters = piece_letters(declared)
        known = [letters[piece.name].upper() for piece in declared.pieces]
        return {"pattern": declared.notation, "letters": known}
    notation = main_notation(game)
    if notation is None:
        return None
    names = notation.names.by_number if notation.names else game.positions
    found: dict[str, Any] = {
        "style": notation.table.text("style", "coordinates"),
        "passing": notation.passing,
        "names": names,
    }
    match notation:
        case San():
            castling = {" ".join(map(str, way)): text for way, text in notation.castling.items()}
            own = {"plain": notation.plain, "castling": castling, "letters": _letters(notation)}
        case Coordinates():
            sign = "" if notation.sign == LETTER else notation.sign
            own = {"drop": notation.drop, "promotion": sign, "letters": _letters(notation)}
        case SquareNumbers():
            cells = [notation.ways.cells.get(name) for name in game.positions]
            written = [notation.written(name) for name in game.positions]
            own = {"takes": notation.takes, "cells": cells, "names": written}
        case StepLists():
            own = notation.declared()
        case _:
            own = {}
    return found | own


def _letters(notation: Notation) -> dict[int, str]:
    """Return the letters of pieces by the player and type in their cells, as far as there are."""
    found = {}
    for player in notation.game.declaration.players:
        for number in range(1, len(notation.game.pieces) + 1):
            try:
                found[player.code | number] = notation.letter(player.code | number)
            except ForthgameError:  # no move is written with it
                continue
    return found


def score_facts(game: Game) -> dict[str, Any]:
    """Return what `result.js` needs to count the points of a position."""
    rules = score_rules(game)
    return {
        "unit": rules.unit,
        "divided": rules.divided,
        "pieces": sorted(rules.pieces),
        "places": rules.places,
        "rest": rules.rest,
        "surrounded": rules.surrounded,
        "numbers": numbers_of(game.pieces) if rules.places else {},
        "beside": _beside(game) if rules.surrounded else [],
    }


def _beside(game: Game) -> list[list[int]]:
    """Return for each position those that links lead to."""
    found: list[set[int]] = [set() for _ in game.positions]
    for direction in game.declaration.directions:
        for start, end in direction.links.items():
            found[start].add(end)
    return [sorted(places) for places in found]
