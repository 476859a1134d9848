"""Best-first minimax and BRS+: their values are those of plain searches in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.api.game import State
from forthgame.words.registers import best_first_nodes, playout_trees
from forthgame.words.registers.memory_layout import WIN_SCORE
from tests.searching import KINDS, Oracle, after, by_distance, in_both_tiers, skirmish

SEVERAL = ("three", "four", "judged")
ENDS = """
{board 1 3 {grid} {variable} n board}
{players {player} X {player} O {player} ?Dice {random} players}
{turn-order {turn} X {turn} ?Dice {turn} O {turn} ?Dice turn-order}
: up n ++ ;  : twice n @ 2 * 1+ n ! ;  : thrice n @ 3 * n ! ;
: to-up choice" up" COMPILE up add-move ;
: to-twice choice" twice" COMPILE twice add-move ;
: to-thrice choice" thrice" COMPILE thrice add-move ;
{moves ways {move} to-up {move} to-twice {move} to-thrice moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} X man a1 {setup} O man b1 {setup} ?Dice man c1 board-setup}
: OnEvaluate n @ 100 * ;
: OnIsGameOver n @ 4 MOD 3 =
  IF n @ 3 MOD IF #WinScore ELSE #LossScore ENDIF ELSE #UnknownScore ENDIF ;
"""


@pytest.mark.parametrize("kind", KINDS)
def test_a_depth_searched_best_first_has_its_value(tmp_path: Path, kind: str) -> None:
    game = skirmish(tmp_path, kind, native=False)
    for seed in range(3):
        state = after(game, 2 * seed, seed)
        if state is not None:
            depth = 1 + seed
            found = state.search("best-first", depth=depth)
            wanted = by_distance(Oracle(state).value(state.copy(), depth), depth)
            assert found.score == wanted, (seed, state.history)
            assert found.pv[0] == str(found.move)


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_ends_behind_dice_count_as_in_a_plain_search(tmp_path: Path, depth: int) -> None:
    """A mean of won games depends on how many plies each of them is away from the depth."""
    path = tmp_path / "ends.4th"
    path.write_text(ENDS)
    state = forthgame.load(path, native=False).new_game(seed=1)
    plain = state.search("negamax", depth=depth)
    assert state.search("best-first", depth=depth).score == plain.score


def test_small_games_are_solved_best_first() -> None:
    """The draw of tic-tac-toe is proven, and ends the search."""
    state = forthgame.load("tictactoe", native=False).position(
        "tictactoe | X:mark@a1 O:mark@b2 | turn=0,X,X,0,3,0"
    )
    found = state.search("best-first", nodes=100_000)
    assert (found.score, found.proven, found.stopped) == (0, "draw", "")
    assert found.nodes < 100_000


def test_a_forced_win_is_found_best_first() -> None:
    state = forthgame.load("breakthrough", native=False).position(
        "breakthrough | White:man@a5 Black:man@h5 | turn=0,White,White,0,1,0"
    )
    found = state.search("best-first", nodes=50_000)
    assert (found.score, found.proven) == (WIN_SCORE - 5, "win")
    assert len(found.pv) == 5


def test_a_search_best_first_keeps_its_limits() -> None:
    """The number of positions is exact and repeatable; if it is stopped at once it has a move."""
    state = forthgame.load("breakthrough", native=False).new_game(seed=1)
    found = state.search("best-first", nodes=777)
    assert (found.nodes, found.stopped) == (777, "nodes")
    again = state.search("best-first", nodes=777)
    assert (again.move, again.score, again.pv) == (found.move, found.score, found.pv)
    assert str(state.search("best-first", time=0).move) in map(str, state.moves())


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["two", "wind", "four", "partial"])
def test_both_tiers_grow_the_same_tree(tmp_path: Path, kind: str) -> None:
    found = []
    for state in in_both_tiers(tmp_path, kind):
        results = [state.search(engine, nodes=3000) for engine in ("best-first", "brs+")]
        results += [state.search(engine, depth=3) for engine in ("best-first", "brs+")]
        found.append([(r.move, r.score, r.nodes, r.pv) for r in results])
    assert found[0] == found[1]


# -- BRS+ ------------------------------------------------------------------------------------------


def ordered_first(state: State) -> str:
    """The move that takes the dearest piece with the cheapest one, else the first."""
    values = {p: piece.value for p, piece in zip(
        state.game.pieces, state.game.declaration.pieces, strict=True)}  # fmt: skip
    best, found = -1, ""
    for move in state.moves():
        taken = state.board.get(move.target or "") if move.target else None
        own = state.board.get(move.source or "") if move.source else None
        rank = 0
        if taken is not None and taken[0] != state.player:
            rank = (1 << 24) + (1 + values[taken[1]]) * 64 - (values[own[1]] if own else 0)
        if rank > best:
            best, found = rank, str(move)
    return found


def plus(oracle: Oracle, state: State, depth: int, answered: bool = False, moved: int = 0) -> int:
    """BRS+ in the view of the searcher."""
    own = oracle.own(state)
    if state.outcome:
        result = oracle.result(state, oracle.searcher)
        return result * (1_000_000 + depth)
    if oracle.leaf(state, depth):
        return oracle.opinion(state, oracle.searcher, mobile=False)
    first = ordered_first(state)
    values = []
    for move in state.moves():
        special = str(move) == first
        if not own and answered and not special:
            continue
        state.play(move)
        inside = not own and not oracle.own(state) and moved < len(oracle.competitors)
        values.append(
            plus(oracle, state, depth - (not inside), not own and (answered or not special),
                 0 if own else moved + 1)
        )  # fmt: skip
        state.undo()
    return max(values) if own else min(values)


@pytest.mark.parametrize("kind", SEVERAL)
def test_one_opponent_answers_and_others_play_what_is_ordered_first(
    tmp_path: Path, kind: str
) -> None:
    game = skirmish(tmp_path, kind, native=False)
    done = 0
    for seed in range(4):
        state = after(game, 2 * seed, seed)
        if state is None or state.outcome:
            continue
        wanted = plus(Oracle(state), state.copy(), 2)
        found = state.search("brs+", depth=2).score
        assert (found == wanted) or (abs(wanted) >= 1_000_000 and found * wanted > 0)
        done += 1
    assert done >= 2


def test_with_two_players_it_is_alpha_beta(tmp_path: Path) -> None:
    for kind in ("two", "double moves", "partial", "wind"):
        state = after(skirmish(tmp_path, kind, native=False), 3, 7)
        assert state is not None
        found = [state.search(engine, depth=3).score for engine in ("brs+", "negamax")]
        assert found[0] == found[1]


def test_four_players_see_positions_that_occur(tmp_path: Path) -> None:
    """A line of BRS+ can be played, unlike one of best-reply search."""
    state = after(skirmish(tmp_path, "four", native=False), 4, 3)
    assert state is not None
    found = state.search("brs+", depth=3)
    end = state.copy()
    for text in found.pv:
        end.play(text)
    assert len(found.pv) >= 3


def test_nodes_of_both_kinds_of_tree_have_their_children_alike() -> None:
    """`search/tree_reuse.py` has one class that reads both."""
    best_first = best_first_nodes.SIZE, best_first_nodes.FIRST, best_first_nodes.CHILDREN
    assert best_first == (playout_trees.NODE, playout_trees.FIRST_CHILD, playout_trees.CHILDREN)
