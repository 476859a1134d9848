"""Explain on the terminal why a finished command waits for the compiler."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import TextIO

from forthgame.vm import jobs

PATIENCE = 1.0  # seconds before the line
LOOK = 0.2  # seconds between checks
ENDING = "forthgame: the process ends when the compiler has finished what it is doing\n"


def watch(screen: TextIO) -> bool:
    """Start `look` in a thread if the screen is a terminal; return whether it was started."""
    if not screen.isatty():
        return False
    threading.Thread(target=look, args=(screen,), daemon=True, name="forthgame-waiting").start()
    return True


def look(screen: TextIO, patience: float = PATIENCE) -> None:
    """Write a line if the compiler is busy for `patience` seconds after the main thread ended."""
    while threading.main_thread().is_alive():
        time.sleep(LOOK)
    ended = time.monotonic()
    while time.monotonic() - ended <= patience or not jobs.busy():
        time.sleep(min(LOOK, patience / 2))
    with suppress(OSError, ValueError):  # the terminal may be gone
        screen.write(ENDING)
        screen.flush()
