"""Tournaments that are killed, interrupted, or decided before their end."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest
from matches import same, saved_games

from forthgame import tournament
from forthgame.play.plan.plan import make_plan
from forthgame.play.results.analysis import analyse
from forthgame.play.results.stopping_rule import until_decided
from forthgame.play.results.text_report import statistics
from forthgame.play.run.worker import GameRunner
from forthgame.play.statistics.sprt import Sprt
from forthgame.ui.terminal import ctrl_c
from forthgame.ui.terminal.ctrl_c import ended_cleanly
from tests.matches import pairs
from tests.ui.test_cli import environment
from tests.waiting import HANGS_AFTER, let_work


def killed_again_and_again(tmp_path: Path, times: int, games: int) -> None:
    """Kill a tournament at random moments and resume it; compare with an undisturbed run."""
    random = Random(4)
    path = tmp_path / "games.sqlite"
    start = ["autoplay", "splut/duel", "splut/random", str(games), "--seed", "7", "--jobs", "2"]
    command = [sys.executable, "-m", "forthgame", *start, "--store", str(path), "--resume"]
    found = [0]
    for turn in range(times):
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment()
        ) as process:
            if turn % 2:  # at any moment, perhaps before the first game
                time.sleep(random.uniform(0.05, 1.0))
            else:  # soon after a game has been saved
                while saved_games(path) == found[-1] and process.poll() is None:
                    time.sleep(0.01)
                time.sleep(random.uniform(0, 0.1))
            process.kill()
        found.append(saved_games(path))
    assert found == sorted(found)
    assert found[1] > 0
    last = subprocess.run(
        [*command, "--json"], capture_output=True, text=True, env=environment(), timeout=900,
        check=True,
    )  # fmt: skip
    undisturbed = subprocess.run(
        [sys.executable, "-m", "forthgame", *start, "--json"], capture_output=True, text=True,
        env=environment(), timeout=900, check=True,
    )  # fmt: skip
    documents = [json.loads(run.stdout) for run in (last, undisturbed)]
    for document in documents:
        for record in document["records"]:
            del record["seconds"]
    assert documents[0] == documents[1]
    with closing(sqlite3.connect(path)) as database, database:
        assert database.execute("SELECT count(*), max(number) FROM game").fetchone() == (
            games, games - 1,
        )  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_killed_and_resumed(tmp_path: Path) -> None:
    """Once it is after a game that was saved, once at any moment."""
    killed_again_and_again(tmp_path, 2, 5)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_killed_and_resumed_twenty_times(tmp_path: Path) -> None:
    """The moments are random, some before the first game and some near the end."""
    killed_again_and_again(tmp_path, 20, 1500)


@pytest.mark.sampled(2)
@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
@pytest.mark.parametrize(
    ("number", "code", "last"),
    [
        (signal.SIGINT, 130, "interrupted\n"),
        (signal.SIGTERM, 143, "ended by SIGTERM\n"),
        pytest.param(signal.SIGHUP, 129, "ended by SIGHUP\n", marks=pytest.mark.slow),
    ],
)
def test_an_interrupted_tournament_says_how_to_go_on(
    tmp_path: Path, number: signal.Signals, code: int, last: str
) -> None:
    """The output has no traceback, and the games so far are there."""
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("whoever has started the tests ignores the signal")
    store = tmp_path / "games.sqlite"
    command = ["autoplay", "splut/duel", "splut/random", "5000", "--store", str(store)]
    with subprocess.Popen(
        [sys.executable, "-m", "forthgame", *command],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment(),
    ) as process:  # fmt: skip
        while saved_games(store) < 3 and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(number)
        _, said = process.communicate(timeout=HANGS_AFTER)
    assert process.returncode == code
    assert said.endswith(last)
    assert f"all finished games are in {store}: --resume continues" in said
    assert "Traceback" not in said
    assert saved_games(store) >= 3


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_without_a_store_shows_the_table_so_far() -> None:
    """A closed standard error stream stops nothing."""
    command = ["autoplay", "splut/duel", "splut/random", "5000", "--seed", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "forthgame", *command],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(),
    ) as process:  # fmt: skip
        assert process.stderr is not None
        for _ in range(4):
            process.stderr.readline()
        process.stderr.close()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        shown = process.stdout.read() if process.stdout else ""
        process.wait(HANGS_AFTER)
    assert re.search(r"[1-9]\d* game\(s\) played", shown)
    assert "duel against random: " in shown


@pytest.mark.slow
def test_a_sequential_test_stops_where_it_is_decided() -> None:
    """The tournament stops at the same game for any number of processes; the hypothesis is
    named.
    """
    found = [
        tournament(
            ["tictactoe", "random:"], seed=2, jobs=jobs, random_plies=1,
            sprt=Sprt(0, 100, 0.1, 0.1),
        )
        for jobs in (1, 2)
    ]  # fmt: skip
    assert found[0].plan.games == 20_000
    assert len(found[0].records) < 400
    assert len(found[0].records) % 2 == 0
    assert same(found[0].records) == same(found[1].records)
    analysis = found[0].analysis
    assert analysis.sprt is not None
    assert analysis.sprt.accepted == "H1"
    assert "H1 accepted: tictactoe is 100" in statistics(found[0].plan, analysis)
    counts, single = pairs(found[0].records)
    assert single == 0
    assert analysis.counts == counts
    assert not [record for record in found[0].records if record.end == "void"]
    cut = list(until_decided(found[0].plan, [*found[0].records, found[0].records[0]]))
    assert cut == found[0].records


def test_a_void_game_leaves_its_partner_out() -> None:
    """A pair counts only if both of its games do."""
    plan = make_plan(["tictactoe", "random:"], games=4, seed=1)
    played = [GameRunner(plan).play(number) for number in range(4)]
    played[1].void("nothing")
    counts, single = pairs(played)
    assert (sum(counts), single) == (1, 1)
    found = analyse(plan, played)
    assert (found.counts, found.unpaired) == (counts, 1)
    assert "(1 games without a partner left out)" in statistics(plan, found)


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_a_confined_command_that_is_ended_leaves_nothing(tmp_path: Path) -> None:
    command = ["run", "-e", ": x BEGIN AGAIN ; x", "--confined"]
    with subprocess.Popen(
        [sys.executable, "-m", "forthgame", *command], stderr=subprocess.PIPE,
        env={**environment(), "TMPDIR": str(tmp_path)},
    ) as process:  # fmt: skip
        while not list(tmp_path.iterdir()):
            assert process.poll() is None
            time.sleep(0.02)
        process.terminate()
        _, said = process.communicate(timeout=HANGS_AFTER)
    assert (process.returncode, said) == (143, b"ended by SIGTERM\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sampled(2)
@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
@pytest.mark.parametrize("confined", [[], ["--confined"]])
def test_a_game_is_saved_where_a_signal_ends_it(tmp_path: Path, confined: list[str]) -> None:
    """The engine thinks: the signal ends it, instead of only hurrying it like Ctrl-C."""
    saved = tmp_path / "game.json"
    seats = ["--seat", "White=human", "--seat", "Black=uct", "--time", "3600"]
    with subprocess.Popen(
        [sys.executable, "-m", "forthgame", "play", "breakthrough", *seats, "--save",
         str(saved), *confined],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment(),
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        process.stdin.write("a2a3\n")
        process.stdin.flush()
        while process.stdout.read(1) not in (">", ""):  # the prompt
            pass
        let_work(process, 0.2)  # the move is made, and the engine thinks
        process.terminate()
        said = process.communicate(timeout=HANGS_AFTER)[1]
    assert (process.returncode, said.splitlines()[-1]) == (143, "ended by SIGTERM")
    [move] = json.loads(saved.read_text())["moves"]
    assert move["move"] == "man a2 - a3"


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_a_file_that_is_being_saved_is_written_before_a_signal_ends_the_work() -> None:
    """This holds for SIGTERM and Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals come to the main thread")
    written = []

    @ended_cleanly
    def save(number: int) -> None:
        with ctrl_c.saving():
            signal.raise_signal(number)
            written.append(number)
        written.append(0)

    with pytest.raises(SystemExit):
        save(number=signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt):
        save(number=signal.SIGINT)
    assert written == [signal.SIGTERM, signal.SIGINT]


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_work_that_ends_by_itself_after_a_signal_has_its_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An example is learning, which ends with its result so far at Ctrl-C."""

    @ended_cleanly
    def learn() -> None:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        print("learned")

    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals come to the main thread")
    with pytest.raises(SystemExit) as ended:
        learn()
    assert ended.value.code == 143
    assert capsys.readouterr() == ("learned\n", "ended by SIGTERM\n")
