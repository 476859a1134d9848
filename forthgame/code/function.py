"""The code of one function: its instructions, where ways meet in it, its loops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from forthgame.code.instruction import Instruction, place_of
from forthgame.code.walk import Arrivals, walk
from forthgame.lang import layout as at
from forthgame.lang.facts import BRANCHES, ENDS, REQUESTS, RETURN_EFFECTS
from forthgame.lazy import lazy


class _Unequal(Exception):
    """Ways that meet bring different numbers of items, or something takes what is not there."""


@dataclass(frozen=True)
class Loop:
    """The instructions from a cell to the last branch that goes back there."""

    start: int
    end: int  # the cell of that branch
    turns: int | None  # at most so many, if its bounds are constant
    counted: bool  # it ends with one `LOOP`, and nothing in it changes the limit or the index

    def has(self, cell: int) -> bool:
        """Whether the instruction with a number stands in it."""
        return self.start <= place_of(cell) <= self.end


@dataclass
class Function:
    """The code that is reached from a cell: a word's, a continuation's, or that of a copy.

    `entry` is its number, which for all but copies (`generation/copies.py`) is the cell where it
    starts.
    """

    entry: int
    instructions: dict[int, Instruction] = field(default_factory=dict)
    leaders: set[int] = field(default_factory=set)
    effect: tuple[int, int] | None = None
    refused: str = ""
    held: int = 0  # items on the return stack where a continuation begins
    start: int = -1

    def __post_init__(self) -> None:
        if self.start < 0:
            self.start = self.entry

    @lazy
    def operands(self) -> dict[str, set[int]]:
        """The operands of its operations, by their names."""
        found: dict[str, set[int]] = {}
        for each in self.instructions.values():
            found.setdefault(each.name, set()).add(each.operand)
        return found

    def callees(self) -> set[int]:
        """Return the entries of the functions it calls."""
        return self.operands.get("(CALL)", set())

    def framed(self) -> set[int]:
        """Return the entries of the functions it names to run them in frames of their own."""
        return self.operands.get("(FRAME-OF)", set())

    def has(self, names: Iterable[str]) -> bool:
        """Return whether it has an operation of such a name."""
        return not self.operands.keys().isdisjoint(names)

    @lazy
    def predecessors(self) -> dict[int, list[Instruction]]:
        """The instructions that lead to each cell."""
        found: dict[int, list[Instruction]] = {}
        for each in self.instructions.values():
            for cell in each.ways:
                found.setdefault(cell, []).append(each)
        return found

    @lazy
    def arrivals(self) -> dict[int, int]:
        """Return how many edges lead to each leader."""
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
        """Items on the return stack at each cell; empty if ways that meet bring different ones."""
        found: dict[int, int] = {}

        def step(instruction: Instruction, count: int) -> Arrivals[int]:
            found[instruction.cell] = count
            need, change = RETURN_EFFECTS.get(instruction.name, (0, 0))
            if count < need:
                raise _Unequal
            # the branch of a loop leads back with what it found, and on without it
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
        """Its loops by the cell where their body starts."""
        backward: dict[int, list[Instruction]] = {}
        for instruction in self.instructions.values():
            if instruction.backward:
                backward.setdefault(instruction.operand, []).append(instruction)
        return {start: _loop(self, start, branches) for start, branches in backward.items()}

    def bounds(self, start: int) -> tuple[int, int] | None:
        """The first index and the limit of a loop, if two literals stand before its `(DO)`."""
        found = self.instructions
        do, first, limit = found.get(start - 1), found.get(start - 3), found.get(start - 5)
        if do is None or first is None or limit is None or {start - 1, start - 3} & self.leaders:
            return None
        if (do.name, first.name, limit.name) != ("(DO)", "LIT", "LIT"):
            return None
        return first.operand, limit.operand

    @lazy
    def exits(self) -> int:
        """Return how many times it says EXIT."""
        return sum(i.name == "EXIT" for i in self.instructions.values())

    @property
    def takes_several(self) -> bool:
        """Return whether it may take more than one return address."""
        taking = sum(i.name == "R>" for i in self.instructions.values())
        return taking > 1 or (taking > 0 and any(i.backward for i in self.instructions.values()))

    def literals(self) -> set[int]:
        """Return the numbers it pushes or records as tokens: some may be tokens of words."""
        return self.operands.get("LIT", set()) | self.operands.get("(COMPILE)", set())


def used_by(function: Function, instruction: Instruction) -> Instruction | None:
    """The instruction behind one, if it is in the same block: nothing else leads to it."""
    following = function.instructions.get(instruction.next)
    return None if following is None or following.cell in function.leaders else following


def constant_before(function: Function, cell: int) -> int | None:
    """The number that the instruction before one pushes, if it is a literal in the same block."""
    if cell in function.leaders:
        return None
    before = function.instructions.get(cell - 2)
    if before is not None and before.name == "LIT" and before.next == cell:
        return before.operand
    return None


def _loop(function: Function, start: int, branches: list[Instruction]) -> Loop:
    """The loop that starts at a cell, by the branches that go back there."""
    end = max(branch.cell for branch in branches)
    body = [i for cell, i in function.instructions.items() if start <= place_of(cell) <= end]
    single = len(branches) == 1 and branches[0].name == "(LOOP)"
    steady = single and not any(_changes_index(function, start, i) for i in body)
    left = any(i.name == "LEAVE" for i in body)
    turns = _turns(function, start, left) if steady else None
    return Loop(start, end, turns, steady and not left)


def _changes_index(function: Function, start: int, instruction: Instruction) -> bool:
    """Return whether an instruction may take or set the index of the loop that starts at a cell."""
    if instruction.name not in ("LEAVE", "R>"):
        return False
    items = function.returns_at
    above = items.get(instruction.cell, 0) - items.get(start, 0)
    if instruction.name == "LEAVE":  # the top item goes to the one below it
        return above == 1 or not items
    return above <= 0


def _turns(function: Function, start: int, left: bool) -> int | None:
    """How often a loop may run, if two literals stand before its `(DO)`.

    `left` says whether a LEAVE stands in it.
    """
    bounds = function.bounds(start)
    if bounds is None:
        return None
    first, limit = bounds
    if first == at.HIGHEST:  # the next index is the lowest, far below a limit that LEAVE has set
        return None if left else 1 + limit - at.LOWEST
    return max(1, limit - first)
