"""Tables stay consistent if pages close in the middle of a change, and with several servers."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import processor_time

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.base.errors import ForthgameError
from forthgame.ui.tables import table_record as record_module
from forthgame.ui.tables.game_table import GameTable
from forthgame.ui.tables.table_record import SUFFIX, TableRecord, TableStore
from serve.talking import kept, make_hub, talking

pytestmark = pytest.mark.usefixtures("tables_here")


def test_a_page_that_is_closed_leaves_its_change_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others see the new game as it begins, and play it."""
    load_status = GameTable.load_status

    async def slowly(table: GameTable) -> None:
        await asyncio.sleep(0.2)
        await load_status(table)

    with talking(make_hub(tmp_path), 2) as [one, two]:
        table = one.sit("tictactoe")
        two.ask("join", table=table)
        one.ask("play", at=0, move="a1")
        monkeypatch.setattr(GameTable, "load_status", slowly)
        one.socket.send_json({"do": "new", "id": 99})
        while kept(tmp_path, table):
            time.sleep(0.001)
        one.socket.close()
        two.until(lambda table: table["watchers"] == 1)
        found = two.ask("join", table=table)["table"]
        assert (found["plies"], found["player"]) == ([], "X")
        assert "error" not in two.ask("play", at=0, move="b2")


def test_two_servers_over_one_folder_lose_no_ply(tmp_path: Path) -> None:
    """Each reads the other's changes before it changes a table."""
    first = make_hub(tmp_path)
    with talking(first) as [one]:
        table = one.sit("tictactoe", X="human", O="human")
        one.ask("play", at=0, move="a1")
        with talking(make_hub(tmp_path)) as [two]:
            two.ask("join", table=table)
            assert "error" not in two.ask("play", at=1, move="b2")
            assert "error" not in two.ask("play", at=2, move="a2")
            one.events.clear()
            assert "has continued" in one.ask("play", at=1, move="c3")["error"]
            assert len(kept(tmp_path, table)) == 3
            assert one.until(lambda table: len(table["plies"]) == 3)["player"] == "O"
            assert "error" not in one.ask("play", at=3, move="c3")
            assert len(two.ask("join", table=table)["table"]["plies"]) == 4
            two.ask("seat", seats={"X": "human", "O": "first"}, seconds=0.1)
            assert "error" not in two.ask("clock", base=30, increment=0)
            assert "error" not in one.ask("new")
            found = one.ask("join", table=table)["table"]
            assert (found["plies"], found["seats"]["O"]) == ([], "first")
            assert found["clock"]["base"] == 30
            assert "has continued" in two.ask("undo", at=4)["error"]
            (tmp_path / f"{table}{SUFFIX}").write_text("{")
            assert "damaged" in one.ask("play", at=0, move="c3")["error"]
            (tmp_path / f"{table}{SUFFIX}").unlink()
            assert "error" not in one.ask("play", at=0, move="c3")
            assert kept(tmp_path, table)[0] == ["X", "X mark c3"]


