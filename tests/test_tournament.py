"""Tournaments: results that depend on nothing but plan and seed, and entrants that misbehave."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from test_cli import environment

from forthgame import tournament
from forthgame.errors import ForthgameError
from forthgame.play import connection, patience
from forthgame.play import pool as pool_module
from forthgame.play.analysis import analyse
from forthgame.play.cluster import Order, distributed, play_there
from forthgame.play.contestant import Contestant
from forthgame.play.entrant import Entrant
from forthgame.play.export import Filter, to_csv, to_json_lines, to_lines
from forthgame.play.limits import Limits
from forthgame.play.page import render
from forthgame.play.plan import Plan, make_plan
from forthgame.play.pool import Pool
from forthgame.play.record import GameRecord
from forthgame.play.report import statistics
from forthgame.play.sequential import pairs, triple, until_decided
from forthgame.play.statistics import Evaluations, Sprt
from forthgame.play.store import Store
from forthgame.play.table import Table
from forthgame.play.tournament import local, records
from forthgame.ui.cli.main import forthgame as forthgame_command

FAIR = """
{board 3 3 {grid} board}
{players {player} X PLAYER {player} O PLAYER players}
{turn-order {turn} X {turn} O turn-order}
: mark ( -- )   \\ Put a man on an empty square.
	empty? verify drop add-move
;
{moves marks {move} mark moves}
{pieces {piece} man {drops} marks pieces}
: OnIsGameOver ( -- result ) #UnknownScore move-count 0= IF DROP #DrawScore ENDIF ;
EXTRA
"""
ENGINES = {
    "crash": ": think 1 0 / DROP ;",
    "hang": ": think BEGIN FALSE UNTIL ;",
    "illegal": ': think S" man z9" BestMove! ;',
    "silent": ": think ;",
    "eater": ": think BEGIN $CloneBoard FALSE UNTIL ;",
    "allot": ": think BEGIN 1000000 ALLOT FALSE UNTIL ;",
    "garbage": ': think BEGIN ." nonsense " FALSE UNTIL ;',
    "deep": ": think RECURSE ;",
}
NODES = "4"


def script(folder: Path, name: str, engine: str = "", extra: str = "") -> str:
    """A script for the game of filling nine squares, whose players think as told."""
    text = FAIR.replace("PLAYER", "{search-engine} think" if engine else "{random}")
    declared = text.replace("EXTRA", extra)
    path = folder / f"{name}.4th"
    path.write_text(engine + "\n" + declared)
    return str(path)


def results(record: GameRecord) -> dict[int, str]:
    """What became of each entrant."""
    return {record.seats[seat]: result for seat, result in record.outcome.items()}


def same(records: list[GameRecord]) -> list[dict[str, object]]:
    """Games without their times."""
    return [{k: v for k, v in r.as_dict().items() if k != "seconds"} for r in records]


# -- what a tournament's result depends on ---------------------------------------------------------


def test_results_do_not_depend_on_jobs() -> None:
    """One process, three, or none: the same games; another seed, others."""
    plan = make_plan(["splut/duel", "splut/random"], games=5, seed=5)
    table = Table(plan)
    here = [table.play(number) for number in range(5)]
    for jobs in (1, 3):
        found = tournament(["splut/duel", "splut/random"], games=5, seed=5, jobs=jobs)
        assert same(found.records) == same(here)
        assert analyse(plan, here).as_dict() == found.analysis.as_dict()
    other = Table(make_plan(["splut/duel", "splut/random"], games=5, seed=6))
    assert [r.moves for r in here] != [other.play(n).moves for n in range(5)]


def test_a_game_does_not_depend_on_those_before() -> None:
    """Backwards they are the same: a script's variables begin anew."""
    plan = make_plan(["splut/duel", "splut/duel"], games=4, seed=2)
    forwards, backwards = Table(plan), Table(plan)
    first = [forwards.play(n) for n in range(4)]
    last = [backwards.play(n) for n in reversed(range(4))]
    assert same(first) == same(last[::-1])


def test_scripts_remember_nothing_between_games(tmp_path: Path) -> None:
    """A script that counts its games in a variable, and grows its data, sees the first one."""
    extra = "VARIABLE played : OnNewGame played ++ 40 ALLOT ;"
    contestant = Contestant(Entrant("x", script(tmp_path, "counts", extra=extra)))
    processor = contestant.game._forth.processor
    address = contestant.game._forth.word("played").value
    tops = set()
    for _ in range(3):
        contestant.begin(1, Limits())
        tops.add(processor.cell(contestant.game._forth.word("DP").value))
        assert processor.cell(address) == 1
    assert len(tops) == 1


