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
    """Return the score interval of a share (E. B. Wilson, 1927).

    `points` may contain halves and other shares of a game: no distribution on [0, 1] has a larger
    variance than wins and losses alone, so the interval is conservative. Raises ValueError unless 0
    <= points <= games.
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
    """A seat's share of points, its distance from an even share, and the chance of that distance.

    The chance is the two-sided probability of a share so far off if seats were equal.
    """

    share: Interval
    advantage: float
    chance: float


def seat_advantage(points: float, games: int, seats: int) -> SeatAdvantage:
    """Return the advantage of a seat by the score test; a single seat has none."""
    share = wilson(points, games)
    even = 1 / seats
    if games == 0 or seats == 1:
        return SeatAdvantage(share, 0.0, 1.0)
    deviation = (share.value - even) / sqrt(even * (1 - even) / games)
    return SeatAdvantage(share, share.value - even, 2 * survival(abs(deviation)))
