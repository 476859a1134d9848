"""Opening the file of a store with SQLite, to write or to look at, wherever it lies."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from pathlib import Path

from forthgame.limits import DEFAULT_LIMITS
from forthgame.source import is_file

PATIENCE = 5.0  # seconds to wait for another process that is writing
SAFE = "; what was saved is safe, and --resume goes on from there"


def connect(path: Path) -> sqlite3.Connection:
    """Open a file to write."""
    database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, DEFAULT_LIMITS.game_file)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=NORMAL")
    return database


def connect_to_read(
    path: Path,
) -> tuple[sqlite3.Connection, tempfile.TemporaryDirectory[str] | None]:
    """Open a file that may lie where nothing can be written.

    SQLite wants to write beside a file that has a log. Where it cannot, and the log holds
    something, a copy is read, in the folder that is given too; where there is no log, the file
    alone. Raises sqlite3.Error or OSError.
    """
    try:
        return _opened(path, "mode=rw"), None
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise
    log = Path(f"{path}-wal")
    if not is_file(log) or not log.stat().st_size:
        return _opened(path, "mode=ro&immutable=1"), None
    folder = tempfile.TemporaryDirectory(prefix="forthgame-")
    try:
        copy = Path(folder.name, "games.sqlite")
        shutil.copyfile(path, copy)
        shutil.copyfile(log, f"{copy}-wal")
        return _opened(copy, "mode=rw"), folder
    except BaseException:
        folder.cleanup()
        raise


def _opened(path: Path, how: str) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?{how}"
    database = sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, uri=True)
    try:
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, DEFAULT_LIMITS.game_file)
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        database.close()
        raise
    return database


def is_new(path: Path) -> bool:
    """Whether a store can begin there: nothing is there, or a database in which nothing is.

    That is left by a run that was ended, or found no room, before it had saved its plan.
    """
    if not is_file(path) or not path.stat().st_size:
        return True
    try:
        database, folder = connect_to_read(path)
    except (sqlite3.Error, OSError):
        return False
    try:
        return is_empty(database)
    finally:
        database.close()
        if folder is not None:
            folder.cleanup()


def is_empty(database: sqlite3.Connection) -> bool:
    """Whether a database has no tables, nor anything else."""
    return not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def advice(error: str, saved: bool) -> str:
    """What to do about an error of SQLite; `saved` if there is something to go on from."""
    safe = SAFE if saved else ""
    for part, advice in (
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
