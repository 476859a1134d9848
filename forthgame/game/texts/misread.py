"""The error of a known text, with the place in it that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from forthgame.game.position import PositionError


class Misread(PositionError):
    """A part of a text that cannot be read: why, and how many characters of the part are before."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.message, self.offset = message, offset


@contextmanager
def behind(start: int) -> Iterator[None]:
    """Read a part that begins so many characters behind the beginning of the whole."""
    try:
        yield
    except Misread as error:
        raise Misread(error.message, error.offset + start) from None
