"""Shares and their intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from forthgame.play.statistics.normal import Z95, survival


@dataclass(frozen=True)
class Interval:
    """An estimate and the bounds of its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(points: float, games: float, z: float = Z95) -> Interval:
    """The score interval of a share (E. B. Wilson, 1927).

    `points` may hold halves and other shares of a game: no distribution on [0, 1] spreads more
    than wins and losses alone, so with draws the interval is at least as wide as it has to be.
    Raises ValueError unless 0 <= points <= games.
    """
    if not 0 <= points <= games:
        raise ValueError(f"{points} points of {games} games")
    if games == 0:
        return Interval(0.5, 0.0, 1.0)
    share = points / games
    scale = 1 + z * z / games
    centre = (share + z * z / (2 * games)) / scale
    half = z / scale * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    low = 0.0 if points == 0 else max(0.0, centre - half)
    high = 1.0 if points == games else min(1.0, centre + half)
    return Interval(share, low, high)


@dataclass(frozen=True)
class SeatAdvantage:
    """What a seat brings: its share with interval, how far that is from an even share, and the
    two-sided probability of a share so far off if the seat made no difference."""

    share: Interval
    advantage: float
    chance: float


def seat_advantage(points: float, games: int, seats: int) -> SeatAdvantage:
    """The advantage of a seat in a game of `seats` players, by the score test of a share.

    The only seat of a game has none.
    """
    share = wilson(points, games)
    even = 1 / seats
    if games == 0 or seats == 1:
        return SeatAdvantage(share, 0.0, 1.0)
    deviation = (share.value - even) / sqrt(even * (1 - even) / games)
    return SeatAdvantage(share, share.value - even, 2 * survival(abs(deviation)))
