"""Requests of a page whose user is in the middle of a move."""

from __future__ import annotations

from forthgame.base.errors import ForthgameError
from forthgame.draw.svg_documents import piece_pictures, svg
from forthgame.play.processes import messages
from forthgame.position import position_editing
from forthgame.ui.worker.move_documents import listed_action
from forthgame.ui.worker.worker_state import Message, WorkerState, flip_of, state_of


def half(desk: WorkerState, message: Message) -> Message:
    """Return a drawing of the position after the first actions of a legal move.

    The action is given by its number in the document of the move; what belongs to it follows.
    """
    state = state_of(desk, message)
    move = state.find(messages.as_text(message.get("move")), exact=True)
    last = messages.as_whole(message.get("action"))
    listed = [k for k, action in enumerate(move.actions) if listed_action(action)]
    if not 0 <= last < len(listed):
        raise ForthgameError("the move has no such action")
    count = [*listed, len(move.actions)][last + 1]
    number = list(state.moves()).index(move)
    found = position_editing.after_actions(state, number, count)
    return {"svg": svg(found, flip=flip_of(desk.game, message), styled=False)}


def alike(desk: WorkerState, message: Message) -> Message:
    """Return whether some legal moves lead to the same position."""
    state = state_of(desk, message)
    reached = set()
    for text in messages.as_list(message.get("moves")):
        ahead = state.copy()
        ahead.play(state.find(messages.as_text(text), exact=True))
        reached.add(ahead.to_text())
    return {"alike": len(reached) == 1}


def figures(desk: WorkerState, message: Message) -> Message:
    """Return drawings of single pieces, by player and type with a tab between them."""
    return {"figures": piece_pictures(state_of(desk, message).copy())}
