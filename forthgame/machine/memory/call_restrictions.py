"""Attributes of a machine that restrict calls, and time limits for a turn.

While none of them is set, the machine is `calm`, and calls may be short
(`machine/tiers/short_calls.py`). Each call tests that, while these attributes change rarely, so
`calm` is computed when one of them changes.

A turn is its list of moves, its end, and the move that is made. Its limit counts the processor time
of the thread that runs the words, since elapsed time grows on a loaded machine. No word sleeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, thread_time
from typing import Generic, Protocol, TypeVar

from forthgame.base.errors import ForthgameError

T = TypeVar("T")


class Stop(Protocol):
    """An event that ends the running words when it is set, such as a threading.Event."""

    def is_set(self) -> bool:
        """Return whether the words should end."""


class AnyStop:
    """An event that is set if one of several is."""

    def __init__(self, *stops: Stop) -> None:
        self._stops = stops

    def is_set(self) -> bool:
        return any(stop.is_set() for stop in self._stops)


class _Restriction(Generic[T]):
    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, machine: CallRestrictions, owner: type) -> T:
        found: T = getattr(machine, self._name)
        return found

    def __set__(self, machine: CallRestrictions, value: T) -> None:
        setattr(machine, self._name, value)
        machine.update_calm()


class Busy(ForthgameError):
    """Raised if a game is used while one of its calls runs in the same thread."""

    def __init__(self) -> None:  # native code keeps only the class of a handler's exception
        super().__init__(
            "the game is in the middle of another call: a signal handler or a callback can use "
            "another game, or wait until the call has returned"
        )


class BusyFlag:
    """A flag that is set while a call sets up the machine, runs words or reads their results.

    A separate object, as each ply reads it twice, and it is quicker to reach than a processor.
    """

    __slots__ = ("taken",)

    def __init__(self) -> None:
        self.taken = False


class CallRestrictions:
    """The part of a processor that its users control.

    A debugger sets `breaks`, the cells before which `on_break()` is called, and `on_step()`, which
    is called before every step; while either is set, all words are interpreted.

    steps_left  the number of steps that may still be done, None if unlimited
    timed       whether each call has a time limit
    terse       whether a call may print less than the buffer holds
    noting      whether machine code records breaks by itself
    calm        whether none of these restrictions applies
    aside       the nesting level at which isolated code was started: see `rules/checkpoint.py`
    searching   whether a search or a proof is active, also between two runs
    reporting   whether it calls its `report`
    mark        whether a call uses the machine, also between two runs
    gone        the message for a call that waited for the machine until it was given up
    stop        an event that ends the running words as a time limit does, or None
    """

    breaks = _Restriction[set[int]]()
    on_step = _Restriction[Callable[[], None] | None]()
    steps_left = _Restriction[int | None]()
    timed = _Restriction[bool]()
    terse = _Restriction[bool]()

    def __init__(self) -> None:
        self._breaks: set[int] = set()
        self._on_step: Callable[[], None] | None = None
        self._steps_left: int | None = None
        self._timed = self._terse = False
        self.gone = ""
        self.stop: Stop | None = None
        self.noting = self.searching = self.reporting = False
        self.aside: int | None = None
        self.mark = BusyFlag()
        self.calm = True

    def update_calm(self) -> None:
        free = self._steps_left is None and not self._timed and not self._terse
        self.calm = free and self._on_step is None and not self._breaks

    @property
    def asked_to_stop(self) -> bool:
        """Return whether the event that ends the running words is set."""
        return self.stop is not None and self.stop.is_set()

    @property
    def attended(self) -> bool:
        """Return whether a debugger needs to see steps."""
        return bool((self._breaks and not self.noting) or self._on_step)


# -- time limits -----------------------------------------------------------------------------------

AT_REST, BEGUN = -1.0, 0.0  # values of `since`: no call, a call not yet checked


class TurnClock:
    """Records when a short call was first seen, and detects calls that take too long.

    A very short call never reads the clock. Each call is made and checked by one thread, so the
    times of two threads are never compared.

    limit  seconds of processor time, or None
    since  time of the first check of the running long call
    many   whether the call visits many positions, each with the time of a turn
    """

    def __init__(self) -> None:
        self.limit: float | None = None
        self.since = AT_REST
        self.many = False
        self._reached = 0  # positions visited at the last check
        self._short = 0  # number of the short call of machine code at the last check,
        self._seen = 0.0  # and the time when it was first seen
        self._position = 0  # position of a batch that the call was working on then

    @contextmanager
    def running(self, many: bool = False) -> Iterator[None]:
        """Time the block as a turn, or as a visit to many positions."""
        before = self.since, self.many
        self.since, self.many = BEGUN, many
        try:
            yield
        finally:
            self.since, self.many = before

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the clock during the block, whose time is not counted."""
        before = self.since, self.many, self._reached, self._short, self._seen, self._position
        self.since, self.many = AT_REST, False
        begun = thread_time()
        try:
            yield
        finally:
            self.since, self.many, self._reached, self._short, self._seen, self._position = before
            seconds = thread_time() - begun  # not counted: the running call begins later
            self.since += seconds if self.since > BEGUN else 0.0
            self._seen += seconds

    def late(self, short: int = 0, position: int = 0, reached: int = 0) -> bool:
        """Return whether the running call has exceeded its time.

        `short` is the number of the running short call of machine code, or 0; `position` the last
        loaded one of a batch, as each has its own time. `reached` grows with each position that a
        call visits, if it visits many.
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
    def late_message(self) -> str:
        return (
            f"the script has worked on this turn for {self.limit:g} s, and no end is in sight; "
            "the limit `turn` allows more"
        )


class Timed(Protocol):
    deadline: float | None
    turn: TurnClock


class Stoppable(Protocol):
    stop: Stop | None


@contextmanager
def ended_by(machine: Stoppable, stop: Stop | None) -> Iterator[None]:
    """End the words that run in the body when an event is set, as the machine's own does."""
    before = machine.stop
    if stop is not None:
        machine.stop = stop if before is None else AnyStop(before, stop)
    try:
        yield
    finally:
        machine.stop = before


@contextmanager
def waiting(machine: Timed) -> Iterator[None]:
    """Suspend the script's limits while waiting for a person; the block has no deadline."""
    deadline, machine.deadline = machine.deadline, None
    begun = monotonic()
    try:
        with machine.turn.stopped():
            yield
    finally:
        machine.deadline = None if deadline is None else deadline + monotonic() - begun


def handing_out(machine: Timed, write: Callable[[str], None], text: str) -> None:
    """Write printed text; time that the reader takes does not count against the script."""
    deadline, begun = machine.deadline, monotonic()
    with machine.turn.stopped():
        write(text)
    if deadline is not None and machine.deadline == deadline:  # not changed meanwhile
        machine.deadline = deadline + monotonic() - begun
