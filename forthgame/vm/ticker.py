"""A thread that makes running native code ask the host from time to time.

Native code runs without Python's lock. It is asked to look up every few milliseconds, so that
Ctrl-C and time limits are seen.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable
from typing import Protocol

TICK = 0.008


class Ticked(Protocol):
    """What runs native code."""

    thread: int

    def ask_to_poll(self) -> None:
        """From another thread: native code shall ask the host soon."""


class Ticker:
    """Makes the native code of running processors look up from time to time."""

    def __init__(self, active: Iterable[Ticked] = ()) -> None:
        self.active: set[Ticked] = set(active)
        self._wanted = threading.Event()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self, tier: Ticked) -> None:
        """A processor enters native code."""
        self.active.add(tier)
        if self._thread is None:
            self._start()
        if not self._wanted.is_set():
            self._wanted.set()

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                thread = threading.Thread(target=self._tick, daemon=True, name="forthgame-tick")
                thread.start()
                self._thread = thread

    def end(self, tier: Ticked) -> None:
        """It has left it."""
        self.active.discard(tier)

    def _tick(self) -> None:
        while True:
            self._wanted.wait()
            time.sleep(TICK)
            if not self._ask():
                self._wanted.clear()
                if self.active:
                    self._wanted.set()

    def _ask(self) -> bool:
        """Ask all that run; False if none does. No processor is held from one tick to the next."""
        running = list(self.active)
        for tier in running:
            tier.ask_to_poll()
        return bool(running)


_ticker = Ticker()


def begin(tier: Ticked) -> None:
    """A processor enters native code."""
    _ticker.begin(tier)


def end(tier: Ticked) -> None:
    """It has left it."""
    _ticker.end(tier)


def _after_fork() -> None:
    """Only the thread that has forked is here: what it runs goes on, and nothing else is run."""
    global _ticker
    own = threading.get_ident()
    _ticker = Ticker(tier for tier in list(_ticker.active) if tier.thread == own)
    if _ticker.active:
        _ticker.begin(next(iter(_ticker.active)))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
