"""Handle SIGTERM and SIGHUP like Ctrl-C, so that files are saved."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any

from forthgame.base.interrupts import Handler

NUMBERS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class EndingSignal:
    """The signal that ended the work; 0 if none did."""

    def __init__(self) -> None:
        self.number = 0

    def end(self, number: int) -> None:
        """Raise KeyboardInterrupt once, so that cleaning up is not interrupted."""
        if not self.number:
            self.number = number
            raise KeyboardInterrupt


@contextmanager
def signals_as_interrupts() -> Iterator[EndingSignal]:
    """Raise KeyboardInterrupt on SIGTERM and SIGHUP in the body, for cleaning up.

    Afterwards the command exits with the signal's code, even if the body handled the interrupt.
    """
    ended = EndingSignal()
    before: dict[signal.Signals, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in NUMBERS:
            if signal.getsignal(number) is signal.SIG_DFL:  # ignored signals (nohup) stay ignored
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
        from forthgame.ui.terminal.tournament_display import say

        say(f"ended by {signal.Signals(ended.number).name}")
        raise SystemExit(128 + ended.number)


def ended_cleanly(work: Callable[..., None]) -> Callable[..., None]:
    """Decorate a command so that its temporary folders and processes end with it on any signal."""

    @wraps(work)
    def command(**options: Any) -> None:
        with signals_as_interrupts():
            work(**options)

    return command
