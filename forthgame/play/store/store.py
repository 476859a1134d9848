"""The store of a tournament: a SQLite file into which each finished game is saved.

Format 1 had no checksums, script snapshots or versions. It is read as it is; resuming converts it
to format 2, with checksums of the rows found.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import tempfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from forthgame.base.errors import ForthgameError, shortened
from forthgame.base.source import is_file
from forthgame.play.model.game_record import GameRecord, Usage
from forthgame.play.plan import script_snapshot
from forthgame.play.plan.plan import Plan
from forthgame.play.statistics.summary import Evaluations
from forthgame.play.store.database import (
    Database,
    advice,
    connect,
    connect_to_read,
    is_empty,
    is_new,
)
from forthgame.play.store.stored_values import DamagedStore, plan_text, stored_plan, stored_record

FORMAT: Final = 2
FIRST: Final = """
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
SECOND: Final = """
CREATE TABLE tournament (
    format INTEGER NOT NULL, plan TEXT NOT NULL, checksum TEXT NOT NULL,
    version TEXT NOT NULL, rules TEXT NOT NULL
);
CREATE TABLE file (sha256 TEXT PRIMARY KEY, contents BLOB NOT NULL);
CREATE TABLE entrant (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, script TEXT NOT NULL, sha256 TEXT NOT NULL,
    engine TEXT NOT NULL, options TEXT NOT NULL
);
CREATE TABLE game (
    number INTEGER PRIMARY KEY, block INTEGER NOT NULL, seed INTEGER NOT NULL,
    ended TEXT NOT NULL, reason TEXT NOT NULL, fault TEXT, winner INTEGER,
    opening INTEGER NOT NULL, plies INTEGER NOT NULL, seconds REAL NOT NULL,
    line TEXT NOT NULL, moves TEXT NOT NULL, checksum TEXT NOT NULL,
    saved TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE TABLE seat (
    game INTEGER NOT NULL REFERENCES game(number), seat TEXT NOT NULL, position INTEGER NOT NULL,
    entrant INTEGER NOT NULL, result TEXT, points REAL NOT NULL,
    moves INTEGER NOT NULL, seconds REAL NOT NULL, slowest REAL NOT NULL, nodes INTEGER NOT NULL,
    choices INTEGER NOT NULL, evaluations TEXT NOT NULL, cpu REAL NOT NULL, near INTEGER NOT NULL,
    PRIMARY KEY (game, position)
);
"""
GAME: Final = (
    "number, block, seed, ended, reason, fault, winner, opening, plies, seconds, line, moves"
)
SEAT: Final = (
    "game, seat, position, entrant, result, points, moves, seconds, slowest, nodes, choices, "
    "evaluations"
)
USE: Final = "cpu, near"  # columns of a seat since format 2
NOT_COUNTED = json.dumps(vars(Evaluations()))
Row = Sequence[Any]
_as_text = json.JSONEncoder(ensure_ascii=False).encode
NAMED = 8  # damaged games listed in a message


def statements(tables: str) -> list[str]:
    return [part.strip() for part in tables.split(";") if part.strip()]


def format_of(database: Database) -> int | None:
    """Return the format whose tables a database has, None if it is not a store.

    The SQL of each table is compared, because views, triggers and computed columns could run
    foreign code.
    """
    made = list(
        database.rows(
            "SELECT type, sql FROM sqlite_master WHERE type IN ('table', 'view', 'trigger')"
        )
    )
    if any(kind == "trigger" for kind, _ in made):
        return None
    known = {" ".join(sql.split()) for _, sql in made if isinstance(sql, str)}
    for number, tables in ((FORMAT, SECOND), (1, FIRST)):
        if {" ".join(part.split()) for part in statements(tables)} <= known:
            return number
    return None


def game_checksum(game: Sequence[Any], seats: Sequence[Sequence[Any]]) -> str:
    return text_checksum(repr((tuple(game), [tuple(seat) for seat in seats])))


def text_checksum(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "backslashreplace"), digest_size=8).hexdigest()


