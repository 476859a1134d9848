"""Lines of an input that may never end, and may have no lines."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TextIO

from forthgame.vm.beginning import start_thread

AHEAD = 256  # lines that are read before somebody wants them
LOOK = 1.0  # seconds between two looks at Ctrl-C, where waiting does not see it


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


class ReadAhead:
    """The lines of a stream, read by a thread: the last one is seen while others are worked on.

    Reading ends with the stream, or with a line that is `last`, blanks apart.
    """

    def __init__(self, stream: TextIO, longest: int, last: str) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue(AHEAD)
        self._stream, self._longest, self._last = stream, longest, last
        self._ended: float | None = None
        start_thread(threading.Thread(target=self._read, name="forthgame-reading", daemon=True))

    def _read(self) -> None:
        with suppress(OSError, ValueError):  # it was closed
            for line in lines_of(self._stream, self._longest):
                last = line.strip() == self._last
                if last:
                    self._ended = time.monotonic()
                self._lines.put(line)
                if last:
                    break
        self._lines.put(None)

    def __iter__(self) -> Iterator[str]:
        while (line := self._next()) is not None:
            yield line

    def _next(self) -> str | None:
        while True:
            with suppress(queue.Empty):
                return self._lines.get(timeout=LOOK)

    def ended(self, seconds: float) -> bool:
        """Return whether the last line was read so many seconds ago, or earlier."""
        return self._ended is not None and time.monotonic() - self._ended >= seconds
