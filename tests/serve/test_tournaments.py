"""Tournaments over the protocol: stores of the opened folders alone, games, starting one."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import HANGS_AFTER

pytest.importorskip("starlette", reason="needs the extra `board`")

from matches import decided_one_by_one

from forthgame.base.source import package_path
from forthgame.confine import child_variables
from forthgame.play.match.contestant import Limits
from forthgame.play.model.game_record import GameRecord, Usage
from forthgame.play.plan.plan import make_plan
from forthgame.play.results.analysis import analyse
from forthgame.play.results.text_report import results_table
from forthgame.play.run.pool import ProcessPool
from forthgame.play.store.store import Store
from forthgame.ui.serve.watched_tournaments import StoreReader, TournamentRun
from serve.talking import Talk, make_hub, talking
from tests.ui.test_cli import environment

HOSTILE = "<script>alert(1)</script>"
MOVES = [("X", "X mark a1"), ("O", "O mark b1"), ("X", "X mark a2"), ("O", "O mark b2"),
         ("X", "X mark a3")]  # fmt: skip


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a script, and a fabricated store with three of six games."""
    folder = tmp_path_factory.mktemp("stores")
    script = folder / "three.4th"
    shutil.copy(package_path("games", "tictactoe", "tictactoe.4th"), script)
    plan = make_plan(["random", "first"], game=str(script), games=6, seed=5, limits=Limits(0.1))
    with Store.open(folder / "night.sqlite", plan, resume=False) as store:
        for number in (0, 1, 3):
            store.save(_won(plan.announce(number)))
    return folder


def _won(record: GameRecord) -> GameRecord:
    record.moves = list(MOVES)
    record.usage = {seat: Usage() for seat in record.seats}
    record.finish("result", "result", {"X": "win", "O": "loss"})
    return record


@contextmanager
def looking(tmp_path: Path, kept: Path, **how: Any) -> Iterator[Talk]:
    """A page of a server that was opened on a copy of that folder."""
    folder = tmp_path / "mine"
    shutil.copytree(kept, folder)
    with talking(make_hub(tmp_path / "tables", str(folder), **how)) as [page]:
        yield page


def test_a_store_and_its_games(tmp_path: Path, kept: Path) -> None:
    """This covers the list, the standing up to the first missing game, each game and each ply."""
    with looking(tmp_path, kept) as page:
        [row] = page.ask("tournaments")["stores"]
        assert (row["entrants"], row["played"], row["games"]) == (["random", "first"], 3, 6)
        found = page.ask("tournament", store=row["store"])["tournament"]
        assert (found["played"], found["read"], found["last"]) == (3, 2, 3)
        assert found["table"]["rows"][0][:4] == ["random", "2", "1", "1"]
        games = page.ask("games", store=row["store"], first=0)["games"]
        assert [game["number"] for game in games] == [0, 1, 3]
        game = page.ask("game", store=row["store"], number=3)["game"]
        assert game["moves"] == [list(move) for move in MOVES]
        assert "not been played" in page.ask("game", store=row["store"], number=2)["error"]
        view = page.ask("position", store=row["store"], number=3, ply=2)
        assert view["position"]["board"] == {"a1": ["X", "mark"], "b1": ["O", "mark"]}
        table = page.ask("take-over", store=row["store"], number=3)["table"]
        joined = page.ask("join", table=table)["table"]
        assert joined["plies"] == [list(move) for move in MOVES]
        assert joined["ended"] == "X wins"


def test_stores_outside_what_was_opened(tmp_path: Path, kept: Path) -> None:
    """No path, no link and no other file leads out of the folder."""
    with looking(tmp_path, kept) as page:
        folder = tmp_path / "mine"
        outside = tmp_path / "other.sqlite"
        shutil.copy(kept / "night.sqlite", outside)
        (folder / "link.sqlite").symlink_to(outside)
        (folder / "text.sqlite").write_text("no store")
        (folder / "damaged.sqlite").write_bytes(b"SQLite format 3\0" + bytes(200))
        rows = {row["name"]: row for row in page.ask("tournaments")["stores"]}
        assert set(rows) == {"night.sqlite", "damaged.sqlite"}
        assert "trouble" in rows["damaged.sqlite"]
        for key in ("0:link.sqlite", "0:../other.sqlite", str(outside), "1:night.sqlite", "",
                    "0:", "0:..", "0:\0", f"0:{outside}", "-1:night.sqlite"):  # fmt: skip
            assert page.ask("tournament", store=key)["error"], key
        assert "trouble" in page.ask("tournament", store="0:damaged.sqlite")["tournament"]