def test_the_closing_numbers_add_up() -> None:
    """Wins, losses, draws, points, seats and meetings of a round robin with draws."""
    found = tournament(
        ["tictactoe", "random:", "negamax:depth=2"], rounds=4, seed=3, random_plies=1
    )
    analysis = found.analysis
    assert analysis.games == 24
    for number, entrant in enumerate(analysis.entrants):
        total = entrant.total
        assert total.games == 16 == total.wins + total.losses + total.draws
        assert {tally.games for tally in entrant.seats.values()} == {8}
        assert total.points == total.wins + total.draws / 2
        met = [t for (a, _), t in analysis.meetings.items() if a == number]
        assert [t.games for t in met] == [8, 8]
        assert sum(t.points for t in met) == total.points
    assert sum(e.total.points for e in analysis.entrants) == 24
    assert analysis.winless == sum(record.winner is None for record in found.records)
    assert {len(record.moves) for record in found.records} <= set(range(5, 10))
    assert analysis.lengths.most == max(len(record.moves) for record in found.records)
    assert all(record.opening == 1 for record in found.records)
    assert "rating" in statistics(found.plan, analysis)


def test_openings_are_played_from_every_seat(tmp_path: Path) -> None:
    """Each opening by both, from a file and at random."""
    path = tmp_path / "openings.txt"
    path.write_text("X mark b2; O mark a1\nX mark a1\n")
    plan = make_plan(["tictactoe", "random:"], games=8, openings=path)
    table = Table(plan)
    played = [table.play(number) for number in range(8)]
    texts = [[text for _, text in record.moves[: record.opening]] for record in played]
    lines = [["X mark b2", "O mark a1"], ["X mark a1"]]
    assert texts == [lines[0], lines[0], lines[1], lines[1]] * 2
    assert [record.seats["X"] for record in played] == [0, 1] * 4
    plan = make_plan(["tictactoe", "random:"], games=6, random_plies=3, seed=1)
    table = Table(plan)
    opened = [tuple(table.play(number).moves[:3]) for number in range(6)]
    assert opened[0::2] == opened[1::2]
    assert len(set(opened)) == 3


def test_three_players_round_robin() -> None:
    """Four entrants for three seats: every group of three, each from every seat."""
    game = str(Path(__file__).parent / "conformance" / "three-players.4th")
    found = tournament(
        ["random:", "first:", "random:", "first:"], game=game, rounds=2, seed=4, jobs=2,
        limits=Limits(plies=40),
    )  # fmt: skip
    assert len(found.plan.seats) == 3
    assert len(found.records) == 2 * 4 * 3
    groups = {frozenset(record.seats.values()) for record in found.records}
    assert groups == {frozenset(g) for g in combinations(range(4), 3)}
    for record in found.records:
        assert sum(record.points().values()) == pytest.approx(1)
    assert [e.total.games for e in found.analysis.entrants] == [18] * 4
    assert sum(e.rating.elo for e in found.analysis.entrants if e.rating) == pytest.approx(0)


def test_eight_players(tmp_path: Path) -> None:
    """A race of eight: the one who is first to the end wins alone; all seats are used."""
    players = " ".join(f"{{player}} P{k} {{random}}" for k in range(1, 9))
    turns = " ".join(f"{{turn}} P{k}" for k in range(1, 9))
    setups = " ".join(f"{{setup}} P{k} man {'abcdefgh'[k - 1]}1" for k in range(1, 9))
    path = tmp_path / "race.4th"
    path.write_text(f"""
{{board 6 8 {{grid}} board}}
{{directions -1 0 {{direction}} n directions}}
{{players {players} players}}
{{turn-order {turns} turn-order}}
VARIABLE done
: step n verify from here move add-move ;
: wait from here move add-move ;
{{moves steps {{move}} step {{move}} wait moves}}
{{pieces {{piece}} man {{moves}} steps pieces}}
{{board-setup {setups} board-setup}}
: arrived? ( player -- ? ) DROP a6 friend-at? b6 friend-at? OR c6 friend-at? OR d6 friend-at? OR
	e6 friend-at? OR f6 friend-at? OR g6 friend-at? OR h6 friend-at? OR ;
: OnIsGameOver ( -- result )
	#UnknownScore
	current-player arrived? IF DROP #WinScore ENDIF ;
""")
    found = tournament([str(path)] * 8, games=8, seed=1, limits=Limits(plies=200))
    assert len(found.plan.seats) == 8
    for seat in found.plan.seats:
        assert {record.seats[seat] for record in found.records} == set(range(8))
    assert found.analysis.ends["result"] == 8
    assert all(list(record.outcome.values()).count("win") == 1 for record in found.records)
    assert all(entrant.total.games == 8 for entrant in found.analysis.entrants)
    assert [e.name for e in found.analysis.entrants][:2] == ["race", "race (2)"]


