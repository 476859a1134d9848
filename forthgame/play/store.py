"""The file that every finished game goes into at once: SQLite, readable by anything."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import TracebackType

from forthgame.errors import ForthgameError, shortened
from forthgame.limits import DEFAULT_LIMITS
from forthgame.play.plan import Plan
from forthgame.play.record import GameRecord, Usage
from forthgame.play.stored import Damaged, stored_plan, stored_record
from forthgame.source import is_file

FORMAT = 1
PATIENCE = 5.0  # seconds to wait for another process that is writing
TABLES = """
CREATE TABLE tournament (format INTEGER NOT NULL, plan TEXT NOT NULL);
CREATE TABLE entrant (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, script TEXT NOT NULL, sha256 TEXT NOT NULL,
    engine TEXT NOT NULL, options TEXT NOT NULL
);
CREATE TABLE game (
    number INTEGER PRIMARY KEY, block INTEGER NOT NULL, seed INTEGER NOT NULL,
    ended TEXT NOT NULL, reason TEXT NOT NULL, fault TEXT, winner INTEGER,
    opening INTEGER NOT NULL, plies INTEGER NOT NULL, seconds REAL NOT NULL,
    line TEXT NOT NULL, moves TEXT NOT NULL,
    saved TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE TABLE seat (
    game INTEGER NOT NULL REFERENCES game(number), seat TEXT NOT NULL, position INTEGER NOT NULL,
    entrant INTEGER NOT NULL, result TEXT, points REAL NOT NULL,
    moves INTEGER NOT NULL, seconds REAL NOT NULL, slowest REAL NOT NULL, nodes INTEGER NOT NULL,
    choices INTEGER NOT NULL, evaluations TEXT NOT NULL,
    PRIMARY KEY (game, position)
);
"""
STATEMENTS = [statement.strip() for statement in TABLES.split(";") if statement.strip()]


class Store:
    """A tournament's file: its plan, and the games that have been played."""

    def __init__(self, path: Path, *, create: bool) -> None:
        self.path = path
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        if not create and not is_file(path):
            raise ForthgameError(f"there is no store {shortened(str(path))}")
        with self._clear_errors("opened"):
            self._database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            self._database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, DEFAULT_LIMITS.game_file)
            if create:
                self._database.execute("PRAGMA journal_mode=WAL")
                self._database.execute("PRAGMA synchronous=NORMAL")

    @classmethod
    def open(cls, path: str | Path | None, plan: Plan, *, resume: bool) -> Store:
        """The store of a plan: a new one, a temporary one, or one to be resumed.

        Raises ForthgameError if there is one already that is not to be resumed, or one to be
        resumed is of another plan.
        """
        if path is None:
            folder = tempfile.TemporaryDirectory(prefix="forthgame-")
            store = cls(Path(folder.name, "games.sqlite"), create=True)
            store._folder = folder
            store._begin(plan)
            return store
        path = Path(path)
        if is_file(path) and path.stat().st_size and not resume:
            raise ForthgameError(
                f"{path} is there already: --resume goes on with it, another name begins anew"
            )
        store = cls(path, create=True)
        try:
            if store._has_plan():
                store._compare(plan)
                store._replace(plan)
            else:
                store._begin(plan)
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def read(cls, path: str | Path) -> Store:
        """An existing store, to look at. Raises ForthgameError if it is none."""
        store = cls(Path(path), create=False)
        try:
            if not store._has_plan():
                raise ForthgameError(f"{path} is not a store of games")
        except BaseException:
            store.close()
            raise
        return store

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; a temporary one goes."""
        self._database.close()
        if self._folder is not None:
            self._folder.cleanup()

    @contextmanager
    def _clear_errors(self, what: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise ForthgameError(
                f"the store {self.path} has this game already: is another run using it? ({error})"
            ) from None
        except UnicodeError as error:
            raise ForthgameError(
                f"the store {self.path} could not be {what}: a name is no text ({error})"
            ) from None
        except (sqlite3.Error, OverflowError, ValueError) as error:
            raise ForthgameError(
                f"the store {self.path} could not be {what}: {error}\n"
                f"  {_advice(str(error))}; what was saved is safe, and --resume goes on from there"
            ) from None

    @contextmanager
    def _transaction(self, what: str) -> Iterator[sqlite3.Connection]:
        with self._clear_errors(what):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    # -- the plan -------------------------------------------------------------------------------

    def _has_plan(self) -> bool:
        with self._clear_errors("read"):
            made = self._database.execute(
                "SELECT type, sql FROM sqlite_master WHERE type IN ('table', 'view', 'trigger')"
            ).fetchall()
        kinds = [kind for kind, _ in made]
        known = {" ".join(sql.split()) for _, sql in made if isinstance(sql, str)}
        # views, triggers and computed columns run what somebody else has written
        return "trigger" not in kinds and {" ".join(part.split()) for part in STATEMENTS} <= known

    def _begin(self, plan: Plan) -> None:
        with self._transaction("written") as database:
            for statement in STATEMENTS:
                database.execute(statement)
            database.execute("INSERT INTO tournament VALUES (?, ?)", (FORMAT, _plan_text(plan)))
            for number, entrant in enumerate(plan.entrants):
                row = (number, plan.names[number], entrant.script, plan.digests[number],
                       entrant.engine, json.dumps(entrant.options))  # fmt: skip
                database.execute("INSERT INTO entrant VALUES (?, ?, ?, ?, ?, ?)", row)

    def _replace(self, plan: Plan) -> None:
        with self._transaction("written") as database:
            database.execute("UPDATE tournament SET plan = ?", (_plan_text(plan),))

    def plan(self) -> Plan:
        """The plan that it was begun with."""
        with self._clear_errors("read"):
            row = self._database.execute("SELECT format, plan FROM tournament").fetchone()
        if row is None:
            raise ForthgameError(f"the store {self.path} is damaged: it holds no plan")
        number, text = row
        if number != FORMAT:
            raise ForthgameError(f"{self.path} has format {number}; this version reads {FORMAT}")
        with self._undamaged():
            return stored_plan(text)

    def _compare(self, plan: Plan) -> None:
        """Raise ForthgameError if the games of another plan are in it."""
        before, after = self.plan().identity, plan.identity
        differ = [name for name in before if before[name] != after.get(name)]
        if differ:
            raise ForthgameError(
                f"{self.path} holds another tournament: {', '.join(sorted(differ))} differ; "
                f"resume it with the same entrants, scripts and options"
            )

    # -- the games ------------------------------------------------------------------------------

    def save(self, record: GameRecord) -> None:
        """Save a game. Raises ForthgameError if it cannot be, or is there already."""
        points = record.points()
        with self._transaction("written") as database:
            database.execute(
                "INSERT INTO game (number, block, seed, ended, reason, fault, winner, opening, "
                "plies, seconds, line, moves) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (record.number, record.block, record.seed, record.end, record.reason, record.fault,
                 record.winner, record.opening, len(record.moves), record.seconds, record.line,
                 json.dumps(record.moves, ensure_ascii=False)),
            )  # fmt: skip
            for position, (seat, entrant) in enumerate(record.seats.items()):
                used = record.usage.get(seat, Usage())
                database.execute(
                    "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (record.number, seat, position, entrant, record.outcome.get(seat),
                     points[seat], used.moves, used.seconds, used.slowest, used.nodes,
                     used.choices, json.dumps(asdict(used.evaluations))),
                )  # fmt: skip

    def records(self) -> Iterator[GameRecord]:
        """The games in order of their numbers. Raises ForthgameError if the file is damaged."""
        plan = self.plan()
        with self._clear_errors("read"):
            games = self._database.execute(
                "SELECT number, block, seed, ended, reason, fault, winner, opening, seconds, moves "
                "FROM game ORDER BY number"
            ).fetchall()
            for game in games:
                seats = self._database.execute(
                    "SELECT seat, entrant, result, moves, seconds, slowest, nodes, choices, "
                    "evaluations FROM seat WHERE game = ? ORDER BY position", (game[0],),
                ).fetchall()  # fmt: skip
                with self._undamaged():
                    record = stored_record(plan, game, seats)
                yield record

    @contextmanager
    def _undamaged(self) -> Iterator[None]:
        """Name the file where what it holds is not what was written."""
        try:
            yield
        except Damaged as error:
            raise ForthgameError(f"the store {self.path} is damaged: {error}") from None


def _plan_text(plan: Plan) -> str:
    return json.dumps(asdict(plan), ensure_ascii=False)


def _advice(error: str) -> str:
    if "locked" in error:
        return "another process is writing to it: let that one end"
    if "full" in error or "disk" in error:
        return "make room on its disk"
    if "not a database" in error:
        return "give the name of a store, or a new one"
    return "see that its folder can be written to"
