"""A clock check called regularly while code is decoded and walked.

Python reads the code, and a script may have a million cells of it. Analyses of untrusted scripts
install a check that enforces a time limit; compiling runs without one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Look = Callable[[], None]
OFTEN = 1 << 12  # instructions between two checks


def _do_not_look() -> None:
    """Do nothing: no time limit is set."""


_look: ContextVar[Look] = ContextVar("_look", default=_do_not_look)


@contextmanager
def checking_time(look: Look) -> Iterator[None]:
    """Call `look` regularly while the body reads code; it may raise to stop the work."""
    token = _look.set(look)
    try:
        yield
    finally:
        _look.reset(token)


def time_check() -> Look:
    """Return the current clock check, which may raise."""
    return _look.get()
