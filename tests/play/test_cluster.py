"""Tests of workers that come and go, a lost scheduler, and errors of a wrong cluster."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from matches import same, script

from forthgame.base.errors import ForthgameError
from forthgame.play.model.game_record import GameRecord
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.run import cluster as cluster_module
from forthgame.play.run.cluster import distributed
from forthgame.play.run.tournament import records
from forthgame.play.run.worker import GameRunner
from forthgame.play.store.store import Store
from tests.ui.test_cli import environment
from tests.waiting import eventually

pytestmark = pytest.mark.slow
dask: Any = pytest.importorskip("dask.distributed")


def quick(games: int) -> Plan:
    """Games of less than a millisecond."""
    return make_plan(["random:", "random:"], game="tictactoe", games=games, seed=1)


def sorted_games(parts: list[list[GameRecord]]) -> list[GameRecord]:
    """All games in order of their numbers."""
    return sorted((record for part in parts for record in part), key=lambda r: r.number)


@contextmanager
def workers(count: int) -> Iterator[Any]:
    """A cluster on this machine."""
    with dask.LocalCluster(
        n_workers=count, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        yield cluster


def test_many_games_and_a_worker_that_comes_later() -> None:
    """Tasks grow to about a second of games, all games come once, and are those of here."""
    plan = quick(10_000)
    with workers(1) as cluster:
        parts = []
        for part in distributed(plan, cluster.scheduler_address)(range(plan.games)):
            parts.append(part)
            if len(parts) == 10:
                cluster.scale(2)
    found = sorted_games(parts)
    assert [record.number for record in found] == list(range(plan.games))
    assert max(map(len, parts)) > 50
    table = GameRunner(plan)
    assert same(found[::200]) == same([table.play(n) for n in range(0, plan.games, 200)])


def test_a_worker_that_dies_loses_no_game() -> None:
    """A worker that comes then plays its games again."""
    plan = quick(3000)
    with workers(1) as cluster:
        parts = []
        for part in distributed(plan, cluster.scheduler_address)(range(plan.games)):
            parts.append(part)
            if len(parts) == 12:
                with dask.Client(cluster) as client:
                    (process,) = client.run(lambda: os.getpid()).values()
                os.kill(process, 9)
                cluster.scale(2)
    found = sorted_games(parts)
    assert [record.number for record in found] == list(range(plan.games))
    assert {record.end for record in found} == {"result"}


def test_a_worker_that_does_not_answer_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This holds for an old worker and a new one; for a single one there is a time limit."""
    plan = quick(3000)
    with workers(2) as cluster:
        with dask.Client(cluster) as client:
            stopped = [*client.run(os.getpid).values()]
        os.kill(stopped[0], signal.SIGSTOP)
        try:
            parts = list(distributed(plan, cluster.scheduler_address)(range(plan.games)))
            os.kill(stopped[1], signal.SIGSTOP)
            monkeypatch.setattr(cluster_module, "WORKERLESS", 3.0)
            with pytest.raises(ForthgameError, match="has no worker that answers"):
                list(distributed(plan, cluster.scheduler_address)(range(plan.games)))
        finally:
            for process in stopped:
                os.kill(process, signal.SIGCONT)
    assert [record.number for record in sorted_games(parts)] == list(range(plan.games))


def test_another_version_on_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names both."""
    plan = quick(4)
    monkeypatch.setattr(cluster_module.snapshot, "versions", lambda: ("0.0", "older"))
    with (
        workers(1) as cluster,
        pytest.raises(ForthgameError, match=r"a worker of the cluster has .* this is 0\.0"),
    ):
        list(distributed(plan, cluster.scheduler_address)(range(4)))


def test_a_worker_without_forthgame() -> None:
    """The message names the package to install."""

    def forget() -> None:
        for name in [name for name in sys.modules if name.partition(".")[0] == "forthgame"]:
            del sys.modules[name]
        sys.modules["forthgame"] = None  # type: ignore[assignment]

    with workers(1) as cluster:
        with dask.Client(cluster) as client:
            client.run(forget)
        with pytest.raises(ForthgameError, match="install this version of forthgame") as found:
            list(distributed(quick(4), cluster.scheduler_address)(range(4)))
    assert "has no forthgame" in str(found.value)


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address is named."""
    monkeypatch.setattr(cluster_module, "CONNECT", 1.0)
    with pytest.raises(ForthgameError, match="no scheduler answers at tcp://127"):
        list(distributed(quick(2), f"tcp://127.0.0.1:{free_port()}")(range(2)))


def free_port() -> int:
    """Return a port without a listener."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def start(port: int) -> list[subprocess.Popen[bytes]]:
    """A scheduler and a worker, as processes of their own."""
    address = f"tcp://127.0.0.1:{port}"
    scheduler = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1",
                 "--port", str(port), "--no-dashboard"]  # fmt: skip
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1",
              "--no-nanny", "--no-dashboard"]  # fmt: skip
    found = [
        subprocess.Popen(each, env=environment(), stderr=subprocess.DEVNULL)
        for each in (scheduler, worker)
    ]

    def answers() -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        return False

    eventually(answers)
    return found


def test_a_scheduler_lost_and_found_again() -> None:
    """The games go on, and each comes once."""
    plan, port = quick(4000), free_port()
    running = start(port)
    parts: list[list[GameRecord]] = []
    try:
        for part in distributed(plan, f"tcp://127.0.0.1:{port}")(range(plan.games)):
            parts.append(part)
            if len(parts) == 10:
                for process in running:
                    process.kill()
                    process.wait()
                threading.Timer(2.0, lambda: running.extend(start(port))).start()
    finally:
        time.sleep(0.1)
        for process in running:
            process.kill()
            process.wait()
    assert [record.number for record in sorted_games(parts)] == list(range(plan.games))


def test_a_cluster_gives_the_same_games(tmp_path: Path) -> None:
    """dask.distributed on this machine, compared with a local run; the script has gone by then, and
    a worker that comes later takes part."""
    path = Path(script(tmp_path, "fair"))
    plan = make_plan([str(path), "random:"], games=12, seed=1)
    here = [GameRunner(plan).play(number) for number in range(12)]
    path.unlink()
    with dask.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        source = distributed(plan, cluster.scheduler_address)
        with Store.open(None, plan, resume=False) as store:
            played = records(plan, source, store)
            found = [next(played)]
            cluster.scale(2)
            found.extend(played)
    assert same(found) == same(here)


def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error is raised instead of endless waiting."""
    monkeypatch.setattr("forthgame.play.run.cluster.WORKERLESS", 1.0)
    plan = make_plan(["tictactoe", "random:"], games=2, seed=1)
    with (
        dask.LocalCluster(n_workers=0, processes=True, dashboard_address=":0") as cluster,
        pytest.raises(ForthgameError, match="has no workers"),
    ):
        list(distributed(plan, cluster.scheduler_address)(range(2)))
