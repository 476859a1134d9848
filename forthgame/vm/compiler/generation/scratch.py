"""Variables that move words use for themselves: each run writes them before it reads them.

They do not make a word depend on what was run before. Only variables that are named where they are
fetched or stored are understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from forthgame.code.function import Function, used_by
from forthgame.code.instruction import Instruction
from forthgame.code.walk import Arrivals, closure, onward, walk
from forthgame.lang import layout as at
from forthgame.lang.doing import ASSIGNING, CHANGING
from forthgame.vm.compiler.generation.parts import Part, used

Before = frozenset[int]


class _NotOwn(Exception):
    """A variable is read before it is written, or used in another way."""


def used_at(function: Function, instruction: Instruction) -> str:
    """What is done with the variable whose address an instruction pushes; "" if that is unknown."""
    following = used_by(function, instruction)
    known = following is not None and following.name in ASSIGNING | CHANGING | {"@"}
    return following.name if following is not None and known else ""


def stores_of(function: Function) -> dict[int, int]:
    """The addresses of variables that a function names to store there, by the store's cell."""
    return {
        each.next: each.operand
        for each in function.instructions.values()
        if each.name == "LIT"
        and at.DATA <= each.operand < at.DATA_END
        and each.operand % at.CELL == 0
        and used_at(function, each) in ASSIGNING | CHANGING
    }


def written_by(entries: Iterable[int], functions: Mapping[int, Function]) -> frozenset[int]:
    """The variables that words name to store there, their callees included."""

    if not used(Part.SCRATCH):
        return frozenset()

    def callees(entry: int) -> set[int]:
        return functions[entry].callees() & functions.keys()

    called = closure(functions.keys() & set(entries), callees)
    return frozenset(a for entry in called for a in stores_of(functions[entry]).values())


class ScratchReader:
    """Says whether words write some variables before they read them."""

    def __init__(self, functions: Mapping[int, Function], variables: frozenset[int]) -> None:
        self._functions, self._variables = functions, variables
        # addresses from which a part of a variable may be read, as `2@` and `C@` do
        self._overlapping = {a + k for a in variables for k in range(-7, at.CELL)} - variables
        self._known: dict[tuple[int, Before], Before | None] = {}
        self._open: set[int] = set()

    def is_own(self, entry: int) -> bool:
        """Whether a word does, however it runs."""
        try:
            self._behind(entry, frozenset())
        except _NotOwn:
            return False
        return True

    def _behind(self, entry: int, before: Before) -> Before | None:
        """What is surely written behind a function, None if it does not come back."""
        key = (entry, before)
        if key in self._known:
            return self._known[key]
        function = self._functions.get(entry)
        if function is None or function.refused or entry in self._open:
            raise _NotOwn
        self._open.add(entry)
        found = self._known[key] = self._walk(function, before)
        self._open.discard(entry)
        return found

    def _walk(self, function: Function, before: Before) -> Before | None:
        ends: Before | None = None

        def step(instruction: Instruction, written: Before) -> Arrivals[Before]:
            nonlocal ends
            if instruction.name == "EXIT":
                ends = written if ends is None else ends & written
            behind = self._step(function, instruction, written)
            return () if behind is None else onward(instruction, behind)

        walk(function, before, step, _meet)
        return ends

    def _step(self, function: Function, instruction: Instruction, written: Before) -> Before | None:
        if instruction.name == "(CALL)":
            return self._behind(instruction.operand, written)
        if instruction.name != "LIT" or instruction.operand not in self._variables:
            if instruction.name == "LIT" and instruction.operand in self._overlapping:
                raise _NotOwn
            return written
        name = used_at(function, instruction)
        if not name or (name not in ASSIGNING and instruction.operand not in written):
            raise _NotOwn
        return written | {instruction.operand}


def _meet(cell: int, known: Before, written: Before) -> Before | None:
    """What is written on both ways, None if that is no less than on the first."""
    return None if known <= written else known & written
