"""Result of a search for a shortest solution, and its progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from forthgame.base.html_tables import table
from forthgame.base.thread_start import periodically

EVERY = 0.2  # seconds between two reports
METHODS = ("auto", "breadth", "both-ends", "ida")


def turns_text(number: int) -> str:
    return f"{number} turn" if number == 1 else f"{number} turns"


@dataclass(frozen=True)
class Progress:
    """Progress of a search: `depth` in turns, `positions` searched."""

    method: str
    depth: int
    positions: int
    seconds: float


@dataclass(frozen=True)
class Solution:
    """A shortest solution, or the partial result.

    solved     a solution was found
    moves      its moves as texts; several for a turn with partial moves
    length     its turns
    positions  positions searched
    seconds    duration
    method     successful method: breadth, both-ends or ida
    reason     a sentence: solved, no solution, or the limit that ended the search
    exhausted  the search is complete, so there is no solution
    warnings   sentences about promises that the script has broken
    """

    solved: bool
    moves: tuple[str, ...]
    length: int
    positions: int
    seconds: float
    method: str
    reason: str
    exhausted: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def positions_per_second(self) -> float:
        """Return the positions searched per second."""
        return self.positions / self.seconds if self.seconds else 0.0

    def __str__(self) -> str:
        return "\n".join([self.reason, *self.moves, *self.warnings])

    def _repr_html_(self) -> str:
        return table(self.reason, enumerate(self.moves, 1))

    def document(self) -> dict[str, Any]:
        """Return the solution for JSON: a dict of texts, numbers and lists."""
        return {
            "solved": self.solved, "length": self.length if self.solved else None,
            "moves": list(self.moves), "positions": self.positions, "seconds": self.seconds,
            "method": self.method, "reason": self.reason, "exhausted": self.exhausted,
            "warnings": list(self.warnings),
        }  # fmt: skip


ProgressReport = Callable[[Progress], None]


@contextmanager
def watched(
    report: ProgressReport | None, look: Callable[[], Progress], stop: Callable[[], None]
) -> Iterator[None]:
    """Call `report` with the result of `look` during the body, in a separate thread.

    An exception in `report` calls `stop` and is raised at the end.
    """
    if report is None:
        yield
        return
    raised: list[BaseException] = []

    def watch() -> None:
        if not raised:
            try:
                report(look())
            except BaseException as error:
                raised.append(error)
                stop()

    try:
        with periodically("forthgame-solve", EVERY, watch):
            yield
    finally:
        if raised:
            raise raised[0]


def seconds_since(started: float) -> float:
    """Return the seconds since a time of `time.monotonic`."""
    return time.monotonic() - started
