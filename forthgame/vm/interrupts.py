"""Handlers of Ctrl-C that may stand in for each other.

Python calls the handler in the main thread, between two of its own instructions. Code that must not
be left in its middle puts a handler of its own in the place of the one that is there, and puts that
back afterwards. A handler that the program has set is never replaced.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import Any

_listener: Callable[[], None] | None = None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C that wants to see where native code was."""

    def left(self) -> None:
        """Native code has ended because of it, and has noted all calls that led there."""


class Handler:
    """A handler of this package: it does something, and may be replaced by another."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act

    def __call__(self, number: int, frame: object) -> None:
        """What Python calls."""
        if _listener is not None:
            _listener()
        self._act()


def _raise() -> None:
    raise KeyboardInterrupt


RAISE = Handler(_raise)


def listen(listener: Callable[[], None] | None) -> None:
    """Have something called whenever a handler of this package is."""
    global _listener
    _listener = listener


def replaceable() -> Any:
    """The handler of Ctrl-C, if it may be replaced for a while, else None.

    It may in the main thread, if it is one of ours or the one that Python has set.
    """
    if threading.current_thread() is not threading.main_thread():
        return None
    handler = signal.getsignal(signal.SIGINT)
    ours = handler is signal.default_int_handler or isinstance(handler, Handler)
    return handler if ours else None
