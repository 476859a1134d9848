"""Reports how far a search is, while the machine works."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from forthgame.game.solving.solution import Progress, Report

EVERY = 0.2  # seconds


@contextmanager
def watched(
    report: Report | None, look: Callable[[], Progress], stop: Callable[[], None]
) -> Iterator[None]:
    """Call `report` with what `look` gives, from a thread of its own, until the block ends.

    What it raises stops the block, and is raised in its place.
    """
    if report is None:
        yield
        return
    done = threading.Event()
    raised: list[BaseException] = []

    def watch() -> None:
        try:
            while not done.wait(EVERY):
                report(look())
        except BaseException as error:
            raised.append(error)
            stop()

    thread = threading.Thread(target=watch, name="forthgame-solve", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        if raised:
            raise raised[0]


def seconds_since(started: float) -> float:
    """Seconds gone by on the clock that `time.monotonic` reads."""
    return time.monotonic() - started
