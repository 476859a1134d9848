"""Stores whose database pages form loops, so that rows are repeated."""

from __future__ import annotations

import signal
import sqlite3
import struct
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Timer

import pytest

from forthgame.base.errors import ForthgameError
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.run.worker import GameRunner
from forthgame.play.store import database as connection
from forthgame.play.store.database import Database
from forthgame.play.store.store import Store

GAMES = 3
ENDLESS = "WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n) SELECT max(k) FROM n"
INNER = {5: 5, 13: 5, 10: 2, 2: 2}  # kinds of pages, and of those above them


@pytest.fixture(scope="module")
def plan() -> Plan:
    return make_plan(
        ["random:", "first:"], game="tictactoe", games=GAMES, seed=1, native=False, random_plies=1
    )


@pytest.fixture(scope="module")
def whole(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in one file."""
    path = tmp_path_factory.mktemp("store") / "whole.sqlite"
    table = GameRunner(plan)
    with Store.open(path, plan, resume=False) as store:
        store.save(*[table.play(number) for number in range(GAMES)])
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    return path


def number_of(value: int) -> bytes:
    """A number as SQLite packs it."""
    parts = [value & 0x7F]
    while value := value >> 7:
        parts.append(0x80 | value & 0x7F)
    return bytes(reversed(parts))


def met_again(whole: Path, path: Path, name: str, levels: int = 10, fan: int = 30) -> None:
    """Copy a store so that rows of a table or an index are repeated `fan ** levels` times."""
    with closing(sqlite3.connect(whole)) as database:
        (size,) = database.execute("PRAGMA page_size").fetchone()
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        (root,) = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)
        ).fetchone()
    data = bytearray(whole.read_bytes())
    first = (root - 1) * size
    leaf = bytes(data[first : first + size])
    key = number_of(1) if leaf[0] == 13 else number_of(3) + bytes((3, 8, 8))

    def above(child: int) -> bytes:
        page, end = bytearray(size), size
        cell = struct.pack(">I", child) + key
        for place in range(fan):
            end -= len(cell)
            page[end : end + len(cell)] = cell
            struct.pack_into(">H", page, 12 + 2 * place, end)
        struct.pack_into(">BHHHBI", page, 0, INNER[leaf[0]], 0, fan, end, 0, child)
        return bytes(page)

    data += leaf
    for level in range(1, levels):
        data += above(pages + level)
    data[first : first + size] = above(pages + levels)
    struct.pack_into(">I", data, 28, pages + levels)
    path.write_bytes(data)


def refusal(work: Callable[[], object]) -> list[str]:
    """Return the message of a refusal of some work."""
    try:
        work()
    except ForthgameError as error:
        return [str(error)]
    return []


def used(path: Path) -> list[str]:
    """Read a store in each way; return the messages of refusals."""

    def games() -> None:
        with Store.read(path) as store:
            numbers = [record.number for record in store.records()]
            assert len(numbers) == len(set(numbers))
            assert set(numbers) | set(store.damaged) == set(range(GAMES))

    def count() -> None:
        with Store.read(path) as store:
            store.record(0), list(store.numbers()), store.count()

    return refusal(games) + refusal(count)


@pytest.mark.parametrize("name", ["game", "file", "seat", "sqlite_autoindex_seat_1", "tournament"])
def test_a_store_is_read_to_an_end(name: str, plan: Plan, whole: Path, tmp_path: Path) -> None:
    """The store is refused, or its games are found once each or called damaged; also when
    resumed.
    """
    path = tmp_path / "store"
    met_again(whole, path, name)
    began = time.thread_time()
    for _ in ("read", "resumed"):
        said = used(path) + refusal(lambda: Store.open(path, plan, resume=True).close())
        assert all(str(path) in sentence for sentence in said)
    assert time.thread_time() - began < 10


def test_a_game_table_that_comes_again(whole: Path, tmp_path: Path) -> None:
    """Intact rows are read; an impossible count is refused."""
    met_again(whole, tmp_path / "store", "game")
    with Store.read(tmp_path / "store") as store:
        assert [record.number for record in store.records()] == list(range(GAMES))
        with pytest.raises(ForthgameError, match="is malformed"):
            store.count()


def test_no_statement_is_endless(whole: Path) -> None:
    """Steps are bounded by the size of the file, also if no rows are found."""
    database = connection.connect_to_read(whole)
    with closing(database), pytest.raises(sqlite3.DatabaseError, match="malformed"):
        database.row(ENDLESS)


def test_ctrl_c_is_seen_within_a_statement(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FEW", 1 << 40)
    timer = Timer(0.05, signal.raise_signal, (signal.SIGINT,))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    database = Database.opened(whole, whole)
    try:
        timer.start()
        with closing(database), pytest.raises(KeyboardInterrupt):
            database.row(ENDLESS)
    finally:
        signal.signal(signal.SIGINT, before)


def test_any_number_of_games_is_saved_at_once(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saving to a small file works too, since writing has its own bound of steps."""
    monkeypatch.setattr(connection, "OFTEN", 1000)
    monkeypatch.setattr(connection, "FEW", 10_000)
    record = GameRunner(plan).play(0)
    with Store.open(tmp_path / "store", plan, resume=False) as store:
        store.save(*[replace(record, number=number) for number in range(8000)])
        assert store.count() == 8000
