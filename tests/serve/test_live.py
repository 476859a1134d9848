"""Tests of tournament games shown while they are played."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

import pytest

from forthgame.play.model.game_record import GameRecord
from forthgame.play.model.limits import Limits
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.processes.progress_log import IDLE, GameLog
from forthgame.play.run import live_games
from forthgame.play.run.live_games import LiveGame, LiveReader, LiveWriter, live_file, request_file
from forthgame.play.run.pool import ProcessPool
from forthgame.play.run.tournament import records
from forthgame.play.store.store import Store

MOVES = [("X", "X mark a1"), ("O", "O mark b1")]


@pytest.fixture(scope="module")
def plan() -> Plan:
    return make_plan(["random", "first"], game="tictactoe", games=6, seed=5)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[GameLog]:
    """Return a playing process's log in the middle of game 2."""
    found = GameLog.create(tmp_path)
    found.begin(2)
    for move in MOVES:
        found.move(*move)
    found.watch(1)
    yield found
    found.handed_over()
    found.close()


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_games, "BETWEEN", 0.0)


def test_nothing_is_written_that_nobody_asks_for(tmp_path: Path, log: GameLog) -> None:
    store = tmp_path / "night.sqlite"
    LiveWriter(store).look([log])
    assert not live_file(store).exists()


def test_a_watcher_sees_the_plies_of_a_game(tmp_path: Path, log: GameLog, plan: Plan) -> None:
    store = tmp_path / "night.sqlite"
    watching, shown = LiveReader(store), LiveWriter(store)
    assert watching.read(plan) == []
    shown.look([log])
    assert watching.read(plan) == [LiveGame(2, 1, MOVES)]
    log.move("X", "X mark c3")
    log.watch(0)
    shown.look([log])
    assert watching.read(plan) == [LiveGame(2, 0, [*MOVES, ("X", "X mark c3")])]
    log.watch(IDLE)
    shown.look([log])
    assert watching.read(plan) == []
    watching.leave()
    assert sorted(path.suffix for path in tmp_path.iterdir()) in ([], [".log"])


def test_another_watcher_who_leaves_takes_nothing_away(
    tmp_path: Path, log: GameLog, plan: Plan
) -> None:
    store = tmp_path / "night.sqlite"
    watching, shown = LiveReader(store), LiveWriter(store)
    watching.read(plan)
    shown.look([log])
    LiveReader(store).leave()
    watching.read(plan)
    shown.look([log])
    assert watching.read(plan) == [LiveGame(2, 1, MOVES)]


def test_it_ends_after_a_while_without_requests(tmp_path: Path, log: GameLog) -> None:
    store = tmp_path / "night.sqlite"
    request_file(store).touch()
    shown = LiveWriter(store)
    shown.look([log])
    assert live_file(store).exists()
    long_ago = time.time() - 10 * live_games.FRESH
    os.utime(request_file(store), (long_ago, long_ago))
    shown.look([log])
    assert not live_file(store).exists()


def test_what_a_process_that_was_killed_has_left_does_not_count(
    tmp_path: Path, log: GameLog, plan: Plan
) -> None:
    store = tmp_path / "night.sqlite"
    request_file(store).touch()
    LiveWriter(store).look([log])
    long_ago = time.time() - 10 * live_games.FRESH
    os.utime(live_file(store), (long_ago, long_ago))
    assert LiveReader(store).read(plan) == []


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", "{}", '{"games": 3}', '{"games": [3]}', '{"games": [{"number": "2"}]}',
     '{"games": [{"number": 2, "running": 0, "moves": [["X"]]}]}',
     '{"games": [{"number": 2, "running": null, "moves": []}]}', "[" * 100_000],
)  # fmt: skip
def test_nonsense_in_the_file_is_no_game(tmp_path: Path, plan: Plan, text: str) -> None:
    store = tmp_path / "night.sqlite"
    live_file(store).write_text(text)
    assert LiveReader(store).read(plan) == []


def test_a_game_that_the_plan_does_not_have_is_left_out(tmp_path: Path, plan: Plan) -> None:
    store = tmp_path / "night.sqlite"
    games = [{"number": number, "running": 0, "moves": []} for number in (-1, 6, 5)]
    live_file(store).write_text(json.dumps({"games": games}))
    assert LiveReader(store).read(plan) == [LiveGame(5, 0, [])]


def test_links_lead_nowhere(tmp_path: Path, log: GameLog, plan: Plan) -> None:
    """A link in the place of either file is not followed."""
    store, other = tmp_path / "night.sqlite", tmp_path / "other"
    other.write_text("mine")
    os.utime(other, (0, 0))
    live_file(store).symlink_to(other)
    request_file(store).symlink_to(tmp_path / "made")
    LiveReader(store).read(plan)
    assert not (tmp_path / "made").exists()
    request_file(store).unlink()
    request_file(store).touch()
    LiveWriter(store).look([log])
    assert other.read_text() == "mine"


def test_a_moment_between_two_games_shows_neither(log: GameLog) -> None:
    """A process continues to write during the reading."""
    going = threading.Event()

    def play() -> None:
        number = 0
        while not going.is_set():
            number += 1
            log.begin(number)
            for _ in range(number % 7):
                log.move("X", f"X {number}")
                log.watch(0)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        for _ in range(3000):
            found = live_games.game_in_progress(log)
            if found is not None:
                assert {text for _, text in found.moves} <= {f"X {found.number}"}
    finally:
        going.set()
        thread.join()


@pytest.mark.slow
def test_confined_workers_and_one_that_is_killed(tmp_path: Path) -> None:
    """Two games at a time grow ply by ply; the game of a killed process begins anew."""
    store = tmp_path / "night.sqlite"
    plan = make_plan(["first", "negamax"], game="breakthrough", games=6, seed=2, retries=2,
                     limits=Limits(0.15))  # fmt: skip
    watching, seen = LiveReader(store), dict[int, list[int]]()
    ended, together, killed = set[int](), 0, 0

    def play() -> None:
        with Store.open(store, plan, resume=False) as saved:
            for record in records(plan, source, saved):
                ended.add(record.number)

    pools: list[ProcessPool] = []

    def source(numbers: Sequence[int]) -> Generator[list[GameRecord], None, None]:
        with ProcessPool(plan, 2, shown=LiveWriter(store)) as pool:
            pools.append(pool)
            yield from pool.play_together(numbers)

    thread = threading.Thread(target=play)
    thread.start()
    while thread.is_alive():
        playing = watching.read(plan)
        together = max(together, len(playing))
        for game in playing:
            counts = seen.setdefault(game.number, [])
            if not counts or counts[-1] != len(game.moves):
                counts.append(len(game.moves))
            if not killed and len(counts) > 3:
                killed = pools[0]._workers[0].process.pid
                os.kill(killed, signal.SIGKILL)
        time.sleep(0.1)
    thread.join()
    watching.leave()
    assert (len(ended), together) == (6, 2)
    assert killed
    assert sum(len(counts) > 3 for counts in seen.values()) >= 2
    assert [path.name for path in tmp_path.glob("*-*")] == []
