"""Lines of an input that may never end, and may have no lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO


def next_line(stream: TextIO, longest: int) -> str:
    """The next line with its end; of one that is longer, the first so many characters.

    Nothing is kept of the rest. An empty text is the end of the stream.
    """
    line = part = stream.readline(longest)
    while part and not part.endswith("\n"):
        part = stream.readline(longest)
    return line


def lines_of(stream: TextIO, longest: int) -> Iterator[str]:
    """The lines of a stream without their ends; of longer ones, the first so many characters."""
    while line := next_line(stream, longest):
        yield line.removesuffix("\n")
