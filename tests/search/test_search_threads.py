"""Several threads that search the same position: their results, and how they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame import ForthgameError, ScriptError
from forthgame.rules.engines import Limits, parse_engine
from forthgame.rules.twins import Twin
from forthgame.search.search import analyse
from forthgame.search.tree_reuse import Nodes, RootStatistics, added, share_of
from forthgame.words.registers import playout_trees
from tests.beyond import exact_games
from tests.search.test_tree_search import KINDS as HEAPS, compare, nim
from tests.searching import KINDS, Oracle, after, by_distance, skirmish
from tests.waiting import HANGS_AFTER, let_work

ROOT = Path(forthgame.__file__).parent.parent
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
FAILING = ": OnEvaluate turn-number 3 > IF 1 0 / ENDIF 0 ;"


def helpers() -> list[threading.Thread]:
    """Return the threads of searches that are still there, also after a while.

    A finished one may not have been scheduled to its end yet.
    """
    for thread in threading.enumerate():
        if thread.name == "forthgame-search":
            thread.join(HANGS_AFTER)
    return [thread for thread in threading.enumerate() if thread.name == "forthgame-search"]


@pytest.mark.parametrize("kind", HEAPS)
def test_what_threads_prove_is_true(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games of every kind are searched; the trees are added up at the root."""
    game = nim(tmp_path, kind)
    monkeypatch.setattr(
        "tests.search.test_tree_search.State.search",
        lambda state, name, **given: search(state, f"{name}:threads=2", **given),
    )
    assert compare(game.new_game(seed=1)) in (0, 1)
    assert not helpers()


search = forthgame.State.search


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
def test_alpha_beta_in_threads_gives_exact_scores(tmp_path: Path, kind: str) -> None:
    """With a depth the score is that of a plain search, whichever thread has found it."""
    game = skirmish(tmp_path, kind, native=False)
    for seed in range(3):
        state = after(game, 2 * seed, seed)
        if state is None:
            continue
        wanted = by_distance(Oracle(state).value(state.copy(), 3), 3)
        found = state.search("paranoid:threads=3", depth=3)
        assert found.score == wanted, state.history
        assert found.depth == 3
        assert found.pv[0] == str(found.move)
        assert found.stopped == ""
    assert not helpers()


@pytest.mark.parametrize("kind", exact_games.KINDS)
def test_exact_scores_with_words_beyond_axiom(tmp_path: Path, kind: str) -> None:
    game = exact_games.load(tmp_path, kind)
    state, draw = game.new_game(seed=1), Random(1)
    for _ in range(2):
        if not state.outcome and state.moves():
            state.play(draw.choice(state.moves()))
    if state.outcome or not state.moves() or state.player.startswith("?"):
        pytest.skip("the game is over by then")
    scores = {state.search(f"paranoid:threads={count}", depth=3).score for count in (1, 2, 2)}
    assert len(scores) == 1


def test_a_number_of_games_is_divided_among_threads() -> None:
    state = forthgame.load("connectfour", native=False).new_game(seed=1)
    found = [state.search("uct:threads=3", playouts=100, seed=4) for _ in range(2)]
    assert [(f.nodes, f.move, f.score) for f in found] == [(100, found[0].move, found[0].score)] * 2
    assert state.search("uct:threads=3", nodes=50).nodes <= 53
    assert state.search("uct:threads=5", playouts=2).nodes == 2
    assert state.search("mcts:threads=2", depth=1).nodes == 200


def test_one_thread_is_what_it_was() -> None:
    state = forthgame.load("breakthrough", native=False).new_game(seed=1)
    for engine in ("uct:playouts=40", "negamax:depth=3"):
        name = engine.partition(":")[0]
        found = [state.search(f"{engine}{more}", seed=2) for more in ("", ",threads=1")]
        assert len({(f.move, f.score, f.nodes, name) for f in found}) == 1


def test_threads_keep_a_tree_each() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    first = state.search("uct:threads=2,keep=yes,playouts=400", seed=1)
    state.play(first.move)
    state.play(0)
    one = state.copy().search("uct:keep=yes,playouts=10", seed=1)
    two = state.search("uct:threads=2,keep=yes,playouts=10", seed=1)
    assert first.kept == 0
    assert one.kept == 0 or two.kept > 0
    assert two.nodes <= 10


def test_trees_are_added_at_the_root_and_put_back() -> None:
    cells = memoryview(bytearray(3 * playout_trees.NODE)).cast("i")
    tree = Nodes(cells, 0, 0, 3)
    tree.set_field(0, playout_trees.FIRST_CHILD, 1)
    tree.set_field(0, playout_trees.CHILDREN, 2)
    for child in (1, 2):
        tree.set_field(child, playout_trees.VISITS, child)
        tree.set_field(child, playout_trees.VALUES, child)
    before, own = cells.tolist(), share_of(tree, 0)
    with added(tree, [own, own, RootStatistics(9, 0, (0, 0), ([9], [9], [9], [9]))]):
        assert tree.column(tree.children(0), playout_trees.VISITS).tolist() == [3, 6]
        assert tree.column(tree.children(0), playout_trees.VALUES).tolist() == [1, 2]
    assert cells.tolist() == before


