"""Provenance of stack items: the instructions that may have pushed them, by backward search."""

from __future__ import annotations

from collections.abc import Collection

from forthgame.analysis.effect_inference import UNKNOWN_CALLS
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.time_checks import time_check

FAR = 64  # places visited for one item
CALLS = UNKNOWN_CALLS | {"(CALL)"}  # items below their results are unknown
PUSHED, UNKNOWN = -1, -2  # in place of an item: pushed by the instruction itself, or unknown


def sources(
    function: Function, cell: int, item: int = 0, most: int = FAR
) -> Collection[Instruction | None]:
    """Return the instructions that may have pushed a stack item, as seen before a cell.

    Items are counted from the top. The search passes through shuffle words; a call counts as the
    source of the top item. None stands for the caller and for unknown sources.
    """
    found: dict[int, Instruction | None] = {}
    todo, seen = [(cell, item)], set[tuple[int, int]]()
    time_check()()
    while todo:
        place = todo.pop()
        if place in seen:
            continue
        seen.add(place)
        cell, item = place
        if cell == function.start or len(seen) > most:
            found[UNKNOWN] = None
        if len(seen) > most:
            break
        for each in function.predecessors.get(cell, ()):
            below = _below(each, item)
            if below >= 0:
                todo.append((each.cell, below))
            else:
                found[each.cell if below == PUSHED else UNKNOWN] = each if below == PUSHED else None
    return found.values()


def _below(each: Instruction, item: int) -> int:
    """Return the position before an instruction of an item after it; PUSHED if it is new."""
    inputs, outputs = each.row.effect.inputs, each.row.effect.outputs
    if each.name in CALLS:
        return UNKNOWN if item else PUSHED
    if item >= len(outputs):
        return item - len(outputs) + len(inputs)
    if each.row.kind != "shuffle" and not each.row.branches:
        return PUSHED
    return len(inputs) - 1 - inputs.index(outputs[len(outputs) - 1 - item])
