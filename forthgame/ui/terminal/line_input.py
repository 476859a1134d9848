"""Read bounded lines from untrusted input, and lines typed by a person."""

from __future__ import annotations

import getpass
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TextIO

from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.thread_start import start_thread
from forthgame.ui.terminal.escaping import echo, visible

AHEAD = 256  # lines read in advance
LONGEST = DEFAULT_LIMITS.position  # characters of a typed line, which may hold a position
LOOK = 1.0  # seconds between checks for Ctrl-C on platforms that do not interrupt waiting


def next_line(stream: TextIO, longest: int) -> str:
    """Return the next line with its end; of a longer one, the first `longest` characters.

    The rest of a long line is discarded. An empty text is the end of the stream.
    """
    line = part = stream.readline(longest)
    while part and not part.endswith("\n"):
        part = stream.readline(longest)
    return line


def lines_of(stream: TextIO, longest: int) -> Iterator[str]:
    """Yield lines without their ends, cut off after `longest` characters."""
    while line := next_line(stream, longest):
        yield line.removesuffix("\n")


class ReadAhead:
    """Lines of a stream, read ahead in a thread.

    The reader can react to a line while earlier ones are processed. Reading ends with the stream or
    with a line equal to `last`, ignoring blanks.
    """

    def __init__(self, stream: TextIO, longest: int, last: str) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue(AHEAD)
        self._stream, self._longest, self._last = stream, longest, last
        self._ended: float | None = None
        start_thread(threading.Thread(target=self._read, name="forthgame-reading", daemon=True))

    def _read(self) -> None:
        with suppress(OSError, ValueError):  # the stream was closed
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
        """Return whether the last line was read at least `seconds` ago."""
        return self._ended is not None and time.monotonic() - self._ended >= seconds


# -- typed lines ----------------------------------------------------------------------------------


def typed_line(prompt: str, hidden: bool = False) -> str | None:
    """Return the next line of standard input, stripped; None at its end.

    Hidden input is not echoed on a terminal. Ctrl-C raises KeyboardInterrupt. A line that is too
    long is returned as an empty text.
    """
    shown = visible(prompt)
    if not sys.stdin.isatty():
        return _piped_line(shown)
    try:
        return (getpass.getpass if hidden else input)(shown).strip()
    except EOFError:
        echo()
        return None
    except UnicodeDecodeError:
        return "\ufffd"  # undecodable input is not a move


def _piped_line(prompt: str) -> str | None:
    echo(prompt, nl=False)
    line = next_line(sys.stdin, LONGEST + 1)
    if not line:
        echo()
        return None
    if len(line.removesuffix("\n")) > LONGEST:
        echo(f"a line has at most {LONGEST} characters")
        return ""
    return line.strip()


def edit_lines(completions: Callable[[str], Iterable[str]]) -> None:
    if not sys.stdin.isatty():
        return
    with suppress(ImportError):
        import readline

        found: list[str] = []

        def complete(text: str, number: int) -> str | None:
            if number == 0:
                found[:] = [visible(one) for one in completions(text)]
            return found[number] if number < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims("")
        edits = "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
        readline.parse_and_bind(edits)
