"""Estimate the share of draws between equals from games of any two.

Davidson's model (R. R. Davidson, J. Am. Stat. Assoc. 65, 1970): wins and losses are in the ratio of
the strengths, draws proportional to their geometric mean, with a factor ν. The expected score is
taken from the ratings and only ν is fitted, so that draws do not change the meaning of Elo.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log, sqrt

from forthgame.play.statistics.interval import Interval, wilson
from forthgame.play.statistics.normal import Z95

LEAST, MOST = -12.0, 12.0  # bounds of log ν
GOLDEN = (sqrt(5) - 1) / 2
STEP = 1e-3


def draw_probability(score: float, factor: float) -> float:
    """Return the probability of a draw, given the expected score and ν."""
    if not 0 < score < 1:
        return 0.0
    middle = factor * (0.5 - score)
    root = (sqrt(middle * middle + 4 * score * (1 - score)) - middle) / (2 * (1 - score))
    return factor * root / (root * root + 1 + factor * root)


def draw_rate(games: Iterable[tuple[float, int, int]]) -> Interval:
    """Return the share of draws between equals, from (expected score, draws, others)."""
    seen = [(min(max(score, 1e-9), 1 - 1e-9), drawn, rest) for score, drawn, rest in games]
    draws = sum(drawn for _, drawn, _ in seen)
    total = draws + sum(rest for _, _, rest in seen)
    if draws in (0, total):
        return wilson(draws, total)

    def likelihood(place: float) -> float:
        factor, found = exp(place), 0.0
        for score, drawn, rest in seen:
            p = min(max(draw_probability(score, factor), 1e-15), 1 - 1e-15)
            found += drawn * log(p) + rest * log(1 - p)
        return found

    low, high = LEAST, MOST
    while high - low > 1e-8:
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        low, high = (low, right) if likelihood(left) > likelihood(right) else (left, high)
    best = (low + high) / 2
    around = [likelihood(best + move) for move in (-STEP, 0.0, STEP)]
    curvature = -(around[0] - 2 * around[1] + around[2]) / STEP**2
    reach = Z95 / sqrt(curvature) if curvature > 0 else MOST
    return Interval(*(_rate(best + move) for move in (0.0, -reach, reach)))


def _rate(place: float) -> float:
    return 1 / (1 + 2 * exp(-min(max(place, LEAST), MOST)))