def upgrade(database: Database, versions: tuple[str, str]) -> None:
    """Convert a store from format 1 to 2, within a transaction."""
    for name in ("tournament", "entrant", "game", "seat"):
        database.execute(f"ALTER TABLE {name} RENAME TO old_{name}")
    for statement in statements(SECOND):
        database.execute(statement)
    (plan,) = database.row("SELECT plan FROM old_tournament") or ("",)
    row = (FORMAT, plan, text_checksum(plan), *versions)
    database.execute("INSERT INTO tournament VALUES (?, ?, ?, ?, ?)", row)
    database.execute("INSERT INTO entrant SELECT * FROM old_entrant")
    database.execute(f"INSERT INTO seat SELECT {SEAT}, 0.0, 0 FROM old_seat")
    for game in list(database.rows(f"SELECT {GAME}, saved FROM old_game")):
        seats = list(
            database.rows(
                f"SELECT {SEAT}, {USE} FROM seat WHERE game = ? ORDER BY position", (game[0],)
            )
        )
        row = (*game[:-1], game_checksum(game[:-1], seats), game[-1])
        database.execute(f"INSERT INTO game VALUES ({', '.join('?' * len(row))})", row)
    for name in ("seat", "game", "entrant", "tournament"):
        database.execute(f"DROP TABLE old_{name}")


# -- rows of a game, read by `stored_values.py` --------------------------------------------------


def rows_of(record: GameRecord) -> tuple[Row, list[Row]]:
    points = record.points()
    game = (record.number, record.block, record.seed, record.end, record.reason, record.fault,
            record.winner, record.opening, len(record.moves), record.seconds, record.line,
            _moves_text(record))  # fmt: skip
    seats: list[Row] = []
    for position, (seat, entrant) in enumerate(record.seats.items()):
        used = record.usage.get(seat) or Usage()
        seats.append(
            (record.number, seat, position, entrant, record.outcome.get(seat), points[seat],
             used.moves, used.seconds, used.slowest, used.nodes, used.choices,
             _as_text(vars(used.evaluations)) if used.evaluations.moves else NOT_COUNTED, used.cpu,
             used.near)
        )  # fmt: skip
    return game, seats


def _moves_text(record: GameRecord) -> str:
    if record.thoughts:
        return _as_text(record.moves_with_thoughts())
    return f"[{', '.join(map(_move_text, record.moves))}]"


@lru_cache(maxsize=4096)
def _move_text(move: tuple[str, str]) -> str:
    return _as_text(move)


