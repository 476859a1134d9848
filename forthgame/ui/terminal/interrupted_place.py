"""Report the word and line that Ctrl-C interrupted."""

from __future__ import annotations

import weakref
from contextlib import suppress
from typing import TYPE_CHECKING

from forthgame.base.errors import ScriptError
from forthgame.base.interrupts import Interrupted

if TYPE_CHECKING:
    from forthgame.machine.outer.outer_interpreter import Forth

_watched_forth: weakref.ref[Forth] | None = None
_place: ScriptError | None = None


class Stopped(Interrupted):
    """Raised by Ctrl-C, with the place in the running script, or None."""

    def __init__(self) -> None:
        super().__init__()
        self.place = _place  # machine code may pass on only the class

    def left(self) -> None:
        """Complete the call chain after machine code has returned."""
        found, before = _current_place(whole=True), self.place
        if found is not None and before is not None and found.place == before.place:
            self.place = found


def report_interrupts_in(forth: Forth) -> None:
    """Report the place in this Forth on the next Ctrl-C."""
    global _watched_forth
    _watched_forth = weakref.ref(forth)


def stop() -> None:
    """Raise Stopped; call it while the interrupted code is still on the stack."""
    global _place
    _place = None
    _place = _current_place()
    raise Stopped


def _current_place(whole: bool = False) -> ScriptError | None:
    """Return the place of the running word, or None."""
    forth = None if _watched_forth is None else _watched_forth()
    if forth is not None:
        # the interpreter or this import may be in an inconsistent state
        with suppress(LookupError, ValueError, ScriptError, ImportError):
            from forthgame.why.inspection.current_place import current_place

            return current_place(forth, whole)
    return None


def place_of(error: BaseException | None) -> ScriptError | None:
    """Return the place recorded by Ctrl-C, following causes and contexts of an error."""
    while error is not None:
        if isinstance(error, Stopped):
            return error.place
        error = error.__cause__ or error.__context__
    return None
