"""The clocks of a table: the time that is left to each player."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from forthgame.play.messages import BadMessage, as_number

LONGEST = 24 * 3600.0  # seconds a side
LONGEST_STEP = 600.0  # seconds that a move adds
LEAST_THINK = 0.02  # seconds, with hardly any left on the clock
PARTS = 30  # moves for which an engine saves the time of its clock

Message = dict[str, Any]


class Clock:
    """Time a side with an increment, from the first ply on.

    Time that is used up ends no game by itself.
    What is kept of it has the times as they stood when the last ply was played, so nobody loses
    time by a server that is ended.
    """

    def __init__(self, base: float, increment: float, left: dict[str, float]) -> None:
        self.base, self.increment, self.left = base, increment, left
        self.running = ""
        self._since = 0.0

    @classmethod
    def begun(cls, base: float, increment: float, players: Iterable[str]) -> Clock:
        """A clock that shows the whole time."""
        return cls(base, increment, dict.fromkeys(players, base))

    @classmethod
    def from_document(cls, document: Any) -> Clock | None:
        """The clock in a table's file, None for a table without. Raises BadMessage, TypeError,
        AttributeError or KeyError for what is none."""
        if not document:
            return None
        base = _up_to(LONGEST, document["base"])
        increment = _up_to(LONGEST_STEP, document["increment"])
        left = {str(player): as_number(seconds) for player, seconds in document["left"].items()}
        return cls(base, increment, left)

    def document(self) -> Message:
        """The same for the table's file."""
        return {"base": self.base, "increment": self.increment, "left": self.left}

    def shown(self) -> Message:
        """The clock for the page, which counts on by itself."""
        left = {player: round(self.now(player), 2) for player in self.left}
        return {"base": self.base, "increment": self.increment, "left": left,
                "running": self.running}  # fmt: skip

    def now(self, player: str) -> float:
        """Seconds that are left to a player; below 0 where more was used."""
        used = time.monotonic() - self._since if player == self.running else 0.0
        return self.left.get(player, 0.0) - used

    def share(self, player: str, most: float) -> float:
        """Seconds that an engine thinks about its move: a part of what is left to it."""
        if player not in self.left:
            return most
        return min(most, max(LEAST_THINK, self.now(player) / PARTS + 0.8 * self.increment))

    def press(self, player: str, following: str, *, first: bool, ended: bool) -> None:
        """A ply has been played; the first one of a game costs nothing.

        ended  whether the turn is over; a partial move does not end it
        """
        self.stop()
        if ended and not first and player in self.left:
            self.left[player] += self.increment
        self.run(following)

    def run(self, player: str) -> None:
        """Let the time of a player run; nobody's for a player who has no clock."""
        self.stop()
        self.running = player if player in self.left else ""
        self._since = time.monotonic()

    def stop(self) -> None:
        """Let nobody's time run."""
        if self.running:
            self.left[self.running] = self.now(self.running)
        self.running = ""

    def copy(self) -> Clock:
        """Another clock that shows and runs the same."""
        found = Clock(self.base, self.increment, {p: self.now(p) for p in self.left})
        found.run(self.running)
        return found


def _up_to(most: float, value: Any) -> float:
    """Seconds from 0 to `most`, so that no sum of them is infinite. Raises BadMessage."""
    found = as_number(value)
    if not 0 <= found <= most:
        raise BadMessage(f"a clock with {found:g} s, where there may be {most:g}")
    return found
