"""The sequential probability ratio test: play until one of two hypotheses is accepted.

The generalised test (M. Van den Bergh, "A practical introduction to the GSPRT", 2020) compares the
most likely distributions of results under either hypothesis, without a model of draws. For entrants
of nearly equal strength the ratio is n/2·log(E(a - s0)² / E(a - s1)²), as in fastchess; that is an
expansion, and farther away both distributions are found numerically, as in fishtest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log, sqrt
from typing import Literal

from forthgame.play.statistics.elo import PER_T, games_in, moments, score_of_elo

NEAR = 0.2  # standard deviations from an even score up to which the expansion is used
REGULAR = 1e-3  # count of a result that has not occurred
FARTHEST = 500  # largest Elo of a hypothesis
STEP = 0.1  # standard deviations between intermediate distributions
ITERATIONS = 50
Distribution = list[tuple[float, float]]  # (score, probability)
Verdict = Literal["H0", "H1"]


@dataclass(frozen=True)
class SprtState:
    """The state of a test: log-likelihood ratio, its bounds, and the accepted hypothesis."""

    llr: float
    lower: float
    upper: float
    accepted: Verdict | None


@dataclass(frozen=True)
class Sprt:
    """A test of H0, the first entrant is `elo0` stronger, against H1, it is `elo1` stronger.

    `alpha` is the probability of accepting H1 wrongly, `beta` that of accepting H0 wrongly. The
    `model` defines Elo: `logistic`, or `normalized` (in standard deviations of a game). Raises
    ValueError for invalid bounds.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"

    def __post_init__(self) -> None:
        for valid, message in (
            (self.elo0 < self.elo1, "a sequential test needs elo0 below elo1"),
            (
                max(abs(self.elo0), abs(self.elo1)) <= FARTHEST,
                f"elo0 and elo1 lie between -{FARTHEST} and {FARTHEST}",
            ),
            (
                0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1,
                "alpha and beta are probabilities with a sum below 1",
            ),
            (
                self.model in ("normalized", "logistic"),
                f"the model is normalized or logistic, not {self.model!r}",
            ),
        ):
            if not valid:
                raise ValueError(message)

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Parse `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`. Raises ValueError."""
        given: dict[str, str] = {}
        for part in text.replace(",", " ").split():
            key, equals, value = part.partition("=")
            if not equals or key not in ("elo0", "elo1", "alpha", "beta", "model"):
                raise ValueError(f"{part!r} is not one of elo0= elo1= alpha= beta= model=")
            if key in given:
                raise ValueError(f"{key} is given twice")
            given[key] = value
        missing = [key for key in ("elo0", "elo1") if key not in given]
        if missing:
            raise ValueError(f"{' and '.join(missing)} must be given")
        model = given.pop("model", "normalized")
        try:
            numbers = {key: float(value) for key, value in given.items()}
        except ValueError:
            raise ValueError(f"a number is expected in {text!r}") from None
        return cls(**numbers, model="normalized" if model == "normalised" else model)

    @property
    def bounds(self) -> tuple[float, float]:
        """Bounds of the ratio, below and above which H0 and H1 are accepted (A. Wald, 1945)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def state(self, counts: Sequence[int]) -> SprtState:
        """Return the state after three or five counts of results (see `elo`)."""
        lower, upper = self.bounds
        llr = self.llr(counts)
        accepted: Verdict | None = "H1" if llr >= upper else "H0" if llr <= lower else None
        return SprtState(llr, lower, upper, accepted)

    def llr(self, counts: Sequence[int]) -> float:
        each = games_in(counts)
        total, mean, variance = moments(counts)
        if total == 0:
            return 0.0
        if variance and abs(mean - 0.5) <= NEAR * sqrt(variance):
            scale = sqrt(each * variance) / PER_T
            under = [self._mean(elo, scale) for elo in (self.elo0, self.elo1)]
            spread0, spread1 = (variance + (mean - expected) ** 2 for expected in under)
            return total / 2 * log(spread0 / spread1)
        regular = [float(n) or REGULAR for n in counts]
        total = sum(regular)
        last = len(counts) - 1
        seen = [(k / last, n / total) for k, n in enumerate(regular)]
        likely0, likely1 = (self._most_likely(seen, elo, each) for elo in (self.elo0, self.elo1))
        return total * sum(
            p * log(p1 / p0)
            for (_, p), (_, p0), (_, p1) in zip(seen, likely0, likely1, strict=True)
        )

    def _mean(self, elo: float, scale: float) -> float:
        return score_of_elo(elo) if self.model == "logistic" else 0.5 + elo * scale

    def _most_likely(self, seen: Distribution, elo: float, each: int) -> Distribution:
        if self.model == "logistic":
            return most_likely_mean(seen, score_of_elo(elo))
        return most_likely_t(seen, 0.5, sqrt(each) / PER_T * elo)


def _secular(distribution: Distribution) -> float:
    """Return the x with Σ p·a/(1 + x·a) = 0 and all 1 + x·a positive, by bisection.

    The sum decreases from +∞ to -∞ between the poles. Raises ValueError if all values have one
    sign.
    """
    least = min(a for a, _ in distribution)
    most = max(a for a, _ in distribution)
    if least * most >= 0:
        raise ValueError("the expected value is outside of what can be scored")
    low, high = -1 / most, -1 / least
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if sum(p * a / (1 + middle * a) for a, p in distribution) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def most_likely_mean(seen: Distribution, mean: float) -> Distribution:
    """Return the most likely distribution with a given mean (Proposition 1.1)."""
    x = _secular([(a - mean, p) for a, p in seen])
    return [(a, p / (1 + x * (a - mean))) for a, p in seen]


def most_likely_t(seen: Distribution, reference: float, t: float) -> Distribution:
    """Return the most likely distribution whose mean is t standard deviations above a reference.

    The condition is linearised around the last guess, starting from a uniform one (section 4.1 of
    M. Van den Bergh, "Comments on Normalized Elo"). A distant t is approached in steps, so that the
    condition can always be met.
    """
    guess = [(a, 1 / len(seen)) for a, _ in seen]
    steps = max(1, ceil(abs(t) / STEP))
    for step in range(1, steps + 1):
        guess = _nearer(seen, reference, t * step / steps, guess)
    return guess


def _nearer(seen: Distribution, reference: float, t: float, guess: Distribution) -> Distribution:
    for _ in range(ITERATIONS):
        mean = sum(a * p for a, p in guess)
        deviation = sqrt(sum(p * (a - mean) ** 2 for a, p in guess))
        linear = [
            (a - reference - t * deviation * (1 + ((mean - a) / deviation) ** 2) / 2, p)
            for a, p in seen
        ]
        x = _secular(linear)
        found = [(a, p / (1 + x * b)) for (a, p), (b, _) in zip(seen, linear, strict=True)]
        change = max(abs(p - q) for (_, p), (_, q) in zip(found, guess, strict=True))
        guess = found
        if change < 1e-9:
            break
    return guess
