"""Copies of a state for use in the body of `isolated`."""

from __future__ import annotations

from copy import copy

from forthgame.position.playthrough import Playthrough
from forthgame.position.position_record import Position
from forthgame.rules.checkpoint import MachineState, isolated

__all__ = ["MachineState", "copy_state", "isolated"]


def copy_state(state: Playthrough, fresh: bool = False) -> Playthrough:
    """Return a copy of a state with a position of its own, so that questions leave no trace.

    A fresh copy has no move list, even if the state has one.
    """
    twin = state.copy()
    position = twin.position
    twin.position = Position(position.turn, position.board) if fresh else copy(position)
    return twin
