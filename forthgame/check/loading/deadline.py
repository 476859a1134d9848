"""The time limit of a check."""

from __future__ import annotations

import time

from forthgame.base.errors import ForthgameError


class TooLong(ForthgameError):
    """Raised when checking a script exceeds the time limit."""


class Deadline:
    """The time limit of a check in seconds; None means no limit.

    The loops of all checks call `look`, because a script can make any of them long. Hot loops call
    it only if there is a limit.
    """

    def __init__(self) -> None:
        self.seconds: float | None = None
        self._end = 0.0

    def begin(self, seconds: float | None) -> None:
        """Start the period in which the check must finish."""
        self.seconds = seconds
        self._end = time.monotonic() + (seconds or 0.0)

    def look(self) -> None:
        """Raise TooLong if the time is over."""
        if self.seconds is not None and time.monotonic() > self._end:
            raise TooLong(f"the check took longer than its limit of {self.seconds:g} s")
