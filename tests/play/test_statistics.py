"""Statistics against published numbers, scipy, and simulated tournaments."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from math import inf, isinf, log, sqrt
from typing import Any

import pytest

from forthgame.play.results.text_report import number
from forthgame.play.statistics.elo import PER_T, difference, elo_of_score, score_of_elo
from forthgame.play.statistics.interval import seat_advantage, student, student_survival, wilson
from forthgame.play.statistics.ranking import Choice, Rating, choices_of_groups, rank
from forthgame.play.statistics.sprt import Sprt, most_likely_mean, most_likely_t
from forthgame.play.statistics.summary import Evaluations, NumberSummary, histogram

np = pytest.importorskip("numpy")


def scipy(part: str) -> Any:
    """Import a part of scipy, when a test needs it: that takes a second of processor time."""
    return pytest.importorskip(f"scipy.{part}")


def plackett_luce(choices: Iterable[Choice], entrants: int, prior: float = 1.0) -> list[Rating]:
    """The rating of each entrant, from choices that were made once each, or as often as counted."""
    return rank(Counter(choices), entrants, prior=prior).ratings


MODELS = ("normalized", "logistic")
PUBLISHED = (379, 10170, 21828, 10640, 343)


def test_the_published_pairs() -> None:
    """For 43360 pairs normalised Elo and likelihood ratio have been published."""
    found = difference(PUBLISHED)
    assert found.games == 86720
    assert f"{found.normalised:.2f} ± {found.normalised_error:.2f}" == "3.05 ± 2.31"
    state = Sprt(0, 2).state(PUBLISHED)
    assert f"{state.llr:.3f}" == "2.946"
    assert state.accepted == "H1"
    assert Sprt(0, 2).state(PUBLISHED[::-1]).accepted == "H0"


@pytest.mark.parametrize(("wins", "games"), [(0, 7), (3, 7), (87, 100), (100, 100), (1, 1000)])
def test_wilson_is_scipy_s(wins: int, games: int) -> None:
    """The score interval of scipy's binomial test agrees in all digits."""
    expected = scipy("stats").binomtest(wins, games).proportion_ci(method="wilson")
    found = wilson(wins, games)
    assert found.low == pytest.approx(expected.low, abs=1e-12)
    assert found.high == pytest.approx(expected.high, abs=1e-12)
    assert found.value == wins / games


def test_wilson_of_nothing_and_of_nonsense() -> None:
    """No games carry no information; more points than games are refused."""
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)
    with pytest.raises(ValueError, match="5 points of 4 games"):
        wilson(5, 4)


def test_coverage_of_the_interval_of_a_score() -> None:
    """At least about 95 % of intervals contain the truth, draws or not."""
    generator = np.random.default_rng(1)
    for win, draw in ((0.5, 0.0), (0.87, 0.0), (0.3, 0.5), (0.05, 0.1)):
        truth = win + draw / 2
        counts = generator.multinomial(120, [win, draw, 1 - win - draw], 4000)
        inside = 0
        for wins, draws, _ in counts.tolist():
            interval = wilson(wins + draws / 2, 120)
            inside += interval.low <= truth <= interval.high
        assert inside / 4000 >= 0.94
        if draw == 0:
            assert inside / 4000 <= 0.97


@pytest.mark.parametrize("pairs", [False, True])
def test_coverage_of_the_elo_interval(pairs: bool) -> None:
    """About 95 % of the intervals contain the true difference, for games and for pairs of games."""
    generator = np.random.default_rng(2)
    shares = [0.05, 0.2, 0.35, 0.25, 0.15] if pairs else [0.2, 0.5, 0.3]
    last = len(shares) - 1
    truth = elo_of_score(sum(k / last * share for k, share in enumerate(shares)))
    inside = 0
    for counts in generator.multinomial(400, shares, 3000).tolist():
        found = difference(counts)
        inside += found.low <= truth <= found.high
    assert 0.94 <= inside / 3000 <= 0.96