def counted(read: Callable[..., int], calls: list[int]) -> Callable[..., int]:
    """Return a method that reads a node, and records it."""

    def noting(nodes: object, node: int, offset: int) -> int:
        calls.append(node)
        return read(nodes, node, offset)

    return noting


def test_the_end_of_a_search_does_not_read_children_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = forthgame.load("amazons", native=False).new_game(seed=1)
    read: list[int] = []
    monkeypatch.setattr(Nodes, "field", counted(Nodes.field, read))
    for engine in ("uct", "uct:threads=2", "best-first"):
        state.search(engine, time=0.05)
    assert len(read) < state.count


def test_lines_in_threads() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    plain = analyse(state, "negamax", Limits(depth=4), 3)
    found = analyse(state, "negamax", Limits(depth=4, threads=2), 3)
    assert [line.score for line in found] == [line.score for line in plain]


@pytest.mark.parametrize("engine", ["uct", "mcts", "negamax", "paranoid", "brs", "auto"])
@pytest.mark.sampled(2)
def test_time_ends_all_threads(engine: str) -> None:
    state = forthgame.load("breakthrough", native=False).new_game(seed=1)
    state.search(f"{engine}:depth=1")
    began = time.process_time()
    found = state.search(f"{engine}:threads=3", time=0.1)
    assert found.stopped == "time"
    assert time.process_time() - began < 5
    assert not helpers()
    assert state.search(f"{engine}:threads=2", time=0).move in list(state.moves())
    assert state.play_out(5, 50).games == 5


@pytest.mark.parametrize("engine", ["uct:cut=2,playouts=200", "negamax:depth=9"])
def test_a_script_that_fails_fails_in_threads_too(tmp_path: Path, engine: str) -> None:
    game = skirmish_with(tmp_path, FAILING)
    state = game.new_game(seed=1)
    for _ in range(2):
        with pytest.raises(ScriptError, match="division by zero"):
            state.search(f"{engine},threads=2", seed=1)
        assert not helpers()
    assert state.play_out(5, 50).games == 5


def test_a_twin_that_needs_the_host_leaves_it_to_the_first_machine(tmp_path: Path) -> None:
    game = skirmish_with(tmp_path, ": OnEvaluate SYSTEM-TIME DROP 0 ;")
    state = game.new_game(seed=1)
    assert state.search("uct:cut=1,threads=2", playouts=60).nodes in range(30, 60)
    assert state.search("negamax:threads=2", depth=3).score == state.search(depth=3).score


def skirmish_with(folder: Path, rules: str) -> forthgame.Game:
    skirmish(folder, "two", native=False)
    path = folder / "skirmish.4th"
    path.write_text(path.read_text() + rules)
    return forthgame.load(path, native=False)


def test_a_twin_that_fails_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search raises the error at once."""
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    renew = Twin.renew

    def broken(twin: Twin, game: forthgame.Game) -> None:
        renew(twin, game)
        twin.processor.limit(steps=500)

    monkeypatch.setattr(Twin, "renew", broken)
    began = time.process_time()
    with pytest.raises(ScriptError, match="step"):
        state.search("uct:threads=2,solve=no", time=60)
    assert time.process_time() - began < 5
    monkeypatch.undo()
    assert state.search("uct:threads=2", playouts=20).nodes == 20


def test_a_proof_of_one_thread_ends_the_others() -> None:
    state = forthgame.load("hex/3x3", native=False).new_game(seed=1)
    found = state.search("uct:threads=2", time=HANGS_AFTER)
    assert found.proven == "win"
    assert found.stopped == ""
    found = state.search("negamax:threads=2", time=HANGS_AFTER)
    assert (found.proven, found.stopped) == ("win", "")


@pytest.mark.sampled(2)
@POSIX
@pytest.mark.parametrize("engine", ["uct", "negamax"])
def test_an_interrupt_ends_all_threads_with_the_best_so_far(engine: str) -> None:
    code = (
        "import forthgame, threading\n"
        "state = forthgame.load('breakthrough', native=False).new_game(seed=1)\n"
        "print('ready', flush=True)\n"
        f"found = state.search('{engine}:threads=2', time={HANGS_AFTER})\n"
        "print(found.stopped, found.move in list(state.moves()), threading.active_count())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as running:  # fmt: skip
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        let_work(running, 0.7)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=HANGS_AFTER)
    assert out.startswith("interrupted True")
    assert running.returncode == 0


def test_the_option_is_checked() -> None:
    assert parse_engine("uct:threads=2")[1] == Limits(threads=2)
    for text, message in (
        ("uct:threads=0", "at least 1"),
        ("uct:threads=65", "at most 64"),
        ("uct:threads=two", "whole number"),
        ("maxn:threads=2", "threads is an option of negamax"),
        ("random:threads=2", "threads is an option of negamax"),
    ):
        with pytest.raises(ForthgameError, match=message):
            parse_engine(text)
    with pytest.raises(ValueError, match="threads of a search"):
        Limits(threads=0)


def test_python_hands_the_number_over() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    found = [state.search("uct", playouts=90, seed=1, threads=count) for count in (2, 1)]
    assert [f.nodes for f in found] == [90, 90]
    assert found[0].score == state.search("uct:threads=2,playouts=90", seed=1).score
    assert found[1].score == state.search("uct:playouts=90", seed=1).score
