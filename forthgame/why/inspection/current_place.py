"""The current place of an interrupted machine: word, line, stack, loops."""

from __future__ import annotations

from forthgame.base.errors import ScriptError
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.machine.tiers.running_loops import running_loops
from forthgame.words.registers import memory_layout as at


def current_place(forth: Forth, whole: bool = False) -> ScriptError | None:
    """Return the machine's current place in the script as an error that is not raised.

    The error contains the word, line, stack and calls; its hint lists the word's counted loops with
    index and limit. Returns None if the machine is idle. While machine code runs, only the current
    word is in memory; pass `whole=True` after it has ended, when all calls and loops are recorded.
    """
    processor = forth.processor
    tier = processor.tier
    if not processor.nesting and (tier is None or not tier.short):
        return None
    found = processor.error(0, "stopped")
    if found.place is None:
        return None
    if not found._borrowed:
        cell = (processor.i64[at.IP.index] - processor.address - at.CODE) >> 2
        found.word = forth.code.owner(cell if processor.asking is None else processor.asking)
    found.hint = running_loops(forth, whole)
    return found
