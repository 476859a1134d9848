"""The difference in strength of two entrants, in Elo.

Results are counts of equally spaced scores from 0 to 1: three for single games (losses, draws,
wins), five for pairs of games with seats exchanged (0, ½, 1, 1½, 2 points of two). Pairs have less
variance than single games if openings or seats favour a side (M. Van den Bergh, "Normalized Elo",
2020; fastchess prints the same numbers).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from typing import Final

from forthgame.play.statistics.interval import student, student_survival, wilson

UNSEEN: Final = 0.1  # added to each count to estimate normalised Elo
RARER: Final = 0.02  # a smaller addition, for results rarer than that
FEW: Final = {3: 100, 5: 20}  # fewer results than this, by number of counts, are few
PER_T: Final = 800 / log(10)  # normalised Elo of a mean one standard deviation above ½


@dataclass(frozen=True)
class Difference:
    """The strength of the first of two entrants minus that of the second.

    `elo` has the bounds `low` and `high` of its 95 % interval, and `error` is half their distance
    (infinite if a bound is); `normalised` and its error measure the mean in standard deviations of
    a game; `superiority` is the likelihood that the first is stronger. `lopsided` says that the
    bounds are too asymmetric for a ±, because all or nearly all results are equal.
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
    lopsided: bool


def elo_of_score(score: float) -> float:
    """Return the logistic difference at which a score between 0 and 1 is expected."""
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return -400 * log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    return float(1 / (1 + 10 ** (-elo / 400)))


def moments(counts: Sequence[float]) -> tuple[float, float, float]:
    """Return number, mean and variance of counted scores, equally spaced from 0 to 1."""
    total = float(sum(counts))
    if total == 0:
        return 0.0, 0.5, 0.0
    last = len(counts) - 1
    mean = sum(n * k / last for k, n in enumerate(counts)) / total
    variance = sum(n * (k / last - mean) ** 2 for k, n in enumerate(counts)) / total
    return total, mean, variance


def games_in(counts: Sequence[float]) -> int:
    """Return the games in each counted result: 1 for three counts, 2 for five."""
    if len(counts) not in (3, 5):
        raise ValueError("results are three counts (loss, draw, win) or five (pairs of games)")
    return (len(counts) - 1) // 2


def difference(counts: Sequence[int]) -> Difference:
    """Compute the difference from three or five counts (order: see the module)."""
    each = games_in(counts)
    total, mean, variance = moments(counts)
    if total == 0:
        return Difference(0, 0.5, 0.0, -inf, inf, inf, 0.0, inf, 0.5, True)
    games = int(total) * each
    lower, upper = score_bounds(total, mean, variance, each)
    low, high = elo_of_score(lower), elo_of_score(upper)
    if variance == 0:
        normalised = inf if mean > 0.5 else -inf if mean < 0.5 else 0.0
        superiority = 0.5 if mean == 0.5 else _superiority_alike(mean, int(total))
        return Difference(games, mean, elo_of_score(mean), low, high, (high - low) / 2,
                          normalised, inf, superiority, True)  # fmt: skip
    unbiased = sqrt(variance / (total - 1))
    reach = student(int(total) - 1) * unbiased
    t, error_of_t = normalised_mean(counts)
    return Difference(
        games=games,
        score=mean,
        elo=elo_of_score(mean),
        low=low,
        high=high,
        error=(high - low) / 2,
        normalised=t / sqrt(each) * PER_T,
        normalised_error=error_of_t / sqrt(each) * PER_T,
        superiority=1 - student_survival((mean - 0.5) / unbiased, int(total) - 1),
        lopsided=mean - reach <= 0 or mean + reach >= 1,
    )


def score_bounds(total: float, mean: float, variance: float, each: int) -> tuple[float, float]:
    """Return the bounds of the 95 % interval of a score, from results of `each` games.

    This is Wilson's interval with the observed variance in place of that of wins and losses alone:
    all scores m with |m - mean| <= q·√(m(1 - m)·r/n), where r is the observed variance divided by
    mean·(1 - mean) and q is Student's quantile. If all results are equal, r is taken as 1.
    """
    if variance == 0:
        bounds = wilson(min(mean, 1.0) * total * each, total * each)
        return bounds.low, bounds.high
    ratio = variance * total / (total - 1) / (mean * (1 - mean))
    bounds = wilson(mean * total / ratio, total / ratio, student(int(total) - 1))
    return bounds.low, bounds.high


def normalised_mean(counts: Sequence[int]) -> tuple[float, float]:
    """Return the mean above ½ in standard deviations, and half the width of its 95 % interval.

    `UNSEEN` is added to each count: few games do not show the spread of a rare result, and the
    interval would be too narrow. The interval is extended to the one with `RARER` added, and for
    few results to the deviation at the bound of the score (coverage: docs/statistics.md).
    """
    number = sum(counts)
    quantile = student(number - 1)
    t, half = _deviations(counts, UNSEEN, quantile)
    rarer, wider = _deviations(counts, RARER, quantile)
    reach = max(half, abs(rarer) + wider - abs(t))
    if number < FEW[len(counts)]:
        reach = max(reach, _at_the_bound(counts, quantile) - abs(t))
    return t, reach


def _deviations(counts: Sequence[int], unseen: float, quantile: float) -> tuple[float, float]:
    """Return the mean above ½ in standard deviations, and half the width of its interval.

    The variance of t is (1 - t·skew + t²·(kurtosis - 1)/4)/n by the delta method, because the
    standard deviation is estimated too.
    """
    regular = [n + unseen for n in counts]
    total, mean, variance = moments(regular)
    last = len(counts) - 1
    third, fourth = (
        sum(n * (k / last - mean) ** power for k, n in enumerate(regular)) / total
        for power in (3, 4)
    )
    t = (mean - 0.5) / sqrt(variance)
    skew, kurtosis = third / variance**1.5, fourth / variance**2
    spread = max(1 - t * skew + t * t * (kurtosis - 1) / 4, 0.0)
    return t, quantile * sqrt(spread / sum(counts))


def _at_the_bound(counts: Sequence[int], quantile: float) -> float:
    """Return the deviations from ½ of the score's farther bound."""
    _, mean, variance = moments([n + UNSEEN for n in counts])
    better = max(mean, 1 - mean)
    ratio = variance / (mean * (1 - mean))
    number = sum(counts) / ratio
    bound = wilson(better * number, number, quantile).high
    return (bound - 0.5) / sqrt(ratio * bound * (1 - bound)) if bound < 1 else inf


def _superiority_alike(mean: float, total: int) -> float:
    return 1 - 0.5 ** (total + 1) if mean > 0.5 else 0.5 ** (total + 1)
