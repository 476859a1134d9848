"""What the page gets of an engine's lines."""

from __future__ import annotations

from dataclasses import replace

from forthgame.api.game import load
from forthgame.search.score_expectation import Expectation
from forthgame.search.search_result import SearchResult
from forthgame.ui.worker.worker_main import expected_points


def test_lines_have_the_share_of_the_points() -> None:
    """It comes from random games, from the curve of the scores, or from a proof."""
    move = load("tictactoe").new_game().moves()[0]
    curve = Expectation(advance=0.0, unit=100.0, games=20)
    line = SearchResult(move, score=100, depth=2, nodes=9)
    assert expected_points(line, curve) == {"share": 0.731, "proven": ""}
    assert expected_points(line, None)["share"] is None
    assert expected_points(replace(line, score=250, engine="uct"), curve)["share"] == 0.25
    assert expected_points(replace(line, proven="draw"), None) == {"share": 0.5, "proven": "draw"}