def test_a_script_that_is_not_offered_is_not_loaded(tmp_path: Path, kept: Path) -> None:
    """A store may name any path: its moves are listed, and no board is drawn."""
    folder = tmp_path / "alone"
    folder.mkdir()
    shutil.copy(kept / "night.sqlite", folder)
    with talking(make_hub(tmp_path / "tables", str(folder))) as [page]:
        key = page.ask("tournaments")["stores"][0]["store"]
        found = page.ask("game", store=key, number=0)
        # the bundled script has the same contents, so its rules are the ones of the tournament
        assert found["script"] == "tictactoe"
    (kept / "three.4th").write_text((kept / "three.4th").read_text() + "\n\\ another script\n")
    try:
        plan = make_plan(["random", "first"], game=str(kept / "three.4th"), games=2)
        with Store.open(folder / "other.sqlite", plan, resume=False) as store:
            store.save(_won(plan.announce(0)))
    finally:
        text = (kept / "three.4th").read_text()
        (kept / "three.4th").write_text(text.replace("\n\\ another script\n", ""))
    with talking(make_hub(tmp_path / "tables", str(folder))) as [page]:
        found = page.ask("game", store="0:other.sqlite", number=0)
        assert "not one of the scripts" in found["trouble"]
        assert len(found["game"]["moves"]) == 5
        assert (
            "not one of the scripts"
            in page.ask("position", store="0:other.sqlite", number=0)["error"]
        )
        assert (
            "not one of the scripts"
            in page.ask("take-over", store="0:other.sqlite", number=0)["error"]
        )


def test_what_cannot_be_started(tmp_path: Path, kept: Path) -> None:
    """These are programs, paths, command line options, other folders, and names in use."""
    good = {"game": "three", "entrants": ["random", "first"], "games": 2, "name": "two"}
    with looking(tmp_path, kept) as page:
        for wrong in (
            {"entrants": ["engine:/bin/true", "first"]}, {"entrants": ["../x"]}, {"entrants": []},
            {"entrants": ["--help"]}, {"entrants": ["human", "first"]}, {"entrants": "random"},
            {"entrants": ["negamax:time=999"]}, {"name": "../x"}, {"name": "night.sqlite"},
            {"name": "-x"}, {"name": ""}, {"games": 0}, {"game": "nothing"}, {"folder": 7},
            {"seconds": -1}, {"jobs": 10**6}, {"plies": "all"},
        ):  # fmt: skip
            assert page.ask("compete", **{**good, **wrong})["error"], wrong
        assert "is not running here" in page.ask("stop", store="0:night.sqlite")["error"]
        assert sorted(path.name for path in (tmp_path / "mine").glob("*.sqlite")) == [
            "night.sqlite"
        ]


def test_a_server_open_to_others_starts_none(tmp_path: Path, kept: Path) -> None:
    """The folder is not written to; its stores are shown."""
    with looking(tmp_path, kept, saving=False) as page:
        assert page.ask("tournaments")["locked"]
        answer = page.ask("compete", game="three", entrants=["random", "first"], name="two")
        assert "open to others" in answer["error"]


def test_without_a_folder_there_are_none(tmp_path: Path) -> None:
    """The page shows how to provide one."""
    with talking(make_hub(tmp_path)) as [page]:
        found = page.ask("tournaments")
        assert found["stores"] == []
        assert "forthgame serve FOLDER" in found["locked"]
        assert page.ask("compete", game="tictactoe", entrants=["first"], name="x")["error"]


def test_games_come_as_they_are_played(tmp_path: Path, kept: Path) -> None:
    """Another process writes the store; watching pages are notified."""
    with looking(tmp_path, kept) as page:
        key = page.ask("tournaments")["stores"][0]["store"]
        assert page.ask("tournament", store=key)["tournament"]["read"] == 2
        path = tmp_path / "mine" / "night.sqlite"
        with Store.read(path) as store:
            plan = store.plan()
        with Store.open(path, plan, resume=True) as store:
            store.save(_won(plan.announce(2)))
        event: dict[str, Any] = {}
        while event.get("played") != 4:
            event = page.socket.receive_json().get("tournament", {})
        assert event["read"] == 4


