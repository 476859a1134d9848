"""Validate positions that were read or edited, and update their derived storage.

Such a position may contradict data that a script derives from the board and keeps in storage, such
as the positions of kings. The event OnPosition recomputes them. It rejects a position by ABORT",
and `[fen.numbers]` in the game's own file of texts limits the pieces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.errors import ScriptError
from forthgame.game.checkpoint import kept
from forthgame.game.choosing import still_chosen
from forthgame.game.played import Position
from forthgame.game.position import refuse
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.playthrough import AnyPlaythrough, Playthrough

EVENT = "OnPosition"
REGISTER = at.EVENTS + at.CELL * at.EVENT_NAMES.index(EVENT)
ABORTED = -1  # number of the error that ABORT" raises


def validated(state: AnyPlaythrough) -> AnyPlaythrough:
    """Return the state after OnPosition. Raises PositionError for an impossible position.

    The state must be new: it has no history, and its moves have not been generated.
    """
    with state.game.lock:
        refuse(state.game, excess(state))
        position = _after_event(state)
        refuse(state.game, position.trouble)
        state.position = position
    return state


def marked(state: AnyPlaythrough) -> AnyPlaythrough:
    """Return the state after OnPosition, with the reason in `trouble` if it is impossible.

    Editing passes through impossible positions, for example with two kings or none. They are
    rejected when their moves are generated.
    """
    with state.game.lock:
        trouble, position = excess(state), _after_event(state)
        if trouble:
            position = Position(position.turn, position.board)
            position.trouble = trouble
        state.position = position
    return state


def excess(state: Playthrough) -> str:
    """Return an error message for too many or too few pieces of some kind, else an empty text."""
    from forthgame.game.texts.fen import piece_limits
    from forthgame.game.texts.placement import held_pieces

    limits, held = piece_limits(state.game), held_pieces(state)
    return next(filter(None, (n.trouble(state.board.values(), held) for n in limits)), "")


def _after_event(state: Playthrough) -> Position:
    """Return the position with OnPosition's changes to the board; other changes are undone.

    If it stops by ABORT", the position is unchanged with the text as its trouble. Raises
    ScriptError for any other error in the event.
    """
    game, before = state.game, state.position
    if not game.forth.processor.register(REGISTER):
        return before
    found, twin = Position(before.turn, before.board), state.copy()
    twin.position = found
    with kept(game):
        twin.enter()
        try:
            game.run_event(EVENT)
        except ScriptError as error:
            if error.number != ABORTED:
                raise
            found.trouble = error.message
            return found
        board = still_chosen(game, twin.capture(), before).board
    return Position(before.turn, board)
