"""Random games of Ur last as long as in other programs."""

from __future__ import annotations

import random
import statistics

import pytest

import forthgame

GAMES = 100


@pytest.mark.slow
def test_random_games_of_ur() -> None:
    """A game has about 155 throws, and neither player has a great advantage."""
    game = forthgame.load("ur")
    throws, light = [], 0
    for number in range(GAMES):
        state, choose = game.new_game(seed=number), random.Random(number)
        players = []
        while state.outcome is None:
            players.append(state.player)
            state.play(choose.choice(state.moves()))
        throws.append(players.count("?Dice"))
        light += (state.player == "Light") == (state.outcome == "win")
    assert 149 < statistics.mean(throws) < 163
    assert 17 < statistics.stdev(throws) < 28
    assert 40 <= light <= 60
