"""Ctrl-C during a search: it ends the search, wherever it comes, and not the program."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Interrupts:
    """What is done about Ctrl-C while a search runs.

    Code that keeps the books is not to be left in its middle: there it is only noted. While the
    machine runs, it is let in as a KeyboardInterrupt. In other threads than the main one, and where
    the program has a handler of its own, nothing changes.
    """

    def __init__(self) -> None:
        main = threading.current_thread() is threading.main_thread()
        self._ours = main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        self.noted = False
        self.told = False  # the search has said so in its result

    def _note(self, number: int, frame: object) -> None:
        self.noted = True

    @contextmanager
    def held(self) -> Iterator[None]:
        """Note Ctrl-C. Raises KeyboardInterrupt at the end if nobody has been told of it."""
        if not self._ours:
            yield
            return
        signal.signal(signal.SIGINT, self._note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if self.noted and not self.told:
            raise KeyboardInterrupt

    @contextmanager
    def let_in(self) -> Iterator[None]:
        """Raise KeyboardInterrupt when Ctrl-C comes, and at once if it has come."""
        if self.noted:
            raise KeyboardInterrupt
        if not self._ours:
            yield
            return
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            yield
        finally:
            signal.signal(signal.SIGINT, self._note)
