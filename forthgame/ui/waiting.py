"""A line on the terminal when a command that is done waits for the compiler: it seems to hang."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import TextIO

from forthgame.vm import jobs

PATIENCE = 1.0  # seconds of waiting before the line
LOOK = 0.2  # seconds between two looks
ENDING = "forthgame: the process ends when the compiler has finished what it is doing\n"


def watch(screen: TextIO) -> bool:
    """Watch from a thread how long the process takes to end; return whether: at a terminal."""
    if not screen.isatty():
        return False
    threading.Thread(target=look, args=(screen,), daemon=True, name="forthgame-waiting").start()
    return True


def look(screen: TextIO, patience: float = PATIENCE) -> None:
    """Write a line when the main thread has ended, and the compiler is at work for so long."""
    while threading.main_thread().is_alive():
        time.sleep(LOOK)
    ended = time.monotonic()
    while time.monotonic() - ended <= patience or not jobs.busy():
        time.sleep(min(LOOK, patience / 2))
    with suppress(OSError, ValueError):  # nobody looks any more
        screen.write(ENDING)
        screen.flush()
