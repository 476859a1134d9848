"""Ctrl-C during a search: it ends the search, wherever it comes, and not the program."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from forthgame.vm.interrupts import RAISE, Handler, replaceable


class Interrupts:
    """What is done about Ctrl-C while a search runs.

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
