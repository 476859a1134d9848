"""Random games that are evaluated before their end: a tree of them follows the evaluation."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.words.playouts.cutoff_estimates import TELLING
from forthgame.words.registers import playout_trees
from tests.searching import WALK, loaded, walk

SILENT = WALK.partition(": OnEvaluate")[0]  # it does not use the evaluation
LEVEL = SILENT + ": OnEvaluate ( -- score ) 0 ;\n"  # nor does this, in fact
SHORT = LEVEL.replace(  # a player who reaches the end of the row wins
    "OnIsGameOver #UnknownScore",
    "OnIsGameOver i1 not-empty-at? i2 not-empty-at? OR IF #LossScore ELSE #UnknownScore ENDIF",
)


@pytest.mark.parametrize("lead", [0, 1_000_000, -1_000_000])
@pytest.mark.parametrize("engine", ["uct", "mcts", "uct:mast=yes", "uct:cut=1"])
@pytest.mark.sampled(4)
def test_the_evaluation_decides(tmp_path: Path, engine: str, lead: int) -> None:
    """This holds even if one is far ahead in any case: moves differ by less than that."""
    state = walk(tmp_path, lead).new_game(seed=1)
    for wanted in ("e1 - f1", "e2 - f2"):
        found = [state.search(engine, playouts=400, seed=seed) for seed in range(12)]
        assert sum(str(result.move) == f"man {wanted}" for result in found) >= 10
        ahead = lead if wanted == "e1 - f1" else -lead
        assert lead == 0 or all((result.score > 500) == (ahead > 0) for result in found)
        state.play(f"man {wanted}")


def test_an_evaluation_is_called_after_two_plies(tmp_path: Path) -> None:
    """This is the default; with another option a game of 300 plies is a draw."""
    game = walk(tmp_path, 1_000_000)
    register = game.forth.processor.register
    assert game.new_game(seed=1).search("uct", playouts=20, seed=3).score > 500
    assert register(playout_trees.CUT) == playout_trees.USUAL_CUT
    assert game.new_game(seed=1).search("uct:cut=5", playouts=20, seed=3).score > 500
    assert register(playout_trees.CUT) == 5
    assert game.new_game(seed=1).search("uct:cut=0", playouts=40, seed=3).score == 500
    assert register(playout_trees.CUT) == playout_trees.NEVER_CUT


@pytest.mark.parametrize("engine", ["uct", "mcts"])
def test_an_evaluation_that_never_differs_is_soon_dropped(tmp_path: Path, engine: str) -> None:
    """Games are then played out, and show which player is ahead."""
    game = loaded(tmp_path, SHORT)
    game.new_game(seed=1).search(engine, playouts=TELLING - 1, seed=3)
    assert game.forth.processor.register(playout_trees.CUT) == playout_trees.USUAL_CUT
    result = game.new_game(seed=1).search(engine, playouts=1000, seed=3)
    assert game.forth.processor.register(playout_trees.CUT) == 0
    assert result.score > 550
    assert str(result.move) == "man e1 - f1"


def test_a_limit_that_is_given_counts(tmp_path: Path) -> None:
    """The register holds the option's value before each search, whatever the one before found."""
    game = loaded(tmp_path, SILENT)
    scores = [game.new_game(seed=1).search("uct", playouts=60, seed=3).score for _ in range(2)]
    assert scores[0] == scores[1]
    first = game.new_game(seed=1).search("uct", playouts=1, seed=3)
    assert first.score == 500  # a draw: it has not ended


def test_a_search_for_some_time_knows_what_earlier_ones_found(tmp_path: Path) -> None:
    game = loaded(tmp_path, SILENT)
    register = game.forth.processor.register
    game.new_game(seed=1).search("uct", playouts=1, seed=3)
    assert not register(playout_trees.CUT)
    game.new_game(seed=1).search("uct", playouts=20, seed=3)
    assert register(playout_trees.CUT) == playout_trees.USUAL_CUT
    game.new_game(seed=1).search("uct", playouts=1, seed=3)
    assert not register(playout_trees.CUT)
    game.new_game(seed=1).search("uct", time=0)
    assert register(playout_trees.CUT) == playout_trees.USUAL_CUT
    game.new_game(seed=1).search("uct:cut=0", time=0)
    assert register(playout_trees.CUT) == playout_trees.NEVER_CUT


def test_a_long_game_now_and_then_is_no_reason(tmp_path: Path) -> None:
    """Tic-tac-toe always ends; if the first games show this, later ones without an end stay."""
    game = forthgame.load("tictactoe", native=False)
    game.new_game(seed=1).search("uct", playouts=50, seed=3)
    assert not game.forth.processor.register(playout_trees.CUT)


def test_both_tiers_judge_alike(tmp_path: Path) -> None:
    found = []
    for native in (False, True):
        state = walk(tmp_path, 700, native).new_game(seed=1)
        result = state.search("uct:minimax=0.2", playouts=300, seed=5)
        found.append((str(result.move), result.score, result.nodes))
    assert found[0] == found[1]
