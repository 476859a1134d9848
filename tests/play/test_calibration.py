"""Intervals and tests against simulated tournaments: the table in docs/statistics.md.

`python tests/play/test_calibration.py` prints it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import lgamma, sqrt
from typing import Any

import pytest

from forthgame.play.statistics.elo import PER_T, difference, score_of_elo
from forthgame.play.statistics.ranking import Choice, rank
from forthgame.play.statistics.sprt import Sprt

np = pytest.importorskip("numpy")

STRENGTHS = (0, 100, 200, 300, 400)
DRAWS = (0.0, 0.5)
SIZES = (20, 50, 200, 1000)  # pairs
SAMPLES = 4000
BOUNDS = ((0, 80), (-50, 50), (100, 150))
# pairs, and single games, few enough to enumerate every result
FEW = ((5, 5), (5, 10), (5, 20), (5, 30), (3, 10), (3, 30), (3, 100))
FAR = (*STRENGTHS, 500)
MANY_DRAWS = (0.0, 0.25, 0.5, 0.8)
FIELDS = {
    "3 entrants, 0 apart, 12 games": ([0, 0, 0], 4, 0.0),
    "3 entrants, 0 apart, 120 games, half draws": ([0, 0, 0], 40, 0.5),
    "3 entrants, 300 apart, 12 games": ([-300, 0, 300], 4, 0.0),
    "3 entrants, 300 apart, 12 games, half draws": ([-300, 0, 300], 4, 0.5),
    "5 entrants, 100 to 200 apart, 40 games": ([-300, -100, 0, 100, 300], 4, 0.3),
}


def shares(score: float, draws: float) -> Any:
    """Return probabilities of a loss, a draw and a win; fewer draws if the score leaves no more."""
    drawn = min(draws, 1.99 * min(score, 1 - score))
    return np.array([1 - score - drawn / 2, drawn, score - drawn / 2])


def coverage_of_differences(elo: float, draws: float, size: int) -> tuple[float, float]:
    """Shares of the intervals of Elo and of normalised Elo that hold the truth."""
    single = shares(score_of_elo(elo), draws)
    pairs = np.convolve(single, single)
    mean = score_of_elo(elo)
    deviation = sqrt(single @ (np.array([0, 0.5, 1]) - mean) ** 2)
    truth = (mean - 0.5) / deviation * PER_T
    generator = np.random.default_rng(int(1000 * draws) + int(elo) + size)
    inside = normal = 0
    for counts in generator.multinomial(size, pairs, SAMPLES).tolist():
        found = difference(counts)
        inside += found.low - 1e-6 <= elo <= found.high + 1e-6
        normal += abs(found.normalised - truth) <= found.normalised_error + 1e-6
    return inside / SAMPLES, normal / SAMPLES


def every_result(size: int, kinds: int = 5) -> Iterator[tuple[int, ...]]:
    """All counts of so many kinds of results that are `size` together."""
    if kinds == 1:
        yield (size,)
        return
    for first in range(size + 1):
        for rest in every_result(size - first, kinds - 1):
            yield (first, *rest)


def exact_coverage(kinds: int, size: int) -> tuple[Any, Any]:
    """Probabilities that the intervals of Elo and of normalised Elo hold the truth, for each
    strength and share of draws, of so many pairs (5 kinds of results) or games (3)."""
    results = list(every_result(size, kinds))
    found = [difference(counts) for counts in results]
    bounds = np.array([(f.low, f.high) for f in found]).T
    normalised = np.array([f.normalised for f in found])
    error = np.array([f.normalised_error for f in found])
    counts = np.array(results)
    ways = lgamma(size + 1) - np.vectorize(lgamma)(counts + 1).sum(1)
    plain, normal = [], []
    for elo in FAR:
        for draws in MANY_DRAWS:
            single = shares(score_of_elo(elo), draws)
            chances = np.convolve(single, single) if kinds == 5 else single
            mean = score_of_elo(elo)
            deviation = sqrt(single @ (np.array([0, 0.5, 1]) - mean) ** 2)
            truth = (mean - 0.5) / deviation * PER_T
            logs = np.log(np.maximum(chances, 1e-300))
            chance = np.exp(ways + counts @ logs)
            inside = (bounds[0] - 1e-6 <= elo) & (elo <= bounds[1] + 1e-6)
            with np.errstate(invalid="ignore"):
                near = (abs(normalised - truth) <= error + 1e-6) | np.isinf(error)
            plain.append(float(chance[inside].sum()))
            normal.append(float(chance[near].sum()))
    return np.array(plain), np.array(normal)


def coverage_of_ratings(elo: list[int], games: int, draws: float, samples: int = 400) -> float:
    """The share of intervals of ratings that hold the truth, in round robins."""
    generator = np.random.default_rng(1)
    inside = 0
    for _ in range(samples):
        choices = []
        for a in range(len(elo)):
            for b in range(a + 1, len(elo)):
                single = shares(score_of_elo(elo[a] - elo[b]), draws)
                lost, drawn, won = generator.multinomial(games, single).tolist()
                choices += [Choice((a,), (a, b))] * won + [Choice((b,), (b, a))] * lost
                choices += [Choice((a, b), (a, b))] * drawn
        found = rank(Counter(choices), len(elo)).ratings
        inside += sum(
            abs(rating.elo - truth) <= rating.error
            for rating, truth in zip(found, elo, strict=True)
        )
    return inside / samples / len(elo)


def errors_of_a_test(
    low: float, high: float, model: str, pairs: bool, tests: int = 100
) -> tuple[float, float, int]:
    """Shares of wrong verdicts under both hypotheses, and the most results a test has taken."""
    generator = np.random.default_rng(3)
    test = Sprt(low, high, 0.1, 0.1, model)
    wrong, longest = [], 0
    for elo, verdict in ((low, "H1"), (high, "H0")):
        score = score_of_elo(elo) if model == "logistic" else _score_of_normalised(elo)
        single = shares(score, 0.5)
        results = np.convolve(single, single) if pairs else single
        mistakes = 0
        for _ in range(tests):
            counts = np.zeros(len(results), int)
            accepted = None
            while accepted is None:
                counts += generator.multinomial(4, results)
                accepted = test.state(tuple(counts.tolist())).accepted
            mistakes += accepted == verdict
            longest = max(longest, int(counts.sum()))
        wrong.append(mistakes / tests)
    return wrong[0], wrong[1], longest


def _score_of_normalised(elo: float) -> float:
    def off(score: float) -> float:
        single = shares(score, 0.5)
        deviation = sqrt(single @ (np.array([0, 0.5, 1]) - score) ** 2)
        return float((score - 0.5) / deviation - elo / PER_T)

    optimize = pytest.importorskip("scipy.optimize")
    return float(optimize.brentq(off, 0.01, 0.99))


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("elo", STRENGTHS)
def test_intervals_hold_the_truth(elo: int, draws: float, size: int) -> None:
    """The share is 93 to 97 %; few pairs that are nearly all won have few possible intervals, and
    some more of those of normalised Elo contain it.
    """
    plain, normal = coverage_of_differences(elo, draws, size)
    few_losses = 2 * size * (1 - score_of_elo(elo)) < 10
    assert 0.93 <= plain <= (0.995 if few_losses else 0.97)
    assert 0.93 <= normal <= (0.97 if size > 100 else 0.99)


@pytest.mark.slow
@pytest.mark.parametrize(("kinds", "size"), FEW)
def test_intervals_of_few_pairs_hold_the_truth(kinds: int, size: int) -> None:
    """The numbers are exact. With so few pairs there are few different intervals, and no
    choice of them contains the truth in 95 % everywhere: they are rather too wide.
    """
    plain, normal = exact_coverage(kinds, size)
    assert plain.min() >= 0.93
    assert normal.min() >= 0.93
    assert np.mean(plain) >= 0.945


@pytest.mark.slow
@pytest.mark.parametrize("field", list(FIELDS))
def test_intervals_of_ratings_hold_the_truth(field: str) -> None:
    """The share is about 95 %; more with few games, when a rating can only be one of a few."""
    assert 0.93 <= coverage_of_ratings(*FIELDS[field]) <= 0.995


@pytest.mark.slow
@pytest.mark.parametrize("model", ["normalized", "logistic"])
@pytest.mark.parametrize("bounds", BOUNDS)
def test_errors_are_within_what_was_requested(bounds: tuple[int, int], model: str) -> None:
    """A test ends, and errs at most one time in ten, within the random error of 200 tests."""
    for wrong in errors_of_a_test(*bounds, model, pairs=True)[:2]:
        assert wrong <= 0.1 + 3 * sqrt(0.09 / 100)


def main() -> None:
    """Print the tables of docs/statistics.md."""
    for which, name in enumerate(("Elo", "normalised Elo")):
        print(f"| {name}, draws | " + " | ".join(f"{size} pairs" for size in (5, *SIZES)) + " |")
        print("|---|" + "---:|" * (len(SIZES) + 1))
        for elo in STRENGTHS:
            for draws in DRAWS:
                row = [coverage_of_differences(elo, draws, size)[which] for size in (5, *SIZES)]
                cells = " | ".join(f"{100 * each:.1f}" for each in row)
                print(f"| {elo}, {100 * draws:.0f} % | {cells} |")
        print()
    for kinds, size in FEW:
        cells = " | ".join(
            f"{100 * each.min():.1f} … {100 * each.max():.1f}"
            for each in exact_coverage(kinds, size)
        )
        print(f"| {size} {'pairs' if kinds == 5 else 'games'} | {cells} |")
    print()
    for field, setting in FIELDS.items():
        print(f"| {field} | {100 * coverage_of_ratings(*setting):.1f} |")
    print()
    for low, high in BOUNDS:
        for model in ("normalized", "logistic"):
            first, second, longest = errors_of_a_test(low, high, model, pairs=True)
            print(f"| {low} … {high}, {model} | {100 * first:.0f} | {100 * second:.0f} | "
                  f"{longest} |")  # fmt: skip


if __name__ == "__main__":
    main()
