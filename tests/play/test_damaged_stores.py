"""Damaged or malicious stores of tournaments raise errors with messages, and do nothing else."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from forthgame.base.errors import ForthgameError
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.results.analysis import analyse
from forthgame.play.results.export import to_csv, to_document, to_lines
from forthgame.play.results.html_page import render
from forthgame.play.results.stopping_rule import until_decided
from forthgame.play.results.text_report import statistics
from forthgame.play.run.worker import GameRunner
from forthgame.play.statistics.sprt import Sprt
from forthgame.play.store import database as connection
from forthgame.play.store.store import FIRST, GAME, SEAT, Store, statements
from forthgame.play.store.stored_values import LATER, DamagedStore, stored_plan
from forthgame.ui.cli.main import forthgame as command
from tests.matches import closing_block

GAMES = 4
VALUES: list[Any] = [
    None, "", "x", "\ud800", 0, 1, -1, 7, 1.5, -1.5, 1 << 31, (1 << 63) - 1, -(1 << 63), b"",
    b"\xff", float("inf"), "win", "void", "[]", "{}", "null", "[[1, 2]]", '[["a"]]', "[" * 5000,
    "<script>", "1e999", "NaN", '{"moves": 1}',
]  # fmt: skip
PARTS: list[Any] = [None, True, "", "x", "\ud800", 0, -1, 1.5, 1e308, 1 << 70, [], {}, [[]], [None],
                    "<b>", float("nan"), "9" * 5000]  # fmt: skip
TABLES = {
    "tournament": ("format", "plan"),
    "game": ("number", "block", "seed", "ended", "reason", "fault", "winner", "opening", "plies",
             "seconds", "line", "moves", "saved"),
    "seat": ("game", "seat", "position", "entrant", "result", "points", "moves", "seconds",
             "slowest", "nodes", "choices", "evaluations"),
}  # fmt: skip


@pytest.fixture(scope="module")
def plan() -> Plan:
    """A short tournament with everything that a plan can have."""
    return make_plan(
        ["random:", "first:"], game="tictactoe", games=GAMES, seed=1, native=False, random_plies=1,
        sprt=Sprt(0, 50),
    )  # fmt: skip


@pytest.fixture(scope="module")
def whole(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return its store, in one file."""
    path = tmp_path_factory.mktemp("store") / "whole.sqlite"
    table = GameRunner(plan)
    with Store.open(path, plan, resume=False) as store:
        for number in range(GAMES):
            store.save(table.play(number))
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
        database.commit()
    return path


def use(path: Path, plan: Plan) -> bool:
    """Do with a store all that can be done; whether it was refused."""
    try:
        with Store.read(path) as store:
            kept, games = store.plan(), list(store.records())
            damaged = bool(store.damaged)
        chosen = list(until_decided(kept, games))
        found = analyse(kept, chosen)
        page = render(kept, chosen, found)
        page.encode()
        assert "<script" not in page  # without boards there is none
        assert "<b>" not in page
        list(to_csv(kept, chosen)), list(to_lines(kept, chosen))
        json.dumps(to_document(kept, chosen))
        closing_block(kept, chosen), statistics(kept, found)
        with Store.open(path, plan, resume=True) as store:
            list(store.records())
    except ForthgameError as error:
        if str(path) in str(error):
            return True
        raise AssertionError(f"the store is not named: {error}") from error
    return damaged


def test_a_store_in_order_is_used(plan: Plan, whole: Path, tmp_path: Path) -> None:
    """A check that the tests below can fail."""
    shutil.copy(whole, tmp_path / "copy")
    assert not use(tmp_path / "copy", plan)


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity"])
def test_a_plan_has_finite_numbers(plan: Plan, number: str) -> None:
    """Other numbers are refused: no page could show them."""
    text = json.dumps({**asdict(plan), "limits": {"time": "T"}}).replace('"T"', number)
    with pytest.raises(DamagedStore, match="the plan is damaged"):
        stored_plan(text)


def with_bytes_changed(whole: Path, path: Path, random: Random) -> None:
    """Bytes turned, a part left out or doubled, the end missing."""
    data = bytearray(whole.read_bytes())
    for _ in range(random.choice((1, 1, 2, 10))):
        place = random.randrange(len(data))
        match random.randrange(5):
            case 0:
                data[place] = random.randrange(256)
            case 1:
                data[place] ^= 1 << random.randrange(8)
            case 2:
                del data[place : place + random.choice((1, 8, 512, 4096))]
            case 3:
                data[place:place] = data[place : place + 64]
            case _:
                data[place : place + 16] = bytes(16)
    path.write_bytes(data[: random.randrange(len(data))] if random.random() < 0.1 else data)


