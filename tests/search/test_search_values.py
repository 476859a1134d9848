"""Required results of engines: known values, forced wins, limits, and no traces."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

import forthgame
from forthgame.base.errors import ForthgameError
from forthgame.base.source import package_path
from forthgame.rules.engines import ENGINES, Limits, parse_engine
from forthgame.search.search import SearchResult, analyse
from forthgame.words.registers.memory_layout import DECIDED, WIN_SCORE
from tests.searching import KINDS, SHIPPED, after, skirmish, walk
from tests.waiting import let_work, processor_time


def test_tictactoe_is_a_draw() -> None:
    """This holds for every engine that searches to the end."""
    state = forthgame.load("tictactoe").new_game(seed=1)
    for engine in ("negamax", "paranoid", "maxn"):
        assert state.search(engine, depth=9).score == 0


def breakthrough_on(folder: Path, columns: int, rows: int) -> Path:
    """Breakthrough with one rank of men each."""
    files = "abcdefgh"[:columns]
    men = [f"{{setup}} White man {f}1 {{setup}} Black man {f}{rows}" for f in files]
    text = (package_path("games") / "breakthrough" / "breakthrough.4th").read_text(encoding="utf-8")
    start, end = text.index("{board-setup"), text.index("board-setup}")
    text = text[:start] + "{board-setup " + " ".join(men) + " " + text[end:]
    text = text.replace("8 8 {grid}", f"{rows} {columns} {{grid}}")
    text = text.replace("IF a1 ELSE a8 ENDIF", f"IF a1 ELSE a{rows} ENDIF")
    text = text.replace("DUP 8 + SWAP", f"DUP {columns} + SWAP")
    text = text[: text.index("\\ ---- A judgement")]
    path = folder / "breakthrough.4th"
    path.write_text(text, encoding="utf-8")
    return path


def breakthrough_value(columns: int, rows: int) -> int:
    """1 if White wins with best play, else -1: by its own rules and an exhaustive search."""
    full = (1 << columns) - 1

    @cache
    def wins(own: int, other: int, up: bool) -> bool:
        """Whether the player to move wins; bit = row * columns + column."""
        goal = rows - 1 if up else 0
        step = 1 if up else -1
        if other & (full << (0 if up else (rows - 1) * columns)) or not own:
            return False
        for square in range(rows * columns):
            if not own >> square & 1:
                continue
            row, column = divmod(square, columns)
            for aside in (-1, 0, 1):
                target_row, target_column = row + step, column + aside
                if not (0 <= target_column < columns and 0 <= target_row < rows):
                    continue
                target = target_row * columns + target_column
                if own >> target & 1 or (aside == 0 and other >> target & 1):
                    continue
                moved = own & ~(1 << square) | 1 << target
                if target_row == goal or not wins(other & ~(1 << target), moved, not up):
                    return True
        return False

    return 1 if wins(full, full << (rows - 1) * columns, True) else -1


@pytest.mark.parametrize(("columns", "rows"), [(2, 4), (3, 4), (3, 5), (4, 4)])
@pytest.mark.sampled(2)
def test_small_breakthrough_has_its_value(tmp_path: Path, columns: int, rows: int) -> None:
    """The value is that of an independent exhaustive search; the line ends as scored."""
    game = forthgame.load(breakthrough_on(tmp_path, columns, rows))
    found = game.new_game(seed=1).search("negamax", depth=columns * rows * 2)
    assert abs(found.score) > DECIDED
    assert (1 if found.score > 0 else -1) == breakthrough_value(columns, rows)


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), pytest.param(5, 4, marks=pytest.mark.slow)])
def test_small_connect_four_is_a_draw(tmp_path: Path, columns: int, rows: int) -> None:
    """The value is from exhaustive searches of small boards."""
    text = (package_path("games") / "connectfour" / "connectfour.4th").read_text(encoding="utf-8")
    text = text[: text.index("\\ ---- A judgement")].replace(
        "6 7 {grid}", f"{rows} {columns} {{grid}}"
    )
    path = tmp_path / "connectfour.4th"
    path.write_text(text, encoding="utf-8")
    state = forthgame.load(path).new_game(seed=1)
    assert len(state.moves()) == columns
    assert state.search("negamax", depth=columns * rows).score == 0


def follows(state: forthgame.State, found: SearchResult) -> forthgame.State:
    """The position at the end of a line, every move of which is legal."""
    end = state.copy()
    for text in found.pv:
        end.play(text)
    return end


FORCED = {
    "one step from the last rank": ("breakthrough", 1, (
        "breakthrough | White:man@c7 Black:man@h8 Black:man@f3 | turn=0,White,White,0,1,0")),
    "a race that is one move ahead": ("breakthrough", 5, (
        "breakthrough | White:man@a5 Black:man@h5 | turn=0,White,White,0,1,0")),
    "both roads cannot be closed": ("breakthrough", 3, (
        "breakthrough | White:man@d6 Black:man@a8 Black:man@h8 | turn=0,White,White,0,1,0")),
    "three in a row": ("tictactoe", 1, "tictactoe | X:mark@a1 X:mark@b1 O:mark@a3 O:mark@b3 | "
                       "turn=0,X,X,0,5,0"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORCED)
def test_forced_wins_are_found_at_their_depth(name: str) -> None:
    """Wins are not found earlier, and have their distance; the line leads to the win."""
    script, plies, text = FORCED[name]
    state = forthgame.load(script).position(text)
    found = state.search("negamax", depth=plies)
    assert found.score == WIN_SCORE - plies
    assert len(found.pv) == plies
    end = follows(state, found)
    assert end.outcome == "loss"
    assert end.player != state.player
    if plies > 1:
        assert abs(state.search("negamax", depth=plies - 1).score) < DECIDED
    deeper = state.search("negamax", depth=plies + 2)
    assert deeper.score == WIN_SCORE - plies


def test_the_last_wizard_is_hit_when_he_can_be() -> None:
    """In Splut's duel the win is found as soon as the depth reaches it."""
    game = forthgame.load("splut/duel")
    found = 0
    for seed in range(12):
        state, random = game.new_game(seed=seed), Random(seed)
        while not state.outcome and state.moves():
            state.play(random.choice(state.moves()))
        last, outcome = state.player, state.outcome
        state.undo()
        hit = outcome == ("win" if state.player == last else "loss")
        if not hit or state.player.startswith("?"):
            continue  # the player's own wizard, or the result came later
        found += 1
        result = state.search("negamax", depth=1)
        assert result.score == WIN_SCORE - 1
        follower = state.copy()
        follower.play(result.move)
        assert follower.outcome
        assert follower.outcome_for(state.player) == "win"
        before = state.player
        state.undo()
        if state.player == before:  # the player's move before it: two plies to the win
            assert state.search("negamax", depth=2).score >= WIN_SCORE - 2
    assert found >= 3