def test_a_gauntlet() -> None:
    """The first plays all others; they never meet."""
    found = tournament(
        ["negamax:depth=1", "random:", "first:", "tictactoe"], game="tictactoe",
        schedule="gauntlet", rounds=1, seed=1,
    )  # fmt: skip
    assert [set(record.seats.values()) for record in found.records] == [
        {0, 1}, {0, 1}, {0, 2}, {0, 2}, {0, 3}, {0, 3},
    ]  # fmt: skip
    assert found.analysis.entrants[0].total.games == 6


def test_repeated_games_are_flagged() -> None:
    """Entrants without chance play the same game again."""
    found = tournament(["first:", "first:"], game="tictactoe", games=6, seed=1, random_plies=0)
    assert found.analysis.repeats == dict.fromkeys(range(1, 6), 0)
    assert "4 games repeat an earlier one by entrants" in statistics(found.plan, found.analysis)


def test_what_repeats_by_chance_counts() -> None:
    """Random players that play the same game again have not been kept from playing another."""
    plan = make_plan(["random:", "random:"], game="tictactoe", games=200, seed=1)
    table = Table(plan)
    again = [replace(table.play(number), number=20 + number) for number in (0, 1)]
    found = analyse(plan, [*(table.play(number) for number in range(20)), *again])
    assert found.unvaried == 0
    assert found.repeated == 2
    assert "2 games have the moves of an earlier one, by chance" in statistics(plan, found)


def test_engines_that_do_not_vary_get_openings() -> None:
    """Else they would play the same two games throughout; what is given counts."""
    unvarying = ["first:", "negamax:depth=1"]
    assert make_plan(unvarying, game="tictactoe").random_plies == 2
    assert make_plan(unvarying, game="tictactoe", random_plies=0).random_plies == 0
    assert make_plan(["first:", "random:"], game="tictactoe").random_plies == 0


def test_random_openings_longer_than_the_game(tmp_path: Path) -> None:
    """Are as long as they can be."""
    plan = make_plan([script(tmp_path, "fair"), "random:"], games=2, seed=1, random_plies=12)
    found = [Table(plan).play(number) for number in range(2)]
    assert [record.opening for record in found] == [8, 8]
    assert {record.end for record in found} == {"result"}


def test_the_ply_limit_is_a_draw_counted_apart() -> None:
    """Half a point each."""
    found = tournament(["tictactoe", "random:"], games=2, seed=1, limits=Limits(plies=3))
    assert found.analysis.ends["ply limit"] == found.analysis.games == 2
    assert [e.total.points for e in found.analysis.entrants] == [1, 1]
    assert "2 ended by the ply limit" in statistics(found.plan, found.analysis)


def test_evaluations_per_root_move_are_those_of_the_script() -> None:
    """What Splut's engine counts is taken in after each search, and only there."""
    plan = make_plan(["splut/duel", "splut/random"], games=1, seed=1)
    record = Table(plan).play(0)
    game = Contestant(plan.entrants[0])
    game.begin(1, Limits())
    seen = record.usage["South"].evaluations
    assert seen.moves > seen.pairs > seen.rises >= 0
    assert seen.moves - seen.pairs == record.usage["South"].moves
    assert seen.least <= seen.mean <= seen.most
    assert record.usage["North"].evaluations == Evaluations()
    assert record.usage["South"].nodes == seen.total


# -- entrants that misbehave ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("crash", "X failed: .*division by zero"),
        ("hang", "X gave: no answer in 0.5 s"),
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
    """For the entrant at fault, with the reason; the next game is played."""
    bad = script(tmp_path, name, ENGINES[name])
    good = script(tmp_path, "good")
    plan = make_plan([bad, good], games=2, seed=1, limits=Limits(timeout=0.5), native=native)
    table = Table(plan)
    for number in (0, 1):
        record = table.play(number)
        assert record.end == "fault"
        assert results(record) == {0: "loss", 1: "win"}
        assert record.winner == 1
        assert record.fault == ("X", "O")[number]
    assert re.match(reason, table.play(0).reason)


def test_a_fault_at_the_start_and_in_the_rules(tmp_path: Path) -> None:
    """OnNewGame that fails, and rules that know other moves than the referee's."""
    good = script(tmp_path, "good")
    failing = script(tmp_path, "failing", extra=": OnNewGame 1 0 / DROP ;")
    record = Table(make_plan([good, failing], games=1)).play(0)
    assert record.reason.startswith("O failed: ")
    assert "division by zero" in record.reason
    other = tmp_path / "other.4th"
    other.write_text(Path(good).read_text().replace("{grid}", "{grid}").replace("3 3", "3 2"))
    record = Table(make_plan([good, str(other)], game=good, games=1, seed=2)).play(0)
    assert record.reason.startswith(("O does not know the move", "O failed"))
    assert results(record) == {0: "win", 1: "loss"}


