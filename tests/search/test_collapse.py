"""Tests of collapses in quantum tic-tac-toe."""

from __future__ import annotations

import forthgame
from forthgame.api.game import State


def played(*texts: str) -> State:
    """A game after some moves."""
    state = forthgame.load("quantum-tictactoe").new_game(seed=1)
    for text in texts:
        assert state.outcome is None
        state.play(text)
    return state


def test_two_pairs_in_two_squares_are_a_ring() -> None:
    """The maker's opponent chooses, then makes a pair in the same turn."""
    state = played("X ghost a9 X ghost d9", "O ghost b9 O ghost e9")
    assert state.player == "X"
    assert [str(move) for move in state.moves()] == [
        "partial 0 = mark on b9 x e9 = mark on d9 x a9",
        "partial 0 = mark on e9 x b9 = mark on a9 x d9",
    ]
    state.play(state.moves()[0])
    assert state.player == "X"
    assert state.board == {
        "b9": ("O", "mark"),
        "d9": ("X", "mark"),
    }
    assert len(state.moves()) == 21  # pairs of seven open squares


def test_what_hangs_on_a_ring_collapses_with_it() -> None:
    """The pair of turn 1 leads away from the ring of turns 2 and 3."""
    state = played("X ghost d9 X ghost g9", "O ghost b9 O ghost e9", "X ghost c9 X ghost f9")
    marks = [str(move).count("mark") for move in state.moves()]
    assert marks == [3, 3]
