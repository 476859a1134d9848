"""Open a store's SQLite file for writing or reading, and bound the work done on it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from forthgame.base.errors import shortened
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import is_file, is_irregular

PATIENCE = 5.0  # seconds to wait for another process that is writing
SAFE = "; saved games are safe, and --resume continues from them"
OFTEN = 50_000  # SQLite steps between two callbacks, in which Python sees Ctrl-C
FEW = 500_000  # steps allowed for any statement
PER_BYTE = 4  # further steps for each byte of the file
LONG = (str, bytes)  # types of values that may be long
PER_ROW = 1000  # further steps for each row written
LEAST = 8  # least size of a row in bytes
MALFORMED = "database disk image is malformed"  # SQLite's message
IRREGULAR = "not a regular file"
BESIDE = ("-journal", "-wal", "-shm")  # suffixes of SQLite's auxiliary files

Rows = Generator[Sequence[Any], None, None]


class Database(sqlite3.Connection):
    """A connection to a SQLite file that may be damaged or made by hand.

    The pages of a damaged file may form a cycle, so that rows repeat without end. Therefore reading
    stops at the number of bytes in the file, and statements at a number of steps given by its size.
    """

    path: Path
    steps: StepLimit
    folder: tempfile.TemporaryDirectory[str] | None = None  # deleted by `close`

    @classmethod
    def opened(cls, address: Path | str, path: Path, *, uri: bool = False) -> Database:
        _refuse_what_waits(path)
        database = sqlite3.connect(
            address, timeout=PATIENCE, isolation_level=None, uri=uri, factory=cls
        )
        database.path, database.steps = path, StepLimit()
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, DEFAULT_LIMITS.game_file)
        database.set_progress_handler(database.steps, OFTEN)
        try:
            database.row("SELECT 1 FROM sqlite_master LIMIT 1")
        except BaseException:
            database.close()
            raise
        return database

    def close(self) -> None:
        super().close()
        if self.folder is not None:
            self.folder.cleanup()

    def size(self) -> int:
        """Return the bytes of the file and its write-ahead log."""
        parts = (self.path, Path(f"{self.path}-wal"))
        return sum(part.stat().st_size for part in parts if is_file(part))

    @contextmanager
    def bounded(self, rows: int = 0) -> Iterator[None]:
        """Limit SQLite's steps in the body to a number that the size of the file justifies.

        `rows` is the number of rows that the body writes. Raises sqlite3.DatabaseError beyond the
        limit or for names that cannot be decoded, and KeyboardInterrupt at Ctrl-C.
        """
        self.steps.left = (FEW + PER_BYTE * self.size() + PER_ROW * rows) // OFTEN
        try:
            yield
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:
                raise
            if self.steps.left < 0:
                raise sqlite3.DatabaseError(MALFORMED) from None
            raise KeyboardInterrupt from None  # SQLite discards a handler's exception
        except UnicodeDecodeError:  # SQLite's message quotes a name from the file
            raise sqlite3.DatabaseError(MALFORMED) from None

    def rows(self, statement: str, arguments: Sequence[Any] = ()) -> Rows:
        """Yield the rows of a statement.

        Raises sqlite3.DatabaseError for more bytes than the file can hold.
        """
        with self.bounded(), closing(self.cursor()) as cursor:
            cursor.execute(statement, arguments)
            room = self.size()
            for row in cursor:
                room -= LEAST + sum([len(part) for part in row if isinstance(part, LONG)])
                if room < 0:
                    raise sqlite3.DatabaseError(MALFORMED)
                yield row

    def rising(self, statement: str) -> Rows:
        """Yield the rows of a statement whose first column is a key in rising order.

        Raises sqlite3.DatabaseError if it does not rise.
        """
        before: Any = None
        with closing(self.rows(statement)) as rows:
            for row in rows:
                if before is not None and row[0] <= before:
                    raise sqlite3.DatabaseError(MALFORMED)
                before = row[0]
                yield row

    def row(self, statement: str, arguments: Sequence[Any] = ()) -> Sequence[Any] | None:
        with closing(self.rows(statement, arguments)) as rows:
            return next(rows, None)

    def count(self, table: str) -> int:
        """Count the rows of a table. Raises sqlite3.DatabaseError for more than fit into the file.

        SQLite's own count of a whole table cannot be interrupted.
        """
        most = self.size() // LEAST
        found = self.row(f"SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT ?)", (most + 1,))
        if found is None or found[0] > most:
            raise sqlite3.DatabaseError(MALFORMED)
        return int(found[0])


class StepLimit:
    """A progress handler of SQLite that interrupts it after `left` calls."""

    left = 0

    def __call__(self) -> int:
        self.left -= 1
        return self.left < 0


def connect(path: Path) -> Database:
    database = Database.opened(path.absolute(), path)  # absolute: `:memory:` is an ordinary name
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=NORMAL")
    return database


def connect_to_read(path: Path) -> Database:
    """Open a file for reading, also in a folder that cannot be written.

    SQLite has to write into the folder of a file with a log. If it cannot, a file without a log is
    opened as immutable, and one with a log is copied to a temporary folder. Raises sqlite3.Error or
    OSError.
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
    """Raise sqlite3.DatabaseError if SQLite would open a pipe or a device.

    It would wait for a writer, and no signal would interrupt it.
    """
    real = os.path.realpath(path)  # SQLite opens them in the folder of a link's target
    for part in (path, *(Path(real + end) for end in BESIDE)):
        if is_irregular(part):
            raise sqlite3.DatabaseError(f"{shortened(part.name)} is {IRREGULAR}")


def _opened(path: Path, how: str) -> Database:
    return Database.opened(f"{path.absolute().as_uri()}?{how}", path, uri=True)


def is_new(path: Path) -> bool:
    """Return whether a store can begin at a path: no file, an empty file, or an empty database.

    A run that was interrupted before it saved its plan leaves an empty database.
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
    """Return whether a database has no tables, views or other objects."""
    return database.row("SELECT 1 FROM sqlite_master LIMIT 1") is None


def advice(error: str, saved: bool) -> str:
    """Return what to do about an error message of SQLite.

    `saved` says that there are games from which to go on.
    """
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
