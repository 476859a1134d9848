"""Results that alpha-beta reports as proven are the values of the positions."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from tests.beyond import exact_games
from tests.waiting import HANGS_AFTER

from . import small
from .exhaustive import TooMany, value


def check_proven(game: forthgame.Game, plies: int, **limits: int) -> int:
    """Compare all results claimed along a game; return how often there was one."""
    claims = 0
    state = game.new_game(seed=1)
    for ply in range(plies):
        if state.is_over or not state.moves():
            break
        for selective in (False, True):
            for engine in ("negamax", "negamax:repetition=yes", "paranoid", "brs"):
                found = state.search(engine, time=None, selective=selective, **limits)
                if found.proven:
                    claims += 1
                    assert found.proven == value(state), (engine, selective, state.to_text())
        state.play(state.moves()[(ply * 7 + 1) % len(state.moves())])
    return claims


def test_results_on_graphs_are_not_claimed_falsely(tmp_path: Path) -> None:
    claims = 0
    for seed in range(12):
        path = small.graph(tmp_path, seed, players=2 + seed % 2, partial=seed % 4 > 1)
        claims += check_proven(forthgame.load(path, native=False), 2, depth=6)
    assert claims > 20


@pytest.mark.sampled(4)
@pytest.mark.parametrize("engine", ["negamax", "paranoid", "brs", "brs+", "maxn"])
@pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])
def test_a_chain_that_goes_round_in_circles_ends(tmp_path: Path, engine: str, native: bool) -> None:
    """Two of three ways of each position lead back to it within the turn."""
    path = small.graph(tmp_path, 2007, players=3, partial=True)
    with forthgame.load(path, native=native) as game:
        if game.native is not None:
            game.native.prepare(wait=True)
        for depth in (1, 3):
            found = game.new_game(seed=1).search(engine, depth=depth, selective=False)
            assert found.nodes < 2000


@pytest.mark.slow
def test_results_on_many_graphs_are_not_claimed_falsely(tmp_path: Path) -> None:
    for seed in range(2000, 2150):
        path = small.graph(tmp_path, seed, players=2 + seed % 2, partial=seed % 4 > 1)
        check_proven(forthgame.load(path, native=False), 3, depth=7)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["OnIsLegal?", "OnIsLegal? of three", "unique", "labels"])
def test_results_of_small_games_are_not_claimed_falsely(tmp_path: Path, kind: str) -> None:
    try:
        check_proven(exact_games.load(tmp_path, kind), 4, depth=5)
    except TooMany:
        pytest.skip("too many positions to go back through")


def test_a_whole_tree_is_a_proof_and_ends_the_search() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    for move in ("X mark b2", "O mark a1", "X mark a2", "O mark c2"):
        state.play(move)
    found = state.search("negamax", time=HANGS_AFTER)
    assert (found.proven, found.stopped, found.score) == ("draw", "", 0)
    assert found.depth < 10
    assert "a proven draw" in str(found)


def test_a_win_by_force_is_proven() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    for move in ("X mark a1", "O mark b2", "X mark a2", "O mark c3"):
        state.play(move)
    found = state.search("negamax", time=HANGS_AFTER)
    assert (found.proven, str(found.move)) == ("win", "X mark a3")


def test_a_search_that_has_judged_positions_proves_no_draw() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    assert state.search("negamax", depth=3).proven is None


@pytest.mark.parametrize("name", ["backgammon", "ur"])
def test_where_chance_decides_nothing_is_proven(name: str) -> None:
    state = forthgame.load(name, native=False).new_game(seed=1)
    assert state.search("negamax", depth=1).proven is None


def test_with_repetitions_that_count_nothing_is_proven() -> None:
    state = forthgame.load("chess", native=False).new_game(seed=1)
    for move in ("pawn f2 - f3", "pawn e7 - e5", "pawn g2 - g4"):
        state.play(state.find(move))
    found = state.search("negamax", depth=2)
    assert found.score > 2_000_000_000
    assert found.proven is None


def test_the_size_of_the_table_changes_no_score() -> None:
    state = forthgame.load("breakthrough", native=False).new_game(seed=1)
    usual = state.search("negamax:selective=no", depth=4)
    for size in (1, 32):
        found = state.search(f"negamax:selective=no,table={size}", depth=4)
        assert (found.score, found.move) == (usual.score, usual.move)


def test_a_table_that_is_too_large_is_refused() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    with pytest.raises(forthgame.ForthgameError, match="at most 65536 megabytes"):
        state.search("negamax:table=100000000")


MARKS = """
{board 1 3 {grid} {variable} die board}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: mark empty? verify drop add-move ;
{moves marks {move} mark moves}
{pieces {piece} stone {drops} marks pieces}
"""
ENGINES = ["negamax:depth=4", "paranoid:depth=4", "best-first:depth=4", "uct:playouts=200"]


def marks(folder: Path, rules: str) -> forthgame.State:
    """Return the first position of a game of putting stones on three squares."""
    path = folder / "marks.4th"
    path.write_text(MARKS + rules)
    return forthgame.load(path, native=False).new_game(seed=1)


@pytest.mark.parametrize("engine", ENGINES)
def test_where_rules_draw_random_numbers_nothing_is_proven(tmp_path: Path, engine: str) -> None:
    state = marks(
        tmp_path,
        """
: OnMakeAMove 1 6 RAND-WITHIN die ! ;
: OnIsGameOver die @ 3 > IF #LossScore ELSE stalemate? IF #WinScore ELSE #UnknownScore ENDIF ENDIF ;
""",
    )
    assert state.search(engine, seed=1).proven is None


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("both", "proven"), [("loses", (None, "loss")), ("wins", ("win",))])
def test_an_ending_that_both_lose_is_no_win(
    tmp_path: Path, engine: str, both: str, proven: tuple[str | None, ...]
) -> None:
    state = marks(
        tmp_path,
        f"""
: boom 0 not-empty-at? IF White {both} Black {both} ENDIF ;
: full stalemate? IF draw ENDIF ;
{{endings boom {{ending}} boom full {{ending}} full endings}}
""",
    )
    found = state.search(engine, seed=1)
    assert found.proven in proven
    if both == "loses" and "uct" not in engine:
        assert found.score < -2_000_000_000


def test_a_proven_result_ends_a_search_to_a_depth() -> None:
    """More depth would change nothing: the score and the move are the same."""
    state = forthgame.load("tictactoe", native=False).position(
        "tictactoe | X:mark@a1 X:mark@b2 O:mark@c3 | turn=12,O,O,0,4,0"
    )
    whole, more = (state.search("negamax", depth=depth) for depth in (6, 5000))
    assert (more.proven, more.depth, more.nodes) == (whole.proven, whole.depth, whole.nodes)
    assert (more.score, more.move) == (whole.score, whole.move)


def test_points_that_are_proven_count_the_plies_left_to_the_depth(tmp_path: Path) -> None:
    """The depth is searched at once then, whatever it is."""
    path = tmp_path / "points.4th"
    path.write_text(
        "{board 1 2 {grid} board} {players {player} X {player} O players} "
        "{turn-order {turn} X {turn} O turn-order} : put empty? verify drop add-move ; "
        "{moves puts {move} put moves} {pieces {piece} man {drops} puts pieces} "
        ": full stalemate? IF 5 X score ENDIF ; {endings full {ending} full endings}"
    )
    state = forthgame.load(path, native=False).new_game(seed=1)
    for depth, left in ((2, 0), (5, 3), (5000, 99)):
        found = state.search("negamax", depth=depth)
        assert (found.score, found.proven) == (2_000_001_000 + left, "win")
        assert found.nodes < 20
