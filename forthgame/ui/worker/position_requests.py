"""Requests that read a position from a text, carry it to a reloaded script, or change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from forthgame.api.game import Game, State
from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.base.name_quoting import quoted
from forthgame.base.untrusted_json import parse_json
from forthgame.draw.svg_documents import classes, scope, stylesheet, svg
from forthgame.play.model.game_file import GameFileError, parse_game
from forthgame.play.processes import messages
from forthgame.position import position_editing
from forthgame.position.move_texts import text_alone
from forthgame.position.position_text import PositionError, hands, marks, storage_key
from forthgame.position.records.first_positions import first_position
from forthgame.position.records.recorded_game import RecordedGame
from forthgame.ui.worker.worker_state import (
    Message,
    WorkerState,
    flip_of,
    long_text,
    position_document,
    state_of,
)

ZILLIONS = "Zillions Save Game File"  # a record of Zillions begins with it
VALUES = 400  # values of storage, hands and marks sent to the page


def read(desk: WorkerState, message: Message) -> Message:
    text = long_text(message.get("text")).strip()
    if not text:
        raise ForthgameError("there is no text")
    if text.startswith(("[", "{")):
        try:
            game = parse_game(text, "the text")
        except GameFileError:
            if not text.startswith("{"):
                raise
            return _begin(desk.game.position(_json(text)))
        game.replay(desk.game, strict=False)
        return {
            "start": {"seed": game.seed if game.seed is not None else 1},
            "moves": [[player, move] for player, move in game.moves],
        }
    if text.startswith(ZILLIONS):
        return _recorded(desk.game.from_record(text, "zsg"))
    if "|" in text:
        return _begin(desk.game.position(text))
    return _begin(desk.game.position(fen=text))


def _json(text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError as error:
        raise ForthgameError(f"damaged JSON: {error}") from None


def _recorded(record: RecordedGame) -> Message:
    """Return a game of a record: its first position, unless it is the usual one, and its moves."""
    state = record.start()
    start: Message = {"seed": 1}
    if state.to_text() != first_position(state.game).to_text():
        start["position"] = state.to_text()
    moves = []
    for text in record.state()._history(text_alone):
        moves.append([state.player, text])
        state.play(state.find(text, exact=True, after_end=True), after_end=True)
    return {"start": start, "moves": moves}


def _begin(state: State) -> Message:
    return {"start": {"position": state.to_text()}, "moves": []}


def transfer(desk: WorkerState, message: Message) -> Message:
    """Return how much of a game fits the reloaded script.

    That is the whole game, else its last position, else nothing: see
    `position_editing.transferred`. A `mistake` is an error of the script while it runs. Raises
    ForthgameError if the script cannot be loaded.
    """
    line = desk.line
    try:
        state_of(desk, message)
        return {"fits": "game"}
    except ScriptError as error:
        return {"mistake": str(error).splitlines()[0]}
    except ForthgameError as error:
        why = str(error).splitlines()[0]
    text = long_text(message.get("text", ""))
    if text:
        try:
            state = position_editing.taken_over(line.game, text)
            position_editing.forget_moves(state)
            return {"fits": "position", "start": {"position": state.to_text()}, "why": why}
        except ScriptError as error:
            return {"mistake": str(error).splitlines()[0]}
        except ForthgameError as error:
            why = str(error).splitlines()[0]
    return {"fits": "", "why": why}


def edited(desk: WorkerState, message: Message) -> Message:
    """Return the position after a change, and its other editable values."""
    text = long_text(message.get("text", ""))
    if text:
        state = cast("State", position_editing.read(desk.game, text))
    else:
        state = state_of(desk, message).copy()
        position_editing.forget_moves(state)
    if message.get("change") is not None:
        change = messages.as_object(message["change"])
        work = CHANGES.get(str(change.get("do")))
        if work is None:
            raise ForthgameError("there is no such change")
        state = work(state, change)
    flip = flip_of(desk.game, message)
    drawn = state.copy()
    return {
        "position": _document(state),
        "text": state.to_text(),
        "svg": svg(drawn, flip=flip, styled=False),
        "style": stylesheet(drawn),
        "scope": scope(drawn),
        "looks": classes(drawn),
        "setup": _setup(state),
    }


def _document(state: State) -> Message:
    """Return the position for the page, even if the script fails there."""
    try:
        return {**position_document(state.copy()), "moves": [], "trouble": ""}
    except ForthgameError as error:
        return {
            "player": state.player,
            "board": {p: list(held) for p, held in state.board.items()},
            "hands": state.hands,
            "moves": [],
            "count": 0,
            "over": False,
            "ended": "",
            "trouble": str(error),
        }


def _setup(state: State) -> Message:
    game, now = state.game, position_editing.turn_now(state)
    turns = [_turn_label(game, number) for number in range(len(game.declaration.turns))]
    values = list(_values(state))
    return {
        "turns": turns,
        "turn": now["offset"],
        "partial": bool(now["partial"]),
        "values": values[:VALUES],
        "more": max(0, len(values) - VALUES),
    }


def _turn_label(game: Game, number: int) -> str:
    turn = game.declaration.turns[number]
    player, other = (game.player_by_code(code) for code in (turn.player, turn.for_player))
    label = player.name if player else str(turn.player)
    if other is not None and other is not player:
        label += f" with the pieces of {other.name}"
    if turn.of_type:
        types = {kind: name for name, kind in game.declaration.types.items()}
        label += f", only {types.get(turn.of_type, turn.of_type)}"
    return label


def _values(state: State) -> Iterator[Message]:
    """Yield storage, pieces in hand and marks with their values, named as in position texts."""
    game = state.game
    for name, count, values in position_editing.storage(state):
        for k, value in enumerate(values):
            if value or count == 1:
                yield {"key": storage_key(name, count, k), "value": value, "kind": "storage"}
    held = hands(state)
    for _, player, piece in game.declaration.counters():
        value = held.get(player, {}).get(piece, 0)
        yield {"key": f"{quoted(player)}:{quoted(piece)}", "value": value, "kind": "in hand"}
    for key, value in marks(state):
        yield {"key": key, "value": value, "kind": "mark"}


# -- changes --------------------------------------------------------------------------------------


def _put(state: State, change: Message) -> State:
    position = messages.as_text(change.get("position"))
    state = position_editing.remove(state, position) if position in state.board else state
    player, piece = (messages.as_text(change.get(name)) for name in ("player", "piece"))
    return position_editing.put(state, player, piece, position)


def _by_texts(work: Callable[..., State], *names: str) -> Callable[[State, Message], State]:
    return lambda state, change: work(state, *(messages.as_text(change.get(n)) for n in names))


def _value(state: State, change: Message) -> State:
    value: Any = messages.as_whole(change.get("value"))
    try:
        return position_editing.with_value(state, messages.as_text(change.get("key")), value)
    except PositionError as error:  # its column refers to an internal text
        raise ForthgameError(str(error).partition(": ")[2]) from None


def _clear(state: State, change: Message) -> State:
    for position in list(state.board):
        state = position_editing.remove(state, position)
    return state


CHANGES: dict[str, Callable[[State, Message], State]] = {
    "put": _put,
    "remove": _by_texts(position_editing.remove, "position"),
    "owner": _by_texts(position_editing.with_owner, "position", "player"),
    "move": _by_texts(position_editing.with_piece_moved, "from", "to"),
    "turn": lambda state, change: position_editing.on_turn(
        state, messages.as_whole(change.get("number"))
    ),
    "value": _value,
    "clear": _clear,
}
