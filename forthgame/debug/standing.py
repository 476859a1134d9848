"""Where a machine stands when somebody ends what it is doing: word, line, stack, loops."""

from __future__ import annotations

from forthgame.errors import ScriptError
from forthgame.lang import layout as at
from forthgame.vm.forth import Forth
from forthgame.vm.running import running_loops


def standing(forth: Forth, whole: bool = False) -> ScriptError | None:
    """The place in the script that the machine has come to; None if it is at rest.

    While machine code runs, only the word that stands still is in memory. When it has ended there,
    the `whole` is: it has noted all calls on the way out, and the loops around them.

    The error has the word, the line, the stack, the calls, and as its hint the counted loops of the
    word with their indexes and limits. It is not raised.
    """
    processor = forth.processor
    tier = processor.tier
    if not processor.nesting and (tier is None or not tier.short):
        return None
    found = processor.error(0, "stopped")
    if found.place is None:
        return None
    if not found._borrowed:
        cell = (processor.i64[at.IP >> 3] - processor.address - at.CODE) >> 2
        found.word = forth.code.owner(cell if processor.asking is None else processor.asking)
    found.hint = running_loops(forth, whole)
    return found
