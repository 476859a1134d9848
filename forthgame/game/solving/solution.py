"""What a search for a shortest solution gives, and how far it is while the machine works."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from forthgame.game.html import table
from forthgame.vm.beginning import repeating

EVERY = 0.2  # seconds between two reports
METHODS = ("auto", "breadth", "both-ends", "ida")


def turns_text(number: int) -> str:
    """A number of turns in words."""
    return f"{number} turn" if number == 1 else f"{number} turns"


@dataclass(frozen=True)
class Progress:
    """How far a search is: `depth` turns, `positions` looked at."""

    method: str
    depth: int
    positions: int
    seconds: float


@dataclass(frozen=True)
class Solution:
    """A shortest solution, or what is known instead.

    solved     whether there is one here
    moves      its moves as texts; a turn of several parts has several
    length     its turns
    positions  positions looked at
    seconds    how long it took
    method     how it was found: breadth, both-ends or ida
    reason     a sentence: solved, no solution, or which limit ended the search
    exhausted  whether the search has seen everything, so that there is no solution
    warnings   sentences about what the script has promised and does not keep
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
        """Positions looked at in a second."""
        return self.positions / self.seconds if self.seconds else 0.0

    def __str__(self) -> str:
        return "\n".join([self.reason, *self.moves, *self.warnings])

    def _repr_html_(self) -> str:
        return table(self.reason, enumerate(self.moves, 1))

    def document(self) -> dict[str, Any]:
        """The solution for JSON: a dict of texts, numbers and lists."""
        return {
            "solved": self.solved, "length": self.length if self.solved else None,
            "moves": list(self.moves), "positions": self.positions, "seconds": self.seconds,
            "method": self.method, "reason": self.reason, "exhausted": self.exhausted,
            "warnings": list(self.warnings),
        }  # fmt: skip


Report = Callable[[Progress], None]


@contextmanager
def watched(
    report: Report | None, look: Callable[[], Progress], stop: Callable[[], None]
) -> Iterator[None]:
    """Call `report` with what `look` gives, from a thread of its own, until the block ends.

    What it raises stops the block, and is raised in its place.
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
        with repeating("forthgame-solve", EVERY, watch):
            yield
    finally:
        if raised:
            raise raised[0]


def seconds_since(started: float) -> float:
    """Seconds gone by on the clock that `time.monotonic` reads."""
    return time.monotonic() - started
