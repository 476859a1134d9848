"""Games of one player: the engine that looks ahead solves what is small enough."""

from __future__ import annotations

import pytest
from oracles.registry import all_games

import forthgame

ORACLES = all_games()


def solved(name: str, depth: int) -> list[str]:
    """The line that alpha-beta finds at a depth, played in script and oracle to a win."""
    state, oracle = forthgame.load(name).new_game(seed=1), ORACLES[name]()
    line = [str(move) for move in state.search(engine="negamax", depth=depth).pv]
    for text in line:
        assert state.outcome is None
        state.play(text)
        oracle.play(text)
    assert state.outcome == oracle.outcome == "win"
    return line


def test_the_cross_takes_five_jumps() -> None:
    """Six pegs, of which one is left."""
    assert len(solved("peg-solitaire/cross", 6)) == 5


@pytest.mark.slow
def test_the_pyramid_takes_fifteen_jumps() -> None:
    """Sixteen pegs: three million positions."""
    assert len(solved("peg-solitaire/pyramid", 16)) == 15


def test_a_jump_in_the_wrong_direction_loses() -> None:
    """The cross with a peg left outside the middle, or more than one."""
    state = forthgame.load("peg-solitaire/cross").new_game(seed=1)
    while state.outcome is None:
        state.play(state.moves()[0])
    assert state.outcome == "loss"
