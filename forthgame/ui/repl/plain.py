"""Read lines from a pipe, or from a terminal without editing."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable

from forthgame.ui.incoming import next_line
from forthgame.ui.repl import session
from forthgame.ui.repl.reloading import Watch

Reader = Callable[[str], str | None]
PAUSE = 0.3  # seconds between checks of the script's files


def plain_reader(watch: Watch | None = None) -> Reader:
    """Return a reader for standard input, with a prompt on a terminal.

    The reader returns None at the end, and at most LONGEST + 1 characters of a line.
    """
    asks = sys.stdin.isatty()

    def read(prompt: str) -> str | None:
        if asks:
            sys.stdout.write(prompt)
            sys.stdout.flush()
        if watch is not None:
            _look_out(watch, asks)
        line = next_line(sys.stdin, session.LONGEST + 1)
        if not line:
            if asks:
                sys.stdout.write("\n")
            return None
        return line.rstrip("\n")

    return read


def _look_out(watch: Watch, waits: bool) -> None:
    """Reload the script if it was saved; on a terminal, until a line is available."""
    while True:
        if watch.changed():
            watch.reload()
        if not waits or sys.platform == "win32":
            return
        if select.select([sys.stdin], [], [], PAUSE)[0]:
            return
