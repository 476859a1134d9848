"""The three variants of a game in the benchmarks play the same game, in both tiers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import forthgame

SCRIPTS = Path(__file__).parents[2] / "benchmarks" / "scripts" / "phrasings"
DEPTHS = {
    "dameo": 3, "hasami": 2, "jungle": 2, "konane": 4, "onitama": 3, "pente": 2, "race": 4,
    "reversi": 5, "six": 2, "walls": 3,
}  # fmt: skip


def seen(game: forthgame.Game, depth: int) -> object:
    """Return the results of counts, random games and a game from its list."""
    found = game.playouts(12, plies=40, seed=3)
    state = game.new_game(seed=2)
    texts = []
    for ply in range(8):
        moves = [move.text for move in state.moves()]
        texts.append(moves)
        if not moves:
            break
        state.play(ply * 7 % len(moves))
    return game.perft(depth), found.results, found.plies, game.perft(1, state), texts


@cache
def interpreted(name: str, manner: str) -> object:
    with forthgame.load(SCRIPTS / f"{name}-{manner}.4th", native=False) as game:
        return seen(game, DEPTHS[name])


@pytest.mark.sampled(8)
@pytest.mark.parametrize("manner", "abc")
@pytest.mark.parametrize("name", DEPTHS)
def test_machine_code_plays_each_as_the_interpreter(name: str, manner: str) -> None:
    with forthgame.load(SCRIPTS / f"{name}-{manner}.4th") as game:
        assert seen(game, DEPTHS[name]) == interpreted(name, manner)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", DEPTHS)
def test_counts_are_the_same_in_each_manner(name: str) -> None:
    counts = set()
    for manner in "abc":
        with forthgame.load(SCRIPTS / f"{name}-{manner}.4th", native=False) as game:
            counts.add(game.perft(min(DEPTHS[name], 3)))
    assert len(counts) == 1