@pytest.mark.parametrize("engine", ["uct", "mcts"])
def test_random_games_find_a_win_in_one(engine: str) -> None:
    """Wins of the opponent are not overlooked either."""
    win = forthgame.load("tictactoe").position(FORCED["three in a row"][2])
    assert str(win.search(engine, playouts=400, seed=1).move) == "X mark c1"
    guard = forthgame.load("tictactoe").position(
        "tictactoe | X:mark@a1 X:mark@b1 O:mark@b2 | turn=12,O,O,0,4,0"
    )
    assert str(guard.search(engine, playouts=2000, seed=1).move) == "O mark c1"


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.slow if n == "splut/duel" else ()) for n in SHIPPED],
)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.sampled(6)
def test_every_engine_plays_every_game(name: str, engine: str) -> None:
    """Moves are legal and the same for the same seed, and the position is unchanged."""
    game = forthgame.load(name)
    state = after(game, 5, 8)
    assert state is not None
    before = state.fingerprint
    found = [state.search(engine, depth=2, seed=5) for _ in range(2)]
    assert found[0].move == found[1].move
    assert (found[0].score, found[0].nodes) == (found[1].score, found[1].nodes)
    assert state.fingerprint == before
    assert str(found[0].move) in [str(move) for move in state.moves()]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sampled(4)
def test_every_engine_plays_games_of_any_shape(tmp_path: Path, kind: str) -> None:
    """Games are played to their end, between all of them."""
    game = skirmish(tmp_path, kind)
    state = game.new_game(seed=2)
    engines = itertools.cycle(["paranoid", "brs", "maxn", "uct", "mcts", "negamax"])
    for _ in range(24):
        if state.outcome or not state.moves():
            break
        state.play(state.search(next(engines), depth=2, seed=1).move)


def test_limits_are_observed() -> None:
    """Nodes are exact, time nearly; the result so far is used."""
    game = forthgame.load("breakthrough")
    assert game.native is not None
    game.native.prepare(wait=True)
    state = game.new_game(seed=1)
    found = state.search("negamax", nodes=5000)
    assert found.nodes == 5000
    assert found.stopped == "nodes"
    for engine in ("negamax", "paranoid", "maxn", "brs", "uct", "mcts"):
        began = time.thread_time()
        found = state.search(engine, time=0.1)
        assert found.stopped == "time"
        assert time.thread_time() - began < 2
        assert found.seconds > 0.09
        assert found.nodes > 10
    assert state.search("uct", playouts=321).nodes == 321


