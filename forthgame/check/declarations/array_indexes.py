"""Findings about indexes outside of an array of the board."""

from __future__ import annotations

from forthgame.analysis.function import Function, Loop
from forthgame.analysis.intervals import IntervalAnalysis, Range
from forthgame.check.loading.checked_script import CheckedScript
from forthgame.check.stack_effects.effects import Effects
from forthgame.rules.facts.index_bounds import WIDTH, storage
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import BRANCHES, LEAVING

PARTING = BRANCHES | LEAVING | {"EXIT"}  # after these, not all rounds reach the rest of a loop


def check_array_indexes(script: CheckedScript, effects: Effects) -> None:
    """Report indexes that are always before the start or after the end of an array."""
    declared = script.declared
    arrays = {word.operand: word for word, _ in declared.stored}
    if not arrays:
        return
    ends = dict(storage(declared))
    ranges = IntervalAnalysis(effects.program, len(declared.players))
    for word in script.definitions:
        function = effects.program.function(word.entry)
        if function.refused:
            continue
        loops = function.loops
        loop: Loop | None = None  # the enclosing loop, if no branch came since its start
        for cell, each in sorted(function.instructions.items()):
            if cell in loops:
                loop = loops[cell]
            if each.name in PARTING:
                loop = None
            elif each.name in WIDTH and each.operand in ends:
                count = (ends[each.operand] - each.operand) // WIDTH[each.name]
                low, high = found = ranges.before(function, cell)
                last = high >= count and _is_index(function, cell, loop)  # in the last round
                if low >= count or high < 0 or last:
                    _report(script, word, arrays[each.operand], cell, found, count)


def _is_index(function: Function, cell: int, loop: Loop | None) -> bool:
    """Return whether the instruction before a cell is the index of a loop with constant bounds."""
    before = function.instructions.get(cell - 1)
    index = before is not None and before.name == "I"
    return index and loop is not None and loop.counted and loop.turns is not None


def _report(
    script: CheckedScript, word: Word, array: Word, cell: int, found: Range, count: int
) -> None:
    low, high = found
    index = f"is {low}" if low == high else f"goes from {low} to {high}"
    items = {0: "no items", 1: "one item, number 0"}.get(count, f"{count} items, 0 to {count - 1}")
    script.report_at(
        "FG557",
        f"`{array.name}` has {items}, and the index {index} here, where something else lies; count "
        "items from 0",
        cell,
        word,
    )
