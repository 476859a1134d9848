"""Threads that grow one tree of random games: their common result, and the cleanup."""

from __future__ import annotations

import pytest

import forthgame
from forthgame.machine.memory.processor import Processor
from forthgame.rules.engines import Limits
from forthgame.search.tree_reuse import Nodes, SharedTree, may_share
from forthgame.words.registers import memory_layout as at, playout_trees
from tests.waiting import GROWING, HANGS_AFTER


def whole(tree: Nodes) -> tuple[int, int]:
    """Count nodes that can be reached, and the difference of their visits from their children's."""
    found, amiss, left = 0, 0, [0]
    while left:
        node = left.pop()
        found += 1
        behind = tree.children(node)
        assert 0 <= behind.start <= behind.stop <= tree.size
        left += behind
        if len(behind):
            below = sum(tree.field(child, playout_trees.VISITS) for child in behind)
            amiss = max(amiss, abs(tree.field(node, playout_trees.VISITS) - below))
    return found, amiss


class Noted(SharedTree):
    """A shared tree that remains for inspection."""

    seen: list[Noted] = []  # noqa: RUF012

    def __init__(self, tree: Nodes, processor: Processor, threads: int) -> None:
        super().__init__(tree, processor, threads)
        self.tree, self.starts = tree, self._starts
        self.seen.append(self)


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[Noted]:
    """Return those of the searches of a test."""
    monkeypatch.setattr(Noted, "seen", [])
    monkeypatch.setattr("forthgame.search.search.SharedTree", Noted)
    return Noted.seen


@pytest.mark.sampled(2)
@pytest.mark.parametrize("count", [2, 4])
def test_all_threads_grow_one_tree(noted: list[Noted], count: int) -> None:
    """Each has its own part of the room; visits agree except for a few that are lost."""
    state = forthgame.load("connectfour").new_game(seed=1)
    for seconds in GROWING:
        found = state.search("uct", time=seconds, threads=count)
        shared = noted[-1]
        made = [shared.tree.field(start, playout_trees.MOVER) != 0 for start in shared.starts[:-1]]
        visits = shared.tree.field(0, playout_trees.VISITS)
        nodes, amiss = whole(shared.tree)
        if all(made) and nodes > 100:
            break
    assert len(shared.starts) == count + 1
    assert all(made)
    assert nodes > 100
    assert amiss <= 2 + 2 * count + visits // 50
    assert abs(found.nodes - visits) <= count


def test_a_shared_tree_is_reused() -> None:
    """The nodes of all parts remain; a search with fewer threads continues with it."""
    for seconds in GROWING:
        state = forthgame.load("connectfour").new_game(seed=2)
        first = state.search("uct:keep=yes", time=seconds, threads=3)
        state.play(first.move)
        state.play(0)
        again = state.search("uct:keep=yes", time=seconds, threads=2)
        if again.kept and again.nodes > 100:
            break
    assert first.kept == 0 < again.kept < first.nodes
    state.play(again.move)
    state.play(0)
    assert state.search("uct:keep=yes", time=0.05).kept > 0


def test_a_tree_without_room_goes_on_with_leaves(
    noted: list[Noted], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("forthgame.search.tree_reuse.at.TREE_LIMIT", 64)
    state = forthgame.load("connectfour").new_game(seed=3)
    for seconds in GROWING:
        found = state.search("uct", time=seconds, threads=2)
        if found.nodes > 64:
            break
    assert found.nodes > 64
    assert all(whole(each.tree)[0] <= 64 for each in noted)


@pytest.mark.parametrize(
    ("given", "shared"),
    [
        ({"time": 1.0}, True),
        ({"time": 1.0, "playouts": 5}, False),
        ({"playouts": 5}, False),
        ({"time": 1.0, "nodes": 5}, False),
        ({"time": 1.0, "grave": 50}, False),
        ({}, False),
    ],
)
def test_what_is_counted_is_not_shared(given: dict[str, float], shared: bool) -> None:
    assert may_share(Limits(**given)) is shared  # type: ignore[arg-type]


def test_machines_stand_as_before() -> None:
    game = forthgame.load("connectfour")
    state = game.new_game(seed=1)
    state.search("uct", time=0.05, threads=2)
    twins = game.pool.take(1)
    for machine in (game.forth.processor, twins[0].game.forth.processor):
        assert machine.register(playout_trees.ROOM_END) == 0
        assert machine.register(playout_trees.GOES_ON) == 0
        assert machine.i64[playout_trees.BASE >> 3] == at.TREE
    game.pool.give_back(twins)


@pytest.mark.parametrize(("moves", "value"), [([0, 0, 4], "loss"), ([0, 2, 0, 1], "win")])
def test_proofs_in_a_shared_tree_are_true(moves: list[int], value: str) -> None:
    """Tic-tac-toe is solved from the present position."""
    state = forthgame.load("tictactoe").new_game(seed=1)
    for move in moves:
        state.play(move)
    wanted = state.search("negamax", depth=9).proven
    assert state.search("uct", time=HANGS_AFTER, threads=3).proven == wanted == value
