"""A script of 4 000 lines: it loads, and both tiers play the same game of it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import forthgame
from benchmarks.large_script import POSITIONS, large_script

PLIES = 25


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[forthgame.Game, forthgame.Game]:
    """The script in machine code and in the interpreter."""
    path: Path = tmp_path_factory.mktemp("large") / "large.4th"
    path.write_text(large_script(), "utf-8")
    native = forthgame.load(path)
    assert native.native is not None
    native.native.prepare(wait=True, engines=False)
    return native, forthgame.load(path, native=False)


def test_it_is_large_and_the_same_every_time() -> None:
    text = large_script()
    assert text == large_script()
    assert 3900 <= len(text.splitlines()) <= 4400
    assert text.count("{link}") >= 1500
    assert sum(line.startswith(": ") for line in text.splitlines()) >= 500


@pytest.mark.slow
def test_everything_in_it_is_declared(games: tuple[forthgame.Game, forthgame.Game]) -> None:
    for game in games:
        assert len(game.positions) == POSITIONS == 600
        assert len(game.pieces) == 24
        assert len(game.set_up) == 100


def test_machine_code_is_made_of_what_is_reached(
    games: tuple[forthgame.Game, forthgame.Game],
) -> None:
    native = games[0].native
    assert native is not None
    assert native.refused == {}
    assert native.compiled > 200  # the size of the game


@pytest.mark.parametrize("seed", range(4))
def test_both_tiers_find_the_same_moves(
    games: tuple[forthgame.Game, forthgame.Game], seed: int
) -> None:
    states = [game.new_game(seed=seed) for game in games]
    generator = random.Random(seed)
    for _ in range(PLIES):
        lists = [[move.text for move in state.moves()] for state in states]
        assert lists[0] == lists[1]
        assert states[0].outcome == states[1].outcome
        if not lists[0] or states[0].outcome is not None:
            break
        chosen = generator.choice(lists[0])
        for state in states:
            state.play(chosen)
    assert len(states[0].history) == PLIES
    assert states[0].board == states[1].board


def test_both_tiers_play_the_same_random_games(
    games: tuple[forthgame.Game, forthgame.Game],
) -> None:
    first, second = (game.playouts(3, seed=5, plies=2000) for game in games)
    assert (first.plies, first.results) == (second.plies, second.results)
    assert first.plies > 100