def test_a_ply_that_another_server_has_overtaken_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This also holds while a process checks whether the move can be played."""
    other = TableStore(tmp_path)
    with talking(make_hub(tmp_path)) as [page]:
        table = page.sit("tictactoe")
        ask = GameTable.ask

        async def meanwhile(self: GameTable, role: str, do: str, *given: Any, **more: Any) -> Any:
            if do == "play":
                [record] = other.read()
                record.plies.append(("X", "X mark c3"))
                other.save(record)
            return await ask(self, role, do, *given, **more)

        monkeypatch.setattr(GameTable, "ask", meanwhile)
        assert "another server" in page.ask("play", at=0, move="b2")["error"]
        assert kept(tmp_path, table) == [["X", "X mark c3"]]
        assert page.until(lambda table: table["plies"])["player"] == "O"


def test_a_table_that_another_server_has_opened(tmp_path: Path) -> None:
    """The table is listed, and players may sit down there."""
    with talking(make_hub(tmp_path)) as [page]:
        with talking(make_hub(tmp_path)) as [other]:
            table = other.sit("tictactoe")
            assert "error" not in other.ask("play", at=0, move="b2")
        assert table in [each["table"] for each in page.ask("hello")["tables"]]
        assert page.ask("join", table=table)["table"]["plies"] == [["X", "X mark b2"]]
        assert "error" in page.ask("join", table="another")


@pytest.mark.usefixtures("own_process")
def test_an_engine_that_another_server_has_overtaken_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine continues from the plies played there."""
    other = TableStore(tmp_path)
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe", X="human", O="first")
        save = GameTable._save_ply

        def late(self: GameTable, answer: Any, taking: Any = None) -> None:
            if answer["player"] == "O":
                monkeypatch.undo()
                [record] = other.read()
                record.plies += [("O", "O mark c3"), ("X", "X mark a3")]
                record.standing = ""
                other.save(record)
            save(self, answer, taking)

        monkeypatch.setattr(GameTable, "_save_ply", late)
        assert "error" not in page.ask("play", at=0, move="b2")
        found = page.until(lambda table: len(table["plies"]) == 4)
        assert [player for player, _ in found["plies"]] == ["X", "O", "X", "O"]
        assert found["trouble"] == ""


def test_a_level_that_there_is_not_is_reported_in_a_sentence(tmp_path: Path) -> None:
    """The level is missing in an edited file, or in a script that has fewer now."""
    for name, level in (("low", -5), ("high", 99)):
        TableStore(tmp_path).save(TableRecord(name, "tictactoe", "tictactoe", {"level": level}))
    with talking(make_hub(tmp_path)) as [page]:
        for name, told in (("low", "the level is at least 1"), ("high", "there is no level 99")):
            assert told in page.ask("join", table=name)["table"]["trouble"]


def test_a_server_does_not_write_while_another_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ply would be lost, since the other server has read the file before."""
    first, second = TableStore(tmp_path), TableStore(tmp_path)
    first.save(TableRecord("T", "tictactoe", "tictactoe", {"seed": 1}))
    records = [store.read()[0] for store in (first, second)]
    for record, place in zip(records, ("a1", "b2"), strict=True):
        record.plies.append(("X", f"X mark {place}"))
    write = record_module.write_whole

    def meanwhile(*given: Any, **more: Any) -> None:
        monkeypatch.setattr(record_module, "write_whole", write)
        with pytest.raises(ForthgameError, match="another process"):
            second.save(records[1])
        write(*given, **more)

    monkeypatch.setattr(record_module, "WAITING", 0.05)
    monkeypatch.setattr(record_module, "write_whole", meanwhile)
    first.save(records[0])
    assert kept(tmp_path, "T") == [["X", "X mark a1"]]
    with pytest.raises(record_module.Overtaken):
        second.save(records[1])


@pytest.mark.usefixtures("own_process")
@pytest.mark.slow
def test_an_analysis_of_a_closed_page_holds_nobody_up(tmp_path: Path) -> None:
    """The next analysis ends it, as it ends that of an open page."""
    hub = make_hub(tmp_path)
    with talking(hub, 2) as [one, two]:
        table = one.sit("breakthrough")
        two.ask("join", table=table)
        long = {"do": "analyse", "engine": "negamax", "lines": 1, "seconds": 60}
        one.socket.send_json({**long, "id": 77})
        while one.socket.receive_json().get("event") != "lines":
            pass
        one.socket.close()
        two.until(lambda table: table["watchers"] == 1)
        child = hub.tables[table].child("analysis")
        assert child._process is not None
        begun = processor_time(child._process.pid)
        assert two.ask("analyse", engine="negamax:depth=1", lines=1, seconds=1)["lines"]
        assert child.alive
        assert processor_time(child._process.pid) - begun < 5
