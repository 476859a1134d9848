"""Searches with table, order and cut-offs give exactly what plain ones in Python give."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import forthgame
from tests.searching import KINDS, SHIPPED, Oracle, after, by_distance, in_both_tiers, skirmish

DEPTHS = {"breakthrough": 2, "connectfour": 3, "tictactoe": 4, "splut": 3, "splut/duel": 3}


def compare(game: forthgame.Game, depth: int, seed: int, plies: int) -> int:
    """Compare all engines that search to a depth on one position; return how many were compared."""
    state = after(game, plies, seed)
    if state is None:
        return 0
    oracle = Oracle(state)
    start = state.fingerprint
    wanted = by_distance(oracle.value(state.copy(), depth), depth)
    engines = ["paranoid", "negamax"] if len(oracle.competitors) < 3 else ["paranoid"]
    for engine in engines:
        found = state.search(engine, depth=depth)
        assert found.score == wanted, (engine, state.history, depth)
        assert state.fingerprint == start
        assert found.pv[0] == str(found.move)
    scores = oracle.vector(state.copy(), depth)
    found = state.search("maxn", depth=depth)
    assert found.score == by_distance(scores[state.player], depth), (state.history, depth)
    return 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sampled(4)
def test_small_games(tmp_path: Path, kind: str) -> None:
    """Two, three and four sides, several moves in a row, partial moves, passes, dice, teams."""
    game = skirmish(tmp_path, kind)
    done = sum(compare(game, 1 + seed % 3, seed, 2 * seed) for seed in range(1, 4))
    assert done >= 2


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.sampled(2)
def test_shipped_games(name: str) -> None:
    game = forthgame.load(name)
    assert compare(game, DEPTHS[name] - 1, 3, 4) + compare(game, 2, 5, 9) >= 1


@pytest.mark.parametrize(
    "kind", [*(pytest.param(k, marks=pytest.mark.slow) for k in ("three", "wind")), "partial"]
)
def test_both_tiers_search_alike(tmp_path: Path, kind: str) -> None:
    """Move, score, nodes and line are equal."""
    found = []
    for state in in_both_tiers(tmp_path, kind):
        results = [state.search(engine, depth=3) for engine in ("paranoid", "maxn", "brs")] + [
            state.search("uct", playouts=60, seed=2),
            state.search("mcts", playouts=40, seed=2),
        ]
        found.append([(r.move, r.score, r.nodes, r.pv) for r in results])
    assert found[0] == found[1]


@pytest.mark.slow
def test_three_hundred_positions(tmp_path: Path) -> None:
    """Random positions of all these games."""
    games = [(skirmish(tmp_path, kind), 3) for kind in KINDS]
    games += [(forthgame.load(name), DEPTHS[name]) for name in SHIPPED]
    random = Random(11)
    done = 0
    while done < 300:
        game, deepest = random.choice(games)
        done += compare(
            game, random.randint(1, deepest), random.getrandbits(30), random.randrange(14)
        )
