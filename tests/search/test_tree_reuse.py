"""The tree that is kept between the moves of a game, and the memory that trees may take."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.api.game import State
from forthgame.play.run.tournament import tournament
from forthgame.search.tree_reuse import Tree
from forthgame.words.registers import memory_layout as at, playout_trees
from tests.search.test_tree_search import KINDS, NIM, PLAIN, nim, provable, sure
from tests.searching import in_both_tiers

KEEP = "uct:keep=yes"
VALUES = ("loss", "draw", "win")


def lines(game: forthgame.Game, plies: int) -> Iterator[State]:
    """Games that begin in several ways."""
    for choices in itertools.product(range(3), repeat=plies):
        state = game.new_game(seed=1)
        for choice in choices:
            if state.outcome or not state.moves():
                break
            yield state
            state.play(choice % len(state.moves()))


@pytest.mark.parametrize(
    "native", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["interpreted", "native"]
)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sampled(4)
def test_what_a_reused_tree_proves_is_true(tmp_path: Path, kind: str, native: bool) -> None:
    """Games have dice, partial moves, passes, players who are out; and they are proven in the
    end.
    """
    game = nim(tmp_path, kind, native)
    kept = proven = 0
    for state in lines(game, 3):
        if state.player.startswith("?") or state.outcome:
            continue
        value = provable(state)
        for _ in range(2):
            found = state.search(f"{KEEP},playouts=40", seed=1)
            kept += found.kept
            if found.proven is not None:
                proven += 1
                assert value is not None, state.to_text()
                assert found.proven == VALUES[value], state.to_text()
    assert kept > 0
    assert proven > 0


def root_of(state: State, number: int) -> tuple[int, int]:
    """Games of a move of the root, and its half points, in the newest tree that is kept."""
    tree = list(state.game.kept_trees._trees.values())[-1][0]
    child = tree.children(0)[number]
    return tree.field(child, playout_trees.VISITS), tree.field(child, playout_trees.POINTS)


def test_a_search_goes_on_with_what_is_behind_the_moves_made() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    first = state.search(f"{KEEP},playouts=500", seed=1)
    games, _ = root_of(state, first.move.index)
    state.play(first.move)
    state.play(0)
    second = state.search(f"{KEEP},playouts=100", seed=1)
    assert (first.kept, first.nodes, second.nodes) == (0, 500, 100)
    assert 0 < second.kept < games
    assert f"{second.kept} kept" in str(second)


def test_a_reused_tree_gives_what_one_search_gives() -> None:
    """Two searches of one position are one search of as many games."""
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    state.search(f"{KEEP},playouts=200", seed=5)
    again = state.search(f"{KEEP},playouts=300")
    shares = [root_of(state, k) for k in range(9)]
    other = forthgame.load("tictactoe", native=False).new_game(seed=1)
    whole = other.search(f"{KEEP},playouts=500", seed=5)
    assert again.kept == 200
    assert again.nodes == 300
    if again.score == whole.score:
        assert shares == [root_of(other, k) for k in range(9)]
    assert sum(games for games, _ in shares) == 500


def test_a_reused_tree_knows_the_move_that_wins() -> None:
    """An earlier `look` has found that there is such a move, and not which."""
    game = forthgame.load("tictactoe", native=False)
    wins = 0
    for seed in range(20):
        draw, state = Random(seed), game.new_game(seed=seed)
        while not state.is_over:
            found = state.search(f"{KEEP},look=1,playouts=60")
            if found.proven == "win" and found.kept:
                wins += 1
                behind = state.copy()
                behind.play(found.move)
                assert sure(behind, state.player) == 2, state.to_text()
            state.play(draw.randrange(state.count))
    assert wins > 10


def test_nothing_is_reused_for_another_game() -> None:
    """The other game begins with the same position: games are independent."""
    game = forthgame.load("tictactoe", native=False)

    def played() -> list[tuple[str, int, int, int]]:
        state, found = game.new_game(seed=1), []
        while not state.is_over:
            result = state.search(f"{KEEP},playouts=60", seed=len(found))
            found.append((str(result.move), result.score, result.nodes, result.kept))
            state.play(result.move)
        return found

    first = played()
    assert first[0][3] == 0
    assert any(kept for *_, kept in first)
    assert played() == first


def test_nothing_is_reused_unless_that_is_said() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    for options in ("playouts=50", "nodes=50", "time=0.02", "keep=no,time=0.01") * 2:
        assert state.search(f"uct:{options}", time=None).kept == 0
    for options in ("playouts=50", "nodes=50", "depth=1", "time=0.01"):
        found = state.search(f"{KEEP},{options}", time=None)
        assert (found.kept == 0) == (options == "playouts=50")


def test_a_search_without_time_has_the_tree_that_was_built() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    state.search(f"{KEEP},playouts=400", seed=1)
    found = state.search(KEEP, time=0)
    assert found.kept == 400
    games = sum(root_of(state, k)[0] for k in range(9))
    assert games - 400 in (found.nodes, found.nodes - 1)  # the last one may not have ended


def test_each_player_has_a_tree_of_their_own() -> None:
    """Engines that play each other do not share a tree."""
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    state.search(f"{KEEP},playouts=100", seed=1)
    state.play(0)
    assert state.search(f"{KEEP},playouts=100", seed=1).kept == 0
    state.play(0)
    assert state.search(f"{KEEP},solve=no,playouts=100", seed=1).kept == 0
    assert state.search(f"{KEEP},playouts=100", seed=1).kept > 0


def test_a_move_taken_back_leads_to_another_part_of_the_tree() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    state.search(f"{KEEP},playouts=900", seed=1)
    games = [root_of(state, k)[0] for k in range(9)]
    twin = state.copy()
    twin.play(2)
    twin.play(0)
    state.play(3)
    state.undo()
    state.play(4)
    state.play(1)
    kept = state.search(f"{KEEP},playouts=10", seed=1).kept
    assert 0 < kept < games[4]
    assert twin.search(f"{KEEP},playouts=10", seed=1).kept == 0  # that tree is another game's now


def test_a_script_that_draws_or_has_players_choose_together_keeps_none(tmp_path: Path) -> None:
    path = tmp_path / "draws.4th"
    path.write_text(NIM.format(**PLAIN).replace("4 1 DO", "2 4 RAND-WITHIN 1 DO"))
    state = forthgame.load(path, native=False).new_game(seed=1)
    assert [state.search(f"{KEEP},playouts=20", seed=1).kept for _ in range(2)] == [0, 0]
    state = forthgame.load("apocalypse", native=False).new_game(seed=1)
    assert [state.search(f"{KEEP},playouts=5", seed=1).kept for _ in range(2)] == [0, 0]


def test_words_that_change_drop_the_trees() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    state.search(f"{KEEP},playouts=50", seed=1)
    state.game.words_changed()
    assert state.search(f"{KEEP},playouts=50", seed=1).kept == 0


def test_a_tree_that_is_full_is_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree stays within its room."""

    def small(megabytes: int) -> Tree:
        tree = Tree(megabytes)
        assert tree.size == megabytes << 15
        tree.size = 1 << 10
        return tree

    monkeypatch.setattr("forthgame.search.tree_reuse.Tree", small)
    state = forthgame.load("connectfour", native=False).new_game(seed=1)
    processor = state.game.forth.processor
    found = state.search("uct:tree=1,playouts=600", seed=1)
    full = processor.register(at.TREE_COUNT)
    assert found.nodes == 600
    assert 1 << 10 >= full > (1 << 10) - 8
    assert processor.i64[playout_trees.BASE >> 3] == at.TREE
    for _ in range(3):
        assert state.search(f"{KEEP},tree=1,playouts=100", seed=1).nodes == 100
        assert processor.register(at.TREE_COUNT) <= 1 << 10
        state.play(3)
        state.play(3)
    state.search("uct:playouts=600", seed=1)
    assert processor.register(at.TREE_COUNT) > 1 << 10


