"""A Game shared by threads and processes: every public call gives its result from a single user."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

import forthgame
from forthgame import Game, State
from tests.machine.test_threads import POSIX

NAMES = ("tictactoe", "ur", "breakthrough")


def game_of(game: Game, seed: int) -> tuple[list[str], bytes]:
    """A random game that draws with the state's own streams."""
    state = game.new_game(seed=seed)
    while not state.is_over and len(state.history) < 40:
        state.play(state.search("random").move)
    return state.history, state.fingerprint


CALLS: tuple[Callable[[State, random.Random], Any], ...] = (
    lambda s, d: [str(move) for move in s.moves()],
    lambda s, d: [(m.key, m.source, m.target, m.captured, m.piece, m.player) for m in s.moves()],
    lambda s, d: (s.outcome, s.winner, s.result, s.returns(), s.ending_text()),
    lambda s, d: s.search("negamax", depth=1).move.text if s.count else None,
    lambda s, d: s.search("uct", playouts=10, seed=1).move.text if s.count else None,
    lambda s, d: s.game.perft(2, s),
    lambda s, d: s.game.playouts(5, seed=d.randrange(99), state=s).results,
    lambda s, d: [p.results for p in s.game.rollouts([s, s], 3, jobs=2, seed=1)],
    lambda s, d: s.to_text(),
    lambda s, d: s.game.position(s.to_text()).to_text(),
    lambda s, d: pickle.loads(pickle.dumps(s)) == s == copy.deepcopy(s),
    lambda s, d: str(s),
    lambda s, d: s.explain("over").answer,
    lambda s, d: s.game.batch([s, s]).returns().tolist(),
    lambda s, d: s.play(d.randrange(s.count)) if s.count else None,
    lambda s, d: s.play(d.choice(s.moves()).text) if s.count else None,
    lambda s, d: s.undo() if s.history else None,
)


def calls(game: Game, seed: int, number: int = 12) -> list[Any]:
    """Return the results of calls drawn by a seed, one after the other on a state of their own."""
    state, draw = game.new_game(seed=seed), random.Random(seed)
    return [draw.choice(CALLS)(state, draw) for _ in range(number)]


def in_threads(work: Callable[[int], Any], seeds: int, threads: int) -> list[Any]:
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, range(seeds)))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", NAMES[:2])
def test_calls_from_threads_give_what_they_give_alone(name: str) -> None:
    game = forthgame.load(name, native=False)
    alone = [calls(game, seed) for seed in range(8)]
    assert in_threads(lambda seed: calls(game, seed), 8, 4) == alone


@pytest.mark.slow
@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_many_calls_from_threads(name: str, native: bool) -> None:
    game = forthgame.load(name, native=native)
    alone = [calls(game, seed, 30) for seed in range(60)]
    assert in_threads(lambda seed: calls(game, seed, 30), 60, 8) == alone


@pytest.mark.slow
@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("name", ["tictactoe", "breakthrough"])
def test_four_hundred_games_over_four_threads(name: str, native: bool) -> None:
    game = forthgame.load(name, native=native)
    if game.native:
        game.native.prepare(wait=True)
    alone = [game_of(game, seed) for seed in range(400)]
    assert in_threads(lambda seed: game_of(game, seed), 400, 4) == alone


@pytest.mark.slow
def test_eight_threads_of_a_thousand_games() -> None:
    game = forthgame.load("tictactoe")
    alone = [game_of(game, seed) for seed in range(1000)]
    found = in_threads(lambda k: [game_of(game, seed) for seed in range(1000)], 8, 8)
    assert all(games == alone for games in found)


_game: Game | None = None


def calls_here(seed: int) -> list[Any]:
    """Run calls in a process that was forked, or has to load the game."""
    return calls(_game or forthgame.load("tictactoe", native=False), seed)


@POSIX
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("how", ["fork", "spawn"])
@pytest.mark.parametrize("native", [False, True])
def test_calls_in_processes(how: str, native: bool) -> None:
    """Processes are also forked while threads use the game, and after it was compiled."""
    global _game
    _game = forthgame.load("tictactoe", native=native)
    if _game.native:
        _game.native.prepare(wait=True)
    alone = [calls(_game, seed) for seed in range(12)]
    context = multiprocessing.get_context(how)
    with ThreadPoolExecutor(2) as busy:
        others = [busy.submit(calls, _game, seed, 40) for seed in range(4)]
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            assert list(pool.map(calls_here, range(12))) == alone
        for other in others:
            other.result()
    _game = None
