"""Findings about indexes that lead out of an array of the board."""

from __future__ import annotations

from forthgame.check.effects import Effects
from forthgame.check.script import Script
from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.ranges import ANY, Range, Ranges
from forthgame.game.inside import WIDTH, storage
from forthgame.lang.dictionary import Word
from forthgame.lang.facts import BRANCHES, LEAVING


def check_outside(script: Script, effects: Effects) -> None:
    """Report each index that is always behind the end of an array, or before its beginning."""
    declared = script.declared
    arrays = {word.operand: word for word, _ in declared.stored}
    ends = dict(storage(declared))
    ranges = Ranges(effects.program, len(declared.players))
    for word in script.definitions:
        function = effects.program.function(word.entry)
        if function.refused:
            continue
        for cell, giving in sorted(function.instructions.items()):
            if giving.name not in WIDTH or giving.operand not in ends:
                continue
            count = (ends[giving.operand] - giving.operand) // WIDTH[giving.name]
            found = ranges.before(function, cell)
            if found[0] >= count or found[1] < 0 or _ends_behind(function, giving, found, count):
                _report(script, word, arrays[giving.operand], cell, found, count)


def _ends_behind(function: Function, giving: Instruction, found: Range, count: int) -> bool:
    """Whether an index is that of a loop which comes to it in each round, also in the last one."""
    code, cell = function.instructions, giving.cell
    index = code.get(cell - 1)
    if index is None or index.name != "I" or found[1] < count or found[1] == ANY[1] - 1:
        return False
    around = [loop for loop in function.loops.values() if loop.start <= cell <= loop.end]
    loop = max(around, key=lambda each: each.start, default=None)
    if loop is None or not loop.counted or loop.turns is None:
        return False
    before = [each for at, each in code.items() if loop.start <= at < cell]
    return not any(each.name in BRANCHES | LEAVING or each.name == "EXIT" for each in before)


def _report(script: Script, word: Word, array: Word, cell: int, found: Range, count: int) -> None:
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
