"""A look at the clock that decoding and walking through code take now and then.

Code is read by Python, and a script may have a million cells of it. Who reads a stranger's script
within a time says how to look; compiling does without, because nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Look = Callable[[], None]
OFTEN = 1 << 12  # instructions between two looks


def _do_not_look() -> None:
    """There is no hurry."""


_look: ContextVar[Look] = ContextVar("_look", default=_do_not_look)


@contextmanager
def looking(look: Look) -> Iterator[None]:
    """Let what is read in here look at the clock; `look` may raise to end it."""
    token = _look.set(look)
    try:
        yield
    finally:
        _look.reset(token)


def present_look() -> Look:
    """How to look at the clock now; the look may raise."""
    return _look.get()
