"""Tests of clocks, alone and over the protocol: running, saving, ending the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.base.source import package_path
from forthgame.ui.tables import table_record as module
from forthgame.ui.tables.table_record import SUFFIX, DamagedTable, TableClock, TableRecord
from serve.talking import make_hub, talking

pytestmark = pytest.mark.usefixtures("tables_here")


class Time:
    """A time that tests set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        """Seconds."""
        return self.now

    def time(self) -> float:
        """Seconds, which a saved table contains."""
        return self.now


@pytest.fixture
def hour(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The time of clocks."""
    found = Time()
    monkeypatch.setattr(module, "time", found)
    return found


def test_a_clock_runs_for_whoever_is_to_move(hour: Time) -> None:
    """The clock runs from the first ply on; the end of a turn adds the increment, a part of one
    does not.
    """
    clock = TableClock.begun(60, 2, ["X", "O"])
    hour.now += 500
    assert clock.now("X") == 60
    clock.press("X", "O", first=True, ended=True)
    hour.now += 10
    assert (clock.now("X"), clock.now("O")) == (60, 50)
    clock.press("O", "O", first=False, ended=False)
    hour.now += 5
    clock.press("O", "X", first=False, ended=True)
    assert clock.now("O") == 47
    hour.now += 61
    assert clock.now("X") == -1
    clock.stop()
    hour.now += 100
    assert clock.now("X") == -1
    again = TableClock.from_document(clock.document())
    assert again is not None
    assert again.left == {"X": -1, "O": 47}


WRONG = ({"base": 1}, [1], "x", {"base": "nan", "increment": 0, "left": {}},
         {"base": 1, "increment": 0, "left": [1]}, {"base": 1e308, "increment": 0, "left": {}},
         {"base": 1, "increment": 1e308, "left": {}},
         {"base": -1, "increment": 0, "left": {}})  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_a_clock_that_is_none(wrong: Any) -> None:
    """A table's file with a damaged clock is damaged; without one it is unchanged."""
    document = TableRecord("t", "s", "n", {}).document()
    assert (
        TableRecord.from_document({k: v for k, v in document.items() if k != "clock"}).clock == {}
    )
    with pytest.raises(DamagedTable):
        TableRecord.from_document({**document, "clock": wrong})


def test_time_that_is_over_ends_the_game_on_request(tmp_path: Path, hour: Time) -> None:
    """Both browsers see it, undo takes it back; it does not happen earlier or by itself."""
    with talking(make_hub(tmp_path), 2) as [one, two]:
        table = one.sit("tictactoe")
        two.ask("join", table=table)
        assert "error" not in one.ask("clock", base=30, increment=1)
        one.ask("play", at=0, move="a1")
        found = two.until(lambda table: len(table["plies"]) == 1)
        assert found["clock"]["running"] == "O"
        assert "time left" in one.ask("claim", at=1, player="O")["error"]
        hour.now += 31
        assert not one.ask("join", table=table)["table"]["over"]
        assert "time left" in one.ask("claim", at=1, player="X")["error"]
        assert "error" not in one.ask("claim", at=1, player="O")
        found = two.until(lambda table: table["over"])
        assert found["ended"] == "The time of O is over: X wins"
        assert "over" in one.ask("play", at=1, move="b2")["error"]
        kept = json.loads((tmp_path / f"{table}{SUFFIX}").read_text())
        assert kept["flagged"] == "O"
        two.events.clear()
        one.ask("undo", at=1)
        assert two.until(lambda table: not table["over"])["flagged"] == ""
        one.ask("clock", base=0)
        assert two.until(lambda table: table["clock"] is None)


def test_a_script_that_begins_another_game_gives_all_their_time(tmp_path: Path, hour: Time) -> None:
    """The time of the former game counts no more, even if players have other names."""
    script = tmp_path / "three.4th"
    script.write_bytes(package_path("games", "tictactoe", "tictactoe.4th").read_bytes())
    with talking(make_hub(tmp_path / "tables", str(script))) as [page]:
        table = page.sit("three")
        page.ask("clock", base=30, increment=0)
        page.ask("play", at=0, move="a1")
        hour.now += 31
        page.ask("claim", at=1, player="O")
        text = script.read_text().replace("} mark", "} stone").replace(" mark", " stone")
        script.write_text(text)
        assert "a new game" in page.ask("reload")["said"]
        found = page.ask("join", table=table)["table"]
        assert (found["over"], found["flagged"]) == (False, "")
        assert found["clock"]["left"] == {"X": 30, "O": 30}
        assert "error" not in page.ask("play", at=0, move="b2")
        script.write_text(text.replace("} X", "} Cross"))
        page.ask("reload")
        found = page.ask("join", table=table)["table"]
        assert found["seats"] == {"Cross": "human", "O": "human"}
        assert found["clock"]["left"] == {"Cross": 30, "O": 30}
        assert "error" not in page.ask("play", at=0, move="b2")


def test_a_first_ply_that_is_not_stored_starts_no_clock(
    tmp_path: Path, hour: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    with talking(make_hub(tmp_path)) as [page]:
        table = page.sit("tictactoe")
        page.ask("clock", base=30, increment=0)

        def full(path: Path, text: str, *, private: bool) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("forthgame.ui.tables.table_record.write_whole", full)
        assert "No space left" in page.ask("play", at=0, move="b2")["error"]
        assert page.ask("join", table=table)["table"]["clock"]["running"] == ""


@pytest.mark.slow
def test_a_killed_server_costs_no_time(tmp_path: Path, hour: Time) -> None:
    """The clocks keep their values of the last ply, and continue when a player returns."""
    with talking(make_hub(tmp_path)) as [page]:
        table = page.sit("tictactoe")
        page.ask("clock", base=30, increment=0)
        page.ask("play", at=0, move="a1")
        hour.now += 4
        page.ask("play", at=1, move="b1")
    hour.now += 1000
    with talking(make_hub(tmp_path)) as [page]:
        clock = page.ask("join", table=table)["table"]["clock"]
        assert clock["left"] == {"X": 30, "O": 26}
        assert clock["running"] == "X"
        page.ask("new")
        clock = page.until(lambda table: not table["plies"])["clock"]
        assert (clock["left"], clock["running"]) == ({"X": 30, "O": 30}, "")


def test_clocks_that_are_none(tmp_path: Path) -> None:
    """Each gets an error message."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
        for wrong in ({"base": -1}, {"base": "1"}, {"base": 1e9}, {"base": 60, "increment": 1e9}):
            assert page.ask("clock", **wrong)["error"]
        assert "time left" in page.ask("claim", at=0, player="X")["error"]
        assert page.ask("claim", at=3, player="X")["error"]


def test_a_resignation_is_seen_by_both(tmp_path: Path) -> None:
    """The words are the same, and the clocks stop."""
    with talking(make_hub(tmp_path), 2) as [one, two]:
        table = one.sit("tictactoe")
        two.ask("join", table=table)
        one.ask("clock", base=30, increment=0)
        one.ask("play", at=0, move="a1")
        one.ask("resign", at=1, player="X")
        for page in (one, two):
            found = page.until(lambda table: table["over"])
            assert found["ended"] == "X resigns: O wins"
            assert found["clock"]["running"] == ""


def test_each_of_two_turns_in_a_row_brings_the_increment(tmp_path: Path, hour: Time) -> None:
    script = tmp_path / "twice.4th"
    text = package_path("games", "tictactoe", "tictactoe.4th").read_text("utf-8")
    assert "{turn} O" in text
    script.write_text(text.replace("{turn} O", "{turn} O {turn} O"), "utf-8")
    with talking(make_hub(tmp_path / "tables", str(script))) as [page]:
        table = page.sit("twice")
        page.ask("clock", base=30, increment=7)
        for at, move in enumerate(("a1", "b1", "c1", "a2")):
            assert "error" not in page.ask("play", at=at, move=move)
        clock = page.ask("join", table=table)["table"]["clock"]
    assert clock["left"] == {"X": 37, "O": 44}
