"""How long a script has worked on one turn: its list of moves, its end, the move that is made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

AT_REST, BEGUN = -1.0, 0.0  # instead of a time: nothing is asked, and nobody has looked yet


class TurnClock:
    """Notes when a short call was first seen to last, and says when it has lasted too long.

    A call that is done at once never looks at the clock: short ones set `since` themselves.

    limit  seconds, or None
    since  when the call that is running was first looked at
    """

    def __init__(self) -> None:
        self.limit: float | None = None
        self.since = AT_REST

    @contextmanager
    def running(self) -> Iterator[None]:
        """What is run inside belongs to a turn."""
        before, self.since = self.since, BEGUN
        try:
            yield
        finally:
            self.since = before

    def late(self) -> bool:
        """Whether the call that is running has had its time."""
        if self.since == AT_REST or self.limit is None:
            return False
        now = monotonic()
        if self.since == BEGUN:
            self.since = now
        return now - self.since > self.limit

    @property
    def told(self) -> str:
        """What has happened, for an error."""
        return (
            f"the script has worked on this turn for {self.limit:g} s, and no end is in sight; "
            "the limit `turn` allows more"
        )