def test_an_illegal_move_is_the_referee_s_to_judge(tmp_path: Path) -> None:
    """A script with laxer rules plays what its own rules allow, and loses."""
    good = script(tmp_path, "good")
    lax = tmp_path / "lax.4th"
    lax.write_text(Path(good).read_text().replace("empty? verify ", "TRUE verify "))
    reasons = set()
    for seed in range(6):
        record = Table(make_plan([good, str(lax)], game=good, games=1, seed=seed)).play(0)
        reasons.add(record.reason.partition(":")[0])
        assert results(record) in ({0: "win", 1: "loss"}, {0: "draw", 1: "draw"})
    assert "O played an illegal move" in reasons


def test_a_referee_that_fails_makes_the_game_void(tmp_path: Path) -> None:
    """Nobody's fault, nobody's points, and the tournament goes on."""
    bad = script(tmp_path, "bad", extra=": OnIsGameOver 1 0 / ;")
    found = tournament([bad, bad], games=3, seed=1)
    assert found.analysis.ends["void"] == 3
    assert all(e.total.games == 0 for e in found.analysis.entrants)
    assert "3 × the referee failed" in statistics(found.plan, found.analysis)


def hanging(folder: Path, seconds: float) -> Plan:
    """A plan whose first entrant never answers, and its patience."""
    entrants = [script(folder, "hang", ENGINES["hang"]), script(folder, "good")]
    return make_plan(entrants, games=4, seed=1, limits=Limits(timeout=seconds))


def in_background(play: Pool, act: signal.Signals, after: float) -> threading.Thread:
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
    """A process that was stopped for longer than its patience goes on, and nobody forfeits."""
    plan = hanging(tmp_path, 0.6)
    with Pool(plan, 1) as play:
        stopped = in_background(play, signal.SIGSTOP, 0.05)

        def wake() -> None:
            stopped.join()
            time.sleep(1.0)
            for _ in range(20):
                with suppress(OSError, IndexError):
                    os.kill(play._workers[0].process.pid, signal.SIGCONT)
                time.sleep(0.05)

        waking = threading.Thread(target=wake)
        waking.start()
        began = time.monotonic()
        played = list(play.play(range(1)))
        waking.join()
    assert time.monotonic() - began > 1.5
    assert played[0].reason == "X gave: no answer in 0.6 s"
    assert not play._again


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_a_game_whose_process_dies_is_played_again(tmp_path: Path) -> None:
    """SIGKILL while an entrant thinks: nobody is blamed, and the game ends as it would have."""
    plan = hanging(tmp_path, 0.5)
    with Pool(plan, 1) as play:
        thread = in_background(play, signal.SIGKILL, 0.1)
        played = {record.number: record for record in play.play(range(2))}
        thread.join()
    assert {number: record.reason for number, record in played.items()} == {
        0: "X gave: no answer in 0.5 s", 1: "O gave: no answer in 0.5 s",
    }  # fmt: skip
    assert len(played[1].moves) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_a_process_that_dies_twice_in_a_game_loses_it(tmp_path: Path) -> None:
    """The second time whoever's words were running is blamed, and the next game is played."""
    plan = hanging(tmp_path, 1.0)
    with Pool(plan, 1) as play:
        threads: list[threading.Thread] = []
        started = play._start

        def start_and_kill() -> None:
            started()
            if len(threads) < 2:
                threads.append(in_background(play, signal.SIGKILL, 0.1))

        play._start = start_and_kill  # type: ignore[method-assign]
        played = {record.number: record for record in play.play(range(2))}
        for thread in threads:
            thread.join()
    assert played[0].reason == "X failed: its process was ended by signal 9"
    assert results(played[0]) == {0: "loss", 1: "win"}
    assert played[1].reason == "O gave: no answer in 1 s"


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_without_retries_the_first_death_is_blamed(tmp_path: Path) -> None:
    """Nothing is played again."""
    plan = replace(hanging(tmp_path, 20.0), retries=0)
    with Pool(plan, 1) as play:
        started = play._start

        def start_and_kill() -> None:
            started()
            in_background(play, signal.SIGKILL, 0.1)

        play._start = start_and_kill  # type: ignore[method-assign]
        (played,) = play.play(range(1))
    assert played.reason == "X failed: its process was ended by signal 9"


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_a_process_that_says_nothing_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in its tracks, so that no limit within it can help."""
    monkeypatch.setattr(pool_module, "GRACE", 0.5)
    monkeypatch.setattr(patience, "SLACK", 2.0)
    monkeypatch.setattr(patience, "FACTOR", 1.0)
    plan = hanging(tmp_path, 0.3)
    with Pool(plan, 1) as play:
        thread = in_background(play, signal.SIGSTOP, 0.05)
        played = {record.number: record for record in play.play(range(2))}
        thread.join()
    assert played[0].reason == "X gave: no answer in 0.3 s"  # in the game played again
    assert played[1].end == "fault"


def test_a_process_that_cannot_start_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of its error stream is in the message."""
    plan = make_plan(["tictactoe", "random:"], games=1)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(ForthgameError, match="could not be started"):
        list(local(plan, 1)([0]))


