"""A thread that makes running native code call the host regularly.

Native code runs without the GIL. Every few milliseconds it is made to poll, so that Ctrl-C and time
limits take effect.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable
from itertools import count
from weakref import ref

from forthgame.base.thread_start import start_thread
from forthgame.machine.memory.processor import NativeCode

TICK = 0.008  # seconds between two polls
IDLE = 0.5  # seconds between two polls while no code is known to run


class Ticker:
    """Makes the native code of running processors poll regularly."""

    def __init__(self, active: Iterable[NativeCode] = ()) -> None:
        self.active: set[NativeCode] = set(active)
        self.awake = False  # whether known short calls are watched
        self._short: dict[int, ref[NativeCode]] = {}
        self._numbers = count()
        self._wanted = threading.Event()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self, tier: NativeCode) -> None:
        """Register a processor that enters native code."""
        self.active.add(tier)
        if self._thread is None:
            self._start()
        if not self._wanted.is_set():
            self._wanted.set()

    def watch(self, tier: NativeCode) -> None:
        """Register a processor that is about to begin a short call.

        A short call only stores its number in its machine, as nearly all of them end before the
        next tick. The thread reads these numbers.
        """
        if self.awake and tier.watched_by is self:
            return
        if tier.watched_by is not self:
            self._short[next(self._numbers)] = ref(tier)
            tier.watched_by = self
        self.awake = True
        if self._thread is None:
            self._start()
        self._wanted.set()

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                thread = threading.Thread(target=self._tick, daemon=True, name="forthgame-tick")
                try:
                    start_thread(thread)
                except BaseException:
                    self.awake = False  # so that the next call tries again
                    raise
                self._thread = thread

    def end(self, tier: NativeCode) -> None:
        self.active.discard(tier)

    def _tick(self) -> None:
        seen: dict[int, int] = {}
        while True:
            # a call that found this thread awake may begin when it no longer is: the next poll,
            # which comes after IDLE at the latest, sees it
            self._wanted.wait(IDLE)
            time.sleep(TICK)
            if self._ask(seen):
                self.awake = True
                self._wanted.set()
                continue
            self._wanted.clear()
            self.awake = False  # from here on a short call wakes this thread,
            if self.active or any(tier.short for _, tier in self._known()):
                self.awake = True  # and one that has begun before is found here
                self._wanted.set()

    def _known(self) -> list[tuple[int, NativeCode]]:
        """Return the living processors that have begun short calls, by number."""
        found = []
        for number, known in list(self._short.items()):
            tier = known()
            if tier is None:
                del self._short[number]
            else:
                found.append((number, tier))
        return found

    def _ask(self, seen: dict[int, int]) -> bool:
        """Make all running code poll; return False if none runs.

        A short call polls if it has been running since the previous tick. No reference to a
        processor is held between ticks.
        """
        running = list(self.active)
        for tier in running:
            tier.ask_to_poll()
        before = dict(seen)
        seen.clear()
        for number, tier in self._known():
            short = seen[number] = tier.short
            if short and before.get(number) == short:
                tier.ask_to_poll()
        return bool(running) or seen != before or any(seen.values())


current = Ticker()


def _after_fork() -> None:
    """Keep only the processors of the thread that has forked."""
    global current
    own = threading.get_ident()
    current = Ticker(tier for tier in list(current.active) if tier.thread == own)
    if current.active:
        current.begin(next(iter(current.active)))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
