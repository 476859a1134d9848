"""A line on the terminal when a command waits for the compiler: it would seem to hang."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import TextIO

from forthgame.vm import jobs

PATIENCE = 1.0  # seconds of waiting before the line
LOOK = 0.2  # seconds between two looks
WAITING = "forthgame: waiting for machine code that is being compiled\n"
ENDING = "forthgame: the process ends when the compiler has finished what it is doing\n"


def watch(screen: TextIO) -> bool:
    """Watch from a thread whether the main thread waits; give whether it does: at a terminal."""
    if not screen.isatty():
        return False
    threading.Thread(target=look, args=(screen,), daemon=True, name="forthgame-waiting").start()
    return True


def look(screen: TextIO, patience: float = PATIENCE) -> None:
    """Write a line whenever the main thread has waited so long; returns when the process ends."""
    since: float | None = None
    written = False
    while not written or threading.main_thread().is_alive():
        time.sleep(min(LOOK, patience / 2))
        ending = not threading.main_thread().is_alive()
        if not (jobs.busy() if ending else waiting()):
            since, written = None, False
            continue
        since = time.monotonic() if since is None else since
        if not written and time.monotonic() - since > patience:
            written = True
            with suppress(OSError, ValueError):  # nobody looks any more
                screen.write(ENDING if ending else WAITING)
                screen.flush()


def waiting() -> bool:
    """Whether the main thread waits for a job that does not report how far it is."""
    main = threading.main_thread()
    return any(main in job._waiting and job._told is None for job in list(jobs._running))
