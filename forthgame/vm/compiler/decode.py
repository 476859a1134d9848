"""Threaded code read back: instructions, basic blocks, and the stack effect of a whole word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from forthgame.lang.word import Row
from forthgame.lang.words import TABLE
from forthgame.vm.compiler.known import answer

ROWS = TABLE.operations()
NUMBERS = {row.name: number for number, row in enumerate(ROWS)}
BRANCH, ZERO_BRANCH = NUMBERS["BRANCH"], NUMBERS["0BRANCH"]
ENDS = frozenset(("EXIT", "BRANCH", "$Exit", "(HALT)", "(RETURN)", "(CANDIDATE-END)", "(ERROR)"))
BRANCHES = frozenset(("BRANCH", "0BRANCH", "(LOOP)", "(+LOOP)"))
LOOPS = frozenset(("(LOOP)", "(+LOOP)"))
REQUESTS = frozenset(("(COMPILE)", "COMPILE-LITERAL", ","))  # may be done by the host instead


class Refused(Exception):
    """Why a word stays with the interpreter."""


@dataclass(frozen=True)
class Instruction:
    """An operation in threaded code: where it stands, its operand, where the next one stands."""

    cell: int
    row: Row
    number: int
    operand: int
    next: int
    drops: bool = False  # a call of the word whose token is on top of the stack
    deferred: tuple[int, int] | None = None  # a call if this token is found at this address

    @property
    def name(self) -> str:
        """The operation's name."""
        return self.row.name

    @property
    def backward(self) -> bool:
        """Whether it is a branch that goes back."""
        return self.name in BRANCHES and self.operand <= self.cell


@dataclass(frozen=True)
class Loop:
    """The instructions from a cell to the last branch that goes back there."""

    start: int
    end: int  # the cell of that branch
    turns: int | None  # at most so many, if its bounds are constant
    counted: bool  # it ends with one `LOOP`, and nothing in it changes the limit or the index
    plain: bool  # nothing branches inside, but for one way out


