"""Lines from a pipe, or from a terminal without editing."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable

from forthgame.ui.incoming import next_line
from forthgame.ui.repl import session
from forthgame.ui.repl.reloading import Watch

Reader = Callable[[str], str | None]
PAUSE = 0.3  # seconds between two looks at the script's files


def plain_reader(watch: Watch | None = None) -> Reader:
    """Gives the next line of the standard input, None at its end; asks only at a terminal.

    Of a line that is longer than session.LONGEST, one character more.
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
    """Load the script again if it was saved; at a terminal until a line is there."""
    while True:
        if watch.changed():
            watch.reload()
        if not waits or sys.platform == "win32":
            return
        if select.select([sys.stdin], [], [], PAUSE)[0]:
            return
