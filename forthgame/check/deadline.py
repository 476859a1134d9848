"""How long a check may take."""

from __future__ import annotations

import time

from forthgame.errors import ForthgameError


class TooLong(ForthgameError):
    """Checking a script has taken longer than it may."""


class Deadline:
    """The end of a check; `seconds` is what it may take, None for any time.

    The loops of the checks call `look`, since a script can make any of them long. Where even a call
    counts they do so only if there is a limit.
    """

    def __init__(self) -> None:
        self.seconds: float | None = None
        self._end = 0.0

    def begin(self, seconds: float | None) -> None:
        """Allow so many seconds from now on."""
        self.seconds = seconds
        self._end = time.monotonic() + (seconds or 0.0)

    def look(self) -> None:
        """Raise TooLong if the time is over."""
        if self.seconds is not None and time.monotonic() > self._end:
            raise TooLong(f"the check took longer than its limit of {self.seconds:g} s")