def with_a_value_changed(whole: Path, path: Path, random: Random) -> None:
    """Change a value in a column; the file itself is in order."""
    shutil.copy(whole, path)
    table = random.choice(list(TABLES))
    column, value = random.choice(TABLES[table]), random.choice(VALUES)
    with closing(sqlite3.connect(path)) as database:
        try:
            rows = f"WHERE rowid = {random.randrange(1, 5)}" if random.random() < 0.7 else ""
            database.execute(f"UPDATE OR IGNORE {table} SET {column} = ? {rows}", (value,))
            if random.random() < 0.1:
                database.execute(f"DELETE FROM {table}")
        except (sqlite3.Error, UnicodeError):
            database.execute(f"DELETE FROM {table}")
        database.commit()


def places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each container in a document with each key of it."""
    keys = document if isinstance(document, dict) else range(len(document))
    for key in list(keys):
        yield document, key
        if isinstance(document[key], dict | list):
            yield from places(document[key])


def with_json_changed(whole: Path, path: Path, random: Random) -> None:
    """Change a value in the plan or in the statistics of a game, or none."""
    shutil.copy(whole, path)
    column, table = random.choice((("plan", "tournament"), ("evaluations", "seat")))
    with closing(sqlite3.connect(path)) as database:
        document = json.loads(database.execute(f"SELECT {column} FROM {table}").fetchone()[0])
        inside, key = random.choice(list(places(document)))
        if random.random() < 0.2:
            del inside[key]
        else:
            inside[key] = random.choice(PARTS)
        database.execute(f"UPDATE {table} SET {column} = ?", (json.dumps(document),))
        database.commit()


KINDS = {
    "bytes": with_bytes_changed,
    "values": with_a_value_changed,
    "json": with_json_changed,
}


def try_many(
    kind: str, seeds: range, plan: Plan, whole: Path, path: Path
) -> tuple[int, list[tuple[int, str]]]:
    """Use stores made with these seeds; return the number refused, and other exceptions."""
    refused, foreign = 0, []
    for seed in seeds:
        for old in path.parent.glob(f"{path.name}*"):
            old.unlink()
        KINDS[kind](whole, path, Random(f"{kind} {seed}"))
        try:
            refused += use(path, plan)
        except Exception as error:
            foreign.append((seed, f"{type(error).__name__}: {error}"[:200]))
    return refused, foreign


@pytest.mark.parametrize("rating", [10**400, -(10**400), True, 10_001])
def test_ratings_of_anchors_have_a_bound(plan: Plan, rating: float) -> None:
    document = {**asdict(plan), "anchors": [[0, rating]]}
    with pytest.raises(DamagedStore, match="anchor"):
        stored_plan(json.dumps(document))
    document["anchors"] = [[0, -2800.5]]
    assert stored_plan(json.dumps(document)).anchors == ((0, -2800.5),)


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.sampled(2)
def test_damaged_stores(kind: str, plan: Plan, whole: Path, tmp_path: Path) -> None:
    """Fifty of each kind are used, or refused with the file's name; the seed makes the store."""
    refused, foreign = try_many(kind, range(50), plan, whole, tmp_path / "store")
    assert foreign == []
    assert refused > 5


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(KINDS))
def test_many_damaged_stores(kind: str, plan: Plan, whole: Path, tmp_path: Path) -> None:
    """Thousands are tested."""
    assert try_many(kind, range(1000, 3000), plan, whole, tmp_path / "store")[1] == []


@pytest.mark.parametrize(
    "statement",
    ["CREATE TRIGGER t AFTER UPDATE ON tournament BEGIN DELETE FROM game; END",
     "DROP TABLE game; CREATE VIEW game AS WITH RECURSIVE n(number) AS (SELECT 1 UNION ALL SELECT "
     "number + 1 FROM n) SELECT number, number AS block FROM n",
     "DROP TABLE game; CREATE TABLE game (number INTEGER, "
     "moves TEXT AS (hex(zeroblob(500000000))))"],
    ids=["trigger", "view", "column"],
)  # fmt: skip
def test_a_store_runs_nothing(statement: str, plan: Plan, whole: Path, tmp_path: Path) -> None:
    """Code that was added to the file is refused."""
    shutil.copy(whole, tmp_path / "store")
    with closing(sqlite3.connect(tmp_path / "store")) as database:
        database.executescript(statement)
    with pytest.raises(ForthgameError, match="is not a store of games"):
        Store.read(tmp_path / "store")
    assert use(tmp_path / "store", plan)


