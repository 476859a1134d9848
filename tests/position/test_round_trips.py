"""What a notation writes, it reads: every notation of every bundled game, on random moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.position.texts.notation import notations

GAMES = Path(__file__).parents[2] / "games"
TABLES = [path.relative_to(GAMES) for path in GAMES.glob("*/*.texts.toml")]
SHARED = {"rules": "hex"}  # a script that only others load, by the one that is played
NAMES = sorted(f"{path.parent}/{SHARED.get(name, name)}" for path in TABLES
               for name in [path.name.removesuffix(".texts.toml")])  # fmt: skip
SMALLER = [
    "draughts/old-french",
    "go/5x5",
    "go/9x9",
    "hex/3x3",
]  # they have the file of the script that they load
PLIES = 160  # of a random game at most


def positions(game: forthgame.Game, seed: int) -> Iterator[forthgame.State]:
    """Positions of random games, one game after the other."""
    random = Random(seed)
    while True:
        state = game.new_game(seed=random.randrange(1 << 30))
        while state.count and len(state.history) < PLIES:
            yield state
            state.play(random.randrange(state.count))


def check(name: str, moves: int, seed: int) -> None:
    """Write all moves of positions, and read each by its text alone."""
    game = forthgame.load(GAMES / f"{name}.4th", native=False)
    for notation in notations(game):
        left = moves
        for state in positions(game, seed):
            listed = state.moves()
            for move, text in zip(listed, state.texts(notation), strict=True):
                found = state.find(text)
                assert (found.text, found.key) == (move.text, move.key), (notation, text)
                assert text in listed
            left -= len(listed)
            if left <= 0:
                break


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_a_few_moves(name: str) -> None:
    check(name, 300, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES + SMALLER)
def test_ten_thousand_moves(name: str) -> None:
    check(name, 10_000, 2)
