"""Moves as lists of steps: how backgammon and sowing games are written and read."""

from __future__ import annotations

from random import Random

import pytest

from forthgame import IllegalMove
from forthgame.api.game import State, load


def thrown(throw: str, *moves: str) -> State:
    """Return a position of backgammon after some moves and a throw."""
    state = load("backgammon").new_game()
    for move in (*moves, throw):
        state.play(move)
    return state


@pytest.mark.parametrize(
    ("throw", "typed", "meant"),
    [
        ("3-1", "8/5 6/5", "8/5 6/5"),
        ("3-1", "6/5* 8/5", "6/5 8/5"),
        ("6-5", "24/13", "24/18 18/13"),
        ("6-6", "24/18(2) 13/7(2)", "24/18 24/18 13/7 13/7"),
        ("1-1", "8/6(2)", "8/7 7/6 8/7 7/6"),
    ],
)
def test_steps_are_read(throw: str, typed: str, meant: str) -> None:
    """In their order or another, with steps of a man as one, and repeated."""
    found = thrown(throw).find(typed)
    assert sorted(found.short.split()) == sorted(meant.split())


def test_black_counts_from_the_other_end() -> None:
    state = thrown("3-1", "3-1", "8/5 6/5")
    assert state.find("8/5 6/5").text == "= man on p17 Black man p20 = man on p19 Black man p20"


def test_wrong_steps_are_refused() -> None:
    with pytest.raises(IllegalMove):
        thrown("3-1").find("13/8 6/5")


def test_every_text_means_its_move() -> None:
    random, state = Random(5), load("backgammon").new_game(seed=2)
    for _ in range(60):
        moves = state.moves()
        for move in random.sample(list(moves), min(6, len(moves))):
            assert state.find(move.short).short == move.short
        state.play(random.choice(list(moves)))


def test_a_house_is_a_move() -> None:
    state = load("oware").new_game()
    assert [move.short for move in state.moves()] == ["a1", "b1", "c1", "d1", "e1", "f1"]
    assert state.find("c1").text == "s4 c1 - hand"
