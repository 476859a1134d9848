"""Shares and their intervals, with the normal distribution and Student's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import atan, cos, erfc, pi, sin, sqrt
from typing import Final

Z95: Final = 1.959963984540054  # the quantile 0.975
EXACT: Final = 30  # degrees of freedom up to which no series is used
MANY: Final = 2000  # degrees of freedom beyond which the normal one is used


def survival(deviation: float) -> float:
    """Return the probability of more than `deviation` standard deviations above the mean."""
    return erfc(deviation / sqrt(2)) / 2


def student_survival(deviation: float, freedom: int) -> float:
    """Return the probability of more than `deviation` in Student's distribution."""
    if freedom > MANY:
        return survival(deviation)
    beyond = max((1 - _within(abs(deviation), freedom)) / 2, 0.0)  # a sum may round to more than 1
    return beyond if deviation > 0 else 1 - beyond


@cache
def student(freedom: int) -> float:
    """Return the quantile 0.975 of Student's distribution.

    It is found by bisection of the distribution function (Abramowitz and Stegun, 26.7.3 and
    26.7.4), or for more than `EXACT` degrees of freedom by the expansion of Cornish and Fisher
    (26.7.5).
    """
    if freedom < 1:
        raise ValueError("at least two results are needed")
    if freedom > EXACT:
        z, n = Z95, freedom
        return (
            z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
            + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
        )  # fmt: skip
    low, high = Z95, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
    return low


def _within(deviation: float, freedom: int) -> float:
    angle = atan(deviation / sqrt(freedom))
    square = cos(angle) ** 2
    if freedom % 2 == 0:
        term = total = 1.0
        for k in range(2, freedom - 1, 2):
            term *= square * (k - 1) / k
            total += term
        return sin(angle) * total
    term = total = cos(angle) if freedom > 1 else 0.0
    for k in range(3, freedom - 1, 2):
        term *= square * (k - 1) / k
        total += term
    return 2 / pi * (angle + sin(angle) * total)


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