class Store(AbstractContextManager["Store"]):
    """A tournament's file: its plan, and the games that have been played.

    `damaged` maps numbers of damaged games found by `records` to a description.
    """

    def __init__(self, path: Path, *, create: bool) -> None:
        self.path = path
        self.damaged: dict[int, str] = {}
        self.upgraded = False
        self._format: int | None = None
        self._plan: Plan | None = None
        self.plan_read = ""  # the plan's text in the file
        if not create and not is_file(path):
            raise ForthgameError(f"there is no store {shortened(str(path))}")
        with self._clear_errors("opened"):
            self._database = connect(path) if create else connect_to_read(path)

    @classmethod
    def open(
        cls, path: str | Path | None, plan: Plan, *, resume: bool, other_version: bool = False
    ) -> Store:
        """Open the store of a plan: a new one, a temporary one (no path), or an existing one.

        When resuming, void and damaged games are deleted, to be played again. Raises ForthgameError
        if the store exists and `resume` is false, if its plan differs or has more games, or if
        another version made it, unless `other_version`.
        """
        folder = None
        if path is None:
            folder = tempfile.TemporaryDirectory(prefix="forthgame-")
            path = Path(folder.name, "games.sqlite")
        path = Path(path)
        if not is_new(path):
            if not resume:
                raise _there_already(path)
            cls.read(path).close()  # raises before a file that is not a store is changed
        store = cls(path, create=True)
        store._database.folder = folder
        try:
            if store._has_plan():
                store._compare(plan, other_version)
                store._replace(plan)
                store._take_out_what_is_to_be_played_again()
            else:
                store._begin(plan)
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def read(cls, path: str | Path) -> Store:
        """Open an existing store for reading. Raises ForthgameError if it is not a store."""
        store = cls(Path(path), create=False)
        try:
            if not store._has_plan():
                raise ForthgameError(f"{path} {store._what_it_is()}")
        except BaseException:
            store.close()
            raise
        return store

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

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
                f"the store {self.path} could not be {what}: a name is not text ({error})"
            ) from None
        except (sqlite3.Error, OSError, OverflowError, ValueError) as error:
            # a temporary one is deleted
            saved = self._format is not None and self._database.folder is None
            raise ForthgameError(
                f"the store {shortened(str(self.path))} could not be {what}: {error}\n"
                f"  {advice(str(error), saved)}"
            ) from None

    @contextmanager
    def _transaction(self, what: str, rows: int = 0) -> Iterator[Database]:
        with self._clear_errors(what), self._database.bounded(rows):
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
            self._format = format_of(self._database)
        return self._format is not None

    def _what_it_is(self) -> str:
        with self._clear_errors("read"):
            if is_empty(self._database):
                return "holds no tournament: autoplay without --resume begins one in it"
        return "is not a store of games"

    def _begin(self, plan: Plan) -> None:
        rows = len(plan.entrants) + len(plan.files)
        with self._transaction("written", rows) as database:
            if not is_empty(database):  # another run has created it meanwhile
                raise _there_already(self.path)
            for statement in statements(SECOND):
                database.execute(statement)
            text = plan_text(plan)
            made = (FORMAT, text, text_checksum(text), *script_snapshot.versions())
            database.execute("INSERT INTO tournament VALUES (?, ?, ?, ?, ?)", made)
            for number, entrant in enumerate(plan.entrants):
                row = (number, plan.names[number], entrant.script, plan.digests[number],
                       entrant.engine, json.dumps(entrant.options))  # fmt: skip
                database.execute("INSERT INTO entrant VALUES (?, ?, ?, ?, ?, ?)", row)
            _keep_files(database, plan)
        self._format = FORMAT

    def _replace(self, plan: Plan) -> None:
        self._plan = None
        with self._transaction("written", len(plan.files)) as database:
            if self._format == 1:
                upgrade(database, script_snapshot.versions())
                self._format, self.upgraded = FORMAT, True
            text = plan_text(plan)
            row = (text, text_checksum(text))
            database.execute("UPDATE tournament SET plan = ?, checksum = ?", row)
            _keep_files(database, plan)

    def plan(self) -> Plan:
        """Return the stored plan, and register the contents of its scripts."""
        first = self._format == 1
        columns = "format, plan, ''" if first else "format, plan, checksum"
        with self._clear_errors("read"):
            row = self._database.row(f"SELECT {columns} FROM tournament")
        if row is None:
            raise ForthgameError(f"the store {self.path} is damaged: it holds no plan")
        number, text, checksum = row
        if number != self._format:
            raise ForthgameError(f"{self.path} has format {number} instead of {self._format}")
        try:
            plan, self.plan_read = stored_plan(text), text
            if not first and text_checksum(text) != checksum:
                raise DamagedStore("the plan differs from what was written")
        except DamagedStore as error:
            raise ForthgameError(f"the store {self.path} is damaged: {error}") from None
        if not first:
            with self._clear_errors("read"):
                for digest, contents in self._database.rows("SELECT * FROM file"):
                    if (
                        isinstance(contents, bytes)
                        and script_snapshot.digest_of(contents) == digest
                    ):
                        script_snapshot.register(contents)
        return plan

    def other_version(self) -> str:
        """Return a warning if another version played the stored games, else an empty text."""
        if self._format == 1:
            return ""
        with self._clear_errors("read"):
            made = self._database.row("SELECT version, rules FROM tournament")
        own = script_snapshot.versions()
        if made is None or tuple(made) == own:
            return ""
        return (
            f"{self.path} was begun with forthgame {made[0]} (rules {made[1]}), and this is "
            f"{own[0]} (rules {own[1]}): its games may not be those this version plays"
        )

    def _compare(self, plan: Plan, other_version: bool) -> None:
        """Raise ForthgameError if the store holds games of another plan."""
        stored = self.plan()
        before, after = stored.identity, plan.identity
        differ = [name for name in before if before[name] != after.get(name)]
        if differ:
            raise ForthgameError(
                f"{self.path} holds another tournament: {', '.join(sorted(differ))} differ; "
                f"resume it with the same entrants, scripts and options"
            )
        if plan.games < stored.games:
            raise ForthgameError(
                f"{self.path} is a plan of {stored.games} games, and {plan.games} are fewer: "
                "a plan can be made longer, and not shorter"
            )
        if not other_version and (said := self.other_version()):
            raise ForthgameError(f"{said}; --other-version continues anyway")

    def _take_out_what_is_to_be_played_again(self) -> None:
        void = {record.number for record in self.records() if record.end == "void"}
        with self._transaction("written") as database:
            for number in void | set(self.damaged):
                database.execute("DELETE FROM seat WHERE game = ?", (number,))
                database.execute("DELETE FROM game WHERE number = ?", (number,))

    # -- the games ------------------------------------------------------------------------------

    def save(self, *records: GameRecord) -> None:
        """Save games in one transaction. Raises ForthgameError, also if one is already stored."""
        games: list[Row] = []
        seats: list[Row] = []
        for record in records:
            game, own = rows_of(record)
            games.append((*game, game_checksum(game, own)))
            seats.extend(own)
        with self._transaction("written", len(games) + len(seats)) as database:
            into = f"game ({GAME}, checksum)"
            database.executemany(f"INSERT INTO {into} VALUES ({', '.join('?' * 13)})", games)
            database.executemany(f"INSERT INTO seat VALUES ({', '.join('?' * 14)})", seats)

    def numbers(self) -> Iterator[int]:
        with self._clear_errors("read"):
            for (number,) in self._database.rising("SELECT number FROM game ORDER BY number"):
                yield number

    def count(self) -> int:
        """Return the number of games, including damaged ones."""
        with self._clear_errors("read"):
            return self._database.count("game")

    def last(self) -> int:
        """Return the greatest number of a game, -1 if there is none."""
        with self._clear_errors("read"):
            row = self._database.row("SELECT max(number) FROM game")
        return -1 if row is None or row[0] is None else int(row[0])

    def record(self, number: int) -> GameRecord | None:
        """Return a game by its number, None if it is missing or damaged."""
        self._plan = self._plan or self.plan()
        return next(self._read_each([number], self._plan), None)

    def records(self) -> Generator[GameRecord, None, None]:
        """Yield the undamaged games in the order of their numbers; `damaged` lists the others.

        Raises ForthgameError if the file cannot be read at all.
        """
        plan = self.plan()
        self.damaged.clear()
        following = 0
        try:
            for record, number in self._read_all(plan):
                following = number + 1
                if record is not None:
                    yield record
        except sqlite3.Error as error:
            if "locked" in str(error):
                with self._clear_errors("read"):
                    raise
            yield from self._read_each(range(following, plan.games), plan)

    def _read_all(self, plan: Plan) -> Iterator[tuple[GameRecord | None, int]]:
        """Read all games by one pass over each table, side by side."""
        game_columns, seat_columns = self._columns()
        games = self._database.rising(f"SELECT {game_columns} FROM game ORDER BY number")
        seats = self._database.rows(f"SELECT {seat_columns} FROM seat ORDER BY game, position")
        with closing(games), closing(seats):
            waiting: Row | None = next(seats, None)
            for game in games:
                own: list[Row] = []
                while waiting and (type(waiting[0]) is not int or waiting[0] <= game[0]):
                    if waiting[0] == game[0] and len(own) <= len(plan.seats):
                        own.append(waiting)
                    waiting = next(seats, None)
                yield self._checked(plan, game, own), game[0]

    def _read_each(self, numbers: Iterable[int], plan: Plan) -> Iterator[GameRecord]:
        """Read games one by one, for a file in which a full pass fails."""
        game_columns, seat_columns = self._columns()
        for number in numbers:
            try:
                game = self._database.row(
                    f"SELECT {game_columns} FROM game WHERE number = ?", (number,)
                )
                if game is None:
                    continue
                seats = list(
                    self._database.rows(
                        f"SELECT {seat_columns} FROM seat WHERE game = ? ORDER BY position LIMIT ?",
                        (number, len(plan.seats) + 1),
                    )
                )
            except sqlite3.Error as error:
                self.damaged[number] = f"game {number + 1} cannot be read: {error}"
                continue
            if (record := self._checked(plan, game, seats)) is not None:
                yield record

    def _columns(self) -> tuple[str, str]:
        if self._format == 1:
            return f"{GAME}, ''", f"{SEAT}, 0.0, 0"
        return f"{GAME}, checksum", f"{SEAT}, {USE}"

    def _checked(self, plan: Plan, game: Row, seats: Sequence[Row]) -> GameRecord | None:
        try:
            if self._format != 1 and game_checksum(game[:-1], seats) != game[-1]:
                raise DamagedStore(f"game {game[0] + 1} differs from what was written")
            return stored_record(plan, game[:-1], seats)
        except DamagedStore as error:
            self.damaged[game[0]] = str(error)
            return None

    def damage(self) -> str:
        """Return a message about the damaged games found, empty if there are none."""
        if not self.damaged:
            return ""
        said = "; ".join(self.damaged[number] for number in sorted(self.damaged)[:NAMED])
        more = len(self.damaged) - NAMED
        return (
            f"the store {self.path} is damaged: {said}"
            + (f"; and {more} more" if more > 0 else "")
            + "; the other games are whole, and --resume plays these again"
        )


def _there_already(path: Path) -> ForthgameError:
    return ForthgameError(f"{path} exists already: use --resume to continue it, or another name")


def _keep_files(database: sqlite3.Connection, plan: Plan) -> None:
    for contents in script_snapshot.contents_of(plan.files).values():
        row = (script_snapshot.digest_of(contents), contents)
        database.execute("INSERT OR IGNORE INTO file VALUES (?, ?)", row)
