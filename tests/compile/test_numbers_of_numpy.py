"""Integers of numpy, and invalid limits, in the Python interface."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import forthgame
from forthgame import ForthgameError, Game, ScriptLimits
from forthgame.compile.llvm.jobs import Job
from forthgame.machine.tiers.poll_ticker import Ticker
from forthgame.position.batch import Batch


@pytest.fixture(scope="module")
def game() -> Game:
    return forthgame.load("tictactoe", native=False)


@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.int8])
def test_seeds_and_counts_may_be_numbers_of_numpy(game: Game, kind: type[np.integer[Any]]) -> None:
    state = game.new_game(seed=kind(5))
    batches: list[Batch] = [game.batch(2, seed=seed) for seed in (kind(5), 5)]
    for batch, seed in zip(batches, (kind(9), 9), strict=True):
        batch.reset(seed=seed)
    assert batches[0].state(1) == batches[1].state(1)
    plain = game.rollouts([state], 20, jobs=1, seed=5)[0].wins
    assert game.rollouts([state], 20, jobs=kind(1), seed=kind(5))[0].wins == plain
    assert (
        state.prove(nodes=kind(100), table=kind(2)).nodes == state.prove(nodes=100, table=2).nodes
    )
    assert state.search("uct", playouts=kind(20), seed=kind(3)).nodes == 20
    assert state.search("negamax", depth=2, time=kind(100)).depth == 2


def test_a_single_number_does_not_say_which_positions_begin_anew(game: Game) -> None:
    with pytest.raises(TypeError, match="list of their numbers"):
        game.batch(4, seed=1).reset(3)


@pytest.mark.parametrize(
    ("which", "turns"),
    [
        ([], [2, 2, 2]),
        ((), [2, 2, 2]),
        (np.zeros(3, bool), [2, 2, 2]),
        ([False, True, False], [2, 1, 2]),
        ([-1], [2, 2, 1]),
        (np.array([2, 0], np.uint64), [1, 2, 1]),
        (range(3), [1, 1, 1]),
    ],
)
def test_positions_that_begin_anew(game: Game, which: Any, turns: list[int]) -> None:
    batch = game.batch(3, seed=1)
    batch.step([0, 0, 0])
    batch.reset(which)
    assert batch.turns.tolist() == turns


@pytest.mark.parametrize(
    ("which", "error"),
    [
        ([1.5], TypeError),
        (["a"], TypeError),
        ("a", TypeError),
        (b"\0", TypeError),
        ([None], TypeError),
        ([[0], [1, 2]], TypeError),
        ([[0]], TypeError),
        ([3], IndexError),
        ([-4], IndexError),
        (np.array([2**64 - 1], np.uint64), IndexError),
        ([True], IndexError),
    ],
)
def test_what_names_no_positions_begins_none(game: Game, which: Any, error: type) -> None:
    batch = game.batch(3, seed=1)
    batch.step([0, 0, 0])
    with pytest.raises(error, match="position"):
        batch.reset(which)
    assert batch.turns.tolist() == [2, 2, 2]


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("moves", 1.5, TypeError),
        ("moves", -1, ValueError),
        ("plies", None, TypeError),
        ("output", "5", TypeError),
        ("memory", 10**400, ValueError),
        ("seconds", 10**400, ValueError),
        ("seconds", float("nan"), ValueError),
        ("turn", "5", TypeError),
    ],
)
def test_what_is_no_limit_is_refused(name: str, value: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=f"the limit {name}"):
        ScriptLimits(**{name: value})


def test_limits_that_may_be_none() -> None:
    none = ScriptLimits(steps=None, seconds=None, turn=None, memory=None, cpu=None)
    assert none.turn is None
    assert type(ScriptLimits(moves=np.int64(5)).moves) is int  # type: ignore[arg-type]


def test_a_system_without_threads_is_an_error_of_the_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(ForthgameError, match="no more threads"):
        Job(lambda job: 1).wait()
    ticker = Ticker()
    with pytest.raises(ForthgameError, match="no more threads"):
        ticker._start()
    monkeypatch.undo()
    assert Job(lambda job: 1).wait() == 1
