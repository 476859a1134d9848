"""Playing from Python, a ply: Move objects, numbers, batches, beside OpenSpiel driven from Python.

Games are random and played to their end; the time of a ply has its share of setting up a game, of
asking whether the game is over, and of drawing a number. All times are processor time.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.measuring import FailureError, NotInstalledError, Peer, Prepare, Row, Run, Sample
from benchmarks.sides import timed_by_processor

if TYPE_CHECKING:
    from forthgame import Game

SEED = 1
PLIES = 300  # of a game at most
TOGETHER = 1000  # positions of a batch
STATES = 16
GAMES = 400  # of a rollout from each of them
THEIRS = {
    "tictactoe": ("tic_tac_toe", 400),
    "breakthrough": ("breakthrough", 60),
    "connectfour": ("connect_four", 150),
    "othello": ("othello", 40),
}
WITHOUT = {"chess": 10, "splut": 20}  # OpenSpiel has no games with these rules
NEW_GAMES = 2000


def rows() -> list[Row]:
    """Rows of each game; bars are multiples of OpenSpiel's time."""
    found = []
    for name, games in (*((n, g) for n, (_, g) in THEIRS.items()), *WITHOUT.items()):
        peers = (Peer("OpenSpiel", open_spiel(*THEIRS[name])),) if name in THEIRS else ()
        slow = (Peer("interpreted", one_by_one(name, games, by_move, native=False)),)
        found.append(Row(f"python-moves-{name}", "", one_by_one(name, games, by_move),
                         (*slow, *peers), unit="plies"))  # fmt: skip
        slow = (Peer("interpreted", one_by_one(name, games, by_number, native=False)),)
        found.append(Row(f"python-numbers-{name}", "", one_by_one(name, games, by_number),
                         (*slow, *peers), unit="plies"))  # fmt: skip
        if peers:
            bounded = (Peer("OpenSpiel", open_spiel(*THEIRS[name]), 1.0),)
            found.append(Row(f"python-batch-{name}", "", batch(name), bounded, unit="plies"))
    found.append(Row("python-new-game", "", new_games("breakthrough"), (), unit="games"))
    alone = Peer("one job", rollouts("breakthrough", 1), 1 / 1.8)
    found.append(Row("python-rollouts", "", rollouts("breakthrough", 2), (alone,), unit="plies"))
    return found


def ready(name: str, native: bool = True) -> Game:
    """A game, compiled."""
    import forthgame

    game = forthgame.load(name, native=native)
    if game.native:
        game.native.prepare(wait=True, engines=False)
    return game


def by_move(game: Game, draw: random.Random) -> int:
    """A random game with Move objects; its plies."""
    state, plies = game.new_game(SEED), 0
    while not state.is_over and plies < PLIES:
        state.play(draw.choice(state.moves()))
        plies += 1
    return plies


def by_number(game: Game, draw: random.Random) -> int:
    """Play a random game by numbers."""
    state, plies = game.new_game(SEED), 0
    while not state.is_over and plies < PLIES:
        state.play(int(draw.random() * state.count))
        plies += 1
    return plies


def one_by_one(
    name: str, games: int, play: Callable[[Game, random.Random], int], native: bool = True
) -> Prepare:
    """Games one after the other: the time of a ply."""

    def prepare(folder: Path) -> Run:
        game, draw = ready(name, native), random.Random(SEED)
        return lambda: of_each(lambda: sum(play(game, draw) for _ in range(games)))

    return prepare


def batch(name: str) -> Prepare:
    """A thousand games together, until the last has ended."""

    def prepare(folder: Path) -> Run:
        import numpy as np

        together, draw = ready(name).batch(TOGETHER, seed=SEED), np.random.default_rng(SEED)

        def play() -> int:
            together.reset(seed=SEED)
            plies = 0
            while True:
                counts = together.counts
                going = int((counts > 0).sum())
                if not going:
                    return plies
                together.step((draw.random(TOGETHER) * counts).astype(np.int32))
                plies += going

        return lambda: of_each(play)

    return prepare


def new_games(name: str) -> Prepare:
    """Set up games without using them."""

    def prepare(folder: Path) -> Run:
        game = ready(name)

        def begin() -> int:
            for seed in range(NEW_GAMES):
                game.new_game(seed)
            return NEW_GAMES

        return lambda: of_each(begin)

    return prepare


def rollouts(name: str, jobs: int) -> Prepare:
    """Random games from many positions: the time by the clock, of a ply."""

    def prepare(folder: Path) -> Run:
        from benchmarks.sides import timed

        game, draw = ready(name), random.Random(SEED)
        states = [game.new_game(seed) for seed in range(STATES)]
        for state in states:
            for _ in range(8):
                state.play(draw.randrange(state.count))
        plies: list[int] = []

        def play() -> str:
            found = game.rollouts(states, GAMES, jobs=jobs, seed=SEED)
            plies[:] = [sum(played.plies for played in found)]
            return ""

        def run() -> Sample:
            sample = timed(play)
            return Sample("", sample.seconds / plies[0])

        return run

    return prepare


def open_spiel(theirs: str, games: int) -> Prepare:
    """The loop of OpenSpiel's own examples."""

    def prepare(folder: Path) -> Run:
        try:
            pyspiel: Any = import_module("pyspiel")
        except ImportError:
            raise NotInstalledError("needs open_spiel, which is not installed: left out") from None
        game, draw = pyspiel.load_game(theirs), random.Random(SEED)

        def play() -> int:
            plies = 0
            for _ in range(games):
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(draw.choice(state.legal_actions()))
                    plies += 1
            return plies

        return lambda: of_each(play)

    return prepare


def of_each(play: Callable[[], int]) -> Sample:
    """The processor time of one of those that were played."""
    count: list[int] = []

    def run() -> str:
        count.append(play())
        return ""

    sample = timed_by_processor(run)
    if not count[0]:
        raise FailureError("played nothing")
    return Sample(sample.answer, sample.seconds / count[0])
