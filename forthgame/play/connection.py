"""Opening the file of a store with SQLite, to write or to look at, wherever it lies."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from forthgame.errors import shortened
from forthgame.limits import DEFAULT_LIMITS
from forthgame.source import is_file, is_irregular

PATIENCE = 5.0  # seconds to wait for another process that is writing
SAFE = "; what was saved is safe, and --resume goes on from there"
OFTEN = 50_000  # steps of SQLite between two calls of Python, which sees Ctrl-C then
FEW = 500_000  # steps that anything may take
PER_BYTE = 4  # steps more that it may take for each byte of the file
LONG = (str, bytes)  # parts of a row that may be long
PER_ROW = 1000  # steps more for each row that is written
LEAST = 8  # bytes that a row takes in a file at least
MALFORMED = "database disk image is malformed"  # in SQLite's own words
IRREGULAR = "not a regular file"
BESIDE = ("-journal", "-wal", "-shm")  # ends of names of files that SQLite opens beside its own

Rows = Generator[Sequence[Any], None, None]


class Database(sqlite3.Connection):
    """A file of SQLite's, which may be damaged or made by hand.

    Its pages may lead to each other so that the same rows come again and again. So what is read is
    no more than fits into the file, and no work takes more steps than a file of this size needs.
    """

    path: Path
    steps: Steps
    folder: tempfile.TemporaryDirectory[str] | None = None  # which goes when it is closed

    @classmethod
    def opened(cls, address: Path | str, path: Path, *, uri: bool = False) -> Database:
        """A connection to the file `path`. Raises sqlite3.Error."""
        _refuse_what_waits(path)
        database = sqlite3.connect(
            address, timeout=PATIENCE, isolation_level=None, uri=uri, factory=cls
        )
        database.path, database.steps = path, Steps()
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, DEFAULT_LIMITS.game_file)
        database.set_progress_handler(database.steps, OFTEN)
        try:
            database.row("SELECT 1 FROM sqlite_master LIMIT 1")
        except BaseException:
            database.close()
            raise
        return database

    def close(self) -> None:
        """Close the file; a temporary folder goes."""
        super().close()
        if self.folder is not None:
            self.folder.cleanup()

    def size(self) -> int:
        """Bytes of the file and its log."""
        parts = (self.path, Path(f"{self.path}-wal"))
        return sum(part.stat().st_size for part in parts if is_file(part))

    @contextmanager
    def bounded(self, rows: int = 0) -> Iterator[None]:
        """Within it SQLite takes no more steps than the size of the file explains.

        So many `rows` are written as well. Raises sqlite3.DatabaseError where it would take more
        or finds names that cannot be read, and KeyboardInterrupt at Ctrl-C.
        """
        self.steps.left = (FEW + PER_BYTE * self.size() + PER_ROW * rows) // OFTEN
        try:
            yield
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:
                raise
            if self.steps.left < 0:
                raise sqlite3.DatabaseError(MALFORMED) from None
            raise KeyboardInterrupt from None  # what a handler raises is lost inside SQLite
        except UnicodeDecodeError:  # of a name in the file that SQLite's message quotes
            raise sqlite3.DatabaseError(MALFORMED) from None

    def rows(self, statement: str, arguments: Sequence[Any] = ()) -> Rows:
        """What a statement finds. Raises sqlite3.DatabaseError for more than the file can hold."""
        with self.bounded(), closing(self.cursor()) as cursor:
            cursor.execute(statement, arguments)
            room = self.size()
            for row in cursor:
                room -= LEAST + sum([len(part) for part in row if isinstance(part, LONG)])
                if room < 0:
                    raise sqlite3.DatabaseError(MALFORMED)
                yield row

    def rising(self, statement: str) -> Rows:
        """What a statement finds in the order of a key, its first part, which comes once."""
        before: Any = None
        with closing(self.rows(statement)) as rows:
            for row in rows:
                if before is not None and row[0] <= before:
                    raise sqlite3.DatabaseError(MALFORMED)
                before = row[0]
                yield row

    def row(self, statement: str, arguments: Sequence[Any] = ()) -> Sequence[Any] | None:
        """The first row that a statement finds."""
        with closing(self.rows(statement, arguments)) as rows:
            return next(rows, None)

    def count(self, table: str) -> int:
        """How many rows a table has. Raises sqlite3.DatabaseError for more than fit into the file.

        SQLite's own count of a whole table cannot be stopped.
        """
        most = self.size() // LEAST
        found = self.row(f"SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT ?)", (most + 1,))
        if found is None or found[0] > most:
            raise sqlite3.DatabaseError(MALFORMED)
        return int(found[0])


class Steps:
    """What SQLite calls while it works; it stops when `left` calls have been made."""

    left = 0

    def __call__(self) -> int:
        self.left -= 1
        return self.left < 0


def connect(path: Path) -> Database:
    """Open a file to write."""
    database = Database.opened(path.absolute(), path)  # `:memory:` is a name like others
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=NORMAL")
    return database


def connect_to_read(path: Path) -> Database:
    """Open a file that may lie where nothing can be written.

    SQLite wants to write beside a file that has a log. Where it cannot, and the log holds
    something, a copy is read in a temporary folder; where there is no log, the file alone. Raises
    sqlite3.Error or OSError.
    """
    try:
        return _opened(path, "mode=rw")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise
    log = Path(f"{path}-wal")
    if not is_file(log) or not log.stat().st_size:
        return _opened(path, "mode=ro&immutable=1")
    folder = tempfile.TemporaryDirectory(prefix="forthgame-")
    try:
        copy = Path(folder.name, "games.sqlite")
        shutil.copyfile(path, copy)
        shutil.copyfile(log, f"{copy}-wal")
        database = _opened(copy, "mode=rw")
        database.folder = folder
        return database
    except BaseException:
        folder.cleanup()
        raise


def _refuse_what_waits(path: Path) -> None:
    """Raise sqlite3.DatabaseError if a pipe or a device is where SQLite opens a file.

    SQLite would wait until somebody writes into the pipe, and no signal would end that.
    """
    real = os.path.realpath(path)  # SQLite opens the others beside the file that a link leads to
    for part in (path, *(Path(real + end) for end in BESIDE)):
        if is_irregular(part):
            raise sqlite3.DatabaseError(f"{shortened(part.name)} is {IRREGULAR}")


def _opened(path: Path, how: str) -> Database:
    return Database.opened(f"{path.absolute().as_uri()}?{how}", path, uri=True)


def is_new(path: Path) -> bool:
    """Whether a store can begin there: nothing is there, or a database in which nothing is.

    That is left by a run that was ended, or found no room, before it had saved its plan.
    """
    if not is_file(path) or not path.stat().st_size:
        return True
    try:
        database = connect_to_read(path)
    except (sqlite3.Error, OSError):
        return False
    with closing(database):
        return is_empty(database)


def is_empty(database: Database) -> bool:
    """Whether a database has no tables, nor anything else."""
    return database.row("SELECT 1 FROM sqlite_master LIMIT 1") is None


def advice(error: str, saved: bool) -> str:
    """What to do about an error of SQLite; `saved` if there is something to go on from."""
    safe = SAFE if saved else ""
    for part, advice in (
        (IRREGULAR, "give the name of a store, or a new one"),
        ("locked", f"another process is writing to it: let that one end{safe}"),
        ("full", f"make room on its disk{safe}"),
        ("not a database", "give the name of a store, or a new one"),
        ("malformed", "it is damaged: a copy of it may be whole"),
        ("readonly", "it cannot be written to: copy it to where it can"),
        ("disk", "the disk or the file on it is damaged, or there is no room"),
    ):
        if part in error:
            return advice
    return "see that its folder can be written to"