# -- the store -----------------------------------------------------------------------------------


def play_into(path: Path | None, games: int, resume: bool = False) -> list[GameRecord]:
    """A short tournament with a store."""
    return tournament(
        ["tictactoe", "random:"], games=games, seed=1, store=path, resume=resume, jobs=1
    ).records


def test_a_store_is_resumed(tmp_path: Path) -> None:
    """Only missing games are played; all together are those of an undisturbed run."""
    path = tmp_path / "games.sqlite"
    whole = play_into(None, 12)
    play_into(path, 5)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM game WHERE number = 2")
        database.execute("DELETE FROM seat WHERE game = 2")
        before = dict(database.execute("SELECT number, saved FROM game").fetchall())
    assert same(play_into(path, 12, resume=True)) == same(whole)
    with closing(sqlite3.connect(path)) as database, database:
        after = dict(database.execute("SELECT number, saved FROM game").fetchall())
        assert database.execute("SELECT count(*) FROM seat").fetchone() == (24,)
    assert len(after) == 12
    assert all(after[number] == saved for number, saved in before.items())


def test_stores_refuse_what_does_not_belong(tmp_path: Path) -> None:
    """An existing one without --resume, another plan, no store at all."""
    path = tmp_path / "games.sqlite"
    play_into(path, 2)
    with pytest.raises(ForthgameError, match="is there already"):
        play_into(path, 2)
    plan = make_plan(["tictactoe", "first:"], games=2, seed=1)
    with pytest.raises(ForthgameError, match="another tournament: entrants differ"):
        Store.open(path, plan, resume=True)
    other = tmp_path / "text"
    other.write_text("no database, but long enough to be looked at " * 20)
    with pytest.raises(ForthgameError, match="not a database"):
        Store.read(other)
    with pytest.raises(ForthgameError, match="there is no store"):
        Store.read(tmp_path / "missing")
    with pytest.raises(ForthgameError, match="could not be opened"):
        Store.open(tmp_path / "no" / "folder.sqlite", plan, resume=False)


def test_a_game_is_never_saved_twice(tmp_path: Path) -> None:
    """A second run on the same store is told."""
    plan = make_plan(["tictactoe", "random:"], games=1, seed=1)
    record = Table(plan).play(0)
    with Store.open(tmp_path / "s", plan, resume=False) as store:
        store.save(record)
        with pytest.raises(ForthgameError, match="has this game already"):
            store.save(record)
        assert [r.number for r in store.records()] == [0]


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """A clear error; what was saved is there, and with room the rest follows."""
    path = tmp_path / "games.sqlite"
    plan = make_plan(["tictactoe", "random:"], games=400, seed=1)
    table = Table(plan)
    saved = 0
    with Store.open(path, plan, resume=False) as store:
        pages = store._database.execute("PRAGMA page_count").fetchone()[0]
        store._database.execute(f"PRAGMA max_page_count={pages + 4}")
        for number in range(400):
            record = table.play(number)
            try:
                store.save(record)
            except ForthgameError as error:
                said = str(error)
                break
            saved += 1
        assert re.search(r"disk is full\n  make room .*--resume", said)
        assert str(path) in said
        assert 0 < saved < 400
    with Store.open(path, plan, resume=True) as store:
        assert [r.number for r in store.records()] == list(range(saved))
        store.save(table.play(saved))


