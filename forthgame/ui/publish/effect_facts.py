"""Names of what moves change beside pieces on the board, for a page that tells moves apart."""

from __future__ import annotations

from typing import Any

from forthgame.api.game import Game
from forthgame.position.position_text import storage_places
from forthgame.why.inspection.effect_names import type_names
from forthgame.words.moves.turn_changes import IN, OUT


def effect_facts(game: Game) -> dict[str, Any]:
    """Return names of storage, attributes, marks, move types and words, by their numbers."""
    declared = game.declaration
    fields = [(field, -1) for field in declared.attributes]
    fields += [(mark, mark.plane) for mark in declared.marks]
    return {
        "storage": [list(place) for place in storage_places(game)],
        "fields": [[field.name, field.shift, field.bits, plane] for field, plane in fields],
        "marksStart": declared.marks_start // 4 if declared.marks else 0,
        "types": type_names(game),
        "words": {word.token: word.name for word in game.forth.dictionary.words
                  if word.entry >= game.code_fence},
        "out": OUT,
        "back": IN,
    }  # fmt: skip
