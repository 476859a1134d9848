"""How long a script has worked on one turn: its list of moves, its end, the move that is made.

Counted is the processor time of the thread that runs the words, since on a machine with too much to
do a script that is not slow takes long by the clock. Nothing that a script runs sleeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from forthgame.vm.machine import Processor

AT_REST, BEGUN = -1.0, 0.0  # instead of a time: nothing is asked, and nobody has looked yet


class TurnClock:
    """Notes when a short call was first seen to last, and says when it has lasted too long.

    A call that is done at once never looks at the clock. Each call is made and looked at by one
    thread, so the times of two threads are never compared.

    limit  seconds of processor time, or None
    since  when the long call that is running was first looked at
    many   whether the call comes to many positions: each has the time of a turn
    """

    def __init__(self) -> None:
        self.limit: float | None = None
        self.since = AT_REST
        self.many = False
        self._reached = 0  # how many of them there were when that was looked at last
        self._short = 0  # number of the short call of machine code that was looked at last,
        self._seen = 0.0  # and when first
        self._position = 0  # of a batch, which the call was working on then

    @contextmanager
    def running(self, many: bool = False) -> Iterator[None]:
        """What is run inside belongs to a turn, or comes to many positions."""
        before = self.since, self.many
        self.since, self.many = BEGUN, many
        try:
            yield
        finally:
            self.since, self.many = before

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the clock: what is run inside belongs to no turn, and its time is not counted."""
        before = self.since, self.many, self._reached, self._short, self._seen, self._position
        self.since, self.many = AT_REST, False
        begun = thread_time()
        try:
            yield
        finally:
            self.since, self.many, self._reached, self._short, self._seen, self._position = before
            seconds = thread_time() - begun  # which are not counted: what is running begins later
            self.since += seconds if self.since > BEGUN else 0.0
            self._seen += seconds

    def late(self, short: int = 0, position: int = 0, reached: int = 0) -> bool:
        """Whether the call that is running has had its time.

        `short` is the number of the short call of machine code that runs, 0 if none does;
        `position` that of a batch which was loaded last: each has a time of its own. `reached`
        grows with each position that a call comes to, if it comes to many.
        """
        if self.limit is None or (self.since == AT_REST and not short):
            return False
        now = thread_time()
        if position != self._position:
            self._position, self._seen = position, now
            if self.since != AT_REST:
                self.since = now
        if self.since == AT_REST:
            if short != self._short:
                self._short, self._seen = short, now
            return now - self._seen > self.limit
        if self.since == BEGUN or (self.many and reached != self._reached):
            self.since, self._reached = now, reached
        return now - self.since > self.limit

    @property
    def told(self) -> str:
        """What has happened, for an error."""
        return (
            f"the script has worked on this turn for {self.limit:g} s, and no end is in sight; "
            "the limit `turn` allows more"
        )


@contextmanager
def waiting(machine: Processor) -> Iterator[None]:
    """Wait for a person: the time until this ends counts against no limit of the script.

    What is run inside has no deadline.
    """
    deadline, machine.deadline = machine.deadline, None
    begun = monotonic()
    try:
        with machine.turn.stopped():
            yield
    finally:
        machine.deadline = None if deadline is None else deadline + monotonic() - begun


def handing_out(machine: Processor, write: Callable[[str], None], text: str) -> None:
    """Write what a script has printed; a reader who makes this wait does not cost it time."""
    deadline, begun = machine.deadline, monotonic()
    with machine.turn.stopped():
        write(text)
    if deadline is not None and machine.deadline == deadline:  # nobody has ended it meanwhile
        machine.deadline = deadline + monotonic() - begun
