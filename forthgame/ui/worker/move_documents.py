"""Moves as data for a page: what a click needs, and what a menu tells apart."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from forthgame.api.game import Game
from forthgame.position.move_texts import own_text, texts_alone
from forthgame.position.moves import Move, Moves
from forthgame.position.position_record import Action
from forthgame.words.registers import extension_registers, memory_layout as at

STEPS = {at.ACT_MOVE: "move", at.ACT_MOVE_TAKE: "move"}
PLACES = {at.ACT_CAPTURE: "take", at.ACT_ADD: "put", at.ACT_TYPE: "type", at.ACT_OWNER: "owner"}


def move_documents(game: Game, moves: Moves, most: int) -> list[dict[str, Any]]:
    """Return the first `most` moves of a list, each with a text of its own.

    Moves that look alike on the board have a list `besides` of their other effects, in words.
    """
    shown, texts = moves[:most], texts_alone(moves)
    found = [_document(game, move, text) for move, text in zip(shown, texts, strict=False)]
    looks = [_look(document) for document in found]
    often = Counter(looks)
    for move, document, look in zip(shown, found, looks, strict=True):
        if often[look] > 1:
            document["besides"] = _effects(game, move)
    return found


def move_document(game: Game, move: Move) -> dict[str, Any]:
    """Return a move: source and target for clicking, and its actions in order."""
    return _document(game, move, own_text(move))


def _document(game: Game, move: Move, text: str) -> dict[str, Any]:
    actions = [found for action in move.actions if (found := _action(game, action))]
    source, target = move.source, move.target
    if source is None and target is None:
        places = [action["to"] for action in actions if "to" in action]
        target = places[0] if places else None
    return {
        "text": text,
        "short": move.short,
        "choice": move.choice,
        "from": source,
        "to": target,
        "takes": list(move.captured),
        "partial": text.startswith("partial "),
        "actions": actions,
    }


def _look(document: dict[str, Any]) -> str:
    return json.dumps([document["partial"], document["choice"], document["actions"]])


def _effects(game: Game, move: Move) -> list[str]:
    from forthgame.why.inspection.effect_names import unseen_effects  # few games need it

    return unseen_effects(game, move)


def places_of(move: dict[str, Any]) -> list[str]:
    """Return the distinct positions that a move involves."""
    named = [move["from"], move["to"]]
    for action in move["actions"]:
        named += [action.get("from"), action.get("to")]
    return list(dict.fromkeys(name for name in named if name))


def listed_action(action: Action) -> bool:
    """Return whether the document of a move contains an action."""
    return action.kind in (*STEPS, *PLACES, extension_registers.ACT_HAND, at.ACT_PASS)


def _action(game: Game, action: Action) -> dict[str, Any] | None:
    kind = action.kind
    if kind in STEPS:
        return {
            "do": STEPS[kind],
            "from": _position(game, action.a),
            "to": _position(game, action.b),
            **_piece(game, action.c),
        }
    if kind in PLACES:
        found: dict[str, Any] = {"do": PLACES[kind], "to": _position(game, action.a)}
        if kind == at.ACT_TYPE:
            found["piece"] = _type(game, action.b)
        elif kind == at.ACT_OWNER:
            found["player"] = _player(game, action.b)
        elif kind == at.ACT_ADD:
            found.update(_piece(game, action.b))
        return found
    if kind == extension_registers.ACT_HAND:
        return {"do": "hand", "number": action.b, **_piece(game, action.a)}
    return {"do": "pass"} if kind == at.ACT_PASS else None


def _position(game: Game, number: int) -> str:
    names = game.declaration.positions
    return names[number] if 0 <= number < len(names) else str(number)


def _piece(game: Game, cell: int) -> dict[str, str]:
    return {"piece": _type(game, cell & at.PIECE_MASK), "player": _player(game, cell)}


def _type(game: Game, number: int) -> str:
    pieces = game.declaration.pieces
    return pieces[number - 1].name if 1 <= number <= len(pieces) else ""


def _player(game: Game, cell: int) -> str:
    found = game.player_by_code(cell)
    return found.name if found else ""