@pytest.mark.slow
def test_a_tournament_is_started_and_stopped(tmp_path: Path, kept: Path) -> None:
    """A process of its own plays; a stopped tournament keeps the finished games."""
    with looking(tmp_path, kept) as page:
        key = page.ask("compete", game="three", entrants=["random", "negamax:depth=2"], games=4,
                       seconds=0.05, name="one")["store"]  # fmt: skip
        found = page.ask("tournament", store=key)["tournament"]
        while found.get("playing") is not False:
            found = page.socket.receive_json().get("tournament", {})
        assert (found["played"], found["said"]) == (4, "")
        page.events.clear()
        key = page.ask("compete", game="three", entrants=["random", "first"], games=100_000,
                       name="long")["store"]  # fmt: skip
        found = page.ask("tournament", store=key)["tournament"]
        while not found.get("played"):
            found = page.socket.receive_json().get("tournament", {})
        page.ask("stop", store=key)
        while found.get("playing") is not False:
            found = page.socket.receive_json().get("tournament", {})
        assert 0 < found["played"] < 100_000
        assert found["said"] == ""


@pytest.mark.skipif(sys.platform == "win32", reason="processes have no parents to look at")
def test_a_tournament_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    """The games played so far are saved."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    command = [sys.executable, "-m", "forthgame", "autoplay", "random:", "random:", "--quiet",
               "--game", "tictactoe", "--games", "1000000", "--store", "games.sqlite"]  # fmt: skip
    named = {**environment(), **child_variables(), "FORTHGAME_PARENT": str(gone.pid)}
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=named,
        timeout=HANGS_AFTER,
        check=False,
    )
    assert (done.returncode, "ended by SIGTERM" in done.stderr) == (143, True)


@pytest.mark.slow
def test_a_tournament_that_cannot_be_planned_says_why(tmp_path: Path, kept: Path) -> None:
    """The message is that of `autoplay`."""
    with looking(tmp_path, kept) as page:
        key = page.ask("compete", game="splut", entrants=["random", "first"], name="few")["store"]
        found = page.ask("tournament", store=key)["tournament"]
        while found.get("playing") is not False:
            found = page.socket.receive_json().get("tournament", {})
        assert "players" in found["said"]


@pytest.mark.slow
def test_a_real_tournament_is_replayed(tmp_path: Path, kept: Path) -> None:
    """This covers random streams of the referee: a game with dice ends in the same way."""
    folder = tmp_path / "mine"
    folder.mkdir()
    shutil.copy(package_path("games", "ur", "ur.4th"), folder / "dice.4th")
    plan = make_plan(["random", "first"], game=str(folder / "dice.4th"), games=4, seed=9)
    with (
        Store.open(folder / "dice.sqlite", plan, resume=False) as store,
        ProcessPool(plan, 1) as pool,
    ):
        for record in pool.play(range(4)):
            store.save(record)
    with talking(make_hub(tmp_path / "tables", str(folder))) as [page]:
        for number in range(4):
            game = page.ask("game", store="0:dice.sqlite", number=number)["game"]
            view = page.ask(
                "position", store="0:dice.sqlite", number=number, ply=len(game["moves"])
            )
            assert view["position"]["over"], view
            assert game["winner"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_a_killed_tournament_says_so(tmp_path: Path) -> None:
    """Earlier output, such as how its processes are confined, is not the reason."""
    run = TournamentRun.__new__(TournamentRun)
    run._errors = tmp_path / "errors"
    run._errors.write_text("scripts were confined: bounds\n")
    run.stopped = False
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as process:
        run._process = process
        assert run.trouble == ""
        process.kill()
        process.wait()
    assert run.trouble.startswith("the tournament was ended by signal 9")


def test_where_tests_of_entrants_are_over_their_games_are_passed_over(tmp_path: Path) -> None:
    """A game is there because it had begun before; others are missing. Later ones count."""
    path = tmp_path / "tests.sqlite"
    counted = decided_one_by_one(path)
    reading, more = StoreReader(path), True
    while more:
        standing, more = reading.look()
    assert reading.plan is not None
    head, rows = results_table(analyse(reading.plan, counted))
    assert standing["table"] == {"head": head, "rows": rows}
    assert standing["played"] == len(counted) + 1
    assert standing["last"] == counted[-1].number
