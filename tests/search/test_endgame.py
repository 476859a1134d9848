"""Proofs that engines try before they search, near the end of a game; moves that win at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import forthgame
from forthgame.api.game import State
from forthgame.position.move_texts import own_text
from forthgame.rules.engines import Limits
from forthgame.rules.facts.proof_conditions import score_is_forced
from forthgame.search.engine_choice import choose_engine
from forthgame.search.proof_before_search import proof_pays
from forthgame.search.proving import attempt
from tests.search.test_tree_search import nim, sure

PROVING = ("uct:prove=0.5", "negamax:prove=0.5")
LONG = ("breakthrough", "othello")  # games that last too long for a proof


def heap(folder: Path, kind: str = "two", stones: int = 7) -> State:
    return nim(folder, kind, heap=str(stones)).new_game(seed=1)


@pytest.mark.parametrize("engine", PROVING)
@pytest.mark.parametrize("kind", ["two", "misère", "draws"])
def test_what_is_proven_first_is_what_an_exhaustive_search_finds(
    tmp_path: Path, engine: str, kind: str
) -> None:
    for stones in (3, 4, 5):
        state = heap(tmp_path, kind, stones)
        value = sure(state, state.player)
        found = state.search(engine, time=None, nodes=2000, seed=1)
        assert value is not None
        assert found.proven == ("loss", "draw", "win")[value]
        behind = state.copy()
        behind.play(found.move)
        assert sure(behind, state.player) == value


def test_a_proof_spends_less_than_its_share_where_it_decides(tmp_path: Path) -> None:
    found = heap(tmp_path).search("uct:prove=0.5", time=None, nodes=100_000, seed=1)
    assert found.proven == "win"
    assert found.nodes < 50
    assert found.pv == [own_text(found.move)]


@pytest.mark.parametrize("name", LONG)
def test_a_long_game_is_searched_without_a_proof(name: str) -> None:
    state = forthgame.load(name, native=False).new_game(seed=1)
    plain = state.search("uct", time=None, nodes=10, seed=1)
    found = state.search("uct:prove=0.9", time=None, nodes=10, seed=1)
    assert (found.move, found.score, found.nodes) == (plain.move, plain.score, plain.nodes)


@pytest.mark.parametrize("kind", ["three", "dice", "one"])
def test_a_game_that_is_not_of_two_is_searched_as_without(tmp_path: Path, kind: str) -> None:
    state = heap(tmp_path, kind, 6)
    plain = state.search("uct", time=None, nodes=200, seed=1)
    found = state.search("uct:prove=0.5", time=None, nodes=200, seed=1)
    assert (found.move, found.score, found.nodes) == (plain.move, plain.score, plain.nodes)


@pytest.mark.parametrize(
    ("kind", "wanted"), [("two", True), ("three", True), ("dice", False), ("one", True)]
)
def test_friends_need_not_play_along(tmp_path: Path, kind: str, wanted: bool) -> None:
    """A result is certain unless third players could help; with two players there are none."""
    assert score_is_forced(heap(tmp_path, kind).game) == wanted
    friends = "7 heap ! ; : OnFriends? 2DROP FALSE ; : unused 7"
    assert score_is_forced(nim(tmp_path, kind, heap=friends)) == (kind == "two")


@pytest.mark.parametrize(
    ("engine", "changed", "wanted"),
    [
        ("uct", {}, True),
        ("negamax", {}, True),
        ("uct", {"repetition": True}, False),
        ("negamax", {"depth": 3}, False),
        ("uct", {"playouts": 100}, False),
        ("uct", {"time": 0}, False),
        ("uct", {"time": None, "nodes": None}, False),
        ("uct", {"prove": None}, False),
    ],
)
def test_when_a_proof_is_tried(
    tmp_path: Path, engine: str, changed: dict[str, Any], wanted: bool
) -> None:
    state = heap(tmp_path)
    limits = replace(Limits(time=1.0, nodes=1000, prove=0.5), **changed)
    assert proof_pays(state, choose_engine(state, engine, limits), limits) == wanted


def test_a_proof_needs_something_to_decide(tmp_path: Path) -> None:
    """There is none if the game is over."""
    state, limits = heap(tmp_path, stones=1), Limits(nodes=1000, prove=0.5)
    chosen = choose_engine(state, "uct", limits)
    while not state.outcome:
        state.play(0)
    assert not proof_pays(state, chosen, limits)


def test_a_number_of_random_games_is_observed(tmp_path: Path) -> None:
    found = heap(tmp_path).search("uct:prove=0.5,solve=no", playouts=100, seed=1)
    assert found.nodes == 100


def test_a_proof_leaves_the_position_and_the_random_numbers(tmp_path: Path) -> None:
    state = heap(tmp_path, stones=40)
    before = state.fingerprint
    found = [state.search("uct:prove=0.3", time=None, nodes=300, seed=4) for _ in range(2)]
    assert len({(f.move.text, f.score, f.nodes) for f in found}) == 1
    assert state.fingerprint == before


def test_a_move_that_wins_at_once_proves_its_node(tmp_path: Path) -> None:
    """Seven stones take fewer games to solve where three stones are known to be won."""
    state = heap(tmp_path)
    plain, looking = (
        state.search(f"uct:{options}", playouts=3000, seed=1) for options in ("", "look=1")
    )
    assert plain.proven == looking.proven == "win"
    assert looking.nodes < plain.nodes


SHARED = """\\ Behind X's move Y has two that win: by one of them X wins too.
{board 1 3 {grid} {variable} node board}
{players {player} X {player} Y {player} Z players}
{turn-order {turn} X {turn} Y {turn} Z turn-order}
: go ( n -- ) node ! ;
: to-node ( n -- ) COMPILE-LITERAL COMPILE go add-move ;
: step ( -- ) node @ 0= IF 1 to-node 4 to-node ELSE 2 to-node 3 to-node ENDIF ;
: end ( -- )
	node @ 2 = IF X wins Y wins ENDIF  node @ 3 = IF Y wins ENDIF  node @ 4 = IF draw ENDIF
;
{endings end {ending} end endings}
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} X man a1 {setup} Y man b1 {setup} Z man c1 board-setup}
"""


def test_a_win_that_another_shares_proves_nothing_of_the_other(tmp_path: Path) -> None:
    """Y wins by either move, so X's result is open."""
    path = tmp_path / "shared.4th"
    path.write_text(SHARED)
    state = forthgame.load(path, native=False).new_game(seed=1)
    for options in ("look=1,", ""):
        assert state.search(f"uct:{options}playouts=300", time=None).proven is None
    state.play(0)
    assert state.search("uct:look=1,playouts=300", time=None).proven == "win"


def test_auto_tries_a_proof_where_random_games_are_short(tmp_path: Path) -> None:
    state = heap(tmp_path)
    found = state.search("auto", time=None, nodes=100_000, seed=1)
    without = state.search(f"{found.engine}:prove=0", time=None, nodes=100_000, seed=1)
    proving = state.search(f"{found.engine}:prove=0.3", time=None, nodes=100_000, seed=1)
    assert found.proven == "win"
    assert found.nodes == proving.nodes < without.nodes


def test_a_search_spends_all_of_its_share_on_a_win(tmp_path: Path) -> None:
    """Half of it would go to a proof that it does not lose, which has no information on the
    move.
    """
    state = heap(tmp_path, stones=11)
    needed = state.prove(time=None).nodes
    assert attempt(state, None, needed).value == "win"
    assert state.prove(time=None, nodes=needed).value is None