def test_the_difference_is_numpy_s() -> None:
    """Mean, error and superiority are computed from the results one by one."""
    counts = (31, 40, 57)
    sample = np.repeat([0, 0.5, 1], counts)
    found = difference(counts)
    mean, n = sample.mean(), len(sample)
    assert found.score == pytest.approx(mean, abs=1e-12)
    factor = scipy("stats").t.ppf(0.975, n - 1) ** 2 * sample.var(ddof=1) / (mean * (1 - mean)) / n

    def outside(m: float) -> float:  # by the definition, and not the formula solved for m
        return float((m - mean) ** 2 - factor * m * (1 - m))

    brentq = scipy("optimize").brentq
    bounds = brentq(outside, 1e-9, mean), brentq(outside, mean, 1 - 1e-9)
    assert found.low == pytest.approx(elo_of_score(bounds[0]), abs=1e-6)
    assert found.high == pytest.approx(elo_of_score(bounds[1]), abs=1e-6)
    t = (sample.mean() - 0.5) / (sample.std(ddof=1) / sqrt(len(sample)))
    assert found.superiority == pytest.approx(scipy("stats").t.cdf(t, len(sample) - 1), abs=1e-9)
    weights = np.array(counts) + 0.1
    mean = np.average([0, 0.5, 1], weights=weights)
    spread = sqrt(np.average((np.array([0, 0.5, 1]) - mean) ** 2, weights=weights))
    assert found.normalised == pytest.approx((mean - 0.5) / spread * 800 / log(10), abs=1e-9)
    assert score_of_elo(elo_of_score(0.7)) == pytest.approx(0.7)


def test_student_s_distribution_is_scipy_s() -> None:
    """The tails agree, for few results and for many."""
    for freedom in (1, 2, 3, 4, 9, 30, 31, 2000, 2001, 10**6):
        for deviation in (-3.0, -1.0, 0.0, 0.3, 2.0, 4.0):
            wanted = scipy("stats").t.sf(deviation, freedom)
            assert student_survival(deviation, freedom) == pytest.approx(wanted, abs=1e-4)
            if freedom <= 2000:
                assert student_survival(deviation, freedom) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("freedom", [16, 18, 759, 999])
def test_the_likelihood_far_away_is_within_0_and_1(freedom: int) -> None:
    """Sums of many terms round to a little more than 1."""
    for deviation in (10, 40, 100):
        assert 0 <= student_survival(deviation, freedom) < 1e-6
        assert 1 - 1e-6 < student_survival(-deviation, freedom) <= 1


def test_two_pairs_decide_nothing() -> None:
    """Three and a half points of four are not conclusive."""
    assert 0.85 < difference((0, 0, 0, 1, 1)).superiority < 0.95


def test_student_s_quantile_is_scipy_s() -> None:
    """This holds for any number of results."""
    for freedom in (1, 2, 3, 4, 9, 29, 30, 31, 50, 1000, 10**6):
        assert student(freedom) == pytest.approx(scipy("stats").t.ppf(0.975, freedom), abs=1e-6)


@pytest.mark.parametrize("elo", [0, 100, 200, 400])
def test_coverage_of_the_normalised_difference(elo: int) -> None:
    """This also holds far from an even score, with a relevant error of the deviation."""
    generator = np.random.default_rng(4)
    score = score_of_elo(elo)
    draws = min(0.3, 1.8 * (1 - score))
    shares = np.array([1 - score - draws / 2, draws, score - draws / 2])
    deviation = sqrt(score - draws / 4 - score * score)
    truth = (score - 0.5) / deviation * PER_T
    inside = 0
    for counts in generator.multinomial(400, np.convolve(shares, shares), 1500).tolist():
        found = difference(counts)
        inside += abs(found.normalised - truth) <= found.normalised_error
    assert 0.93 <= inside / 1500 <= 0.97


@pytest.mark.parametrize("draws", [0.0, 0.5])
def test_coverage_of_few_pairs(draws: float) -> None:
    """With five pairs at least 93 % of the intervals contain the truth."""
    generator = np.random.default_rng(5)
    shares = np.array([0.5 - draws / 2, draws, 0.5 - draws / 2])
    inside = 0
    for counts in generator.multinomial(5, np.convolve(shares, shares), 2000).tolist():
        found = difference(counts)
        inside += found.low <= 0 <= found.high
    assert inside / 2000 >= 0.93


def test_nothing_is_shown_as_minus_zero() -> None:
    """A value that rounds to 0 is shown as +0.0."""
    assert number(-0.01) == number(0.01) == "+0.0"
    assert number(-0.2, 0) == "+0"


