"""Handlers of Ctrl-C that can replace each other temporarily.

Python calls the handler in the main thread, between two instructions. Code that must not be
interrupted installs its own handler and restores the former one afterwards. A handler that the
program has set is never replaced.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Protocol

# functions in which handlers must not raise: names, and files if any. Python prints and drops their
# exceptions, and the lock of llvmlite would stay taken for ever
GUARDED = {
    "__del__": "",
    "remove": "weakref.py",
    "_remove": "_weakrefset.py",
    "cb": "importlib._bootstrap>",
    "__enter__": "ffi.py",
    "__exit__": "ffi.py",
}


class Listener(Protocol):
    def seen(self) -> None:
        """Handle the call of a handler: the program reacts to Ctrl-C."""

    def again(self) -> None:
        """Handle Ctrl-C in a guarded function: call the handler again soon."""


_listener: Listener | None = None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C that receives the position of native code."""

    def left(self) -> None:
        """Handle the end of native code, which has recorded all active calls."""


class Handler:
    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if _listener is not None:
            if is_guarded(frame):
                _listener.again()
                return
            _listener.seen()
        self._act()


def is_guarded(frame: FrameType | None) -> bool:
    """Return whether a handler must not raise in this frame."""
    while frame is not None:
        code = frame.f_code
        where = GUARDED.get(code.co_name)
        if where is not None and code.co_filename.endswith(where):
            return True
        frame = frame.f_back
    return False


def _raise() -> None:
    raise KeyboardInterrupt


RAISE = Handler(_raise)


def listen(listener: Listener | None) -> None:
    global _listener
    _listener = listener


def replaceable() -> Any:
    """Return the handler of Ctrl-C if it may be replaced temporarily, else None.

    It may be replaced in the main thread if it is Python's own or one of this package.
    """
    if threading.current_thread() is not threading.main_thread():
        return None
    handler = signal.getsignal(signal.SIGINT)
    ours = handler is signal.default_int_handler or isinstance(handler, Handler)
    return handler if ours else None


@contextmanager
def acting(act: Callable[[], None]) -> Iterator[None]:
    """Call `act` on Ctrl-C during the block, if the handler may be replaced."""
    outer = replaceable()
    try:
        if outer is not None:
            signal.signal(signal.SIGINT, Handler(act))
        yield
    finally:
        if outer is not None:
            signal.signal(signal.SIGINT, outer)


class Interrupts:
    """Ctrl-C during a search: it ends the search instead of the program.

    While results are updated, Ctrl-C is only recorded. While the machine runs, it raises
    KeyboardInterrupt. A second Ctrl-C raises at once. In other threads than the main one, and if
    the program has a handler of its own, nothing changes.
    """

    def __init__(self) -> None:
        self._outer = replaceable()
        self._noting = RAISE  # a handler that refers to this object during `held`
        self.noted = False
        self.told = False  # the search has reported the interruption in its result

    def _note(self) -> None:
        if self.noted or self.told:
            raise KeyboardInterrupt
        self.noted = True

    @contextmanager
    def held(self) -> Iterator[None]:
        """Record Ctrl-C. Raises KeyboardInterrupt at the end unless the search has reported it."""
        if self._outer is None:
            yield
            return
        try:
            self._noting = Handler(self._note)
            signal.signal(signal.SIGINT, self._noting)
            yield
        finally:
            signal.signal(signal.SIGINT, self._outer)
            self._noting = RAISE  # avoids a reference cycle
        if self.noted and not self.told:
            raise KeyboardInterrupt

    @contextmanager
    def let_in(self) -> Iterator[None]:
        """Raise KeyboardInterrupt on Ctrl-C, and at once if one has been recorded."""
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
