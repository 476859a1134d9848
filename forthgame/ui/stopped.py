"""Ctrl-C names the word and the line that were running."""

from __future__ import annotations

import weakref
from contextlib import suppress
from typing import TYPE_CHECKING

from forthgame.errors import ScriptError
from forthgame.vm.interrupts import Interrupted

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

_attended: weakref.ref[Forth] | None = None
_found: ScriptError | None = None


class Stopped(Interrupted):
    """Ctrl-C, with the place in the script that the machine stood at; None if it was at rest."""

    def __init__(self) -> None:
        super().__init__()
        self.place = _found  # machine code may hand on no more than the class

    def left(self) -> None:
        """Of machine code the word that stood still was known; now its callers are too."""
        found, before = _standing(whole=True), self.place
        if found is not None and before is not None and found.place == before.place:
            self.place = found


def attend(forth: Forth) -> None:
    """Name the place in this Forth at the next Ctrl-C."""
    global _attended
    _attended = weakref.ref(forth)


def stop() -> None:
    """What Ctrl-C does: raises Stopped. It is called while the machine still stands there."""
    global _found
    _found = None
    _found = _standing()
    raise Stopped


def _standing(whole: bool = False) -> ScriptError | None:
    """Where the machine stands, if that can be said."""
    forth = None if _attended is None else _attended()
    if forth is not None:
        # it may stand in the middle of a step, or Python in that of this import
        with suppress(LookupError, ValueError, ScriptError, ImportError):
            from forthgame.debug.standing import standing

            return standing(forth, whole)
    return None


def place_of(error: BaseException | None) -> ScriptError | None:
    """The place that came with Ctrl-C, also where something else was raised from it."""
    while error is not None:
        if isinstance(error, Stopped):
            return error.place
        error = error.__cause__ or error.__context__
    return None
