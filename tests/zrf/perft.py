"""Counting turns: a chain of partial moves is one ply."""

from __future__ import annotations

from forthgame.api.game import State


def turns(state: State, depth: int) -> int:
    """Return the number of sequences of whole turns."""
    if depth == 0:
        return 1
    if state.is_over:
        return 0
    count, player = 0, state.player
    for move in state.moves():
        after = state.copy()
        after.play(move)
        on = str(move).startswith("partial") and after.player == player and not after.is_over
        count += turns(after, depth if on else depth - 1)
    return count
