"""The same position once more, for what is asked inside `kept`."""

from __future__ import annotations

from copy import copy

from forthgame.game.aside import Kept, kept
from forthgame.game.played import Position
from forthgame.game.playthrough import Playthrough

__all__ = ["Kept", "kept", "twin_of"]


def twin_of(state: Playthrough, fresh: bool = False) -> Playthrough:
    """The same position in a state of its own, so that what is asked inside `kept` is nobody's.

    A fresh one has no moves yet, also where the state has them.
    """
    twin = state.copy()
    held = twin.position
    twin.position = Position(held.turn, held.board) if fresh else copy(held)
    return twin
