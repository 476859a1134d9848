"""Ratings of many entrants, also in games of more than two players.

In the model of Plackett and Luce the probability of first place is proportional to strength times
the advantage of the seat; for two players this is the Bradley-Terry model, which is Elo's. The
logarithms of strengths and seats are found by Newton's method, as their posterior is concave.

A prior keeps ratings finite: each entrant and seat has also drawn with an entrant of strength 1, or
of the anchors' mean (half a win and half a loss, `prior` games in all; F. Caron and A. Doucet,
2012, obtain the same from a gamma prior). Standard errors follow from the curvature at the maximum.

The share of draws is estimated by Davidson's model (R. R. Davidson, J. Am. Stat. Assoc. 65, 1970):
wins and losses are in the ratio of the strengths, draws proportional to their geometric mean, with
a factor ν. The expected score is taken from the ratings and only ν is fitted, so that draws do not
change the meaning of Elo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from forthgame.play.statistics.interval import Z95, Interval, survival, wilson

PRIOR = 1.0  # games against the entrant of strength 1
LEAST_SPREAD = 0.02  # least dispersion, reached if nearly all results are draws
TOLERANCE = 1e-10
STEPS = 200
HALVINGS = 60
ELO = 400 / log(10)  # Elo of a factor e
Matrix = list[list[float]]
LEAST, MOST = -12.0, 12.0  # bounds of log ν
GOLDEN = (sqrt(5) - 1) / 2
STEP = 1e-3


@dataclass(frozen=True)
class Choice:
    """A shared first place: those in `first` come before the rest of `among`.

    `seats` are those of `among`, or empty if seats do not count.
    """

    first: tuple[int, ...]
    among: tuple[int, ...]
    seats: tuple[int, ...] = ()


@dataclass(frozen=True)
class Rating:
    """An entrant's rating in Elo, and half the width of its 95 % interval.

    `superiority` is the likelihood of being stronger than the mean of all.
    """

    elo: float
    error: float
    superiority: float


@dataclass(frozen=True)
class SeatRating:
    """A seat's advantage in Elo over the mean seat, and half the width of its 95 % interval."""

    elo: float
    error: float


@dataclass(frozen=True)
class RatingFit:
    """A joint fit of ratings and seats.

    `superiority[a][b]` is the likelihood that entrant a is stronger than entrant b.
    """

    ratings: list[Rating]
    seats: list[SeatRating]
    superiority: Matrix


def choices_of_groups(
    groups: Sequence[Sequence[int]], losers: bool, seats: Sequence[int] = ()
) -> list[Choice]:
    """Split a result, given as groups of entrants with equal places, into choices.

    Groups come best first. If the last group lost (`losers`), its order is unknown. An entrant with
    several seats takes part once for each. `seats` are in the order of the groups.
    """
    found = []
    remaining = [member for group in groups for member in group]
    for k, group in enumerate(groups):
        if len(remaining) < 2 or (losers and k == len(groups) - 1):
            break
        if len(set(remaining)) > 1:
            own = tuple(seats[len(seats) - len(remaining) :]) if seats else ()
            found.append(Choice(tuple(group), tuple(remaining), own))
        remaining = remaining[len(group) :]
    return found


def rank(
    counted: Mapping[Choice, int],
    entrants: int,
    seats: int = 0,
    anchors: Mapping[int, float] | None = None,
    prior: float = PRIOR,
) -> RatingFit:
    """Fit ratings and the advantages of `seats`.

    Ratings have the mean 0, or match the Elo given for `anchors`. Raises ValueError unless `prior`
    is positive.
    """
    if prior <= 0:
        raise ValueError("a prior keeps ratings finite; it is more than 0 games")
    fit = _Posterior(counted, entrants, seats, dict(anchors or {}), prior)
    fit.climb()
    return fit.ranking()