def test_a_locked_store_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process that writes for long."""
    monkeypatch.setattr(connection, "PATIENCE", 0.2)
    path = tmp_path / "games.sqlite"
    plan = make_plan(["tictactoe", "random:"], games=2, seed=1)
    record = Table(plan).play(0)
    with Store.open(path, plan, resume=False) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ForthgameError, match=r"locked.*\n  another process is writing"):
            store.save(record)
        other.execute("ROLLBACK")
        other.close()
        store.save(record)


def saved_games(path: Path) -> int:
    """How many games are in a store; 0 as long as it has no tables."""
    if not path.is_file():
        return 0
    with closing(sqlite3.connect(path)) as database:
        try:
            return int(database.execute("SELECT count(*) FROM game").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


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
            if turn % 2:  # at any moment, be it before the first game
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
        [*command, "--json"], capture_output=True, text=True, env=environment(), timeout=120,
        check=True,
    )  # fmt: skip
    undisturbed = subprocess.run(
        [sys.executable, "-m", "forthgame", *start, "--json"], capture_output=True, text=True,
        env=environment(), timeout=120, check=True,
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
    """Once behind a game that was saved, once at any moment."""
    killed_again_and_again(tmp_path, 2, 16)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_killed_and_resumed_twenty_times(tmp_path: Path) -> None:
    """At random moments, some before the first game and some near the end."""
    killed_again_and_again(tmp_path, 20, 1500)


# -- the sequential test -------------------------------------------------------------------------


def test_a_sequential_test_stops_where_it_is_decided() -> None:
    """At the same game for any number of processes; the hypothesis is named."""
    found = [
        tournament(
            ["tictactoe", "random:"], seed=2, jobs=jobs, random_plies=1,
            sprt=Sprt(0, 100, 0.1, 0.1),
        )
        for jobs in (1, 3)
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
    assert sum(triple(found[0].records)) == len(found[0].records)
    cut = list(until_decided(found[0].plan, [*found[0].records, found[0].records[0]]))
    assert cut == found[0].records


def test_a_void_game_leaves_its_partner_out() -> None:
    """A pair counts only if both of its games do."""
    plan = make_plan(["tictactoe", "random:"], games=4, seed=1)
    played = [Table(plan).play(number) for number in range(4)]
    played[1].void("nothing")
    counts, single = pairs(played)
    assert (sum(counts), single) == (1, 1)
    found = analyse(plan, played)
    assert (found.counts, found.unpaired) == (counts, 1)
    assert "(1 games without a partner left out)" in statistics(plan, found)


# -- what is shown -------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Sees that tags match and that nothing is fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not {"src", "href"} & {name for name, _ in attributes}
        if tag not in ("meta", "line", "rect", "polyline", "polygon") or tag == "rect":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone(tmp_path: Path) -> None:
    """Well-formed, with three plots, the tables, and names escaped."""
    found = tournament(["tictactoe", "random:"], games=6, seed=1)
    reader = Reader()
    text = render(found.plan, found.records, found.analysis)
    reader.feed(text)
    assert reader.open == []
    assert reader.seen.count("svg") == 3
    assert reader.seen.count("table") == 4
    assert "rect" in reader.seen
    assert "http" not in text
    assert render(found.plan, [], analyse(found.plan, []))


def test_export_and_filters(tmp_path: Path) -> None:
    """CSV has a row a seat; moves can be used as openings; filters narrow down."""
    path = tmp_path / "games.sqlite"
    played = play_into(path, 6)
    plan = make_plan(["tictactoe", "random:"], games=6, seed=1)
    rows = list(csv.DictReader(io.StringIO("".join(to_csv(plan, played)))))
    assert len(rows) == 12
    assert sum(float(row["points"]) for row in rows) == 6
    lines = "".join(to_lines(plan, played)).splitlines()
    assert lines[1] == "; ".join(text for _, text in played[0].moves)
    won = [r for r in played if Filter(winner=0).admits(r)]
    assert [r.number for r in won] == [r.number for r in played if r.winner == 0]
    assert [r.number for r in played if Filter(entrant=0, seat="X").admits(r)] == [0, 2, 4]
    assert [r.number for r in played if Filter(games=(2, 3)).admits(r)] == [1, 2]
    assert not [r for r in played if Filter(end="fault").admits(r)]


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """autoplay with everything, then results in all forms, and resuming without arguments."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, code: int = 0) -> str:
        result = CliRunner().invoke(forthgame_command, arguments)
        if isinstance(result.exception, ForthgameError):
            assert code == 1, result.exception
            return str(result.exception)
        assert result.exit_code == code, result.stderr
        return result.stdout if not code else result.stderr

    shown = run(
        "autoplay", "tictactoe", "random:", "--rounds", "3", "--concurrency", "2", "--seed", "2",
        "--random-plies", "1", "--sprt", "elo0=0 elo1=500 alpha=0.01", "--store", "s.sqlite",
        "--report", "page.html",
    )  # fmt: skip
    assert "6 game(s) played" in shown
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")
    table = run("results", "s.sqlite")
    assert table == shown
    assert run("autoplay", "--resume", "--store", "s.sqlite") == shown
    assert len(run("results", "s.sqlite", "--list").splitlines()) == 6
    assert len(run("results", "s.sqlite", "--csv").splitlines()) == 13
    document = json.loads(run("results", "s.sqlite", "--json", "--games", "2-3"))
    assert [record["number"] for record in document["records"]] == [1, 2]
    (tmp_path / "lines").write_text(
        "\n".join(
            line.rpartition(";")[0].rpartition(";")[0].rpartition(";")[0]
            for line in run("results", "s.sqlite", "--records").splitlines()
            if not line.startswith("#")
        )
    )
    run("autoplay", "tictactoe", "random:", "2", "--openings", "lines")
    assert "no entrant is called 'x'" in run("results", "s.sqlite", "--winner", "x", code=1)
    assert "names" in run("autoplay", code=2) or True
    assert "--resume needs" in run("autoplay", "tictactoe", "random:", "--resume", code=2)
    assert "elo1 must be given" in run("autoplay", "a", "b", "--sprt", "elo0=1", code=2)
    assert "not both" in run("autoplay", "tictactoe", "first:", "--rounds", "1", "--random-plies",
                             "1", "--openings", "lines", code=1)  # fmt: skip


