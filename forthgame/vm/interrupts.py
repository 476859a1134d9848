"""Handlers of Ctrl-C that may stand in for each other.

Python calls the handler in the main thread, between two of its own instructions. Code that must not
be left in its middle puts a handler of its own in the place of the one that is there, and puts that
back afterwards. A handler that the program has set is never replaced.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Protocol

# what Python calls on its own, and whose exceptions it shows and drops: names, and files if any do
DROPPING = {
    "__del__": "",
    "remove": "weakref.py",
    "_remove": "_weakrefset.py",
    "cb": "importlib._bootstrap>",
}


class Listener(Protocol):
    """Who wants to know what becomes of Ctrl-C."""

    def seen(self) -> None:
        """A handler has been called: the program acts on it."""

    def again(self) -> None:
        """It came where an exception would be dropped: have the handler called once more, soon."""


_listener: Listener | None = None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C that wants to see where native code was."""

    def left(self) -> None:
        """Native code has ended because of it, and has noted all calls that led there."""


class Handler:
    """A handler of this package: it does something, and may be replaced by another."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """What Python calls."""
        if _listener is not None:
            if _is_dropped(frame):
                _listener.again()
                return
            _listener.seen()
        self._act()


def _is_dropped(frame: FrameType | None) -> bool:
    """Whether an exception that is raised there reaches nobody."""
    while frame is not None:
        code = frame.f_code
        where = DROPPING.get(code.co_name)
        if where is not None and code.co_filename.endswith(where):
            return True
        frame = frame.f_back
    return False


def _raise() -> None:
    raise KeyboardInterrupt


RAISE = Handler(_raise)


def listen(listener: Listener | None) -> None:
    """Tell somebody whenever a handler of this package is called."""
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


@contextmanager
def acting(act: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C does this within it, if its handler may be replaced."""
    outer = replaceable()
    try:
        if outer is not None:
            signal.signal(signal.SIGINT, Handler(act))
        yield
    finally:
        if outer is not None:
            signal.signal(signal.SIGINT, outer)


class Interrupts:
    """What is done about Ctrl-C while a search runs: it ends the search, and not the program.

    Code that keeps the books is not to be left in its middle: there it is only noted. While the
    machine runs, it is let in as a KeyboardInterrupt. A second one is raised wherever it comes. In
    other threads than the main one, and where the program has a handler of its own, nothing
    changes.
    """

    def __init__(self) -> None:
        self._outer = replaceable()
        self._noting = RAISE  # while it is held, a handler that knows of this object
        self.noted = False
        self.told = False  # the search has said so in its result

    def _note(self) -> None:
        if self.noted or self.told:
            raise KeyboardInterrupt
        self.noted = True

    @contextmanager
    def held(self) -> Iterator[None]:
        """Note Ctrl-C. Raises KeyboardInterrupt at the end if nobody has handled it."""
        if self._outer is None:
            yield
            return
        try:
            self._noting = Handler(self._note)
            signal.signal(signal.SIGINT, self._noting)
            yield
        finally:
            signal.signal(signal.SIGINT, self._outer)
            self._noting = RAISE  # no circle of references is left
        if self.noted and not self.told:
            raise KeyboardInterrupt

    @contextmanager
    def let_in(self) -> Iterator[None]:
        """Raise KeyboardInterrupt when Ctrl-C comes, and at once if it has come."""
        if self.noted:
            raise KeyboardInterrupt
        if self._outer is None:
            yield
            return
        try:
            signal.signal(signal.SIGINT, RAISE)
            yield
        finally:
            signal.signal(signal.SIGINT, self._noting)
