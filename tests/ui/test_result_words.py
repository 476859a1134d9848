"""Results and points in words."""

from __future__ import annotations

import pytest

from forthgame.api.game import load
from forthgame.draw.score_table import surrounded
from forthgame.ui.worker.result_words import number_text, points_document, result_text


@pytest.mark.parametrize(
    ("number", "text"), [(7.5, "7½"), (0.5, "½"), (0, "0"), (-3, "-3"), (12, "12"), (0.25, "¼")]
)
def test_numbers(number: float, text: str) -> None:
    assert number_text(number) == text


def test_go_ends_with_points_and_territory() -> None:
    """Black has a wall on the second line of five; the komi of 7½ is White's."""
    state = load("go/5x5").new_game()
    for move in ("c1", "d1", "c2", "d2", "c3", "d3", "c4", "d4", "c5", "d5", "Pass", "Pass"):
        state.play(state.find(move))
    assert result_text(state) == "White wins by 2½ points: passed"
    found = points_document(state, over=True)
    assert found["points"] == {"Black": "15", "White": "17½"}
    assert len(found["surrounded"]["Black"]) == 10
    assert sorted(found["surrounded"]["White"]) == ["e1", "e2", "e3", "e4", "e5"]


def test_neutral_ground_is_nobodys() -> None:
    state = load("go/5x5").new_game()
    state.play(state.find("c3"))
    state.play(state.find("a1"))
    assert surrounded(state) == {}


def test_stores_count_during_play_and_houses_at_the_end() -> None:
    state = load("kalah").new_game()
    state.play(state.find("s4 c1 - hand"))
    assert points_document(state, over=False)["points"] == {"South": "1", "North": "0"}
    assert points_document(state, over=True)["points"] == {"South": "24", "North": "24"}


def test_a_game_without_points_has_none() -> None:
    state = load("chess").position(fen="k7/8/1Q6/8/8/8/8/7K b - - 0 1")
    assert result_text(state) == "A draw: stalemate"
    assert points_document(state, over=True) == {"points": {}, "unit": ""}