def test_a_cluster_gives_the_same_games(tmp_path: Path) -> None:
    """dask.distributed on this machine, compared with a local run; the script has gone by then, and
    a worker that comes later takes part."""
    dask = pytest.importorskip("dask.distributed")
    path = Path(script(tmp_path, "fair"))
    plan = make_plan([str(path), "random:"], games=12, seed=1)
    here = [Table(plan).play(number) for number in range(12)]
    path.unlink()
    with dask.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        source = distributed(plan, cluster.scheduler_address)
        with Store.open(None, plan, resume=False) as store:
            played = records(plan, source, store)
            found = [next(played)]
            cluster.scale(2)
            found.extend(played)
    assert same(found) == same(here)


def test_a_cluster_of_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is not played on: a sentence names both."""
    plan = make_plan(["tictactoe", "random:"], games=2, seed=1)
    order = Order(plan, (), ("0.0", "older"))
    with pytest.raises(ForthgameError, match=r"has forthgame .* this is 0.0 \(rules older\)"):
        play_there(order, [0])


@pytest.mark.slow
def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence, and no endless waiting."""
    dask = pytest.importorskip("dask.distributed")
    monkeypatch.setattr("forthgame.play.cluster.WORKERLESS", 1.0)
    plan = make_plan(["tictactoe", "random:"], games=2, seed=1)
    with (
        dask.LocalCluster(n_workers=0, processes=True, dashboard_address=None) as cluster,
        pytest.raises(ForthgameError, match="has no workers"),
    ):
        list(distributed(plan, cluster.scheduler_address)(range(2)))


def test_a_cluster_that_is_not_there() -> None:
    """Without dask the extra is named, with it the address."""
    plan = make_plan(["tictactoe", "random:"], games=1)
    try:
        import dask.distributed  # noqa: F401
    except ImportError:
        with pytest.raises(ForthgameError, match="extra `cluster`"):
            distributed(plan, "tcp://127.0.0.1:1")
        return
    pytest.skip("dask.distributed is there")


def test_records_come_in_order_whatever_order_they_are_played_in() -> None:
    """And those in the store are not asked for."""
    plan = make_plan(["tictactoe", "random:"], games=6, seed=1)
    table = Table(plan)
    asked: list[int] = []

    def backwards(numbers):  # type: ignore[no-untyped-def]
        asked.extend(numbers)
        for number in reversed(numbers):
            yield table.play(number)

    with Store.open(None, plan, resume=False) as store:
        store.save(table.play(3))
        assert [r.number for r in records(plan, backwards, store)] == list(range(6))
        assert asked == [0, 1, 2, 4, 5]
        assert len(list(store.records())) == 6


def test_the_live_table_shows_the_standing() -> None:
    """Progress, the time left, and the table, drawn into a terminal that is none."""
    from rich.console import Console

    from forthgame.ui.live import LiveTable

    plan = make_plan(["tictactoe", "random:"], games=4, seed=1)
    table = Table(plan)
    live = LiveTable(plan)
    live.start_with([table.play(0)])
    console = Console(width=120, file=io.StringIO(), force_terminal=True)
    console.print(live)
    assert "1 of 4 games, beginning" in console.file.getvalue()  # type: ignore[attr-defined]
    for number in (2, 1):
        live.saved(table.play(number))
    live._drawn = 0.0
    console.print(live)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "3 of 4 games" in text
    assert " left, until " in text
    assert "tictactoe against random: " in text
    assert "95 % interval" in text


def test_scripts_that_have_changed_are_not_resumed(tmp_path: Path) -> None:
    """Their games would be mixed with others; a script that has only moved is the same."""
    path = tmp_path / "good.4th"
    script(tmp_path, "good")
    store = tmp_path / "games.sqlite"
    options = {"games": 2, "seed": 1, "store": store}
    tournament([str(path), "random:"], **options)  # type: ignore[arg-type]
    (tmp_path / "elsewhere").mkdir()
    moved = path.rename(tmp_path / "elsewhere" / "good.4th")
    options |= {"games": 4, "resume": True}
    found = tournament([str(moved), "random:"], **options)  # type: ignore[arg-type]
    assert len(found.records) == 4
    moved.write_text(moved.read_text() + "\n: more ;\n")
    with pytest.raises(ForthgameError, match="contents of scripts differ"):
        tournament([str(moved), "random:"], **options)  # type: ignore[arg-type]
    result = CliRunner().invoke(
        forthgame_command, ["autoplay", "--resume", "--store", str(store), "6"]
    )
    assert result.exit_code == 0, result.output
    assert f"changed on disk: {moved}; games are played with the files as they were" in (
        result.stderr
    )


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
    """No traceback, and what was played is there."""
    store = tmp_path / "games.sqlite"
    command = ["autoplay", "splut/duel", "splut/random", "5000", "--store", str(store)]
    with subprocess.Popen(
        [sys.executable, "-m", "forthgame", *command],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment(),
    ) as process:  # fmt: skip
        while saved_games(store) < 3 and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(number)
        _, said = process.communicate(timeout=20)
    assert process.returncode == code
    assert said.endswith(last)
    assert f"every game that has ended is in {store}: --resume goes on" in said
    assert "Traceback" not in said
    assert saved_games(store) >= 3


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_without_a_store_shows_the_table_so_far() -> None:
    """And a standard error stream that is closed stops nothing."""
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
        process.wait(20)
    assert re.search(r"[1-9]\d* game\(s\) played", shown)
    assert "duel against random: " in shown


