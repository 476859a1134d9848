"""How a command is ended from outside: SIGTERM and SIGHUP as Ctrl-C, with what was saved."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any

from forthgame.vm.interrupts import Handler

NUMBERS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Ended:
    """Which signal has ended the work; 0 as long as none has."""

    def __init__(self) -> None:
        self.number = 0

    def end(self, number: int) -> None:
        """Raise KeyboardInterrupt, once: what is being cleaned up is not to be ended too."""
        if not self.number:
            self.number = number
            raise KeyboardInterrupt


@contextmanager
def endings() -> Iterator[Ended]:
    """Within it SIGTERM and SIGHUP raise KeyboardInterrupt, so that nothing is left behind.

    Then the command ends with the signal's code, also where the work took it for Ctrl-C and came to
    an end of its own.
    """
    ended = Ended()
    before: dict[signal.Signals, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in NUMBERS:
            if signal.getsignal(number) is signal.SIG_DFL:  # one that is ignored (nohup) stays so
                before[number] = signal.signal(number, Handler(partial(ended.end, number)))
    try:
        yield ended
    except KeyboardInterrupt:
        if not ended.number:
            raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if ended.number:
        from forthgame.ui.live import say

        say(f"ended by {signal.Signals(ended.number).name}")
        raise SystemExit(128 + ended.number)


def ended_cleanly(work: Callable[..., None]) -> Callable[..., None]:
    """A command whose temporary folders and processes end with it, whatever signal ends it."""

    @wraps(work)
    def command(**options: Any) -> None:
        with endings():
            work(**options)

    return command
