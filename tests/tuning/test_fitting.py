"""Weights from positions: the arithmetic of learning, without playing games."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from forthgame.play.processes import messages
from forthgame.play.tuning.feature_set import FeatureSet
from forthgame.play.tuning.fitting import cross_entropy, fit, minimise, returns
from forthgame.play.tuning.training_data import GameFeatures, Samples, joined, samples_of

FACTS = GameFeatures(
    name="line", seats=("X", "O"), numbers=(1, 2), players=("X", "O"), neutral=(False, False),
    positions=tuple("abcdef"), pieces=("man",), values=(1,), rows=1, columns=6,
    spots=tuple((k / 2.5 - 1, 0.0) for k in range(6)), mirrors=(),
    links=(tuple((k, k + 1) for k in range(5)),), steps=((0, 1),), storage=(), hands=(),
    record=24, words=(), plain=(), base=10, evaluates=False, files=(),
)  # fmt: skip


def drawn(count: int, worth: np.ndarray, seed: int = 1) -> Samples:
    """Return random positions; the first seat wins with the chance given by the worths of
    places.
    """
    rng = np.random.default_rng(seed)
    owner = rng.integers(0, 3, (count, 6))
    score = ((owner == 1) * worth - (owner == 2) * worth).sum(axis=1)
    won = rng.random(count) < 1 / (1 + np.exp(-score))
    return Samples(
        cells=np.where(owner > 0, owner * 2048 + 1, 0).astype(np.uint16),
        stored=np.zeros((count, 0), np.int32), movers=np.zeros(count, np.int8),
        counts=np.ones((count, 2), np.int32), games=np.arange(count, dtype=np.int32),
        scores=np.full(count, np.nan, np.float32),
        points=np.stack([won, ~won], axis=1).astype(np.float32),
    )  # fmt: skip


def test_worths_of_places_are_found_again() -> None:
    """The worths are recovered from the results alone, within the accuracy of so many games."""
    worth = np.array([0.0, 0.3, 0.6, 0.9, 1.2, 1.5])
    same = tuple(range(6))
    found = fit(FeatureSet(FACTS, (same, same)), drawn(6000, worth), 1.0)
    assert np.abs(found.weights.table - worth).max() < 0.2
    assert found.loss < found.plain - 0.05


def test_declared_values_are_where_learning_begins() -> None:
    """If types are worth their declared values, a few games are enough to confirm it."""
    samples = drawn(40, np.zeros(6))
    rng = np.random.default_rng(2)
    queens = (rng.random(samples.cells.shape) < 0.3) & (samples.cells > 0)
    side = np.where(samples.cells > 4096, -1, 1) * (samples.cells > 0)
    score = (side * np.where(queens, 1.8, 0.2)).sum(axis=1)
    won = rng.random(40) < 1 / (1 + np.exp(-score))
    few = replace(
        samples, cells=(samples.cells + queens).astype(np.uint16),
        points=np.stack([won, ~won], axis=1).astype(np.float32),
    )  # fmt: skip
    wrong = {}
    for values in ((1, 1), (1, 9)):
        facts = replace(FACTS, pieces=("pawn", "queen"), values=values)
        table = fit(FeatureSet(facts), few, 1.0).weights.table.reshape(2, 2, 6).mean(axis=(0, 2))
        wrong[values] = abs(table / table.sum() - [0.1, 0.9]).max()
    assert wrong[1, 9] < 0.15
    assert wrong[1, 9] < 0.7 * wrong[1, 1]


def test_noise_leaves_little() -> None:
    """Random results do not lead to an evaluation that is worse than none."""
    found = fit(FeatureSet(FACTS), drawn(300, np.zeros(6)), 1.0, strength=8.0)
    assert found.loss < found.plain + 0.02
    assert np.abs(found.weights.table).max() < 0.3


def test_rows_are_counted() -> None:
    """The last column has only those rows of two of which one seat has both."""
    samples = drawn(50, np.zeros(6))
    numbers = FeatureSet(FACTS, length=2).numbers(samples)[:, 0]
    owner = samples.cells // 2048
    both = [[(row[k], row[k + 1]) for k in range(5)] for row in owner.tolist()]
    assert numbers[:, 1].tolist() == [p.count((1, 1)) - p.count((2, 2)) for p in both]
    ones = [p.count((1, 0)) + p.count((0, 1)) - p.count((2, 0)) - p.count((0, 2)) for p in both]
    assert numbers[:, 0].tolist() == ones


def test_returns_go_back_through_a_game() -> None:
    """A return is λ of later returns and the rest of the score at each position; results stay in
    their game.
    """
    samples = drawn(4, np.zeros(6))
    samples.games[:] = [0, 0, 0, 1]
    samples.movers[:] = [0, 1, 0, 0]
    samples.points[:] = [[1, 0], [1, 0], [1, 0], [0, 1]]
    samples.scores[:] = [0.5, 0.25, np.nan, np.nan]
    found = returns(samples, 0.5)[:, 0]
    assert found.tolist() == [0.5 * 0.5 + 0.5 * 0.875, 0.5 * 0.75 + 0.5, 1.0, 0.0]
    assert returns(samples, 1.0)[:, 0].tolist() == [1, 1, 1, 0]


def test_the_minimum_of_a_crooked_valley() -> None:
    """L-BFGS finds it (Rosenbrock's function in ten dimensions)."""

    def valley(x: np.ndarray) -> tuple[float, np.ndarray]:
        slope = np.zeros_like(x)
        ahead = x[1:] - x[:-1] ** 2
        slope[1:] += 200 * ahead
        slope[:-1] += -400 * x[:-1] * ahead - 2 * (1 - x[:-1])
        return float((100 * ahead**2 + (1 - x[:-1]) ** 2).sum()), slope

    found = minimise(valley, np.zeros(10), np.full(10, 1e-3), 400)
    assert np.abs(found - 1).max() < 0.05


def test_cross_entropy_of_an_even_chance() -> None:
    """Without a score the loss is that of a coin, whatever the result."""
    assert cross_entropy(np.zeros(2), np.array([0.0, 1.0])).tolist() == [np.log(2)] * 2


def test_samples_of_several_plays_keep_their_games_apart() -> None:
    """Numbers of games do not meet."""
    both = joined([drawn(3, np.zeros(6)), drawn(2, np.zeros(6))])
    assert both.games.tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("which", range(7))
def test_arrays_of_a_stranger_are_checked(which: int) -> None:
    """A truncated block, or one with impossible values, is refused."""
    blocks = drawn(8, np.zeros(6)).blocks()
    assert len(samples_of(blocks, FACTS)) == 8
    if blocks[which]:
        with pytest.raises(messages.BadMessage):
            samples_of([*blocks[:which], blocks[which][:-3], *blocks[which + 1 :]], FACTS)
    points = np.full((8, 2), np.nan, np.float32).tobytes()
    for wrong in ([*blocks[:6], points], blocks[:6], []):
        with pytest.raises(messages.BadMessage):
            samples_of(wrong, FACTS)
