"""What a machine heeds while it runs words: a debugger, a limit on steps, a limit on each call.

As long as it heeds nothing it is `calm`, and calls may be short (`vm/short.py`). That is asked at
each call, and these things change rarely, so it is worked out when they do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from forthgame.errors import ForthgameError

T = TypeVar("T")


class _Heeded(Generic[T]):
    """An attribute that is heeded."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, machine: Heeding, owner: type) -> T:
        found: T = getattr(machine, self._name)
        return found

    def __set__(self, machine: Heeding, value: T) -> None:
        setattr(machine, self._name, value)
        machine.look_again()


class Busy(ForthgameError):
    """A game is used while one of its calls runs in the same thread."""

    def __init__(self) -> None:  # native code keeps only the class of what a handler raises
        super().__init__(
            "the game is in the middle of another call: a signal handler or a callback can use "
            "another game, or wait until the call has returned"
        )


class Mark:
    """Whether a call has the machine: it sets it up, runs words or reads what they leave.

    An object of its own: each ply looks at it twice, and it is quicker to come at than a processor.
    """

    __slots__ = ("taken",)

    def __init__(self) -> None:
        self.taken = False


class Heeding:
    """The part of a processor that others look after.

    A debugger sets `breaks`, the cells before which `on_break()` is called, and `on_step()`, which
    is called before every step; as long as there are any, everything is interpreted.

    steps_left  how many steps may be done, None for any number
    timed       whether each call has a limit of its own
    terse       whether a call may print less than what waits until it is handed out
    noting      whether machine code notes by itself when it comes to breaks
    calm        whether nothing of that is to be heeded
    aside       the nesting at which something was begun that leaves no trace: see `game/aside.py`
    searching   whether a search or a proof goes on, also between two runs
    reporting   whether it calls its `report`
    mark        whether a call has the machine, also between two runs
    gone        what is said to a call that has waited for the machine until it was given up
    """

    breaks = _Heeded[set[int]]()
    on_step = _Heeded[Callable[[], None] | None]()
    steps_left = _Heeded[int | None]()
    timed = _Heeded[bool]()
    terse = _Heeded[bool]()

    def __init__(self) -> None:
        self._breaks: set[int] = set()
        self._on_step: Callable[[], None] | None = None
        self._steps_left: int | None = None
        self._timed = self._terse = False
        self.gone = ""
        self.noting = self.searching = self.reporting = False
        self.aside: int | None = None
        self.mark = Mark()
        self.calm = True

    def look_again(self) -> None:
        """Work out whether there is anything to be heeded."""
        free = self._steps_left is None and not self._timed and not self._terse
        self.calm = free and self._on_step is None and not self._breaks

    @property
    def attended(self) -> bool:
        """Whether a debugger wants to see steps."""
        return bool((self._breaks and not self.noting) or self._on_step)
