"""Find the regions of functions that only record actions, and the variables that live across them.

The current position counts as a variable, which directions and words about it fetch.

A region adds no move and does not end the word. It is a call, or the code between a branch and its
postdominator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from forthgame.analysis.dataflow import closure
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.write_before_read import used_at
from forthgame.compile.reading.path_states import RECORDING, SETTING
from forthgame.words.effect_sets import ASSIGNING, COMMITTING, USING_HERE
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import GOING_ON, LEAVING

Cells = frozenset[int]
DECISIVE = COMMITTING | GOING_ON | LEAVING


class Regions:
    """Find the regions of functions, and cache them."""

    def __init__(self, functions: Mapping[int, Function]) -> None:
        self.functions = functions
        self._ends: dict[tuple[int, int], int | None] = {}
        self._living: dict[int, dict[int, Cells]] = {}
        self._stored: dict[int, dict[int, Cells]] = {}
        self._meeting: dict[int, dict[int, Cells]] = {}
        self._idle: dict[tuple[int, int], bool] = {}  # by function and cell

    def note(self, entry: int, cell: int, idle: bool) -> None:
        """Note that a region has been met, and whether all that lives after it is as before it."""
        self._idle[entry, cell] = idle and self._idle.get((entry, cell), True)

    def idle(self, function: Function) -> dict[int, int]:
        """Return the cells after regions that change nothing that lives, by their first cells.

        Such a region only records actions, wherever it was met, so it makes no difference if the
        move that it belongs to is not made.
        """
        found = dict[int, int]()
        for cell, each in function.instructions.items():
            if self._idle.get((function.entry, cell)) and (end := self.end(function.entry, each)):
                found[cell] = end
        return found

    def end(self, entry: int, instruction: Instruction) -> int | None:
        """Return the cell after the region that an instruction begins, or None."""
        key = entry, instruction.cell
        if key not in self._ends:
            self._ends[key] = self._find_end(self.functions[entry], instruction)
        return self._ends[key]

    def live(self, entry: int, cell: int) -> Cells:
        """Return the variables that are live at a cell: fetched later, before they are stored.

        Uses by callers of the function do not count.
        """
        function = self.functions[entry]
        if entry not in self._living:  # a recursive word may fetch every variable that it names
            self._living[entry] = dict.fromkeys(function.instructions, self._named(entry))
            self._living[entry] = self._find_live(function)
        return self._living[entry][cell]

    def _named(self, entry: int) -> Cells:
        """Return the variables that a function and those that it calls may use."""
        return Cells((at.A_HERE,)).union(*(each.literals() for each in self._called([entry])))

    def _called(self, entries: Iterable[int]) -> Iterator[Function]:
        for entry in closure(entries, lambda entry: self.functions[entry].callees()):
            yield self.functions[entry]

    def _find_live(self, function: Function) -> dict[int, Cells]:
        def before(each: Instruction, following: Sequence[Cells]) -> Cells:
            found = Cells().union(*following)
            if each.name == "(CALL)":
                callee = self.functions[each.operand]
                left = found - self.stored(callee.entry, callee.start)
                return left | self.live(callee.entry, callee.start)
            if each.name in SETTING:
                return found - {at.A_HERE}
            if each.name in USING_HERE:
                return found | {at.A_HERE}
            if each.name != "LIT":
                return found
            stored = used_at(function, each) in ASSIGNING
            return found - {each.operand} if stored else found | {each.operand}

        return _backwards(function, Cells(), before)

    def stored(self, entry: int, cell: int) -> Cells:
        """Return the variables that are stored on all paths from a cell to the function's end."""
        if entry not in self._stored:
            function = self.functions[entry]
            self._stored[entry] = dict.fromkeys(function.instructions, Cells())  # if recursive
            self._stored[entry] = self._find_stored(function)
        return self._stored[entry][cell]

    def _find_stored(self, function: Function) -> dict[int, Cells]:
        named = self._named(function.entry)

        def before(each: Instruction, following: Sequence[Cells]) -> Cells:
            if each.name == "EXIT":
                return Cells()
            found = named.intersection(*following)
            if each.name == "(CALL)":
                return found | self.stored(each.operand, self.functions[each.operand].start)
            if each.name in SETTING:
                return found | {at.A_HERE}
            stores = each.name == "LIT" and used_at(function, each) in ASSIGNING
            return found | {each.operand} if stores else found

        return _backwards(function, named, before)

    def _find_end(self, function: Function, instruction: Instruction) -> int | None:
        if instruction.name == "(CALL)":
            return instruction.next if self._only_records([instruction]) else None
        end = self._nearest_postdominator(function, instruction.cell)
        if end is None:
            return None

        def following(cell: int) -> Sequence[int]:
            return [to for to in function.instructions[cell].ways if to != end]

        within = [function.instructions[cell] for cell in closure([instruction.cell], following)]
        left = any(each.name == "EXIT" for each in within)
        return end if not left and self._only_records(within) else None

    def _only_records(self, within: Sequence[Instruction]) -> bool:
        """Return whether instructions, with their callees, record actions and decide nothing."""
        names = {each.name for each in within}
        called = [each.operand for each in within if each.name == "(CALL)"]
        names.update(*(each.operands for each in self._called(called)))
        return names.isdisjoint(DECISIVE) and not names.isdisjoint(RECORDING)

    def _nearest_postdominator(self, function: Function, cell: int) -> int | None:
        """Return the nearest postdominator of a cell."""
        if function.entry not in self._meeting:
            self._meeting[function.entry] = _postdominators(function)
        found = self._meeting[function.entry]
        behind = found[cell] - {cell}
        return max(behind, key=lambda each: len(found[each]), default=None)


def _postdominators(function: Function) -> dict[int, Cells]:
    """Return the postdominators of each cell.

    By iteration to the greatest solution (Allen and Cocke, 1976).
    """

    def before(each: Instruction, following: Sequence[Cells]) -> Cells:
        return (Cells.intersection(*following) if following else Cells()) | {each.cell}

    return _backwards(function, Cells(function.instructions), before)


def _backwards(
    function: Function, first: Cells, before: Callable[[Instruction, Sequence[Cells]], Cells]
) -> dict[int, Cells]:
    """Solve a backward dataflow problem; return the set of each cell.

    Sets start as `first`. `before` returns the set of an instruction, given those of its
    successors.
    """
    code = function.instructions
    found = dict.fromkeys(code, first)
    changed = True
    while changed:
        changed = False
        for cell in sorted(code, reverse=True):
            now = before(code[cell], [found[to] for to in code[cell].ways if to in code])
            if now != found[cell]:
                found[cell], changed = now, True
    return found
