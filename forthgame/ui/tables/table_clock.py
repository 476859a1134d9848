"""Clocks of a table."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from forthgame.play.processes.messages import BadMessage, as_number

LONGEST = 24 * 3600.0  # seconds for each side
LONGEST_STEP = 600.0  # seconds added by a move
LEAST_THINK = 0.02  # seconds of thinking when the clock is nearly empty
PARTS = 30  # moves among which an engine divides its time

Message = dict[str, Any]


class TableClock:
    """Time for each side with an increment, from the first ply on.

    Running out of time does not end a game by itself. The saved clock has the times at the last
    ply, so that a server shutdown costs no player any time.
    """

    def __init__(self, base: float, increment: float, left: dict[str, float]) -> None:
        self.base, self.increment, self.left = base, increment, left
        self.running = ""
        self._since = 0.0

    @classmethod
    def begun(cls, base: float, increment: float, players: Iterable[str]) -> TableClock:
        return cls(base, increment, dict.fromkeys(players, base))

    @classmethod
    def from_document(cls, document: Any) -> TableClock | None:
        """Read the clock of a table's file; None if the table has none.

        Raises BadMessage, TypeError, AttributeError or KeyError for an invalid clock.
        """
        if not document:
            return None
        base = _bounded_seconds(LONGEST, document["base"])
        increment = _bounded_seconds(LONGEST_STEP, document["increment"])
        left = {str(player): as_number(seconds) for player, seconds in document["left"].items()}
        return cls(base, increment, left)

    def document(self) -> Message:
        return {"base": self.base, "increment": self.increment, "left": self.left}

    def shown(self) -> Message:
        """Return the clock for the page, which advances it by itself."""
        left = {player: round(self.now(player), 2) for player in self.left}
        return {
            "base": self.base,
            "increment": self.increment,
            "left": left,
            "running": self.running,
        }

    def now(self, player: str) -> float:
        """Return the remaining seconds of a player, negative if exceeded."""
        used = time.monotonic() - self._since if player == self.running else 0.0
        return self.left.get(player, 0.0) - used

    def share(self, player: str, most: float) -> float:
        """Return the seconds that an engine may use for its move."""
        if player not in self.left:
            return most
        return min(most, max(LEAST_THINK, self.now(player) / PARTS + 0.8 * self.increment))

    def press(self, player: str, following: str, *, first: bool, ended: bool) -> None:
        """Switch the clock after a ply; the first ply of a game costs nothing.

        `ended` is False for partial moves, which do not end the turn.
        """
        self.stop()
        if ended and not first and player in self.left:
            self.left[player] += self.increment
        self.run(following)

    def run(self, player: str) -> None:
        self.stop()
        self.running = player if player in self.left else ""
        self._since = time.monotonic()

    def stop(self) -> None:
        if self.running:
            self.left[self.running] = self.now(self.running)
        self.running = ""

    def copy(self) -> TableClock:
        found = TableClock(self.base, self.increment, {p: self.now(p) for p in self.left})
        found.run(self.running)
        return found


def _bounded_seconds(most: float, value: Any) -> float:
    """Return seconds from 0 to `most`, so that sums stay finite. Raises BadMessage."""
    found = as_number(value)
    if not 0 <= found <= most:
        raise BadMessage(f"a clock with {found:g} s, where there may be {most:g}")
    return found
