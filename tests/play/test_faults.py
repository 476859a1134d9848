"""Entrants and processes that misbehave: forfeits, and games that are played again."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from matches import ENGINES, results, script

from forthgame import tournament
from forthgame.base.errors import ForthgameError
from forthgame.play.match import answer_timeout
from forthgame.play.model.game_record import GameRecord
from forthgame.play.model.limits import Limits
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.results.text_report import statistics
from forthgame.play.run import pool as pool_module
from forthgame.play.run.pool import ProcessPool
from forthgame.play.run.tournament import local
from forthgame.play.run.worker import GameRunner
from forthgame.ui.cli.main import forthgame as forthgame_command
from tests.waiting import COUNTED, HANGS_AFTER, processor_time

pytestmark = pytest.mark.usefixtures("surveyed_here")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("crash", "X failed: .*division by zero"),
        ("hang", "X gave: no answer in 0.2 s"),
        ("illegal", "X played an illegal move: X cannot play 'man z9'"),
        ("silent", "X failed: .*has chosen no move"),
        ("eater", "X failed: .*no memory left for positions"),
        ("allot", "X failed: .*the dictionary is full"),
        ("garbage", "X (failed: .*too much output|gave: no answer)"),
        ("deep", "X failed: .*return stack overflow"),
    ],
)
@pytest.mark.parametrize("native", [pytest.param(True, marks=pytest.mark.slow), False])
def test_a_fault_loses_the_game(tmp_path: Path, name: str, reason: str, native: bool) -> None:
    """The entrant at fault loses, with the reason; the next game is played."""
    bad = script(tmp_path, name, ENGINES[name])
    good = script(tmp_path, "good")
    plan = make_plan([bad, good], games=2, seed=1, limits=Limits(timeout=0.2), native=native)
    table = GameRunner(plan)
    for number in (0, 1):
        record = table.play(number)
        assert record.end == "fault"
        assert results(record) == {0: "loss", 1: "win"}
        assert record.winner == 1
        assert record.fault == ("X", "O")[number]
    assert re.match(reason, table.play(0).reason)


def test_a_fault_at_the_start_and_in_the_rules(tmp_path: Path) -> None:
    """OnNewGame may fail, or the rules may allow other moves than the referee's."""
    good = script(tmp_path, "good")
    failing = script(tmp_path, "failing", extra=": OnNewGame 1 0 / DROP ;")
    record = GameRunner(make_plan([good, failing], games=1)).play(0)
    assert record.reason.startswith("O failed: ")
    assert "division by zero" in record.reason
    other = tmp_path / "other.4th"
    other.write_text(Path(good).read_text().replace("{grid}", "{grid}").replace("3 3", "3 2"))
    record = GameRunner(make_plan([good, str(other)], game=good, games=1, seed=2)).play(0)
    assert record.reason.startswith(("O does not know the move", "O failed"))
    assert results(record) == {0: "win", 1: "loss"}


def test_an_illegal_move_is_the_referee_s_to_judge(tmp_path: Path) -> None:
    """A script with laxer rules plays a move that only its own rules allow, and loses."""
    good = script(tmp_path, "good")
    lax = tmp_path / "lax.4th"
    lax.write_text(Path(good).read_text().replace("empty? verify ", "TRUE verify "))
    reasons = set()
    for seed in range(6):
        record = GameRunner(make_plan([good, str(lax)], game=good, games=1, seed=seed)).play(0)
        reasons.add(record.reason.partition(":")[0])
        assert results(record) in ({0: "win", 1: "loss"}, {0: "draw", 1: "draw"})
    assert "O played an illegal move" in reasons


def test_a_referee_that_fails_makes_the_game_void(tmp_path: Path) -> None:
    """No entrant is at fault or gets points, and the tournament goes on."""
    bad = script(tmp_path, "bad", extra=": OnIsGameOver 1 0 / ;")
    found = tournament([bad, bad], games=3, seed=1)
    assert found.analysis.ends["void"] == 3
    assert all(e.total.games == 0 for e in found.analysis.entrants)
    assert "3 × the referee failed" in statistics(found.plan, found.analysis)


def test_a_tournament_of_void_games_fails(tmp_path: Path) -> None:
    """The error has a message, and the exit code is not 0."""
    bad = script(tmp_path, "bad", extra=": OnIsGameOver 1 0 / ;")
    result = CliRunner().invoke(forthgame_command, ["autoplay", bad, bad, "2", "--quiet"])
    assert result.exit_code == 1
    assert "all games are void" in str(result.exception)


def hanging(folder: Path, seconds: float) -> Plan:
    """A plan whose first entrant never answers, and its patience."""
    entrants = [script(folder, "hang", ENGINES["hang"]), script(folder, "good")]
    return make_plan(entrants, games=4, seed=1, limits=Limits(timeout=seconds))


