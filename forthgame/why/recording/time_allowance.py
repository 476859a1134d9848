"""A limit on the processor time that one answer spends on watching words step by step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time

_left: ContextVar[list[float] | None] = ContextVar("_left", default=None)


@contextmanager
def allowed(seconds: float) -> Iterator[None]:
    """Limit the watching done in the body to the given processor time, in seconds.

    A limit that is already in force stays: nested calls share the time of the outermost one.
    """
    if _left.get() is not None:
        yield
        return
    token = _left.set([seconds])
    try:
        yield
    finally:
        _left.reset(token)


class TimedPeriod:
    """A period of watching that starts when it is created and uses up the allowed time."""

    def __init__(self) -> None:
        self._left = _left.get()
        self._since = thread_time()

    def spent(self) -> bool:
        """Subtract the time since the last call; return whether the allowed time is used up."""
        if self._left is None:
            return False
        now = thread_time()
        self._left[0] -= now - self._since
        self._since = now
        return self._left[0] <= 0