def test_a_larger_tree_is_the_same_tree() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    found = [state.search(f"uct:playouts=200,{o}", seed=1) for o in ("solve=yes", "tree=64")]
    assert len({(f.move.index, f.score) for f in found}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["three", "wind", "partial", "judged", "teams"])
def test_both_tiers_keep_the_same(tmp_path: Path, kind: str) -> None:
    found = []
    for state in in_both_tiers(tmp_path, kind, 2):
        draw, told = Random(3), []
        while not state.outcome and state.moves() and len(told) < 12:
            result = state.search(f"{KEEP},playouts=150", seed=2)
            told.append((str(result.move), result.score, result.kept, result.proven))
            state.play(result.move)
            if not state.outcome and len(told) % 3 == 0 and state.moves():
                state.play(draw.randrange(len(state.moves())))
        found.append(told)
    assert found[0] == found[1]
    assert any(kept for _, _, kept, _ in found[0])


@pytest.mark.slow
def test_a_tournament_with_reused_trees_is_repeated_game_for_game() -> None:
    """Games played before in that process do not matter."""
    entrants = ["uct:playouts=30,keep=yes", "uct:playouts=20,keep=yes"]
    options = {"jobs": 1, "games": 2, "seed": 1, "game": "tictactoe", "native": False}
    played = [tournament(entrants, **options) for _ in range(2)]  # type: ignore[arg-type]
    moves = [[record.moves for record in each.records] for each in played]
    assert moves[0] == moves[1]
    assert len(moves[0]) == 2