class _Posterior:
    """The posterior of the logarithms of strengths, followed by those of seats."""

    def __init__(
        self,
        counted: Mapping[Choice, int],
        entrants: int,
        seats: int,
        anchors: dict[int, float],
        prior: float,
    ) -> None:
        self.counted, self.entrants, self.prior = counted, entrants, prior
        self.seats = seats if seats > 1 else 0
        self.anchors = anchors
        centre = sum(anchors.values()) / len(anchors) / ELO if anchors else 0.0
        size = entrants + self.seats
        self.centres = [centre] * entrants + [0.0] * self.seats
        self.values = list(self.centres)
        for number, elo in anchors.items():
            self.values[number] = elo / ELO
        self.free = [k for k in range(size) if k not in anchors]
        self.members = {
            choice: [
                (member, entrants + choice.seats[k] if self.seats and choice.seats else -1)
                for k, member in enumerate(choice.among)
            ]
            for choice in counted
        }
        self.first = {choice: _places(choice) for choice in counted}

    def shares(self, choice: Choice, values: list[float]) -> list[float]:
        logs = [
            values[member] + (values[seat] if seat >= 0 else 0.0)
            for member, seat in self.members[choice]
        ]
        most = max(logs)
        weights = [exp(each - most) for each in logs]
        total = sum(weights)
        return [weight / total for weight in weights]

    def posterior(self, values: list[float]) -> float:
        found = 0.0
        for value, centre in zip(values, self.centres, strict=True):
            away = abs(value - centre)  # log of √(σ(x)·σ(-x))
            found -= self.prior * (away / 2 + log(1 + exp(-away)))
        for choice, times in self.counted.items():
            shares = self.shares(choice, values)
            first = sum(log(max(shares[k], 1e-300)) for k in self.first[choice])
            found += times / len(choice.first) * first
        return found

    def slopes(self) -> tuple[list[float], Matrix]:
        size = len(self.values)
        slope, matrix = [0.0] * size, [[0.0] * size for _ in range(size)]
        for k, (value, centre) in enumerate(zip(self.values, self.centres, strict=True)):
            share = _logistic(value - centre)
            slope[k] += self.prior * (0.5 - share)
            matrix[k][k] += self.prior * share * (1 - share)
        for choice, times in self.counted.items():
            shares, members = self.shares(choice, self.values), self.members[choice]
            first = self.first[choice]
            own: dict[int, float] = {}  # summed share of each parameter
            for place, ((member, seat), share) in enumerate(zip(members, shares, strict=True)):
                won = times / len(first) if place in first else 0.0
                parts = (member,) if seat < 0 else (member, seat)
                for part in parts:
                    slope[part] += won - times * share
                    own[part] = own.get(part, 0.0) + share
                    for other in parts:
                        matrix[part][other] += times * share
            for a, p in own.items():
                for b, q in own.items():
                    matrix[a][b] -= times * p * q
        return slope, matrix

    def climb(self) -> None:
        """Maximise the posterior by Newton's method with step halving."""
        height = self.posterior(self.values)
        for _ in range(STEPS):
            slope, matrix = self.slopes()
            if not self.free:
                return
            inverse = _inverse([[matrix[a][b] for b in self.free] for a in self.free])
            rise = [slope[k] for k in self.free]
            step = [sum(x * y for x, y in zip(row, rise, strict=True)) for row in inverse]
            scale = 1.0
            for _ in range(HALVINGS):
                found = list(self.values)
                for k, change in zip(self.free, step, strict=True):
                    found[k] += scale * change
                reached = self.posterior(found)
                if reached >= height:
                    break
                scale /= 2
            else:
                return
            self.values, height = found, reached
            if max(map(abs, step)) * scale < TOLERANCE:
                return

    def ranking(self) -> RatingFit:
        """Return estimates and errors from the maximum and its curvature."""
        size, entrants = len(self.values), self.entrants
        spread = self._dispersion()
        covariance = [[0.0] * size for _ in range(size)]
        if self.free:
            _, matrix = self.slopes()
            inverse = _inverse([[matrix[a][b] for b in self.free] for a in self.free])
            for row, a in zip(inverse, self.free, strict=True):
                for value, b in zip(row, self.free, strict=True):
                    covariance[a][b] = spread * value
        strengths = range(entrants)
        mean, around = _around_their_mean(self.values, covariance, strengths)
        ratings = []
        for k, deviation in zip(strengths, around, strict=True):
            value = self.values[k] - mean
            above = 1 - survival(value / deviation) if deviation > 0 else 0.5
            if self.anchors:
                value, deviation = self.values[k], sqrt(covariance[k][k])
            ratings.append(Rating(ELO * value, Z95 * ELO * deviation, above))
        places = range(entrants, size)
        middle, errors = _around_their_mean(self.values, covariance, places)
        found = [
            SeatRating(ELO * (self.values[k] - middle), Z95 * ELO * error)
            for k, error in zip(places, errors, strict=True)
        ]
        return RatingFit(ratings, found, self._superiority(covariance))

    def _superiority(self, covariance: Matrix) -> Matrix:
        def above(a: int, b: int) -> float:
            apart = self.values[a] - self.values[b]
            variance = covariance[a][a] + covariance[b][b] - 2 * covariance[a][b]
            if variance <= 1e-18:
                return 0.5 if not apart else float(apart > 0)
            return 1 - survival(apart / sqrt(variance))

        return [[above(a, b) for b in range(self.entrants)] for a in range(self.entrants)]

    def _dispersion(self) -> float:
        """Return the variance of results relative to that of undivided first places.

        Shared places vary less: two players who draw have ½ each, so the squares of their places
        sum to ½ and not 1. Ratings from many draws are thus more certain than the model assumes
        (quasi-likelihood: R. W. M. Wedderburn, Biometrika 61, 1974).
        """
        less = expected = 0.0
        for choice, times in self.counted.items():
            less += times * (1 - 1 / len(choice.first))
            shares = self.shares(choice, self.values)
            expected += times * sum(share * (1 - share) for share in shares)
        return max(1 - less / expected, LEAST_SPREAD) if expected else 1.0


def _places(choice: Choice) -> list[int]:
    left = Counter(choice.first)
    found = []
    for place, member in enumerate(choice.among):
        if left[member] > 0:
            left[member] -= 1
            found.append(place)
    return found


def _around_their_mean(
    values: Sequence[float], covariance: Matrix, which: Sequence[int]
) -> tuple[float, list[float]]:
    """Return the mean of some values, and the standard deviation of each from it."""
    count = max(len(which), 1)
    mean = sum(values[k] for k in which) / count
    rows = {a: sum(covariance[a][b] for b in which) / count for a in which}
    whole = sum(rows.values()) / count
    return mean, [sqrt(max(covariance[k][k] - 2 * rows[k] + whole, 0.0)) for k in which]


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value)) if value > -700 else 0.0


def _inverse(matrix: Matrix) -> Matrix:
    size = len(matrix)
    rows = [[*row, *(float(j == k) for j in range(size))] for k, row in enumerate(matrix)]
    for k in range(size):
        pivot = max(range(k, size), key=lambda j: abs(rows[j][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        scale = rows[k][k]
        rows[k] = [value / scale for value in rows[k]]
        for j in range(size):
            factor = rows[j][k]
            if j != k and factor:
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[k], strict=True)]
    return [row[size:] for row in rows]


# -- draws ---------------------------------------------------------------------------------------


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
