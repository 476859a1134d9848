"""Nodes of the tree that stand for one position share their children: `join=yes`."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.api.game import State
from forthgame.search.tree_reuse import Nodes
from forthgame.words.registers import playout_trees
from tests.search.test_tree_reuse import VALUES, lines
from tests.search.test_tree_search import KINDS, TIERS, nim, provable
from tests.searching import tree_of

ROUND = """\\ Whoever moves steps to and fro; the script puts the number of the turn back.
{board 2 2 {grid} board}
{directions 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: go here 1 AND IF w ELSE e ENDIF verify empty? verify from here move add-move ;
{moves goes {move} go moves}
{pieces {piece} p {moves} goes pieces}
{board-setup {setup} A p a1 {setup} B p a2 board-setup}
: OnNextTurn 0 $turnNumber ! ;
"""


def grown(tree: Nodes) -> tuple[int, int]:
    """Nodes of a tree that have children, and groups of children."""
    parents = [k for k in range(tree.size) if tree.field(k, playout_trees.CHILDREN)]
    return len(parents), len({tree.field(k, playout_trees.FIRST_CHILD) for k in parents})


def newest_kept(state: State) -> Nodes:
    """The tree that the last search has left."""
    return next(iter(state.game.kept_trees._trees.values()))[0]


def test_positions_reached_again_have_the_children_that_are_there() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    for options, joined in (("join=no", False), ("join=yes", True), ("solve=no,join=yes", True)):
        found = state.search(f"uct:{options},playouts=1500", seed=1)
        nodes, groups = grown(tree_of(state.game))
        assert (groups < nodes) == joined
        assert found.nodes <= 1500
    assert groups < 0.9 * nodes


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("kind", "native", "options"),
    [
        pytest.param(kind, native, options, marks=pytest.mark.slow if native or (k + n) % 3 else ())
        for k, kind in enumerate(KINDS)
        for native in (False, True)
        for n, options in enumerate(("", ",keep=yes", ",minimax=0.3,cut=1"))
    ],
)
def test_what_joined_nodes_prove_is_true(
    tmp_path: Path, kind: str, native: bool, options: str
) -> None:
    proven = 0
    for state in lines(nim(tmp_path, kind, native), 3):
        if state.player.startswith("?") or state.outcome:
            continue
        value = provable(state)
        for _ in range(2):
            found = state.search(f"uct:join=yes,playouts=100{options}", seed=1)
            if found.proven is not None:
                proven += 1
                assert value is not None, state.to_text()
                assert found.proven == VALUES[value], state.to_text()
    assert proven > 0


@pytest.mark.parametrize("native", TIERS)
def test_a_way_that_goes_round_in_circles_ends(tmp_path: Path, native: bool) -> None:
    """The number of the turn cannot tell the positions apart: the script changes it."""
    path = tmp_path / "round.4th"
    path.write_text(ROUND)
    game = forthgame.load(path, native=native)
    state = game.new_game(seed=1)
    for keep in ("no", "yes", "yes"):
        found = state.search(f"uct:join=yes,keep={keep},playouts=20", seed=1)
        assert found.nodes == 20
        state.play(found.move)


def test_a_reused_tree_has_shared_children_once() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    engine = "uct:join=yes,solve=no,keep=yes,playouts=8000"
    first = state.search(engine, seed=1)
    state.play(first.move)
    state.play(0)
    _, before = grown(newest_kept(state))
    second = state.search(engine.replace("8000", "1"), seed=1)
    assert 0 < second.kept < first.nodes
    parents, groups = grown(newest_kept(state))
    assert groups < parents
    assert groups < before
