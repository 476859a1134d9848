"""Limit the time for an answer by processor time rather than the clock.

A stopped process, a suspended machine or a high load would make a fast engine look slow. So the
processor time of the thread that runs the words counts; the clock is an outer bound, at which no
entrant is at fault. A watching thread checks both and detects gaps, in which the whole process did
not run.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from forthgame.base.errors import TIME_LIMIT, ForthgameError, ScriptError
from forthgame.machine.memory.call_restrictions import Stop

if TYPE_CHECKING:
    from forthgame.machine.memory.processor import Processor

FACTOR, SLACK = 4.0, 30.0  # the outer bound: a multiple of the processor time, plus seconds
TICK = 0.02  # seconds between two checks
GAP = 2.0  # seconds between two checks that count as a gap
NEAR = 0.5  # share of the bound from which an answer is near it
IDLE = 50  # checks without work after which the thread sleeps


class NoAnswer(ForthgameError):
    """An entrant has not answered in time."""


class Disturbed(ForthgameError):
    """The process got too little processor time, which is no entrant's fault."""


def outer_bound(seconds: float) -> float:
    """Return the seconds of the clock allowed for an answer, given its processor time."""
    return FACTOR * seconds + SLACK


class _Watcher:
    """The thread that checks running answers."""

    def __init__(self) -> None:
        self.gaps = 0
        self._watched: dict[int, Patience] = {}
        self._called = threading.Event()
        self._thread: threading.Thread | None = None

    def watch(self, patience: Patience) -> None:
        self._watched[id(patience)] = patience
        if not self._called.is_set():
            self._called.set()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._look, daemon=True, name="patience")
                self._thread.start()

    def forget(self, patience: Patience) -> None:
        self._watched.pop(id(patience), None)

    def _look(self) -> None:
        idle, before = 0, time.monotonic()
        while True:
            time.sleep(TICK)
            now = time.monotonic()
            self.gaps += now - before > GAP
            before = now
            watched = list(self._watched.values())
            idle = 0 if watched else idle + 1
            for patience in watched:
                patience.look()
            if idle > IDLE:
                self._called.clear()
                if not self._watched:
                    self._called.wait()
                idle, before = 0, time.monotonic()


_watcher = _Watcher()


def gaps() -> int:
    """Return how often the process was found not to have run for a while."""
    return _watcher.gaps


class Patience:
    """A context in which a machine's words are stopped after some processor time.

    Raises NoAnswer then, and Disturbed at the outer bound.
    """

    def __init__(self, processor: Processor, seconds: float) -> None:
        self._processor = processor
        self.seconds = seconds
        self._clock = _clock()
        self._began = self._until = 0.0
        self._over = threading.Event()
        self._stop_before: Stop | None = None

    @property
    def late(self) -> bool:
        return self._over.is_set()

    @property
    def used(self) -> float:
        """Seconds of processor time since the start."""
        return self._clock() - self._began

    def look(self) -> None:
        if self.used > self.seconds:
            self._over.set()

    def check(self) -> None:
        """Raise NoAnswer if the time is up."""
        if self.late or self.used > self.seconds:
            raise self._no_answer()

    def _no_answer(self) -> NoAnswer:
        return NoAnswer(f"no answer in {self.seconds:g} s")

    def __enter__(self) -> Patience:
        self._began = self._clock()
        self._until = time.monotonic() + outer_bound(self.seconds)
        self._processor.limit(seconds=outer_bound(self.seconds))
        self._stop_before, self._processor.stop = self._processor.stop, self._over
        _watcher.watch(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: object,
    ) -> None:
        _watcher.forget(self)
        self._processor.limit()
        self._processor.stop = self._stop_before
        if isinstance(error, ScriptError) and error.number == TIME_LIMIT:
            if self.late or self.used > self.seconds:
                raise self._no_answer() from None
            if time.monotonic() < self._until:
                return  # the engine's own limit of time
            raise Disturbed("the process does not get the processor time that it needs") from None


def _clock() -> Callable[[], float]:
    """Return a clock of this thread's processor time (or the process's) for any thread."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    return partial(time.clock_gettime, time.pthread_getcpuclockid(threading.get_ident()))