def test_time_that_runs_out_between_two_depths(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search has ended with the last complete depth."""
    ticks = itertools.count(step=0.05)
    clock = SimpleNamespace(monotonic=lambda: next(ticks))
    monkeypatch.setattr("forthgame.search.search.clock", clock)
    found = forthgame.load("tictactoe", native=False).new_game(seed=1).search("negamax", time=0.4)
    assert found.stopped == "time"
    assert 0 < found.depth < 9


@pytest.mark.parametrize("rounds", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_an_interrupt_gives_the_best_move_so_far(rounds: int) -> None:
    """In a process of its own Ctrl-C comes at any time, also between two depths."""
    code = (
        "import forthgame, time\n"
        "g = forthgame.load('breakthrough'); g.native.prepare(wait=True)\n"
        "s = g.new_game(seed=1)\n"
        f"for engine in ('negamax', 'uct') * {rounds}:\n"
        "    print('go', flush=True)\n"
        "    r = s.search(engine, time=600)\n"
        "    print(r.stopped, r.move, r.nodes > 10, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(Path(forthgame.__file__).parent.parent)},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        random = Random(5)
        for _ in range(2 * rounds):
            assert process.stdout.readline() == "go\n"
            let_work(process, random.uniform(0.05, 0.3))
            begun = processor_time(process.pid)
            process.send_signal(signal.SIGINT)
            said = process.stdout.readline()
            assert said.startswith("interrupted man ")
            assert said.endswith("True\n")
            assert processor_time(process.pid) - begun < 1


def test_lines_of_several_moves() -> None:
    """The best one is the search's; all are different, in order; each can be played."""
    state = forthgame.load("breakthrough").new_game(seed=1)
    seen: list[int] = []
    lines = analyse(state, "negamax", Limits(depth=3), 4, lambda found: seen.append(len(found)))
    assert lines[0].score == state.search("negamax", depth=3).score
    assert len({str(line.move) for line in lines}) == 4
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    assert seen == [4, 4, 4]
    for line in lines:
        follows(state, line)
    with pytest.raises(ForthgameError, match="lines can be had from"):
        analyse(state, "uct", Limits())


@pytest.mark.parametrize("act", ["play", "undo"])
def test_a_report_cannot_play_in_the_state_that_is_searched(act: str) -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    state.play(0)

    def report(result: SearchResult) -> None:
        state.undo() if act == "undo" else state.play(0)

    with pytest.raises(ForthgameError, match="let it play in a copy"):
        state.search("negamax", depth=3, report=report)
    assert state.search("negamax", depth=2, report=lambda found: state.copy().play(0)).depth == 2


@pytest.mark.parametrize("engine", ["negamax", "best-first", "maxn", "uct"])
def test_the_limit_on_plies_does_not_end_a_search(engine: str) -> None:
    game = forthgame.load("tictactoe", native=False, limits=forthgame.ScriptLimits(plies=2))
    state = game.new_game(seed=1)
    for _ in range(2):
        state.play(0)
    again = game.position(state.to_text())
    assert state.search(engine, nodes=300, seed=1).pv == again.search(engine, nodes=300, seed=1).pv
    with pytest.raises(ForthgameError, match="no more than 2 are kept"):
        state.play(0)


def test_a_search_reports_on_its_way() -> None:
    """There is a result for each depth, the last one is the search's."""
    state = forthgame.load("breakthrough").new_game(seed=1)
    heard: list[SearchResult] = []
    found = state.search("negamax", depth=4, report=heard.append)
    assert [result.depth for result in heard] == [1, 2, 3, 4]
    assert heard[-1].pv == found.pv
    assert found.nodes_per_second > 0


def test_searches_in_threads_do_not_disturb_each_other() -> None:
    """Each thread with a game of its own has the same results as alone."""

    def work(results: list[tuple[str, int, int]]) -> None:
        state = forthgame.load("breakthrough").new_game(seed=1)
        found = state.search("negamax", depth=4)
        results.append((str(found.move), found.score, found.nodes))

    alone: list[tuple[str, int, int]] = []
    work(alone)
    together: list[tuple[str, int, int]] = []
    threads = [threading.Thread(target=work, args=(together,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone * 3


def test_engines_are_named_with_options() -> None:
    """Options work wherever an engine is named; a mistake is reported with the possible names."""
    assert parse_engine("negamax:depth=4,selective=yes")[1] == Limits(depth=4, selective=True)
    state = forthgame.load("tictactoe").new_game(seed=1)
    assert state.search("negamax:depth=2").depth == 2
    for text, message in (
        ("negamix", "did you mean negamax"),
        ("uct:games=3", "no option 'games'"),
        ("uct:playouts=0", "at least 1"),
        ("uct:time=x", "number of seconds"),
        ("uct:time=1e306,nodes=9", "number of seconds up to 2147483647"),
    ):
        with pytest.raises(ForthgameError, match=message):
            state.search(text)


@pytest.mark.parametrize("seconds", [1e306, 10**300, 2147483648, float("inf"), -1])
def test_times_that_no_clock_counts_are_refused(seconds: float) -> None:
    state = forthgame.load("tictactoe").new_game(seed=1)
    for engine in ("random", "negamax"):
        with pytest.raises(ValueError, match=r"a number of seconds from 0 to 2147483647"):
            state.search(engine, time=seconds)
    assert state.search("random", time=2147483647).move in state.moves()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads /proc")
def test_hundreds_of_searches_leave_no_memory_behind() -> None:
    """Resident pages are compared after 90 and after 240 searches, in a process of its own."""
    code = (
        "import forthgame\n"
        "g = forthgame.load('tictactoe'); g.native.prepare(wait=True)\n"
        "s = g.new_game(seed=1)\n"
        "def pages(): return int(open('/proc/self/statm').read().split()[1])\n"
        "def go(n):\n"
        "    for k in range(n):\n"
        "        s.search(('negamax', 'maxn', 'uct')[k % 3], depth=2, seed=1)\n"
        "go(90); before = pages(); go(150); print(pages() - before)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(Path(forthgame.__file__).parent.parent)},
    )  # fmt: skip
    assert int(found.stdout) < 300  # pages of 4 KB; other places of the tables are filled


@pytest.mark.sampled(5)
@pytest.mark.parametrize("engine", ["maxn", "paranoid", "brs", "brs+"])
@pytest.mark.parametrize("seed", range(4))
def test_a_search_that_is_ended_early_is_no_worse(engine: str, seed: int) -> None:
    """The best move of the depth before is tried first, and stays if nothing better is found."""
    found = after(forthgame.load("chinese-checkers/four", native=False), 12, seed)
    assert found is not None
    whole = found.search(engine, depth=2)
    cut = found.search(engine, nodes=whole.nodes + 5)
    assert cut.stopped == "nodes"
    assert (cut.move.text, cut.score) == (whole.move.text, whole.score)


@pytest.mark.parametrize("engine", ["maxn", "paranoid", "brs", "brs+", "negamax"])
def test_what_was_best_is_tried_first(tmp_path: Path, engine: str) -> None:
    """The first move of the list is worse at any depth, and half a search has seen only that."""
    state = walk(tmp_path).new_game(seed=1)
    for depth in (2, 4, 6):
        done = state.search(engine, depth=depth).nodes
        for nodes in range(done + 1, 2 * done, max(done // 9, 1)):
            assert state.search(engine, nodes=nodes).move.text == "man e1 - f1"


@pytest.mark.parametrize("others", [1, 300])
def test_one_reply_stands_for_all_in_a_long_turn_order(tmp_path: Path, others: int) -> None:
    """X adds 1 or 10, each of the others takes 1 or 5 away: only one of them does."""
    script = tmp_path / "long.4th"
    script.write_text(
        """{board 1 3 {grid} {variable} sum board}
        {players {player} X {player} Y {player} Z players}
        {turn-order {turn} X %s {turn} Z turn-order}
        : up ( n -- ) sum +! ;
        : way ( n -- ) COMPILE-LITERAL COMPILE up add-move ;
        : step ( -- ) current-player X = IF 1 way 10 way ELSE -1 way -5 way ENDIF ;
        {moves steps {move} step moves}
        {pieces {piece} man {moves} steps pieces}
        {board-setup {setup} X man a1 {setup} Y man b1 {setup} Z man c1 board-setup}
        : OnEvaluate ( -- score ) sum @ current-player X <> IF NEGATE ENDIF ;"""
        % ("{turn} Y " * others)
    )
    state = forthgame.load(script, native=False).new_game()
    assert [state.search("brs", depth=d).score for d in (1, 2, 3)] == [10, 5, 15]
