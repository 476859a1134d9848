"""Steps of our games inside other tools, beside the tools' own games written in Python.

Games are random and played to their end. A step has its share of all calls of a learner: legal
actions, and in PettingZoo the observation.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.measuring import NotInstalledError, Peer, Prepare, Row
from benchmarks.python import SEED, of_each, ready

MANY = 1000  # games that are stepped together
STEPS = 20


def rows() -> list[Row]:
    """Rows of each bridge; bars are multiples of the time of the tool's own game."""
    spiel = Peer("OpenSpiel's python_tic_tac_toe", openspiel(their_spiel, 40), 1.0)
    zoo = Peer("PettingZoo's connect_four_v3", pettingzoo(their_zoo, 10), 1.0)
    one = Peer("one at a time", gymnasium(20), 1.0)
    return [
        Row("bridge-openspiel-tictactoe", "", openspiel(our_spiel, 40), (spiel,), unit="steps"),
        Row("bridge-pettingzoo-connectfour", "", pettingzoo(our_zoo, 10), (zoo,), unit="steps"),
        Row("bridge-gymnasium-many", "", gymnasium_many(), (one,), unit="steps"),
    ]


def needed(name: str) -> Any:
    """A module. Raises NotInstalledError if it is not there."""
    try:
        return import_module(name)
    except ImportError:
        raise NotInstalledError(f"needs {name}, which is not installed: left out") from None


def our_spiel() -> Any:
    """Tic-tac-toe of ours in OpenSpiel."""
    needed("pyspiel")
    return needed("forthgame.bridges.openspiel").register(ready("tictactoe"))


def their_spiel() -> Any:
    """Tic-tac-toe as OpenSpiel has it in Python."""
    needed("open_spiel.python.games")
    return needed("pyspiel").load_game("python_tic_tac_toe")


def our_zoo() -> Any:
    """Connect Four of ours in PettingZoo."""
    needed("pettingzoo")
    return needed("forthgame.bridges.pettingzoo").env(ready("connectfour"))


def their_zoo() -> Any:
    """PettingZoo's own."""
    return needed("pettingzoo.classic.connect_four_v3").env()


def openspiel(load: Callable[[], Any], games: int) -> Prepare:
    """The loop of OpenSpiel's own examples."""

    def prepare(folder: Path) -> Any:
        game, draw = load(), random.Random(SEED)

        def play() -> int:
            steps = 0
            for _ in range(games):
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(draw.choice(state.legal_actions()))
                    steps += 1
            return steps

        return lambda: of_each(play)

    return prepare


def pettingzoo(load: Callable[[], Any], games: int) -> Prepare:
    """The loop of PettingZoo's own examples."""

    def prepare(folder: Path) -> Any:
        env, draw = load(), random.Random(SEED)

        def play() -> int:
            steps = 0
            for _ in range(games):
                env.reset(seed=SEED)
                for _ in env.agent_iter():
                    seen, _, over, cut, _ = env.last()
                    mask = seen["action_mask"]
                    legal = [] if over or cut else mask.nonzero()[0].tolist()
                    env.step(draw.choice(legal) if legal else None)
                    steps += 1
            return steps

        return lambda: of_each(play)

    return prepare


def gymnasium(games: int) -> Prepare:
    """Games of one environment after the other."""

    def prepare(folder: Path) -> Any:
        needed("gymnasium")
        env = needed("forthgame.bridges.gymnasium").make(ready("breakthrough"))
        draw = random.Random(SEED)

        def play() -> int:
            steps = 0
            for number in range(games):
                seen, _ = env.reset(seed=number)
                over = cut = False
                while not (over or cut):
                    action = draw.choice(seen["action_mask"].nonzero()[0].tolist())
                    seen, _, over, cut, _ = env.step(action)
                    steps += 1
            return steps

        return lambda: of_each(play)

    return prepare


def gymnasium_many() -> Prepare:
    """A thousand games stepped together."""

    def prepare(folder: Path) -> Any:
        needed("gymnasium")
        import numpy as np

        envs = needed("forthgame.bridges.gymnasium").make_vec(ready("breakthrough"), MANY)
        draw = np.random.default_rng(SEED)

        def play() -> int:
            seen, _ = envs.reset(seed=SEED)
            for _ in range(STEPS):
                mask = seen["action_mask"]
                seen, *_ = envs.step((mask * draw.random(mask.shape, np.float32)).argmax(axis=1))
            return MANY * STEPS

        return lambda: of_each(play)

    return prepare
