"""Claims on work that several processes might start at once: one does it, the others wait.

A claim is a lock on a file in the cache folder. The system releases it when its holder ends. While
the holder works, a thread of it changes the file every second, so that others can distinguish work
from a stopped process. A claim only saves time: results are saved by a rename, so two processes may
safely do the same work, also if locks are not available.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from enum import Enum
from itertools import count
from pathlib import Path
from typing import TypeVar

from forthgame.base import cache
from forthgame.base.thread_start import periodically

T = TypeVar("T")

BEAT = 1.0  # seconds between two heartbeats
STALLED = 20.0  # seconds without a heartbeat after which others do the work
LOOK = 0.05  # seconds between two checks of another process's work
MOST_TAKEOVERS = 3  # of a piece of work, before processes stop waiting for it
# heartbeats have one length, so that a full disk that has taken one takes every other
BEGUN = b"begun   "
UNSAVED = b"unsaved "  # left in the file by a holder that could not save its result
FAR = 1 << 30  # the byte to lock: Windows prevents others from reading a locked byte
OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)

_claimed: set[str] = set()  # names claimed by threads of this process, which share their locks
_claimed_lock = threading.Lock()


class Outcome(Enum):
    OURS = "nobody else does it"
    TAKEN = "another process or thread does it"
    ALONE = "nobody can be told: there is no place for a lock"


class Claim:
    """A claim of this process on a piece of work, until it is released."""

    def __init__(self, outcome: Outcome, path: Path | None = None, handle: int = -1) -> None:
        self.outcome = outcome
        self.unsaved = False  # set if the result could not be saved: others need not wait for it
        self._path, self._handle = path, handle

    @contextmanager
    def beating(self) -> Iterator[None]:
        """Send heartbeats during the block, from a thread that ends with it."""
        beats = count(1)

        def beat() -> None:
            _write(self._handle, b"%8d" % (next(beats) % 10**8))

        with ExitStack() as stack:
            if self.outcome is Outcome.OURS:
                with suppress(RuntimeError):  # no more threads: the claim will stall
                    stack.enter_context(periodically("forthgame-claim", BEAT, beat))
            yield

    def release(self) -> None:
        """Release the claim. A second call does nothing."""
        handle, self._handle = self._handle, -1
        if handle < 0 or self._path is None:
            return
        if not (self.unsaved and _write(handle, UNSAVED)):
            with suppress(OSError):
                self._path.unlink()
        os.close(handle)
        _claimed.discard(self._path.name)


def take(name: str) -> Claim:
    """Claim a piece of work without waiting, passing over holders that have stalled."""
    folder = cache.place_to_save()
    if folder is None:
        return Claim(Outcome.ALONE)
    for takeover in range(MOST_TAKEOVERS):
        path = _file(folder, name, takeover)
        mine = _take(path)
        if mine.outcome is not Outcome.TAKEN or not _is_stalled(path):
            return mine
    return Claim(Outcome.ALONE)


@contextmanager
def claim(name: str) -> Iterator[Claim]:
    """Claim a piece of work during the block, without waiting, and send heartbeats."""
    mine = take(name)
    try:
        with mine.beating():
            yield mine
    finally:
        mine.release()


def once(
    name: str, find: Callable[[], T | None], make: Callable[[], T],
    look: Callable[[], None] = lambda: None,
) -> T:  # fmt: skip
    """Return the result of `find`, or of `make` if no other process is making it.

    `name` is the name of the work, and of a file in the cache folder. `look` is called while this
    process waits for another one. A holder that has stalled is ignored: one of the waiting
    processes continues the work.
    """
    while True:
        found = find()
        if found is not None:
            return found
        with claim(name) as mine:
            if mine.outcome is Outcome.ALONE:
                return make()
            if mine.outcome is Outcome.OURS:
                found = find()
                if found is None:
                    found = make()
                    mine.unsaved = find() is None
                return found
        time.sleep(LOOK)
        look()


def is_claimed(name: str) -> bool:
    """Return whether another process or thread appears to be doing a piece of work."""
    return any(
        _is_locked(_file(folder, name, takeover))
        for folder in cache.shared()
        for takeover in range(MOST_TAKEOVERS)
    )


def _file(folder: Path, name: str, takeover: int) -> Path:
    return folder / f"{cache.LOCK}{name}.{takeover}"


def _take(path: Path) -> Claim:
    with _claimed_lock:  # closing the file a second time would release this process's lock
        if path.name in _claimed:
            return Claim(Outcome.TAKEN)
        _claimed.add(path.name)
    outcome, handle = Outcome.ALONE, -1
    try:
        handle = os.open(path, OPEN, 0o600)
        locked = _lock(handle)
        if locked is False or (locked and os.fstat(handle).st_nlink == 0):
            outcome = Outcome.TAKEN  # or its holder has just ended and deleted the file
        elif locked and _read(handle) != UNSAVED and _write(handle, BEGUN):
            outcome = Outcome.OURS
            return Claim(outcome, path, handle)
    except (OSError, ValueError):
        pass
    finally:
        if outcome is not Outcome.OURS:
            if handle >= 0:
                os.close(handle)
            _claimed.discard(path.name)
    return Claim(outcome)


def _is_locked(path: Path) -> bool:
    if path.name in _claimed:
        return True
    try:
        handle = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    except (OSError, ValueError):  # a confined process may only read it
        return path.exists() and not _is_stalled(path)
    try:
        return _lock(handle) is False and not _is_stalled(path)
    finally:
        os.close(handle)


def _is_stalled(path: Path) -> bool:
    try:
        return path.name not in _claimed and abs(time.time() - path.stat().st_mtime) > STALLED
    except OSError:
        return False


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
    """Lock a file; return False if another process has locked it, None if it cannot be locked."""
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
        # not `flock`: a forked process would hold it too
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    os.register_at_fork(after_in_child=_claimed.clear)
