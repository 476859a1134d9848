"""Fit weights to positions by logistic regression on TD(λ) returns of self-play, with priors.

The loss is the mean cross-entropy between returns and predicted chances, plus half the square of
each weight over the variance of its prior. It is convex and minimised by L-BFGS (Nocedal 1980).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forthgame.play.tuning.feature_set import FeatureSet, Floats, entries
from forthgame.play.tuning.training_data import Samples

PLACE, COMMON, NUMBER, VALUE = 0.15, 0.8, 0.5, 3.0  # standard deviations of priors, in log-odds
DECLARED = 0.1  # of a type's value, if the script declares different values
ORDERED = 8  # types from which their order is a feature: a type may be a number of seeds
EFFECTIVE = 6.0  # positions of a game that count as independent
MEMORY = 8  # steps remembered by L-BFGS
HELD = 5  # one of this many games is held back for validation


@dataclass(frozen=True)
class Weights:
    """Worths of pieces by slot, and a weight for each column, in log-odds."""

    shape: FeatureSet
    table: Floats
    columns: Floats


@dataclass(frozen=True)
class Fit:
    """Weights and their loss on games held back; `plain` is the loss of the mean return."""

    weights: Weights
    loss: float
    plain: float
    positions: int


def returns(samples: Samples, trace: float) -> Floats:
    """Return the TD(λ) value of each view of each position, with λ = `trace`.

    In games of two with scores from searches, the return is (1 - λ) of this position's score and λ
    of the next position's return; else it is the seats' points at the end.
    """
    points = samples.points.astype(np.float64)
    if points.shape[1] != 2:
        return points
    found = points[:, :1].copy()
    if trace >= 1 or not np.isfinite(samples.scores).any():
        return found
    value = np.where(samples.movers == 0, samples.scores, 1 - samples.scores).astype(np.float64)
    last, follows = -1, 0.0
    result = found[:, 0]
    for k in range(len(samples) - 1, -1, -1):
        game = int(samples.games[k])
        follows = result[k] if game != last else follows
        if np.isfinite(value[k]):
            follows = (1 - trace) * value[k] + trace * follows
        result[k], last = follows, game
    return found


class Problem:
    """Scores of positions by weights, and their gradient."""

    def __init__(
        self, shape: FeatureSet, samples: Samples, numbers: NDArray[np.float32] | None = None
    ) -> None:
        self.shape = shape
        self.size = len(samples)
        self.seats = len(shape.facts.seats)
        self.views = 1 if self.seats == 2 else self.seats
        self.row, self.slot, self.owner = entries(shape, samples)
        dense = shape.numbers(samples) if numbers is None else numbers
        self.dense = dense.reshape(self.size * self.views, -1)
        self.side = np.where(self.owner == 1, -1.0, 1.0)

    def scores(self, table: Floats, columns: Floats) -> Floats:
        found: Floats = (self.dense @ columns).reshape(self.size, self.views).astype(np.float64)
        worth = table[self.slot]
        if self.seats == 2:
            found[:, 0] += np.bincount(self.row, worth * self.side, self.size)
            return found
        keys = self.row * self.seats + self.owner
        own = np.bincount(keys, worth, self.size * self.seats).reshape(self.size, self.seats)
        others = (own.sum(axis=1, keepdims=True) - own) / max(self.seats - 1, 1)
        found += own - others
        return found

    def gradient(self, rest: Floats) -> tuple[Floats, Floats]:
        columns: Floats = rest.reshape(-1) @ self.dense
        if self.seats == 2:
            share = rest[self.row, 0] * self.side
        else:
            others = (rest.sum(axis=1, keepdims=True) - rest) / max(self.seats - 1, 1)
            share = (rest - others)[self.row, self.owner]
        table: Floats = np.bincount(self.slot, share, self.shape.slots).astype(np.float64)
        return table, columns


class _ParameterSpace:
    """The learned parameters; each entry of the table is a sum of some of them."""

    def __init__(self, shape: FeatureSet, spread: NDArray[np.float32], strength: float) -> None:
        facts = shape.facts
        self.slots = shape.slots
        self.shape3 = (shape.groups, len(facts.pieces), len(facts.positions))
        self.basis = shape.basis()
        types = len(facts.pieces)
        values = np.array(facts.values, np.float64)
        differ = len(set(facts.values)) > 1
        self.values = values / (np.abs(values).mean() or 1.0) * differ  # else 0
        self.owned = shape.groups - (1 if shape.has_neutral else 0)
        self.hand_values = np.zeros(len(spread))  # for columns: the value of the type in hand
        for k, name in enumerate(shape.columns()):
            if name.startswith("hand "):
                self.hand_values[k] = self.values[int(name.split()[1]) - 1]
        self.ordered = types >= ORDERED
        self.order = np.linspace(-1, 1, types) if types > 1 else np.zeros(1)
        self.spread = spread
        groups, _, count = self.shape3
        sizes = [self.slots, groups * types * len(self.basis), groups * count]
        sizes += [groups * count] * self.ordered + [1, len(spread)]
        self.cuts = np.cumsum(sizes)[:-1]
        deviations = [PLACE, COMMON, PLACE] + [PLACE * 2] * self.ordered + [VALUE, NUMBER]
        self.penalty = np.concatenate(
            [np.full(n, 1.0 / d**2) for n, d in zip(sizes, deviations, strict=True)]
        ) * strength  # fmt: skip
        constants = slice(self.slots, self.cuts[1], len(self.basis))
        if not differ:  # types' constants are material
            self.penalty[constants] /= strength  # strong priors must leave material
        else:  # declared values are better than those learned from few games
            self.penalty[self.cuts[-2]] /= strength
            self.penalty[constants] *= (COMMON / DECLARED) ** 2
            self.penalty[self.cuts[-1] :][self.hand_values != 0] *= (NUMBER / DECLARED) ** 2
        self.size = len(self.penalty)

    def unfold(self, theta: Floats) -> tuple[Floats, Floats]:
        groups, types, count = self.shape3
        parts = np.split(theta, self.cuts)
        table = parts[0].reshape(self.shape3).copy()
        table += parts[1].reshape(groups, types, -1) @ self.basis
        table += parts[2].reshape(groups, 1, count)
        if self.ordered:
            table += parts[3].reshape(groups, 1, count) * self.order[:, None]
        table[: self.owned] += parts[-2][0] * self.values[:, None]
        return table.reshape(-1), parts[-1] / self.spread + parts[-2][0] * self.hand_values

    def fold(self, table: Floats, columns: Floats) -> Floats:
        cube = table.reshape(self.shape3)
        parts = [table, (cube @ self.basis.T).reshape(-1), cube.sum(axis=1).reshape(-1)]
        if self.ordered:
            parts.append((cube * self.order[:, None]).sum(axis=1).reshape(-1))
        value = (
            cube[: self.owned].sum(axis=(0, 2)) * self.values
        ).sum() + self.hand_values @ columns
        return np.concatenate([*parts, [value], columns / self.spread])


def cross_entropy(scores: Floats, wanted: Floats) -> Floats:
    found: Floats = np.logaddexp(0.0, scores) - wanted * scores
    return found


def fit(
    shape: FeatureSet,
    samples: Samples,
    trace: float,
    *,
    strength: float = 1.0,
    steps: int = 40,
) -> Fit:
    """Fit weights for a shape; games divisible by HELD are held back for validation."""
    wanted, ends = returns(samples, trace), returns(samples, 1.0)
    dense = shape.numbers(samples)
    validation = samples.games % HELD == 0
    if validation.all() or not validation.any():
        validation = np.zeros(len(samples), bool)
    train = Problem(shape, samples.chosen(~validation), dense[~validation])
    spread = np.maximum(dense[~validation].reshape(-1, dense.shape[2]).std(axis=0), 1e-3)
    spread = np.where(spread <= 1e-3, 1e6, spread)  # constant columns get no weight
    worth = min(1.0, EFFECTIVE * len(np.unique(samples.games[~validation])) / max(train.size, 1))
    space = _ParameterSpace(shape, spread, strength / max(worth * train.size * train.views, 1.0))
    target = wanted[~validation]

    def loss(theta: Floats) -> tuple[float, Floats]:
        table, columns = space.unfold(theta)
        scores = train.scores(table, columns)
        rest = 1.0 / (1.0 + np.exp(-np.clip(scores, -40, 40))) - target
        value = cross_entropy(scores, target).mean() + 0.5 * (space.penalty * theta**2).sum()
        gradient = space.fold(*train.gradient(rest / rest.size)) + space.penalty * theta
        return float(value), gradient

    found = minimise(loss, np.zeros(space.size), 1.0 / (1.0 + space.penalty), steps)
    table, columns = space.unfold(found)
    weights = Weights(shape, table, columns)
    check = validation if validation.any() else ~validation
    scores = Problem(shape, samples.chosen(check), dense[check]).scores(table, columns)
    mean = float(np.clip(ends[~validation].mean(), 1e-3, 1 - 1e-3))
    plain = cross_entropy(np.full(scores.shape, np.log(mean / (1 - mean))), ends[check])
    return Fit(weights, float(cross_entropy(scores, ends[check]).mean()), float(plain.mean()),
               len(samples))  # fmt: skip


def minimise(
    loss: Callable[[Floats], tuple[float, Floats]],
    start: Floats,
    scale: Floats,
    steps: int,
) -> Floats:
    """Minimise a smooth function by L-BFGS with a line search."""
    point, (value, gradient) = start, loss(start)
    moved: list[tuple[Floats, Floats, float]] = []
    for _ in range(steps):
        direction = -_towards(gradient, moved, scale)
        slope = float(gradient @ direction)
        if slope >= -1e-12:
            break
        length = 1.0
        for _ in range(20):
            onward = point + length * direction
            new_value, new_gradient = loss(onward)
            if new_value <= value + 1e-4 * length * slope:
                break
            length *= 0.4
        else:
            break
        step, change = onward - point, new_gradient - gradient
        curve = float(step @ change)
        if curve > 1e-14:
            moved = [*moved[-MEMORY + 1 :], (step, change, 1.0 / curve)]
        settled = value - new_value < 1e-6 * max(1.0, abs(value))
        point, value, gradient = onward, new_value, new_gradient
        if settled:
            break
    return point


def _towards(gradient: Floats, moved: list[tuple[Floats, Floats, float]], scale: Floats) -> Any:
    """Return the gradient times the inverse curvature estimated from the last steps."""
    found = gradient.copy()
    shares = []
    for step, change, weight in reversed(moved):
        share = weight * float(step @ found)
        shares.append(share)
        found -= share * change
    if moved:
        step, change, weight = moved[-1]
        found *= 1.0 / (weight * float(change @ change))
    else:
        found *= scale
    for (step, change, weight), share in zip(moved, reversed(shares), strict=True):
        found += step * (share - weight * float(change @ found))
    return found
