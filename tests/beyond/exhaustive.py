"""Plain searches over State.moves and State.play: no window, no table, no order of moves.

They are independent of the engine's searches. Positions are evaluated as by OnEvaluate of
`exact_games.py`, and scores of finished games are computed as docs/search.md and
docs/beyond/endings.md describe.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from forthgame.api.game import State

WON, SCORED = 2_129_999_000, 2_000_000_000  # and the plies left; SCORED and 100 for each point
MARK = re.compile(r"\btrail@(\w+)=(\d+)")
Scores = dict[str, int]


def played(state: State, move: object) -> State:
    """Return the position after a move."""
    after = state.copy()
    after.play(str(move))
    return after


def competitors(state: State) -> list[str]:
    """Return the players that have an interest in the result."""
    return [p.name for p in state.game.declaration.players if not (p.chance or p.neutral)]


def chance(state: State) -> bool:
    """Return whether the player to move is a random one."""
    return state.player not in competitors(state)


def weights(state: State) -> list[int]:
    """Return the weight with which each move is drawn."""
    return [int(move.choice[1:] or 1) if move.choice else 1 for move in state.moves()]


def opinion(state: State, player: str, plus: Callable[[State, str], int]) -> int:
    """Evaluate a position for a player as OnEvaluate does."""
    names = state.game.positions
    marks = {name: int(value) for name, value in MARK.findall(state.to_text())}
    places = [name for name, (owner, _) in state.board.items() if owner == player]
    return sum(names.index(n) * 7 % 5 + 1 + marks.get(n, 0) for n in places) + plus(state, player)


def in_hand(state: State, player: str) -> int:
    """Three for each man in hand."""
    return 3 * state.hands.get(player, {}).get("man", 0)


def clock(state: State, player: str) -> int:
    """The clock, by three."""
    found = re.search(r"\bclock=(\d+)", state.to_text())
    return int(found[1]) % 3 if found else 0


def nothing(state: State, player: str) -> int:
    """No more."""
    return 0


class Exhaustive:
    """Compute values of positions, to a depth, for the searching player."""

    def __init__(self, searcher: str, plus: Callable[[State, str], int] = nothing) -> None:
        self.searcher, self.plus = searcher, plus

    def ended(self, state: State, player: str, depth: int) -> int:
        """Return the score of a finished game for a player."""
        outcome = state.outcomes()[player]
        if outcome == "draw":
            return 0
        sign = 1 if outcome == "win" else -1
        points = state.result or {}
        if any(value not in (0.0, 0.5, 1.0) for value in points.values()) or (
            state.ending == "long"
        ):
            others = [value for name, value in points.items() if name != player]
            margin = max(1, int(sign * (points[player] - max(others))))
            return sign * (SCORED + 100 * margin + max(0, min(depth, 99)))
        return sign * (WON + depth)

    def leaf(self, state: State, depth: int) -> bool:
        """Return whether the position is evaluated statically: not in the middle of a turn."""
        return not state.moves() or (depth <= 0 and not state.turn_cell(5))

    def all_scores(self, state: State, depth: int) -> Scores:
        """Max-n: a score for each."""
        names = competitors(state)
        if state.outcome:
            return {name: self.ended(state, name, depth) for name in names}
        if self.leaf(state, depth):
            return {name: opinion(state, name, self.plus) for name in names}
        found = [self.all_scores(played(state, m), depth - 1) for m in state.moves()]
        if chance(state):
            shares = weights(state)
            return {n: mean([f[n] for f in found], shares) for n in names}
        return max(found, key=lambda scores: scores[state.player])

    def value(self, state: State, depth: int) -> int:
        """Return the paranoid value: the score for the searcher if all others play against them."""
        if state.outcome:
            return self.ended(state, self.searcher, depth)
        if self.leaf(state, depth):
            return self.judged(state)
        found = [self.value(played(state, m), depth - 1) for m in state.moves()]
        if chance(state):
            return mean(found, weights(state))
        return max(found) if state.player == self.searcher else min(found)

    def judged(self, state: State) -> int:
        """Evaluate a leaf: for two sides from the mover's view, else from the searcher's."""
        if len(competitors(state)) > 2 or chance(state):
            return opinion(state, self.searcher, self.plus)
        score = opinion(state, state.player, self.plus)
        return score if state.player == self.searcher else -score


def mean(values: list[int], shares: list[int]) -> int:
    """The weighted mean, rounded down."""
    return sum(v * s for v, s in zip(values, shares, strict=True)) // sum(shares)