def test_all_results_alike() -> None:
    """With all wins the difference is infinite, its lower bound Wilson's and finite."""
    won = difference((0, 0, 20))
    assert won.elo == inf
    assert won.high == inf
    assert won.low == pytest.approx(elo_of_score(wilson(20, 20).low))
    assert 0.999 < won.superiority < 1
    lost = difference((20, 0, 0))
    assert lost.elo == -inf
    assert lost.high == pytest.approx(-won.low)
    drawn = difference((0, 20, 0))
    assert (drawn.elo, drawn.superiority) == (0, 0.5)
    assert drawn.low == -drawn.high < 0
    assert isinf(difference((0, 0, 0)).error)
    nearly = difference((1, 0, 99))
    assert nearly.lopsided
    assert nearly.low < nearly.elo < nearly.high < inf
    assert not difference((40, 0, 60)).lopsided


def brute_llr(counts: tuple[int, ...], elo0: float, elo1: float) -> float:
    """Return the likelihood ratio with both distributions found by a general optimiser."""
    last = len(counts) - 1
    scores = np.arange(last + 1) / last
    weights = np.array(counts) / sum(counts)

    def likely(elo: float) -> float:
        t = elo / PER_T * sqrt(last / 2)

        def condition(p: np.ndarray) -> float:
            mean = p @ scores
            return float(mean - 0.5 - t * np.sqrt(p @ (scores - mean) ** 2))

        result = scipy("optimize").minimize(
            lambda p: -weights @ np.log(p), weights, bounds=[(1e-9, 1)] * (last + 1),
            constraints=[{"type": "eq", "fun": condition},
                         {"type": "eq", "fun": lambda p: p.sum() - 1}],
            tol=1e-14, options={"maxiter": 2000},
        )  # fmt: skip
        return -float(result.fun)

    return sum(counts) * (likely(elo1) - likely(elo0))


@pytest.mark.parametrize("counts", [(45, 20, 55), (20, 10, 70), (5, 20, 60, 70, 40), PUBLISHED])
def test_the_likelihood_ratio(counts: tuple[int, ...]) -> None:
    """Both ways to compute it agree with an optimiser that has only the definition."""
    expected = brute_llr(counts, 0, 30)
    assert Sprt(0, 30).llr(counts) == pytest.approx(expected, rel=0.015)
    if abs(difference(counts).score - 0.5) > 0.1:
        assert Sprt(0, 30).llr(counts) == pytest.approx(expected, rel=1e-4)


def test_most_likely_distributions_satisfy_their_conditions() -> None:
    """The mean, or the mean in standard deviations, is the given one; they sum to 1."""
    seen = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.3), (0.75, 0.3), (1.0, 0.1)]
    found = most_likely_mean(seen, 0.45)
    assert sum(p for _, p in found) == pytest.approx(1)
    assert sum(a * p for a, p in found) == pytest.approx(0.45)
    found = most_likely_t(seen, 0.5, 0.3)
    mean = sum(a * p for a, p in found)
    assert sum(p for _, p in found) == pytest.approx(1)
    assert (mean - 0.5) / sqrt(sum(p * (a - mean) ** 2 for a, p in found)) == pytest.approx(0.3)


def test_the_likelihood_ratio_of_anything() -> None:
    """Sparse and lopsided counts, and hypotheses far away, have a finite ratio."""
    generator = random.Random(6)
    for _ in range(50):
        counts = [generator.choice((0, 0, 1, 7, 300)) for _ in range(generator.choice((3, 5)))]
        low = generator.uniform(-500, 400)
        test = Sprt(low, generator.uniform(low + 1, 500), model=generator.choice(MODELS))
        assert abs(test.llr(counts)) < 1e5
        assert test.llr(counts) == pytest.approx(
            -Sprt(-test.elo1, -test.elo0, model=test.model).llr(counts[::-1]), abs=1e-5, rel=1e-5
        )


