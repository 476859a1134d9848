"""Atomic file replacement and file locks."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from forthgame.base.errors import ForthgameError

SHOWN = 40  # characters of a file's name in the name of its temporary file
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
PRESENT = os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)
UNLOCKABLE = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}  # errors of file systems without locks
LINKS = 40  # links followed at most
AGAIN = 0.005  # seconds between attempts to lock a file


def write_whole(path: Path, data: str | bytes, *, private: bool = False) -> None:
    """Write a file as `replacing` does, escaping lone surrogates. Raises OSError with the path."""
    if isinstance(data, str):
        data = data.encode("utf-8", "backslashreplace")
    with replacing(path, private=private) as file:
        file.write(data)


@contextmanager
def replacing(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Open a file for writing that replaces `path` on success and leaves it unchanged on failure.

    Links are followed and the file mode is preserved; a new file is readable by this user only if
    `private`. Devices, pipes with a reader, and open descriptors of this process such as
    `/dev/stdout` are written directly. Raises OSError with `path`.
    """
    try:
        old, opened = _status(path), _descriptor(path)
        if opened is not None:
            if sys.stdout is not None:
                sys.stdout.flush()
            with os.fdopen(os.dup(opened), "wb") as file:
                yield file
        elif old is None or stat.S_ISREG(old.st_mode):
            with _replaced(Path(os.path.realpath(path)), old, private) as file:
                yield file
        else:
            handle = os.open(path, PRESENT | WITHOUT_WAITING)
            with os.fdopen(handle, "wb") as file:
                if WITHOUT_WAITING:
                    os.set_blocking(handle, True)
                yield file
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    except ValueError as error:  # invalid file name
        raise OSError(errno.EINVAL, str(error), str(path)) from None


@contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Lock a file against other processes that use this function.

    The file is created if missing and not removed. The lock ends with the process. Raises
    TimeoutError if another process holds it for more than `seconds`, or another OSError.
    """
    until = time.monotonic() + seconds
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "wb", buffering=0) as file:
        while not _lock(file.fileno()):
            if time.monotonic() > until:
                raise TimeoutError(errno.ETIMEDOUT, "another process keeps it locked", str(path))
            time.sleep(AGAIN)
        yield


def _lock(handle: int) -> bool:
    """Lock a file until it is closed; return False if another process holds the lock."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
            return False
        if error.errno not in UNLOCKABLE:
            raise
    return True


def _status(path: Path) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _descriptor(path: Path) -> int | None:
    """Return the descriptor number that a path such as `/dev/stdout` leads to."""
    for _ in range(LINKS):
        folder = os.path.realpath(path.parent)
        if path.name.isdecimal() and folder in ("/dev/fd", f"/proc/{os.getpid()}/fd"):
            return int(path.name)
        try:
            path = Path(folder, os.readlink(path))
        except OSError:  # not a link, or missing
            return None
    return None


@contextmanager
def _replaced(path: Path, old: os.stat_result | None, private: bool) -> Iterator[BinaryIO]:
    """Open a temporary file that takes the place of `path` at the end."""
    if old is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    usual = 0o600 if private else 0o666
    beside = path.with_name(f".{path.name[:SHOWN]}.{secrets.token_hex(4)}")
    handle = os.open(beside, NEW, usual if old is None else stat.S_IMODE(old.st_mode) & 0o777)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        if old is not None:
            os.chmod(beside, stat.S_IMODE(old.st_mode))  # modes that the umask removed
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def refuse_missing_folder(path: Path) -> None:
    if not path.absolute().parent.is_dir():
        raise ForthgameError(f"{path} cannot be written: there is no such folder")
