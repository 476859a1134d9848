"""The difference in strength of two entrants, in Elo.

Results are counts of equally spaced scores from 0 to 1: three for single games (losses, draws,
wins), five for pairs of games with seats exchanged (0, ½, 1, 1½, 2 points of two). Pairs have less
variance than their games where openings or seats favour a side, which is why they are preferred
(M. Van den Bergh, "Normalized Elo", 2020; the same numbers as fastchess prints).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from typing import Final

from forthgame.play.statistics.interval import wilson
from forthgame.play.statistics.normal import Z95, survival

PER_T: Final = 800 / log(10)  # Elo of a mean one standard deviation of a game above ½


@dataclass(frozen=True)
class Difference:
    """How much stronger the first of two entrants is than the second.

    `elo` has the bounds `low` and `high` of its 95 % interval, and `error` is half their distance
    (infinite if a bound is); `normalised` and its error measure the mean in standard deviations of
    a game; `superiority` is the likelihood that the first is the stronger. `from_wilson`
    says that the bounds are those of Wilson's interval, because all results are alike or the
    normal interval leaves what can be scored.
    """

    games: int
    score: float
    elo: float
    low: float
    high: float
    error: float
    normalised: float
    normalised_error: float
    superiority: float
    from_wilson: bool


def elo_of_score(score: float) -> float:
    """The logistic difference at which a score between 0 and 1 is expected."""
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return -400 * log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    """The expected score at a logistic difference."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def moments(counts: Sequence[float]) -> tuple[float, float, float]:
    """Number, mean and variance of counted scores, equally spaced from 0 to 1."""
    total = float(sum(counts))
    if total == 0:
        return 0.0, 0.5, 0.0
    last = len(counts) - 1
    mean = sum(n * k / last for k, n in enumerate(counts)) / total
    variance = sum(n * (k / last - mean) ** 2 for k, n in enumerate(counts)) / total
    return total, mean, variance


def games_in(counts: Sequence[float]) -> int:
    """How many games one counted result stands for: 1 of three counts, 2 of five."""
    if len(counts) not in (3, 5):
        raise ValueError("results are three counts (loss, draw, win) or five (pairs of games)")
    return (len(counts) - 1) // 2


def difference(counts: Sequence[int]) -> Difference:
    """The difference computed from three or five counts; see the module for their order."""
    each = games_in(counts)
    total, mean, variance = moments(counts)
    if total == 0:
        return Difference(0, 0.5, 0.0, -inf, inf, inf, 0.0, inf, 0.5, True)
    games = int(total) * each
    deviation = sqrt(variance / total)
    lower, upper = mean - Z95 * deviation, mean + Z95 * deviation
    from_wilson = variance == 0 or lower <= 0 or upper >= 1
    if from_wilson:
        bounds = wilson(min(mean * games, games), games)
        lower, upper = bounds.low, bounds.high
    low, high = elo_of_score(lower), elo_of_score(upper)
    if variance == 0:
        normalised = inf if mean > 0.5 else -inf if mean < 0.5 else 0.0
        superiority = 0.5 if mean == 0.5 else _superiority_alike(mean, int(total))
        return Difference(games, mean, elo_of_score(mean), low, high, (high - low) / 2,
                          normalised, inf, superiority, True)  # fmt: skip
    per_game = sqrt(each * variance)
    return Difference(
        games=games,
        score=mean,
        elo=elo_of_score(mean),
        low=low,
        high=high,
        error=(high - low) / 2,
        normalised=(mean - 0.5) / per_game * PER_T,
        normalised_error=Z95 * deviation / per_game * PER_T,
        superiority=1 - survival((mean - 0.5) / deviation),
        from_wilson=from_wilson,
    )


def _superiority_alike(mean: float, total: int) -> float:
    """The likelihood of superiority when all results are alike: the posterior of a share of wins
    from a uniform prior, Beta(n + 1, 1), above ½."""
    return 1 - 0.5 ** (total + 1) if mean > 0.5 else 0.5 ** (total + 1)
