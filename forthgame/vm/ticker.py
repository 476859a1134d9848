"""A thread that makes running native code ask the host from time to time.

Native code runs without Python's lock. It is asked to look up every few milliseconds, so that
Ctrl-C and time limits are seen.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING
from weakref import ref

from forthgame.vm.beginning import start_thread

if TYPE_CHECKING:
    from forthgame.vm.tier import NativeTier

TICK = 0.008  # seconds between two looks
IDLE = 0.5  # the same while nobody is known to run


class Ticker:
    """Makes the native code of running processors look up from time to time."""

    def __init__(self, active: Iterable[NativeTier] = ()) -> None:
        self.active: set[NativeTier] = set(active)
        self.awake = False  # whether short calls are watched, of those that are known
        self._short: dict[int, ref[NativeTier]] = {}
        self._numbers = count()
        self._wanted = threading.Event()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self, tier: NativeTier) -> None:
        """A processor enters native code."""
        self.active.add(tier)
        if self._thread is None:
            self._start()
        if not self._wanted.is_set():
            self._wanted.set()

    def watch(self, tier: NativeTier) -> None:
        """A processor is about to begin a short call.

        A short call has its number in its machine; nobody else is told: it ends, nearly
        always, before anything could be done about it. The thread looks at those it knows.
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
                    self.awake = False  # so the next call tries again
                    raise
                self._thread = thread

    def end(self, tier: NativeTier) -> None:
        """It has left it."""
        self.active.discard(tier)

    def _tick(self) -> None:
        seen: dict[int, int] = {}
        while True:
            # a call that has found this thread awake may begin when it no longer is: it is seen
            # at the next look, which comes even if nobody asks for it
            self._wanted.wait(IDLE)
            time.sleep(TICK)
            if self._ask(seen):
                self.awake = True
                self._wanted.set()
                continue
            self._wanted.clear()
            self.awake = False  # from here on a short call wakes this thread,
            if self.active or any(tier.short for _, tier in self._known()):
                self.awake = True  # and one that has begun before is seen here
                self._wanted.set()

    def _known(self) -> list[tuple[int, NativeTier]]:
        """Processors that have begun short calls, by number, as far as they are still there."""
        found = []
        for number, known in list(self._short.items()):
            tier = known()
            if tier is None:
                del self._short[number]
            else:
                found.append((number, tier))
        return found

    def _ask(self, seen: dict[int, int]) -> bool:
        """Ask all that run; False if none does. No processor is held from one tick to the next.

        A short call is asked when it runs since the tick before.
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
    """Only the thread that has forked is here: what it runs goes on, and nothing else is run."""
    global current
    own = threading.get_ident()
    current = Ticker(tier for tier in list(current.active) if tier.thread == own)
    if current.active:
        current.begin(next(iter(current.active)))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