def in_background(play: ProcessPool, act: signal.Signals, after: float) -> threading.Thread:
    """Send a signal to a pool's first process when it has thought for a while."""

    def work() -> None:
        while not play._workers or play._workers[0].log.read()[2] != 0:
            time.sleep(0.01)
        time.sleep(after)
        os.kill(play._workers[0].process.pid, act)

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_a_search_is_judged_by_processor_time(tmp_path: Path) -> None:
    """A process that was stopped for longer than its patience continues, without a forfeit."""
    plan = hanging(tmp_path, 0.6)
    worked: list[float] = []
    with ProcessPool(plan, 1) as play:
        stopped = in_background(play, signal.SIGSTOP, 0.05)

        def wake() -> None:
            stopped.join()
            time.sleep(1.0)
            if COUNTED:
                worked.append(processor_time(play._workers[0].process.pid))
            for _ in range(20):
                with suppress(OSError, IndexError):
                    os.kill(play._workers[0].process.pid, signal.SIGCONT)
                time.sleep(0.05)

        waking = threading.Thread(target=wake)
        waking.start()
        played = list(play.play(range(1)))
        waking.join()
        if COUNTED:
            worked.append(processor_time(play._workers[0].process.pid))
            assert worked[1] - worked[0] > 0.4  # after it was woken
    assert played[0].reason == "X gave: no answer in 0.6 s"
    assert not play._again


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_a_game_whose_process_dies_is_played_again(tmp_path: Path) -> None:
    """After SIGKILL during a search the game is played again, without a forfeit."""
    plan = hanging(tmp_path, 0.3)
    with ProcessPool(plan, 1) as play:
        thread = in_background(play, signal.SIGKILL, 0.05)
        played = {record.number: record for record in play.play(range(2))}
        thread.join()
    assert {number: record.reason for number, record in played.items()} == {
        0: "X gave: no answer in 0.3 s", 1: "O gave: no answer in 0.3 s",
    }  # fmt: skip
    assert len(played[1].moves) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_a_process_that_dies_twice_in_a_game_loses_it(tmp_path: Path) -> None:
    """The second time the entrant whose words were running loses, and the next game is played."""
    plan = hanging(tmp_path, 0.5)
    with ProcessPool(plan, 1) as play:
        threads: list[threading.Thread] = []
        started = play._start

        def start_and_kill() -> None:
            started()
            if len(threads) < 2:
                threads.append(in_background(play, signal.SIGKILL, 0.05))

        play._start = start_and_kill  # type: ignore[method-assign]
        played = {record.number: record for record in play.play(range(2))}
        for thread in threads:
            thread.join()
    assert played[0].reason == "X failed: its process was ended by signal 9"
    assert results(played[0]) == {0: "loss", 1: "win"}
    assert played[1].reason == "O gave: no answer in 0.5 s"


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_without_retries_the_first_death_is_blamed(tmp_path: Path) -> None:
    """No game is played again."""
    plan = replace(hanging(tmp_path, 20.0), retries=0)
    with ProcessPool(plan, 1) as play:
        started = play._start

        def start_and_kill() -> None:
            started()
            in_background(play, signal.SIGKILL, 0.1)

        play._start = start_and_kill  # type: ignore[method-assign]
        (played,) = play.play(range(1))
    assert played.reason == "X failed: its process was ended by signal 9"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_a_process_that_says_nothing_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signal stops it, so that no limit within it can help."""
    monkeypatch.setattr(pool_module, "GRACE", 0.5)
    monkeypatch.setattr(answer_timeout, "SLACK", 2.0)
    monkeypatch.setattr(answer_timeout, "FACTOR", 1.0)
    plan = hanging(tmp_path, 0.3)
    with ProcessPool(plan, 1) as play:
        started = play._start

        def start_and_be_patient() -> None:
            if play._again:  # the next process is not stopped, and may have to wait for others
                monkeypatch.setattr(answer_timeout, "SLACK", HANGS_AFTER)
            started()

        play._start = start_and_be_patient  # type: ignore[method-assign]
        thread = in_background(play, signal.SIGSTOP, 0.05)
        played = {record.number: record for record in play.play(range(2))}
        thread.join()
    # in the game played again, by its own process or by the one that watches
    assert re.match(r"X gave:? no answer in 0\.[38] s", played[0].reason)
    assert played[1].end == "fault"


def test_a_process_that_cannot_start_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of its error stream is in the message."""
    plan = make_plan(["tictactoe", "random:"], games=1)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(ForthgameError, match="could not be started"):
        list(local(plan, 1)([0]))


def test_a_slow_listener_voids_nothing() -> None:
    """Time between moves does not count against a game."""
    found = []

    def slow(record: GameRecord) -> None:
        found.append(record)
        time.sleep(0.7 if len(found) == 1 else 0)

    played = tournament(
        ["tictactoe", "random:"], games=6, seed=1, on_game=slow, limits=Limits(timeout=0.1)
    )
    assert {record.end for record in played.records} == {"result"}