def test_a_name_in_a_store_that_is_no_text(plan: Plan, whole: Path, tmp_path: Path) -> None:
    """SQLite's message quotes it, and Python cannot read the message."""
    data = whole.read_bytes()
    assert b"tableseatseat" in data
    broken = data.replace(b"tableseatseat", b"tables\xffatseat")
    (tmp_path / "store").write_bytes(broken.replace(b"CREATE TABLE seat", b"CREATE XABLE seat"))
    for opened in (Store.read, lambda path: Store.open(path, plan, resume=True)):
        with pytest.raises(ForthgameError, match="malformed"):
            opened(tmp_path / "store")


@pytest.mark.parametrize("name", ["a" * 300, "nul\0byte", ".", "nothing"])
def test_names_that_are_no_stores(name: str, plan: Plan, tmp_path: Path) -> None:
    """Names are tested for reading and for writing."""
    with pytest.raises(ForthgameError):
        Store.read(tmp_path / name)
    if name != "nothing":
        with pytest.raises(ForthgameError):
            Store.open(tmp_path / name, plan, resume=False)


def test_the_commands_say_so(whole: Path, tmp_path: Path) -> None:
    """`results` and `autoplay --resume` of a damaged store."""
    shutil.copy(whole, tmp_path / "store")
    with closing(sqlite3.connect(tmp_path / "store")) as database:
        database.execute("UPDATE game SET moves = '[1]'")
        database.commit()
    for arguments in (["results"], ["results", "--csv"]):
        result = CliRunner().invoke(command, [*arguments, str(tmp_path / "store")])
        assert result.exit_code == 1
        assert "is damaged: a move of game 1 is not a pair" in result.stderr or (
            "is damaged: game 1 differs from what was written; game 2" in result.stderr
        )
        assert "--resume plays these again" in result.stderr
    resume = ["autoplay", "--resume", "--store", str(tmp_path / "store")]
    assert CliRunner().invoke(command, resume).exit_code == 0
    result = CliRunner().invoke(command, ["results", str(tmp_path / "store")])
    assert (result.exit_code, "damaged" in result.stderr) == (0, False)


def test_what_is_whole_is_stored(plan: Plan, whole: Path, tmp_path: Path) -> None:
    """A bit that has flipped in a game is found, the other games are read unchanged."""
    shutil.copy(whole, tmp_path / "store")
    with closing(sqlite3.connect(tmp_path / "store")) as database:
        database.execute("UPDATE seat SET points = 0.25 WHERE game = 1")
        database.execute("UPDATE game SET seconds = seconds + 64 WHERE number = 3")
        database.commit()
    with Store.read(tmp_path / "store") as store:
        assert [record.number for record in store.records()] == [0, 2]
        assert sorted(store.damaged) == [1, 3]
        assert "game 2 differs from what was written; game 4 differs" in store.damage()


def test_read_only_media(plan: Plan, whole: Path, tmp_path: Path) -> None:
    """A store can be read on a medium without write access."""
    folder = tmp_path / "media"
    folder.mkdir()
    shutil.copy(whole, folder / "store")
    with closing(sqlite3.connect(folder / "store")) as database:
        database.execute("PRAGMA journal_mode=WAL")
    database = connect_to_read_without_writing(folder / "store")
    assert database == GAMES


def connect_to_read_without_writing(path: Path) -> int:
    """Return how many games a store has, when SQLite may not open it for writing."""
    found = connection._opened

    def refused(where: Path, how: str) -> sqlite3.Connection:
        if where == path and how == "mode=rw":
            raise sqlite3.OperationalError("unable to open database file")
        return found(where, how)

    connection._opened = refused
    try:
        with Store.read(path) as store:
            return len(list(store.records()))
    finally:
        connection._opened = found


def test_a_store_of_the_first_format(plan: Plan, whole: Path, tmp_path: Path) -> None:
    """The store is read unchanged, and resumed in the present format with the same games."""
    path = tmp_path / "store"
    with closing(sqlite3.connect(path)) as new, closing(sqlite3.connect(whole)) as old:
        for statement in statements(FIRST):
            new.execute(statement)
        (text,) = old.execute("SELECT plan FROM tournament").fetchone()
        document = json.loads(text)
        for part in LATER:
            del document[part]
        new.execute("INSERT INTO tournament VALUES (1, ?)", (json.dumps(document),))
        for table, columns in (("game", GAME), ("seat", SEAT), ("entrant", "*")):
            for row in old.execute(f"SELECT {columns} FROM {table}").fetchall():
                places = ", ".join("?" * len(row))
                names = f"({columns})" if columns != "*" else ""
                new.execute(f"INSERT INTO {table} {names} VALUES ({places})", row)
        new.commit()
    with Store.read(whole) as store:
        expected = list(store.records())
    with Store.read(path) as store:
        assert [r.moves for r in store.records()] == [r.moves for r in expected]
    with Store.open(path, plan, resume=True) as store:
        assert store.upgraded
        assert [r.moves for r in store.records()] == [r.moves for r in expected]
        assert not store.damaged
