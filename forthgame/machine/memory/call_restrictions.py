"""Attributes of a machine that restrict calls: debugger, step limit, limit on each call.

While none of them is set, the machine is `calm`, and calls may be short
(`machine/tiers/short_calls.py`). Each call
tests that, while these attributes change rarely, so `calm` is computed when one of them changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from forthgame.base.errors import ForthgameError

T = TypeVar("T")


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
        self.noting = self.searching = self.reporting = False
        self.aside: int | None = None
        self.mark = BusyFlag()
        self.calm = True

    def update_calm(self) -> None:
        free = self._steps_left is None and not self._timed and not self._terse
        self.calm = free and self._on_step is None and not self._breaks

    @property
    def attended(self) -> bool:
        """Return whether a debugger needs to see steps."""
        return bool((self._breaks and not self.noting) or self._on_step)
