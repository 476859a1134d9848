"""Proofs give the values of solved games, and those of retrograde analysis."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.base.errors import ForthgameError
from forthgame.search.proving import Proof
from tests.beyond import exact_games
from tests.beyond.tiers import TIERS

from . import small
from .exhaustive import TooMany, value


def proof_of(path: Path | str, native: bool = False, time: float | None = None) -> Proof:
    """Return the proven result of a game's beginning."""
    game = forthgame.load(path, native=native)
    if game.native:
        game.native.prepare(wait=True, engines=False)
        game.native.prepare_proving()
    return game.new_game(seed=1).prove(time)


def test_tic_tac_toe_is_a_draw() -> None:
    found = proof_of("tictactoe")
    assert (found.value, found.stopped) == ("draw", "")
    assert found.move is not None


def test_the_first_player_wins_at_hex(tmp_path: Path) -> None:
    assert proof_of(small.hex_board(tmp_path, 3)).value == "win"


@pytest.mark.slow
@pytest.mark.parametrize("native", TIERS)
def test_the_first_player_wins_on_a_larger_rhombus(tmp_path: Path, native: bool) -> None:
    assert proof_of(small.hex_board(tmp_path, 4), native).value == "win"


@pytest.mark.parametrize(("rows", "columns", "wanted"), [(3, 4, "loss"), (4, 4, "win")])
def test_clobber(tmp_path: Path, rows: int, columns: int, wanted: str) -> None:
    assert proof_of(small.clobber(tmp_path, rows, columns)).value == wanted


@pytest.mark.parametrize("columns", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_the_second_player_wins_at_breakthrough_on_four_rows(tmp_path: Path, columns: int) -> None:
    assert proof_of(small.breakthrough(tmp_path, 4, columns)).value == "loss"


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (4, 5)])
def test_small_connect_four_is_a_draw(tmp_path: Path, rows: int, columns: int) -> None:
    assert proof_of(small.connect_four(tmp_path, rows, columns), native=True).value == "draw"


# -- values of all positions, worked out by going back from the ends -------------------------------


def compare_graph(folder: Path, seed: int, native: bool, **more: int) -> None:
    """A random graph from its first positions on."""
    game = forthgame.load(small.graph(folder, seed, **more), native=native)
    state = game.new_game(seed=1)
    for _ in range(3):
        if state.is_over or not state.moves():
            break
        found = state.prove(None)
        assert found.value == value(state), (seed, state.to_text())
        if found.move is not None:
            after = state.copy()
            after.play(found.move)
            if not after.is_over and after.moves() and len(game.players) == 3:  # one is neutral
                same = after.player == state.player
                wanted = {"win": "win" if same else "loss", "draw": "draw"}[found.value or ""]
                assert value(after) == wanted, (seed, str(found.move))
        state.play(state.moves()[seed % len(state.moves())])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(40))
def test_what_goes_round_is_nobodys_win(tmp_path: Path, seed: int) -> None:
    compare_graph(tmp_path, seed, native=False)


@pytest.mark.parametrize("seed", range(40, 60))
def test_three_players_and_partial_moves(tmp_path: Path, seed: int) -> None:
    compare_graph(tmp_path, seed, native=False, players=2 + seed % 2, partial=seed % 4 > 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_many_graphs(tmp_path: Path, seed: int) -> None:
    compare_graph(tmp_path, seed, native=False, players=2 + seed % 2, partial=seed % 4 > 1)


CERTAIN = ["OnIsLegal?", "OnIsLegal? of three", "unique", "must-finish", "labels", "to-hand"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", CERTAIN)
def test_small_games_with_words_beyond_axiom(tmp_path: Path, kind: str) -> None:
    state = exact_games.load(tmp_path, kind).new_game(seed=1)
    try:
        wanted = value(state, 20_000)
    except TooMany:
        pytest.skip("too many positions to go back through")
    assert state.prove(60.0).value == wanted


# -- what is not proven ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["backgammon", "ur", "apocalypse"])
def test_chance_and_simultaneous_turns_are_refused(name: str) -> None:
    with pytest.raises(ForthgameError, match=r"nothing is proven of .*, because"):
        forthgame.load(name, native=False).new_game(seed=1).prove(5.0)


def test_a_search_that_is_too_short_says_so() -> None:
    found = forthgame.load("chess", native=False).new_game(seed=1).prove(None, nodes=500)
    assert (found.value, found.move, found.stopped) == (None, None, "nodes")
    assert str(found).startswith("not decided within ")
    assert found.nodes <= 500


def test_the_size_of_the_table_changes_nothing() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    assert state.prove(None, table=1).value == state.prove(None, table=64).value == "draw"
    assert state.prove(None).value == "draw"


@pytest.mark.parametrize("wrong", [{"nodes": 0}, {"time": -1.0}, {"table": 0}])
def test_limits_that_are_none_are_refused(wrong: dict[str, int]) -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    with pytest.raises(ValueError, match="of a proof"):
        state.prove(**wrong)


ROUND = """
{board 1 3 {grid} {variable} n board}
{players {player} A {player} B players}
{turn-order {turn} B {turn} A {turn} A {label} last {turn} B turn-order}
: one n @ 4 * 3 + 37 MOD n ! ;  : two n @ 3 * 3 + 37 MOD n ! ;  : three n @ 2 * 2 + 37 MOD n ! ;
: to-one choice" 1" COMPILE one add-move ;
: to-two choice" 2" COMPILE two last continue-at add-move ;
: to-three choice" 3" COMPILE three again add-move ;
{moves ways {move} to-one {move} to-two {move} to-three moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} A man a1 {setup} B man b1 board-setup}
: decided n @ 9 MOD 4 = IF n @ 2 MOD IF A wins ELSE B loses ENDIF ENDIF ;
: even n @ 13 MOD 5 = IF draw ENDIF ;
{endings decided {ending} decided even {ending} even endings}
"""


@pytest.mark.parametrize("native", TIERS)
def test_going_round_in_known_positions_counts_too(tmp_path: Path, native: bool) -> None:
    """A game of 145 positions, whose ways lead back to them: a proof ends all the same."""
    path = tmp_path / "round.4th"
    path.write_text(ROUND)
    state = forthgame.load(path, native=native).new_game(seed=1)
    state.play(2)
    found = state.prove(time=None, nodes=2000)
    assert found.stopped == "nodes"
    assert 1000 <= found.nodes <= 2000
    assert state.search("uct:prove=0.5", nodes=2000, seed=1).nodes <= 2000
