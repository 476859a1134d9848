"""How a tournament is ended from outside: SIGTERM and SIGHUP as Ctrl-C, with what was saved."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

NAMES = ("SIGTERM", "SIGHUP")


class Ended:
    """Which signal has ended the work; 0 as long as none has."""

    def __init__(self) -> None:
        self.number = 0

    def end(self, number: int, frame: FrameType | None) -> None:
        """Raise KeyboardInterrupt, once: what is being cleaned up is not to be ended too."""
        if not self.number:
            self.number = number
            raise KeyboardInterrupt


@contextmanager
def endings() -> Iterator[Ended]:
    """Within it SIGTERM and SIGHUP raise KeyboardInterrupt."""
    ended = Ended()
    before: dict[signal.Signals, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for name in NAMES:
            number = getattr(signal, name, None)
            # one that is ignored (nohup) stays so
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, ended.end)
    try:
        yield ended
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
