"""Stretches of functions that only have consequences, and variables that are still used.

Such a stretch records actions, but adds no move and does not end the word. It is a call, or what
stands between a branch and the cell where all its ways meet again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.walk import closure
from forthgame.code.written_first import used_at
from forthgame.lang.doing import ASSIGNING, COMMITTING
from forthgame.lang.facts import GOING_ON, LEAVING
from forthgame.vm.compiler.generation.recording import RECORDING

DECISIVE = COMMITTING | GOING_ON | LEAVING


class Stretches:
    """Finds such stretches of functions, each once."""

    def __init__(self, functions: Mapping[int, Function]) -> None:
        self._functions = functions
        self._ends: dict[tuple[int, int], int | None] = {}
        self._living: dict[int, dict[int, frozenset[int]]] = {}
        self._meeting: dict[int, dict[int, frozenset[int]]] = {}

    def end(self, entry: int, instruction: Instruction) -> int | None:
        """Return where the stretch ends that an instruction of a function begins, if it does."""
        key = entry, instruction.cell
        if key not in self._ends:
            self._ends[key] = self._find_end(self._functions[entry], instruction)
        return self._ends[key]

    def live(self, entry: int, cell: int) -> frozenset[int]:
        """Return the addresses that a function, or what it calls, may fetch from before it stores.

        They are those it has from a cell on; that is all that counts if nothing comes behind it.
        """
        function = self._functions[entry]
        if entry not in self._living:  # a word that calls itself may fetch whatever it names
            self._living[entry] = dict.fromkeys(function.instructions, self._named(entry))
            self._living[entry] = self._find_live(function)
        return self._living[entry][cell]

    def _named(self, entry: int) -> frozenset[int]:
        """Return the numbers that a function and what it calls push."""
        called = closure([entry], lambda entry: self._functions[entry].callees())
        return frozenset[int]().union(*(self._functions[each].literals() for each in called))

    def _find_live(self, function: Function) -> dict[int, frozenset[int]]:
        code, found = function.instructions, dict.fromkeys(function.instructions, frozenset[int]())
        changed = True
        while changed:
            changed = False
            for cell in sorted(code, reverse=True):
                each = code[cell]
                now = frozenset[int]().union(*(found[to] for to in each.ways if to in code))
                if each.name == "(CALL)":
                    now |= self.live(each.operand, self._functions[each.operand].start)
                elif each.name == "LIT" and used_at(function, each) in ASSIGNING:
                    now -= {each.operand}
                elif each.name == "LIT":
                    now |= {each.operand}
                if now != found[cell]:
                    found[cell], changed = now, True
        return found

    def _find_end(self, function: Function, instruction: Instruction) -> int | None:
        if instruction.name == "(CALL)":
            return instruction.next if self._only_records([instruction]) else None
        end = self._meets_again(function, instruction.cell)
        if end is None:
            return None

        def following(cell: int) -> Sequence[int]:
            return [to for to in function.instructions[cell].ways if to != end]

        within = [function.instructions[cell] for cell in closure([instruction.cell], following)]
        left = any(each.name == "EXIT" for each in within)
        return end if not left and self._only_records(within) else None

    def _only_records(self, within: Sequence[Instruction]) -> bool:
        """Whether some instructions, with all they call, record actions, but decide nothing."""
        called = [each.operand for each in within if each.name == "(CALL)"]
        reached = list(closure(called, lambda entry: self._functions[entry].callees()))
        functions = [self._functions[entry] for entry in reached]
        names = {each.name for each in within}
        names.update(i.name for each in functions for i in each.instructions.values())
        return names.isdisjoint(DECISIVE) and not names.isdisjoint(RECORDING)

    def _meets_again(self, function: Function, cell: int) -> int | None:
        """Return the first cell that all ways from a cell lead to (its nearest postdominator)."""
        if function.entry not in self._meeting:
            self._meeting[function.entry] = _postdominators(function)
        found = self._meeting[function.entry]
        behind = found[cell] - {cell}
        return max(behind, key=lambda each: len(found[each]), default=None)


def _postdominators(function: Function) -> dict[int, frozenset[int]]:
    """Return the cells that all ways from each cell to the end of a function lead through.

    By iteration to the greatest solution (Allen and Cocke, 1976).
    """
    code = function.instructions
    every = frozenset(code)
    found = dict.fromkeys(code, every)
    order = sorted(code, reverse=True)
    changed = True
    while changed:
        changed = False
        for cell in order:
            ways = [found[to] for to in code[cell].ways if to in code]
            now = frozenset.intersection(*ways) | {cell} if ways else frozenset((cell,))
            if now != found[cell]:
                found[cell], changed = now, True
    return found
