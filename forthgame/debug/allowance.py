"""The processor time that one answer may spend on watching words step by step, which is slow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time

_left: ContextVar[list[float] | None] = ContextVar("_left", default=None)


@contextmanager
def allowed(seconds: float) -> Iterator[None]:
    """Let everything that is watched inside take so many seconds together.

    Within another answer its time goes on.
    """
    if _left.get() is not None:
        yield
        return
    token = _left.set([seconds])
    try:
        yield
    finally:
        _left.reset(token)


class Stretch:
    """A stretch of watching: begins now, and takes its time from what is allowed."""

    def __init__(self) -> None:
        self._left = _left.get()
        self._since = thread_time()

    def spent(self) -> bool:
        """Take the time since the last look from what is allowed; whether nothing is left."""
        if self._left is None:
            return False
        now = thread_time()
        self._left[0] -= now - self._since
        self._since = now
        return self._left[0] <= 0