def test_all_wins_end_a_test() -> None:
    """The test also continues and ends if there is no variance."""
    assert Sprt(0, 50).state((0, 0, 40)).accepted == "H1"
    assert Sprt(0, 50).state((40, 0, 0)).accepted == "H0"
    assert Sprt(0, 50, model="logistic").state((0, 0, 0, 0, 40)).accepted == "H1"
    assert Sprt(0, 50).state((0, 0, 0)).accepted is None
    assert Sprt(0, 50).state((0, 40, 0)).llr < 0


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("pairs", [False, True])
@pytest.mark.sampled(3)
def test_error_rates_of_the_test(model: str, pairs: bool) -> None:
    """Under H0 at most alpha accept H1, under H1 at most beta accept H0 (100 tests each)."""
    generator = np.random.default_rng(3)
    test = Sprt(0, 80, 0.1, 0.1, model)
    for elo, wrong in ((0.0, "H1"), (80.0, "H0")):
        if model == "logistic":
            mean = score_of_elo(elo)
        else:  # a draw has the share ½: find the mean with the right deviation
            mean = scipy("optimize").brentq(
                lambda m, e=elo: (m - 0.5) / sqrt(m - 0.125 - m * m) - e / PER_T, 0.5, 0.7
            )
        shares = np.array([0.75 - mean, 0.5, mean - 0.25])
        if pairs:
            shares = np.convolve(shares, shares)
        mistakes = 0
        for _ in range(100):
            counts = np.zeros(len(shares), int)
            accepted = None
            while accepted is None:
                counts += generator.multinomial(4, shares)
                accepted = test.state(tuple(counts.tolist())).accepted
            mistakes += accepted == wrong
        assert scipy("stats").binomtest(mistakes, 100, 0.1, "greater").pvalue > 0.01


def test_bounds_are_wald_s() -> None:
    lower, upper = Sprt(0, 5, alpha=0.05, beta=0.1).bounds
    assert lower == pytest.approx(log(0.1 / 0.95))
    assert upper == pytest.approx(log(0.9 / 0.05))