@dataclass
class Function:
    """The code that is reached from a cell: a word's, a continuation's, or that of a copy.

    `entry` is its number, which for all but copies (`copies.py`) is the cell where it starts.
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

    def callees(self) -> set[int]:
        """Entries of the functions it calls."""
        return {i.operand for i in self.instructions.values() if i.name == "(CALL)"}

    def framed(self) -> set[int]:
        """Entries of the functions it runs in frames of their own, where it names them."""
        return {i.operand for i in self.instructions.values() if i.name == "(FRAME-OF)"}

    @cached_property
    def arrivals(self) -> dict[int, int]:
        """How many edges lead to each leader."""
        found: dict[int, int] = {}

        def arrive(cell: int, count: int = 1) -> None:
            found[cell] = found.get(cell, 0) + count

        for instruction in self.instructions.values():
            if instruction.name in BRANCHES:
                arrive(instruction.operand)
            if instruction.name not in ENDS and instruction.next in self.leaders:
                arrive(instruction.next, 2 if instruction.name in REQUESTS else 1)
        return found

    @cached_property
    def returns_at(self) -> dict[int, int]:
        """Items on the return stack at each cell; empty if ways that meet bring different ones."""
        found: dict[int, int] = {}
        todo = [(self.start, self.held)]
        while todo:
            cell, count = todo.pop()
            while cell not in found:
                found[cell] = count
                instruction = self.instructions[cell]
                need, change = RETURN_EFFECTS.get(instruction.name, (0, 0))
                if count < need:
                    return {}
                if instruction.name in BRANCHES:
                    todo.append((instruction.operand, count))
                count += change
                if instruction.name in ENDS:
                    break
                cell = instruction.next
            if instruction_count_differs(found, cell, count, self):
                return {}
        return found

    @cached_property
    def loops(self) -> dict[int, Loop]:
        """Its loops by the cell where their body starts."""
        backward: dict[int, list[Instruction]] = {}
        for instruction in self.instructions.values():
            if instruction.backward:
                backward.setdefault(instruction.operand, []).append(instruction)
        return {start: _loop(self, start, branches) for start, branches in backward.items()}

    @cached_property
    def exits(self) -> int:
        """How many times it says EXIT."""
        return sum(i.name == "EXIT" for i in self.instructions.values())

    @property
    def takes_several(self) -> bool:
        """Whether it may take more than one return address."""
        taking = sum(i.name == "R>" for i in self.instructions.values())
        return taking > 1 or (taking > 0 and any(i.backward for i in self.instructions.values()))

    def literals(self) -> set[int]:
        """Numbers it pushes or records as tokens: some may be tokens of words."""
        return {i.operand for i in self.instructions.values() if i.name in ("LIT", "(COMPILE)")}


class Program:
    """Functions by entry, decoded on demand from the cells of threaded code."""

    def __init__(
        self, cells: Sequence[int], limit: int, settled: Mapping[int, int] | None = None
    ) -> None:
        """`settled` gives registers that will not change as long as the code is used."""
        self.cells = cells
        self.limit = limit
        self._settled = settled or {}
        self.functions: dict[int, Function] = {}
        self._open: set[int] = set()
        self._guess: dict[int, tuple[int, int] | None] = {}

    def function(self, entry: int) -> Function:
        """The function that starts at a cell."""
        found = self.functions.get(entry)
        if found is None:
            found = self.functions[entry] = self._decode(entry)
        return found

    def renew(self, function: Function) -> None:
        """Put a function in the place of the one with its number, or with a new one."""
        self.functions[function.entry] = function
        self._guess.pop(function.entry, None)

    def _decode(self, entry: int) -> Function:
        function = Function(entry, leaders={entry})
        todo = [entry]
        while todo:
            cell = todo.pop()
            while cell not in function.instructions:
                if not 0 <= cell < self.limit or not 0 <= self.cells[cell] < len(ROWS):
                    function.refused = f"no code at cell {cell}: {self.cells[cell]}"
                    return function
                number = self.cells[cell]
                row = ROWS[number]
                after = cell + 1 if row.operand is None else cell + 2
                operand = 0 if row.operand is None else self.cells[cell + 1]
                if (only := self._only_way(row.name, after)) is not None:
                    branch = Instruction(cell, ROWS[BRANCH], BRANCH, only, after + 2)
                    function.instructions[cell] = branch
                    function.leaders.add(only)
                    todo.append(only)
                    break
                function.instructions[cell] = Instruction(cell, row, number, operand, after)
                if row.name in BRANCHES:
                    function.leaders.add(operand)
                    todo.append(operand)
                    if row.name != "BRANCH":
                        function.leaders.add(after)
                elif row.name in REQUESTS:
                    function.leaders.add(after)
                if row.name in ENDS:
                    break
                cell = after
        return function

    def _only_way(self, question: str, cell: int) -> int | None:
        """Where a branch at a cell leads, if the question before it is answered for good."""
        answered = answer(question, self._settled)
        if answered is None or self.cells[cell] != ZERO_BRANCH:
            return None
        return cell + 2 if answered else self.cells[cell + 1]

    def continuation(self, owner: int, cell: int) -> Function | None:
        """The rest of a function from a cell on; None if it cannot be entered there."""
        held = self.function(owner).returns_at.get(cell)
        if held is None:
            return None
        if cell != owner:
            self.functions[cell] = self._decode(cell)
            self.functions[cell].held = held
            self._guess[cell] = None
        return self.functions[cell]

    def reachable(self, roots: set[int]) -> list[Function]:
        """The functions that are called from the roots, roots included."""
        found: dict[int, Function] = {}
        todo = sorted(roots, reverse=True)
        while todo:
            entry = todo.pop()
            if entry not in found:
                found[entry] = self.function(entry)
                todo.extend(sorted(found[entry].callees() | found[entry].framed(), reverse=True))
        return [found[entry] for entry in sorted(found)]

    # -- stack effects --------------------------------------------------------------------------

    def infer(self, entry: int) -> tuple[int, int] | None:
        """How many cells a function takes and leaves, None if that cannot be known.

        A recursive call first counts as not returning; the effect so found is then tried for it
        until it is stable.
        """
        function = self.function(entry)
        if entry in self._guess:
            return self._guess[entry]
        if function.refused:
            return None
        self._guess[entry] = (-1, -1)
        guess: tuple[int, int] | None = (-1, -1)
        try:
            for _ in range(6):
                found = self._walk(function)
                if found == guess:
                    break
                guess = self._guess[entry] = found
            else:
                guess = None
        except Refused as reason:
            guess = None
            if str(reason).startswith("return stack"):
                function.refused = str(reason)
        if guess == (-1, -1):
            guess = None
        self._guess[entry] = function.effect = guess
        return guess

    def _walk(self, function: Function) -> tuple[int, int]:
        seen: dict[int, tuple[int, int]] = {}
        todo = [(function.start, 0, 0)]
        low = 0
        results: set[int] = set()
        while todo:
            cell, depth, returns = todo.pop()
            while True:
                if cell in function.leaders:
                    if cell in seen:
                        if seen[cell] != (depth, returns):
                            unequal = "return stack" if seen[cell][1] != returns else "stack"
                            raise Refused(f"{unequal} differs where branches meet")
                        break
                    seen[cell] = (depth, returns)
                instruction = function.instructions[cell]
                taken, left, returns = self._effect(function, instruction, returns)
                if taken < 0:
                    break
                low = min(low, depth - taken)
                depth += left - taken
                name = instruction.name
                if name == "EXIT":
                    if returns:
                        raise Refused("return stack is not empty at EXIT")
                    results.add(depth)
                    break
                if name in ENDS and name != "BRANCH":
                    break
                if name in BRANCHES:
                    inside = returns + 2 if name in LOOPS else returns
                    todo.append((instruction.operand, depth, inside))
                    if name == "BRANCH":
                        break
                cell = instruction.next
        if len(results) > 1:
            raise Refused("the stack differs at its exits")
        if not results:
            return (-1, -1)
        return (-low, results.pop() - low)

    def _effect(
        self, function: Function, instruction: Instruction, returns: int
    ) -> tuple[int, int, int]:
        """Cells taken, cells left, cells on the return stack behind it; taken < 0: no return."""
        name = instruction.name
        effect = instruction.row.effect
        taken, left = len(effect.inputs), len(effect.outputs)
        if name == "(CALL)":
            inner = self.infer(instruction.operand)
            if inner is None:
                raise Refused("calls a word of unknown effect")
            more = 1 if instruction.drops else 0
            return (inner[0] + more, inner[1], returns) if inner[0] >= 0 else (-1, 0, returns)
        if name in ("EXECUTE", "(DEFER)", "(HOST)"):
            raise Refused(f"{name} has no known effect")
        if name == "PICK":
            depth = constant_before(function, instruction.cell)
            if depth is None or not 0 <= depth < 64:
                raise Refused("PICK from a depth that is not constant")
            return depth + 2, depth + 2, returns
        change = RETURN_EFFECTS.get(name)
        if change is not None:
            need, delta = change
            if returns < need:
                raise Refused(f"return stack: {name} takes what the caller left")
            returns += delta
        return taken, left, returns


def instruction_count_differs(
    found: dict[int, int], cell: int, count: int, function: Function
) -> bool:
    """Whether two ways to a cell bring different numbers of items on the return stack."""
    ended = cell in function.instructions and function.instructions[cell].name in ENDS
    return not ended and found.get(cell, count) != count


# operation -> items it needs on the return stack, and the change in their number
RETURN_EFFECTS = {
    "(DO)": (0, 2),
    "(LOOP)": (2, -2),
    "(+LOOP)": (2, -2),
    ">R": (0, 1),
    "R>": (1, -1),
    "R@": (1, 0),
    "R": (1, 0),
    "I": (1, 0),
    "J": (3, 0),
    "K": (5, 0),
    "LEAVE": (2, 0),
}


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
    body = [i for cell, i in function.instructions.items() if start <= cell <= end]
    single = len(branches) == 1 and branches[0].name == "(LOOP)"
    steady = single and not any(_takes_index(function, start, i) for i in body)
    counted = steady and not any(i.name == "LEAVE" for i in body)
    plain = sum(i.name in BRANCHES or i.name == "EXIT" for i in body) <= 2
    return Loop(start, end, _turns(function, start) if steady else None, counted, plain)


def _takes_index(function: Function, start: int, instruction: Instruction) -> bool:
    """Whether an instruction may take the index of the loop that starts at a cell."""
    if instruction.name != "R>":
        return False
    items = function.returns_at
    return items.get(instruction.cell, 0) <= items.get(start, 0)


def _turns(function: Function, start: int) -> int | None:
    """How often a loop may run, if two literals stand before its `(DO)`."""
    found = function.instructions
    do, first, limit = found.get(start - 1), found.get(start - 3), found.get(start - 5)
    if do is None or first is None or limit is None or {start - 1, start - 3} & function.leaders:
        return None
    if (do.name, first.name, limit.name) != ("(DO)", "LIT", "LIT"):
        return None
    return max(1, limit.operand - first.operand)
