"""A million games, here and through a cluster: all of them come, once, and memory is bounded.

On two idle processors either takes some minutes; FORTHGAME_MANY_GAMES=20000 plays fewer.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from matches import same

from forthgame.play.plan.plan import make_plan
from forthgame.play.results.analysis import Analyser
from forthgame.play.run.cluster import distributed
from forthgame.play.run.tournament import records
from forthgame.play.run.worker import GameRunner
from forthgame.play.store.store import Store
from tests.ui.test_cli import environment

pytestmark = pytest.mark.slow
GAMES = int(os.environ.get("FORTHGAME_MANY_GAMES", "1000000"))
ENTRANTS = ["random:", "random:"]
MOST = 150 << 10  # kilobytes of a process
SAMPLES = 50
# a new process begins with the peak of the one that starts it, which here has run other tests
APART = """import resource, subprocess, sys
done = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(done)
"""


def run(*arguments: str) -> tuple[str, int]:
    """Return the output of a command, and its peak memory in kilobytes."""
    command = [sys.executable, "-c", APART, sys.executable, "-m", "forthgame", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())
    return done.stdout, int(done.stderr.split()[-1])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is counted otherwise")
def test_a_million_games_within_150_megabytes(tmp_path: Path) -> None:
    """Both the process that saves and the one that reads the store stay below, with the same
    tables.
    """
    store = str(tmp_path / "games.sqlite")
    shown, most = run("autoplay", *ENTRANTS, "--game", "tictactoe", "--games", str(GAMES),
                      "--jobs", "2", "--seed", "1", "--quiet", "--store", store)  # fmt: skip
    assert f"{GAMES} game(s) played" in shown
    assert most < MOST
    again, most = run("results", store)
    assert again == shown
    assert most < MOST


def test_a_million_games_through_a_cluster(tmp_path: Path) -> None:
    """Each is once in the store and in the tables, and some are compared with local games."""
    dask: Any = pytest.importorskip("dask.distributed")
    plan = make_plan(ENTRANTS, game="tictactoe", games=GAMES, seed=1)
    analyser, tasks = Analyser(plan), 0
    with (
        dask.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster,
        Store.open(tmp_path / "games.sqlite", plan, resume=False) as store,
    ):
        source = distributed(plan, cluster.scheduler_address)

        def counted(numbers: Any) -> Any:
            nonlocal tasks
            for part in source(numbers):
                tasks += 1
                yield part

        for number, record in enumerate(records(plan, counted, store)):
            assert record.number == number
            analyser.add(record)
        assert store.count() == GAMES
        chosen = range(0, GAMES, max(1, GAMES // SAMPLES))
        kept = [store.record(number) for number in chosen]
    assert analyser.analysis().ends["result"] == GAMES
    assert tasks < 100 + GAMES / 100
    table = GameRunner(plan)
    assert same([record for record in kept if record]) == same([table.play(n) for n in chosen])
