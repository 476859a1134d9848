"""Lines from a pipe, or from a terminal without editing."""

from __future__ import annotations

import sys
from collections.abc import Callable


def plain_reader() -> Callable[[str], str | None]:
    """Gives the next line of the standard input, None at its end; asks only at a terminal."""
    asks = sys.stdin.isatty()

    def read(prompt: str) -> str | None:
        if asks:
            sys.stdout.write(prompt)
            sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            if asks:
                sys.stdout.write("\n")
            return None
        return line.rstrip("\n")

    return read
