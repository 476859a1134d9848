"""The instructions, join points and loops of one function."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from forthgame.analysis.dataflow import Arrivals, walk
from forthgame.analysis.instruction import Instruction, place_of
from forthgame.base.lazy import lazy
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import BRANCHES, ENDS, REQUESTS, RETURN_EFFECTS


class _Unequal(Exception):
    """Raised if meeting paths have different depths, or the stack underflows."""


@dataclass(frozen=True)
class Loop:
    """The instructions from a cell to the last branch back to it."""

    start: int
    end: int  # the cell of the last branch back
    turns: int | None  # upper bound on the passes, if the bounds are constant
    counted: bool  # it ends with one `LOOP`, and its body changes neither limit nor index

    def has(self, cell: int) -> bool:
        return self.start <= place_of(cell) <= self.end


@dataclass
class Function:
    """The code reachable from a cell: a word, a continuation, or a specialised copy.

    entry    its number: its first cell, except for copies (`compile/generation/word_copies.py`)
    leaders  cells that begin a basic block
    refused  the reason why it cannot be read or compiled, or an empty text
    """

    entry: int
    instructions: dict[int, Instruction] = field(default_factory=dict)
    leaders: set[int] = field(default_factory=set)
    effect: tuple[int, int] | None = None
    refused: str = ""
    held: int = 0  # items on the return stack at the beginning of a continuation
    start: int = -1

    def __post_init__(self) -> None:
        if self.start < 0:
            self.start = self.entry

    @lazy
    def operands(self) -> dict[str, set[int]]:
        """The operands of the function's operations, by name of the operation."""
        found: dict[str, set[int]] = {}
        for each in self.instructions.values():
            found.setdefault(each.name, set()).add(each.operand)
        return found

    def callees(self) -> set[int]:
        return self.operands.get("(CALL)", set())

    def framed(self) -> set[int]:
        """Return the entries of the functions that are run in frames of their own."""
        return self.operands.get("(FRAME-OF)", set())

    def has(self, names: Iterable[str]) -> bool:
        return not self.operands.keys().isdisjoint(names)

    @lazy
    def predecessors(self) -> dict[int, list[Instruction]]:
        found: dict[int, list[Instruction]] = {}
        for each in self.instructions.values():
            for cell in each.ways:
                found.setdefault(cell, []).append(each)
        return found

    @lazy
    def arrivals(self) -> dict[int, int]:
        """The number of edges that lead to each leader."""
        found: dict[int, int] = {}

        def arrive(cell: int, count: int = 1) -> None:
            found[cell] = found.get(cell, 0) + count

        for instruction in self.instructions.values():
            if instruction.name in BRANCHES:
                arrive(instruction.operand)
            if instruction.name not in ENDS and instruction.next in self.leaders:
                arrive(instruction.next, 2 if instruction.name in REQUESTS else 1)
        return found

    @lazy
    def returns_at(self) -> dict[int, int]:
        """The depth of the return stack at each cell; empty if meeting paths differ in it."""
        found: dict[int, int] = {}

        def step(instruction: Instruction, count: int) -> Arrivals[int]:
            found[instruction.cell] = count
            need, change = RETURN_EFFECTS.get(instruction.name, (0, 0))
            if count < need:
                raise _Unequal
            # the branch back of a loop keeps the items, the way out drops them
            on = {instruction.operand: count} if instruction.name in BRANCHES else {}
            return [(cell, on.get(cell, count + change)) for cell in instruction.ways]

        def meet(cell: int, known: int, count: int) -> None:
            if known != count and self.instructions[cell].name not in ENDS:
                raise _Unequal

        try:
            walk(self, self.held, step, meet)
        except _Unequal:
            return {}
        return found

    @lazy
    def loops(self) -> dict[int, Loop]:
        """The loops of the function, by the first cell of the body."""
        backward: dict[int, list[Instruction]] = {}
        for instruction in self.instructions.values():
            if instruction.backward:
                backward.setdefault(instruction.operand, []).append(instruction)
        return {start: _loop(self, start, branches) for start, branches in backward.items()}

    def bounds(self, start: int) -> tuple[int, int] | None:
        """Return first index and limit of a loop with two literals before its `(DO)`, else None."""
        found = self.instructions
        do, first, limit = found.get(start - 1), found.get(start - 3), found.get(start - 5)
        if do is None or first is None or limit is None or {start - 1, start - 3} & self.leaders:
            return None
        if (do.name, first.name, limit.name) != ("(DO)", "LIT", "LIT"):
            return None
        return first.operand, limit.operand

    @lazy
    def exits(self) -> int:
        return sum(i.name == "EXIT" for i in self.instructions.values())

    @property
    def takes_several(self) -> bool:
        """Return whether the function may pop more than one return address."""
        taking = sum(i.name == "R>" for i in self.instructions.values())
        return taking > 1 or (taking > 0 and any(i.backward for i in self.instructions.values()))

    def literals(self) -> set[int]:
        """Return the numbers pushed or compiled as tokens; some may be tokens of words."""
        return self.operands.get("LIT", set()) | self.operands.get("(COMPILE)", set())


def used_by(function: Function, instruction: Instruction) -> Instruction | None:
    """Return the next instruction if it belongs to the same basic block, else None."""
    following = function.instructions.get(instruction.next)
    return None if following is None or following.cell in function.leaders else following


def constant_before(function: Function, cell: int) -> int | None:
    """Return the literal that the previous instruction of the same block pushes, else None."""
    if cell in function.leaders:
        return None
    before = function.instructions.get(cell - 2)
    if before is not None and before.name == "LIT" and before.next == cell:
        return before.operand
    return None


def _loop(function: Function, start: int, branches: list[Instruction]) -> Loop:
    end = max(branch.cell for branch in branches)
    body = [i for cell, i in function.instructions.items() if start <= place_of(cell) <= end]
    single = len(branches) == 1 and branches[0].name == "(LOOP)"
    steady = single and not any(_changes_index(function, start, i) for i in body)
    left = any(i.name == "LEAVE" for i in body)
    turns = _turns(function, start, left) if steady else None
    return Loop(start, end, turns, steady and not left)


def _changes_index(function: Function, start: int, instruction: Instruction) -> bool:
    """Return whether an instruction may pop or set the index of the loop that starts at a cell."""
    if instruction.name not in ("LEAVE", "R>"):
        return False
    items = function.returns_at
    above = items.get(instruction.cell, 0) - items.get(start, 0)
    if instruction.name == "LEAVE":  # it stores the top item into the one below
        return above == 1 or not items
    return above <= 0


def _turns(function: Function, start: int, left: bool) -> int | None:
    """Return the most passes of a loop whose bounds are literals, else None.

    `left` tells apart loops that contain LEAVE.
    """
    bounds = function.bounds(start)
    if bounds is None:
        return None
    first, limit = bounds
    if first == at.HIGHEST:  # the index wraps to the lowest number, below a limit set by LEAVE
        return None if left else 1 + limit - at.LOWEST
    return max(1, limit - first)
