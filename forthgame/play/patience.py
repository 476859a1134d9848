"""How long an answer is waited for: by the processor time it takes, not by the clock.

A process that was stopped, a machine that slept, or one with too much to do makes an engine slow
that is not. So what counts is the processor time of the thread that runs the words; the clock is an
outer bound, at which nobody is blamed. A thread beside looks at both, and notices gaps: moments in
which the whole process did not run.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from forthgame.errors import TIME_LIMIT, ForthgameError, ScriptError

if TYPE_CHECKING:
    from forthgame.vm.machine import Processor

FACTOR, SLACK = 4.0, 30.0  # the outer bound: so many times the processor time, and seconds more
TICK = 0.02  # seconds between two looks
GAP = 2.0  # seconds between two looks from which on the process has not run
NEAR = 0.5  # share of the bound from which on an answer was near it
IDLE = 50  # looks at nothing after which the thread waits to be called


class NoAnswer(ForthgameError):
    """An entrant that has not answered in time."""


class Disturbed(ForthgameError):
    """The process did not get the time it needs, which is no entrant's fault."""


def outer_bound(seconds: float) -> float:
    """Seconds of the clock that are waited for an answer that may take so much processor time."""
    return FACTOR * seconds + SLACK


def _thread_clock() -> Callable[[], float]:
    """Processor time of this thread, to be read by another one; else of the process."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    number = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(number)


class _Watcher:
    """The thread that looks."""

    def __init__(self) -> None:
        self.gaps = 0
        self._watched: dict[int, Patience] = {}
        self._called = threading.Event()
        self._thread: threading.Thread | None = None

    def watch(self, patience: Patience) -> None:
        """Look at somebody's time from now on."""
        self._watched[id(patience)] = patience
        if not self._called.is_set():
            self._called.set()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._look, daemon=True, name="patience")
                self._thread.start()

    def forget(self, patience: Patience) -> None:
        """The answer has come."""
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
    """How often the process has not run for a while, since it was begun to be looked at."""
    return _watcher.gaps


class Patience:
    """Within it a machine's words are stopped when they have taken some processor time.

    Raises NoAnswer then, and Disturbed at the outer bound.
    """

    def __init__(self, processor: Processor, seconds: float) -> None:
        self._processor = processor
        self.seconds = seconds
        self._clock = _clock()
        self._began = self._until = 0.0
        self.late = False

    @property
    def used(self) -> float:
        """Seconds of processor time since it began."""
        return self._clock() - self._began

    def look(self) -> None:
        """Stop the words if it is time."""
        if self.used > self.seconds:
            self.late = True
            self._processor.deadline = 0.0

    def check(self) -> None:
        """Raise NoAnswer if more time has been used than there was."""
        if self.late or self.used > self.seconds:
            raise self._no_answer()

    def _no_answer(self) -> NoAnswer:
        return NoAnswer(f"no answer in {self.seconds:g} s")

    def __enter__(self) -> Patience:
        self._began = self._clock()
        self._until = time.monotonic() + outer_bound(self.seconds)
        self._processor.limit(seconds=outer_bound(self.seconds))
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
        if isinstance(error, ScriptError) and error.number == TIME_LIMIT:
            if self.late or self.used > self.seconds:
                raise self._no_answer() from None
            if time.monotonic() < self._until:
                return  # a limit of its own, which the engine was given
            raise Disturbed("the process has not got the processor time it needs") from None


_clocks = threading.local()


def _clock() -> Callable[[], float]:
    found: Callable[[], float] | None = getattr(_clocks, "clock", None)
    if found is None:
        found = _clocks.clock = _thread_clock()
    return found