def test_options_of_the_test() -> None:
    """Valid texts of options are read, and errors in others are reported."""
    assert Sprt.parse("elo0=0 elo1=5 alpha=0.1 beta=0.05") == Sprt(0, 5, 0.1, 0.05)
    assert Sprt.parse("elo0=-3, elo1=1 model=logistic").model == "logistic"
    for text, what in (
        ("elo0=0", "elo1 must be given"), ("elo0=5 elo1=0", "elo0 below elo1"),
        ("elo0=0 elo1=x", "a number"), ("elo0=0 elo1=1 gamma=2", "'gamma=2'"),
        ("elo0=0 elo1=1 alpha=2", "probabilities"), ("elo0=0 elo1=1 model=x", "model"),
        ("elo0=0 elo0=1 elo1=2", "twice"),
        ("elo0=0 elo1=501", "between -500 and 500"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=what):
            Sprt.parse(text)


def brute_ratings(choices: list[Choice], entrants: int, prior: float) -> tuple[object, object]:
    """Ratings and standard errors in Elo from a general optimiser and numerical curvature."""

    def loss(logs: np.ndarray) -> float:
        total = -prior * np.sum(logs / 2 - np.log1p(np.exp(logs)))
        for choice in choices:
            whole = np.log(sum(np.exp(logs[k]) for k in choice.among))
            total -= sum(logs[k] - whole for k in choice.first) / len(choice.first)
        return float(total)

    best = scipy("optimize").minimize(loss, np.zeros(entrants), tol=1e-12).x
    step = 1e-3
    curvature = np.zeros((entrants, entrants))
    for a in range(entrants):
        for b in range(entrants):
            for sa, sb in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                at = best.copy()
                at[a] += sa * step
                at[b] += sb * step
                curvature[a, b] += sa * sb * loss(at) / (4 * step * step)
    centre = np.eye(entrants) - 1 / entrants
    covariance = centre @ np.linalg.inv(curvature) @ centre.T
    scale = 400 / log(10)
    return scale * (best - best.mean()), scale * 1.959964 * np.sqrt(np.diag(covariance))


def test_ratings_are_an_optimiser_s() -> None:
    """Four entrants in games of two and three, with draws and shared seats."""
    generator = random.Random(5)
    choices = []
    for _ in range(60):
        among = generator.sample(range(4), generator.choice([2, 3]))
        ranked = sorted(among, key=lambda k: generator.random() - 0.1 * k)
        groups = [[k] for k in ranked] if generator.random() < 0.7 else [ranked[:2], ranked[2:]]
        choices += choices_of_groups([g for g in groups if g], generator.random() < 0.5)
    found = plackett_luce(choices, 4)
    elo, error = brute_ratings(choices, 4, 1.0)
    assert [rating.elo for rating in found] == pytest.approx(list(elo), abs=0.02)
    strengths = 10 ** (np.array([rating.elo for rating in found]) / 400)
    spread = ties = 0.0
    for choice in choices:
        shares = strengths[list(choice.among)] / strengths[list(choice.among)].sum()
        spread += float(np.sum(shares * (1 - shares)))
        ties += 1 - 1 / len(choice.first)
    less = sqrt(1 - ties / spread)  # shared places spread less than first ones
    assert 0.8 < less < 1
    expected = [each * less for each in error]
    assert [rating.error for rating in found] == pytest.approx(expected, abs=0.05)
    assert sum(rating.elo for rating in found) == pytest.approx(0, abs=1e-9)


def test_ratings_of_two_are_elo_s() -> None:
    """With many games the prior hardly counts: 75 % is 191 Elo."""
    choices = [Choice((0,), (0, 1))] * 7500 + [Choice((1,), (0, 1))] * 2500
    found = plackett_luce(choices, 2)
    assert found[0].elo - found[1].elo == pytest.approx(elo_of_score(0.75), abs=0.1)


def test_ratings_survive_all_wins_and_no_games() -> None:
    """The prior keeps them finite, and the order right."""
    found = plackett_luce([Choice((0,), (0, 1, 2))] * 50, 3)
    assert found[0].elo > 200 > found[1].elo == pytest.approx(found[2].elo)
    assert found[0].superiority > 0.97
    assert not any(isinf(rating.error) for rating in found)
    assert [rating.elo for rating in plackett_luce([], 3)] == [0, 0, 0]
    with pytest.raises(ValueError, match="prior"):
        plackett_luce([], 3, prior=0)


def test_coverage_of_ratings() -> None:
    """Intervals of three-player ratings contain the truth nearly as often as stated."""
    generator = random.Random(7)
    truth = [1.0, 1.6, 0.6]
    mean = sum(map(log, truth)) / 3
    inside = 0
    for _ in range(60):
        choices = []
        for _ in range(150):
            ranked = sorted(range(3), key=lambda k: generator.expovariate(truth[k]))
            choices += choices_of_groups([[k] for k in ranked], losers=False)
        for rating, strength in zip(plackett_luce(choices, 3), truth, strict=True):
            inside += abs(rating.elo - 400 / log(10) * (log(strength) - mean)) <= rating.error
    assert 0.91 <= inside / 180 <= 0.99


def test_choices_of_groups() -> None:
    """Losers are not ranked among themselves; a game against oneself has no information."""
    assert choices_of_groups([[2], [0, 1]], losers=True) == [Choice((2,), (2, 0, 1))]
    assert choices_of_groups([[2], [0, 1]], losers=False) == [
        Choice((2,), (2, 0, 1)), Choice((0, 1), (0, 1)),
    ]  # fmt: skip
    assert choices_of_groups([[0], [0]], losers=True) == []
    for ranked in permutations(range(3)):
        assert choices_of_groups([[k] for k in ranked], losers=True) == [
            Choice((ranked[0],), ranked), Choice((ranked[1],), ranked[1:]),
        ]  # fmt: skip


def test_seat_advantage() -> None:
    """The share is compared with an even one, with its chance by scipy."""
    found = seat_advantage(60, 100, 2)
    assert found.advantage == pytest.approx(0.1)
    assert found.chance == pytest.approx(2 * scipy("stats").norm.sf(2), abs=1e-12)
    assert seat_advantage(0, 0, 3).chance == 1
    assert seat_advantage(40, 120, 3).advantage == pytest.approx(0)


def test_summaries() -> None:
    """Least, mean, most, total; evaluations of several searches together."""
    found = NumberSummary()
    for value in (3, 1, 8):
        found.add(value)
    assert found == NumberSummary(count=3, least=1, mean=4, most=8, total=12)
    total = Evaluations()
    for part in (Evaluations(), Evaluations(3, 30, 4, 16, 1, 2), Evaluations(2, 20, 9, 11, 1, 1)):
        total.add(part)
    assert total == Evaluations(5, 50, 4, 16, 2, 3)
    assert total.mean == 10
    assert total.share_of_rises == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    "values", [[5], [1, 2, 3], list(range(100)), [0.5, 99.5, 100], [7, 7], [1, 20], [3, 5003]]
)
def test_histograms(values: list[float]) -> None:
    """Every number falls into the one interval that holds it."""
    bins = histogram(values)
    assert len(bins) <= 21
    assert sum(count for _, _, count in bins) == len(values)
    for low, high, count in bins:
        assert count == sum(low <= value < high for value in values)
    assert histogram([]) == []
