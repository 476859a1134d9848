"""Copies of a state for use in the body of `kept`."""

from __future__ import annotations

from copy import copy

from forthgame.game.checkpoint import Kept, kept
from forthgame.game.played import Position
from forthgame.game.playthrough import Playthrough

__all__ = ["Kept", "kept", "twin_of"]


def twin_of(state: Playthrough, fresh: bool = False) -> Playthrough:
    """Return a copy of a state with a position of its own, so that questions leave no trace.

    A fresh copy has no move list, even if the state has one.
    """
    twin = state.copy()
    held = twin.position
    twin.position = Position(held.turn, held.board) if fresh else copy(held)
    return twin
