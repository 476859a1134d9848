"""Small scripts that once gave a wrong answer (`tests/cases/`), and the right one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import forthgame

CASES = Path(__file__).parents[1] / "cases"
both_tiers = pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])


@both_tiers
def test_positions_pushed_in_a_turn_are_popped_when_it_is_taken_back(native: bool) -> None:
    game = forthgame.load(CASES / "thrice.4th", native=native)
    assert game.perft(9) == 11


@both_tiers
def test_the_beginning_stands_a_third_time_after_eight_plies(native: bool) -> None:
    """This also holds after searches on the same state."""
    state = forthgame.load(CASES / "thrice.4th", native=native).new_game(seed=1)
    there = ["king a1 - b1", "king e1 - d1", "king b1 - a1", "king d1 - e1"]
    for move in there * 2:
        assert state.outcome is None
        state.search("negamax", depth=4)
        state.play(move)
    assert state.outcome == "draw"
    state.undo()
    assert state.outcome is None
    state.play(there[-1])
    assert state.outcome == "draw"


@pytest.mark.sampled(2)
@both_tiers
def test_what_is_stored_after_the_list_was_made_decides_the_game(native: bool) -> None:
    game = forthgame.load(CASES / "generate.4th", native=native)
    state = game.new_game(seed=1)
    for left in (3, 2, 1):
        assert (len(state.moves()), state.outcome) == (left, None)
        text = state.to_text()
        assert game.position(text).fingerprint == state.fingerprint
        state.play(0)
    assert state.outcome == "draw"
    assert game.playouts(100, seed=1).draws == 100
    assert game.perft(3) == 6
    assert state.game.perft(4) == 0
    assert game.new_game(seed=1).search("negamax", depth=4).proven == "draw"


@both_tiers
def test_idioms_of_connection_games(native: bool) -> None:
    game = forthgame.load(CASES / "links.4th", native=native)
    assert [game.perft(depth) for depth in (1, 2, 3)] == [12, 134, 1160]
    assert game.playouts(50, seed=1).draws == 50
    draw, state = Random(1), game.new_game(seed=1)
    while state.outcome is None:
        state.play(draw.randrange(len(state.moves())))
    assert state.outcome == "draw"
