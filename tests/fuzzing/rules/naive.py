"""References for shortcuts: every move of every list is played, one after the other."""

from __future__ import annotations

from typing import Any

import forthgame

MOST = 400  # leaves that are counted so
WON = 2_129_999_000  # value of a win, less the deeper it lies
LARGEST = 2_000_000_000  # of the value of OnEvaluate
ENDLESS = -60  # depth at which partial moves take no end
PARTIAL = 5  # cell of the turn: whether a partial move is going on
SIGNS = {"win": 1, "draw": 0, "loss": -1}


class Unknown(Exception):
    """A value that the rules leave to the engine."""


def leaves(state: forthgame.State, depth: int) -> int:
    """The leaves below a position. Raises Unknown if they are too many."""
    if state.outcome is not None:
        return 0
    moves = state.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for number in range(len(moves)):
        after = state.copy()
        after.play(number)
        total += leaves(after, depth - 1)
        if total > MOST:
            raise Unknown
    return total


def value(state: forthgame.State, depth: int) -> int:
    """Return the minimax value for the player to move, of two. Raises Unknown."""
    outcome = state.outcome
    if outcome is not None:
        return SIGNS[outcome] * (WON + depth)
    if not state.moves() or depth < ENDLESS:
        raise Unknown
    if depth <= 0 and not state.turn_cell(PARTIAL):
        return _evaluated(state)
    best: int | None = None
    for number in range(state.count):
        after = state.copy()
        after.play(number)
        found = value(after, depth - 1)
        if after.player != state.player:
            found = -found
        best = found if best is None else max(best, found)
    assert best is not None
    return best


def score(state: forthgame.State, depth: int) -> int:
    """Return the score of a search to a depth: wins count from the position searched."""
    found = value(state.copy(), depth)
    if abs(found) > LARGEST:
        return found + (1 if found > 0 else -1) * (1000 - depth)
    return found


def _evaluated(state: Any) -> int:
    state.enter()
    found: int = state.game.run_event("OnEvaluate")
    return max(-LARGEST, min(LARGEST, found))