def test_a_slow_listener_voids_nothing() -> None:
    """Games are not blamed for what passes between them."""
    found = []

    def slow(record: GameRecord) -> None:
        found.append(record)
        time.sleep(0.7 if len(found) == 1 else 0)

    played = tournament(
        ["tictactoe", "random:"], games=6, seed=1, on_game=slow, limits=Limits(timeout=0.1)
    )
    assert {record.end for record in played.records} == {"result"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--depth", "5"], "--depth cannot be changed: the games in the store were played with 1"),
        (["--seed", "5"], "--seed cannot be changed"),
        (["--games", "2"], "is a plan of 4 games, and 2 are fewer"),
        (["--game", "connectfour"], "--game is that of the store"),
    ],
)
def test_what_a_resumed_tournament_cannot_change(
    tmp_path: Path, options: list[str], said: str
) -> None:
    """Is refused, and not ignored."""
    store = tmp_path / "store"
    tournament(["tictactoe", "random:"], games=4, seed=1, store=store, limits=Limits(depth=1))
    command = ["autoplay", "--resume", "--store", str(store), *options]
    result = CliRunner().invoke(forthgame_command, command)
    assert result.exit_code != 0
    assert said in result.output + str(result.exception)


def test_a_resumed_tournament_can_be_longer(tmp_path: Path) -> None:
    """By rounds, and with a sequential test."""
    store = tmp_path / "store"
    tournament(["tictactoe", "random:"], games=4, seed=1, store=store)
    command = ["autoplay", "--resume", "--store", str(store), "--quiet"]
    result = CliRunner().invoke(
        forthgame_command, [*command, "--rounds", "3", "--sprt", "elo0=0 elo1=400"]
    )
    assert result.exit_code == 0, result.output
    assert "SPRT 0 to 400" in result.output
    with Store.read(store) as kept:
        assert kept.plan().games == 6


def test_fixed_seats_and_openings_in_random_order(tmp_path: Path) -> None:
    """Nobody changes seats; each opening comes as often, in an order of the seed's."""
    path = tmp_path / "openings.txt"
    path.write_text("X mark b2\nX mark a1\nX mark c3\nX mark a3\n")
    options = {"openings": path, "shuffled": True, "fixed_seats": True, "games": 8}
    orders = []
    for seed in (1, 1, 2, 3):
        plan = make_plan(["tictactoe", "random:"], seed=seed, **options)  # type: ignore[arg-type]
        assert {plan.announce(number).seats["X"] for number in range(8)} == {0}
        orders.append([plan.opening(number).moves for number in range(8)])
    assert orders[0] == orders[1]
    assert len({tuple(order) for order in orders}) > 1
    assert all(sorted(order) == sorted(plan.openings * 2) for order in orders)


def test_a_script_beside_engines_is_said_to_take_part() -> None:
    """Who wanted its game only is told how."""
    (said,) = make_plan(["tictactoe", "random:", "first:"]).remarks
    assert "tictactoe takes part itself" in said
    assert "--game tictactoe" in said
    assert make_plan(["random:", "first:"], game="tictactoe").remarks == ()


def test_json_lines(tmp_path: Path) -> None:
    """A game a line, numbered from 1, with who played each move."""
    plan = make_plan(["tictactoe", "random:"], games=2, seed=1)
    table = Table(plan)
    played = [table.play(number) for number in range(2)]
    found = [json.loads(line) for line in to_json_lines(plan, played)]
    assert [game["game"] for game in found] == [1, 2]
    assert [(m["player"], m["move"]) for m in found[0]["moves"]] == played[0].moves
    assert [seat["entrant"] for seat in found[1]["seats"]] == ["random", "tictactoe"]


def test_a_tournament_of_void_games_fails(tmp_path: Path) -> None:
    """With a sentence, and not with exit code 0."""
    bad = script(tmp_path, "bad", extra=": OnIsGameOver 1 0 / ;")
    result = CliRunner().invoke(forthgame_command, ["autoplay", bad, bad, "2", "--quiet"])
    assert result.exit_code == 1
    assert "all games are void" in str(result.exception)
