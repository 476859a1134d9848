"""Reports how far a search is, while the machine works."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from forthgame.game.solving.solution import Progress, Report

EVERY = 0.2  # seconds


@contextmanager
def watched(report: Report | None, look: Callable[[], Progress]) -> Iterator[None]:
    """Call `report` with what `look` gives, from a thread of its own, until the block ends."""
    if report is None:
        yield
        return
    done = threading.Event()

    def watch() -> None:
        while not done.wait(EVERY):
            report(look())

    thread = threading.Thread(target=watch, name="forthgame-solve", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def seconds_since(started: float) -> float:
    """Seconds gone by on the clock that `time.monotonic` reads."""
    return time.monotonic() - started
