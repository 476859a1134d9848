"""Position editor of a table's process; each change returns a position as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from forthgame.api.game import Game
from forthgame.api.state import State
from forthgame.base.errors import ForthgameError
from forthgame.base.name_quoting import quoted
from forthgame.draw import classes, scope, stylesheet, svg
from forthgame.play.processes import messages
from forthgame.position import position_editing
from forthgame.position.position_text import PositionError, hands, marks, storage_key
from forthgame.ui.worker.position_data import flip_of, position_document
from forthgame.ui.worker.worker_state import Message, WorkerState, long_text, start_of, texts_of

VALUES = 400  # values of storage, hands and marks sent to the page


def edited(desk: WorkerState, message: Message) -> Message:
    """Return the position after a change, and its other editable values."""
    text = long_text(message.get("text", ""))
    if text:
        state = cast("State", position_editing.read(desk.game, text))
    else:
        state = desk.line.at(start_of(message), texts_of(message)).copy()
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
        found = position_document(state.copy())
        return {**found, "moves": [], "trouble": ""}
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
