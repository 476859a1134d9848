"""Claims on work that one process does for all that share the cache: files with a heartbeat.

A claim is a file in the cache folder that names its holder, who writes to it every second. It is
free again when the holder releases it, has ended, or has not written for a while. Two processes
that take over a claim at the same moment may both hold it for a second: the one whose file is gone
sees that at its next beat. So claims save work, and nothing may depend on them for being right.
"""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from forthgame.vm import cache

BEAT = 1.0  # seconds between two signs of life
STALLED = 15.0  # seconds after which a holder that gives none is replaced
LARGEST = 4096  # bytes of a claim that are read
PREFIX = "claim-"


def _place(name: str) -> Path | None:
    """The file of a claim, in the folder that all processes share."""
    shared = cache.shared()
    return shared[-1] / f"{PREFIX}{name}" if shared else None


def _host() -> str:
    return os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")


def _holder(path: Path) -> tuple[dict[str, object], float] | None:
    """Return what a claim says of its holder and its last sign of life; None if there is none."""
    try:
        with path.open("rb") as file:
            found = file.read(LARGEST)
            beaten = os.fstat(file.fileno()).st_mtime
    except OSError:
        return None
    try:
        said = json.loads(found)
    except ValueError:  # not written yet, or damaged
        said = {}
    return (said if isinstance(said, dict) else {}), beaten


def _lives(said: dict[str, object], beaten: float) -> bool:
    """Return whether the holder of a claim is at work, as far as can be seen from here."""
    if abs(time.time() - beaten) > STALLED:
        return False
    number = said.get("process")
    if os.name != "posix" or said.get("host") != _host() or not isinstance(number, int):
        return True
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # a confined process may not ask
        return True
    return True


def is_claimed(name: str) -> bool:
    """Return whether a process that is at work holds a claim."""
    path = _place(name)
    found = None if path is None else _holder(path)
    return found is not None and _lives(*found)


class Claim:
    """A claim that this process holds. Call `beat` at least every few seconds."""

    def __init__(self, path: Path, handle: int, identity: tuple[int, int], length: int) -> None:
        self._path, self._handle, self._identity = path, handle, identity
        self._length = length  # of its text, after which each beat writes the same byte

    @classmethod
    def take(cls, name: str, token: str = "") -> Claim | None:
        """Take a claim; None if another process holds it, or the cache cannot be written.

        A holder that has stalled is replaced. It is killed if its command line has the token that
        it gave: then it is that process, and no other one with its number.
        """
        path = _place(name)
        if path is None:
            return None
        found = _holder(path)
        if found is not None:
            if _lives(*found):
                return None
            _end(found[0])
            with suppress(OSError):
                path.unlink()
        said = {"process": os.getpid(), "host": _host(), "token": token}
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError:
            return None
        about = os.fstat(handle)
        text = json.dumps(said).encode()
        claim = cls(path, handle, (about.st_dev, about.st_ino), len(text))
        try:
            os.write(handle, text)
        except OSError:  # the disk is full
            claim.release()
            return None
        return claim

    @property
    def held(self) -> bool:
        """Whether the claim is still this process's."""
        try:
            about = self._path.stat()
        except OSError:
            return False
        return (about.st_dev, about.st_ino) == self._identity

    def beat(self) -> bool:
        """Give a sign of life; return whether the claim is still held."""
        with suppress(OSError):
            os.lseek(self._handle, self._length, os.SEEK_SET)
            os.write(self._handle, b"\n")
        return self.held

    def release(self) -> None:
        """Give the claim up."""
        if self.held:
            with suppress(OSError):
                self._path.unlink()
        with suppress(OSError):
            os.close(self._handle)

    @contextmanager
    def beating(self) -> Iterator[None]:
        """Beat in a thread as long as the body runs; end the process when the claim is lost."""
        over = threading.Event()

        def beat() -> None:
            while not over.wait(BEAT):
                if not self.beat():
                    os._exit(1)

        thread = threading.Thread(target=beat, name="forthgame-claim", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def _end(said: dict[str, object]) -> None:
    """Kill a holder that has stalled, if it is certain that it is the process that is named."""
    number, token = said.get("process"), said.get("token")
    if not isinstance(number, int) or not isinstance(token, str) or len(token) < 8:
        return
    with suppress(OSError, OverflowError):
        if said.get("host") == _host() and token.encode() in _command(number):
            os.kill(number, signal.SIGKILL)


def _command(number: int) -> bytes:
    return Path(f"/proc/{number}/cmdline").read_bytes()
