"""Work that several processes might begin at once: one does it, and the others wait for it.

A claim is a lock on a file in the cache folder. The system releases it when its holder ends, and
while the holder works, a thread of it changes the file every second, so that others can tell work
from a process that has stopped. A claim only saves time: what it is about is saved by a rename,
so nothing goes wrong if two processes do it, or if no lock can be had.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeVar

from forthgame.vm import cache

T = TypeVar("T")

BEAT = 1.0  # seconds between two signs of life
STALLED = 20.0  # seconds without one after which others do the work
LOOK = 0.05  # seconds between two looks at the work of another process
MOST_TAKEOVERS = 3  # of one piece of work, before nobody waits any more
# signs are of one length, so that a full disk that has taken one takes every other
BEGUN = b"begun   "
UNSAVED = b"unsaved "  # what a holder leaves in the file that could not keep what it had made
FAR = 1 << 30  # the byte that is locked, where Windows would keep others from reading the rest
OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)

_held: set[str] = set()  # by threads of this process, whose locks the system does not tell apart
_held_lock = threading.Lock()


class Outcome(Enum):
    """What became of the wish to do a piece of work."""

    OURS = "nobody else does it"
    TAKEN = "another process or thread does it"
    ALONE = "nobody can be told: there is no place for a lock"


@dataclass
class Claim:
    """The wish of this process to do a piece of work.

    sign    the last sign of life of who does it, if that is another
    unsaved set by who has done it and could not keep what it made: the others need not wait
    """

    outcome: Outcome
    sign: bytes = b""
    unsaved: bool = False


def once(
    name: str, find: Callable[[], T | None], make: Callable[[], T],
    look: Callable[[], None] = lambda: None,
) -> T:  # fmt: skip
    """Return what `find` finds, or what `make` makes if no other process is making it.

    `name` is that of the work, and of a file in the cache folder. `look` is called while another
    process is waited for. A holder that has stopped is waited for no longer than `STALLED` seconds;
    of all that wait, one goes on with the work.
    """
    takeover, sign, since = 0, b"", time.monotonic()
    while True:
        found = find()
        if found is not None:
            return found
        with claim(f"{name}.{takeover}") as mine:
            if mine.outcome is Outcome.ALONE or takeover > MOST_TAKEOVERS:
                return make()
            if mine.outcome is Outcome.OURS:
                found = find()
                if found is None:
                    found = make()
                    mine.unsaved = find() is None
                return found
        if mine.sign != sign:
            sign, since = mine.sign, time.monotonic()
        elif time.monotonic() - since > STALLED:
            takeover, sign, since = takeover + 1, b"", time.monotonic()
        time.sleep(LOOK)
        look()


@contextmanager
def claim(name: str) -> Iterator[Claim]:
    """Claim a piece of work for the time of the block, without waiting."""
    file = f"{name}.lock"
    with _held_lock:
        own = file not in _held
        if own:
            _held.add(file)
    if not own:
        yield Claim(
            Outcome.TAKEN, repr(time.monotonic()).encode()
        )  # a thread of ours does not stop
        return
    try:
        with _claimed(file) as mine:
            yield mine
    finally:
        with _held_lock:
            _held.discard(file)


@contextmanager
def _claimed(file: str) -> Iterator[Claim]:
    folder = cache.place_to_save()
    handle = None if folder is None else _opened(folder / file)
    if folder is None or handle is None:
        yield Claim(Outcome.ALONE)
        return
    try:
        locked = _lock(handle)
        if locked is None:
            yield Claim(Outcome.ALONE)
        elif not locked:
            yield Claim(Outcome.TAKEN, _read(handle))
        elif os.fstat(handle).st_nlink == 0:  # its holder has just ended, and deleted it
            yield Claim(Outcome.TAKEN)
        elif _read(handle) == UNSAVED or not _write(handle, BEGUN):
            yield Claim(Outcome.ALONE)
        else:
            mine = Claim(Outcome.OURS)
            try:
                with _beating(handle):
                    yield mine
            finally:
                if not (mine.unsaved and _write(handle, UNSAVED)):
                    with suppress(OSError):
                        os.unlink(folder / file)
    finally:
        os.close(handle)


@contextmanager
def _beating(handle: int) -> Iterator[None]:
    """Change a file from time to time, in a thread."""
    ended = threading.Event()

    def beat() -> None:
        count = 0
        while not ended.wait(BEAT):
            count += 1
            _write(handle, b"%8d" % (count % 10**8))

    thread = threading.Thread(target=beat, name="forthgame-claim", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # no more threads: others do it too after a while
        yield
        return
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _opened(path: Path) -> int | None:
    try:
        return os.open(path, OPEN, 0o600)
    except (OSError, ValueError):
        return None


def _read(handle: int) -> bytes:
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        return os.read(handle, 16)
    except OSError:
        return b""


def _write(handle: int, sign: bytes) -> bool:
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        return os.write(handle, sign) == len(sign)
    except OSError:
        return False


def _lock(handle: int) -> bool | None:
    """Lock a file; False if another process has locked it, None if it cannot be locked."""
    try:
        _lock_file(handle)
    except (PermissionError, BlockingIOError):
        return False
    except OSError:
        return None
    return True


if sys.platform == "win32":
    import msvcrt

    def _lock_file(handle: int) -> None:
        os.lseek(handle, FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock_file(handle: int) -> None:
        # not `flock`: a process that was forked would hold it too
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    os.register_at_fork(after_in_child=_held.clear)
