"""Stores of tournaments with bytes flipped, and rows and the JSON in them exchanged."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from forthgame.play.model.game_record import GameRecord
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.results.analysis import analyse
from forthgame.play.results.export import to_csv, to_document, to_lines
from forthgame.play.results.html_page import render
from forthgame.play.results.stopping_rule import until_decided
from forthgame.play.results.text_report import statistics
from forthgame.play.run.tournament import records
from forthgame.play.run.worker import GameRunner
from forthgame.play.store.store import Store
from tests.matches import closing_block

from .kind import Kind, scratch_folder, tolerant
from .positions import odd_number

COLUMNS = {
    "tournament": ("format", "plan"),
    "entrant": ("number", "name", "script", "sha256", "engine", "options"),
    "game": ("number", "block", "seed", "ended", "reason", "fault", "winner", "opening", "plies",
             "seconds", "line", "moves", "saved"),
    "seat": ("game", "seat", "position", "entrant", "result", "points", "moves", "seconds",
             "slowest", "nodes", "choices", "evaluations"),
}  # fmt: skip
IN_JSON = (
    ("tournament", "plan"),
    ("entrant", "options"),
    ("game", "moves"),
    ("seat", "evaluations"),
)
ODD = (
    None,
    "",
    "x",
    "\x00",
    "é" * 9,
    1.5,
    -1,
    1 << 40,
    "[]",
    "{}",
    "null",
    "[1,2]",
    '{"a":[]}',
    "[[]]",
    "nan",
    1e308,
    -1e308,
    "9" * 5000,
    "[" * 3000,
    "win",
    "loss",
    "draw",
)


@cache
def planned() -> Plan:
    """The tournament that all stores are of. Nobody changes it, so cases share it."""
    return make_plan(["tictactoe", "random:"], games=4, seed=1, native=False)


@cache
def table() -> GameRunner:
    """Return the entrants of its games."""
    return GameRunner(planned())


@cache
def original() -> bytes:
    """A store with some games in it."""
    with scratch_folder() as folder:
        path = Path(folder) / "store"
        with Store.open(path, planned(), resume=False) as store:
            for number in range(4):
                store.save(table().play(number))
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
        return path.read_bytes()


def value(draw: random.Random) -> object:
    """Something to put into a column or a field."""
    return draw.choice(ODD) if draw.random() < 0.7 else odd_number(draw)


def make(seed: int) -> str:
    """Return operations on the store, one a line, as JSON."""
    draw = random.Random(f"stores {seed}")
    rows = []
    for _ in range(draw.choice((1, 1, 2, 4))):
        kind = draw.random()
        table = draw.choice(list(COLUMNS))
        if kind < 0.15:
            row: list[object] = ["flip", draw.random(), draw.randrange(1, 256)]
        elif kind < 0.2:
            row = ["cut", draw.random()]
        elif kind < 0.6:
            row = ["set", table, draw.choice(COLUMNS[table]), draw.randrange(4), value(draw)]
        elif kind < 0.7:
            row = ["exchange", table, *draw.sample(COLUMNS[table], 2), draw.randrange(4)]
        elif kind < 0.95:
            row = ["json", *draw.choice(IN_JSON), draw.randrange(4), draw.random(), value(draw)]
        else:
            row = ["drop", table, draw.choice((*COLUMNS[table], "*"))]
        rows.append(json.dumps(row))
    return "\n".join(rows)


def _inside(document: object, where: float, new: object) -> object:
    """The document with one of its values another."""
    places: list[tuple[object, object]] = []

    def walk(node: object) -> None:
        items = node.items() if isinstance(node, dict) else enumerate(node)  # type: ignore[arg-type]
        for key, child in list(items):
            places.append((node, key))
            if isinstance(child, dict | list):
                walk(child)

    if not isinstance(document, dict | list):
        return new
    walk(document)
    if places:
        node, key = places[int(where * len(places))]
        if where * len(places) % 1 < 0.2:
            del node[key]  # type: ignore[attr-defined]
        else:
            node[key] = new  # type: ignore[index]
    return document


def _change(path: Path, row: list[object]) -> None:
    kind, *rest = row
    if kind in ("flip", "cut"):
        data = bytearray(path.read_bytes())
        at = int(float(str(rest[0])) * len(data))
        if kind == "cut":
            data = data[:at]
        elif data:
            data[at] ^= int(str(rest[1]))
        path.write_bytes(data)
        return
    with closing(sqlite3.connect(path)) as database, database:
        table, column, *more = rest
        if kind == "drop":
            if column == "*":
                database.execute(f"DELETE FROM {table}")
            else:
                database.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        elif kind == "set":
            database.execute(
                f"UPDATE OR REPLACE {table} SET {column} = ? WHERE rowid = "
                f"(SELECT rowid FROM {table} LIMIT 1 OFFSET ?)",
                (more[1], more[0]),
            )
        elif kind == "exchange":
            database.execute(
                f"UPDATE OR REPLACE {table} SET {column} = {more[0]}, "
                f"{more[0]} = {column} WHERE rowid = "
                f"(SELECT rowid FROM {table} LIMIT 1 OFFSET ?)",
                (more[1],),
            )
        elif kind == "json":
            found = database.execute(f"SELECT rowid, {column} FROM {table} LIMIT 1 OFFSET ?",
                                     (more[0],)).fetchone()  # fmt: skip
            if found:
                new = _inside(json.loads(found[1]), float(str(more[1])), more[2])
                database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?",
                                 (json.dumps(new), found[0]))  # fmt: skip


def attempt(text: str) -> None:
    """Change the store, then read all of it and return its contents."""
    with scratch_folder() as folder:
        path = Path(folder) / "store"
        path.write_bytes(original())
        for line in text.split("\n"):
            with suppress(sqlite3.Error, ValueError, TypeError, OverflowError, RecursionError):
                _change(path, json.loads(line))
        tolerant(lambda: _resume(path))
        with Store.read(path) as store:
            plan = store.plan()
            played = list(store.records())
        for step in (
            lambda: closing_block(plan, played), lambda: list(to_csv(plan, played)),
            lambda: json.dumps(to_document(plan, played)), lambda: list(to_lines(plan, played)),
            lambda: list(until_decided(plan, played)),
            lambda: statistics(plan, analyse(plan, played)),
            lambda: render(plan, played, analyse(plan, played)),
        ):  # fmt: skip
            tolerant(step)


def _played(numbers: Sequence[int]) -> Generator[GameRecord | list[GameRecord], None, None]:
    for number in numbers:
        yield table().play(number)


def _resume(path: Path) -> None:
    with Store.open(path, planned(), resume=True) as store:
        list(records(planned(), _played, store))


KIND = Kind("stores", "files of tournaments, damaged", make, attempt)
