"""The functions of a program and the calls between them, decoded from threaded code.

Some words query registers that no longer change once a game is declared, such as `(invariant?)`.
After such a query, the dead side of the branch is left out, with the words that only it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from forthgame.analysis.code_buffer import Code
from forthgame.analysis.dataflow import closure
from forthgame.analysis.effect_inference import Effects
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import ROWS, ZERO_BRANCH, Instruction, instruction_at
from forthgame.analysis.time_checks import OFTEN, time_check
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.word_sets import BRANCHES, ENDS, REQUESTS

# the word, its register, the bits that count, and those of them that are a final yes
SETTLED_QUERIES = {
    "(coalitions?)": (at.COALITIONS, -1, -1),
    "(countable?)": (
        extension_registers.COUNTABLE,
        -1,
        ~(
            extension_registers.ONLY_TALLIED
            | extension_registers.ONLY_DRAWN
            | extension_registers.ONLY_READ
        ),
    ),
    "(leaves-countable?)": (extension_registers.LEAVES_COUNTABLE, -1, -1),
    "(each-counted?)": (extension_registers.EACH_COUNTED, -1, -1),
    "(endings?)": (extension_registers.ENDING_COUNT, -1, -1),
    "(by-score?)": (extension_registers.ENDING_COUNT, -1, 0),
    "(events-leave?)": (extension_registers.EVENTS_LEAVE, -1, -1),
    "(events-move?)": (extension_registers.EVENTS_MOVE, -1, -1),
    "(invariant?)": (extension_registers.INVARIANT, -1, -1),
    "(opens?)": (at.OPENS, -1, -1),
    "(retracts?)": (at.RETRACTS, -1, -1),
    "(lists-judged?)": (extension_registers.LISTS_JUDGED, -1, -1),
    "(local-rule?)": (extension_registers.LOCAL_RULE, -1, -1),
    "(rule-reads-move?)": (extension_registers.RULE_READS_MOVE, -1, -1),
    "(turns-change?)": (extension_registers.TURN_NEXT_CELL, -1, -1),
    "(chained?)": (
        extension_registers.SELECTS,
        extension_registers.PREFER | extension_registers.MUST_FINISH,
        0,
    ),
    "(choosing?)": (
        extension_registers.SELECTS,
        extension_registers.PREFER | extension_registers.ON_MOVES,
        -1,
    ),
    "(together?)": (extension_registers.CHOICE_CELL, -1, 0),
}
Reader = Callable[[int], Instruction]  # returns the instruction in a cell; may raise NoCode


class NoCode(Exception):
    """Raised for a cell that does not hold an operation."""


def decoded(code: Code, entry: int) -> Function:
    """Return the function that starts at a cell, from a cache that is emptied when code changes.

    The function is shared by all readers, one of the language by those of all machines. It is
    `refused` if it runs into a cell without an operation.
    """
    known = code.shared if entry < code.own else code.decoded
    found = known.get(entry)
    if found is None:
        found = decode(code, entry)
        if not found.refused:  # the word may be completed later
            known[entry] = found
    return found


def decode(code: Code, entry: int) -> Function:
    cells, top = code.cells, code.top

    def read(cell: int) -> Instruction:
        if not 0 <= cell < top:
            raise NoCode(f"no code at cell {cell}")
        if not 0 <= cells[cell] < len(ROWS):
            raise NoCode(f"no code at cell {cell}: {cells[cell]}")
        return instruction_at(cells, cell)

    return followed(entry, read, {})


def followed(entry: int, read: Reader, settled: Mapping[int, int]) -> Function:
    """Return the function that starts at a cell, without branches decided by settled registers."""
    function = Function(entry, leaders={entry})
    instructions, leaders, look = function.instructions, function.leaders, time_check()
    todo = [entry]
    while todo:
        cell = todo.pop()
        while cell not in instructions:
            if not len(instructions) % OFTEN:
                look()
            try:
                found = read(cell)
            except NoCode as reason:
                function.refused = str(reason)
                return function
            only = _only_way(found, read, settled) if settled else None
            if only is not None:
                instructions[cell] = found.another("BRANCH", only)
                leaders.add(only)
                todo.append(only)
                break
            instructions[cell] = found
            name, after = found.name, found.next
            if name in BRANCHES:
                leaders.add(found.operand)
                todo.append(found.operand)
                if name != "BRANCH":
                    leaders.add(after)
            elif name in REQUESTS:
                leaders.add(after)
            if name in ENDS:
                break
            cell = after
    return function


def _only_way(question: Instruction, read: Reader, settled: Mapping[int, int]) -> int | None:
    """Return the cell where control continues after a query with a fixed answer, else None."""
    answered = settled_answer(question.name, settled)
    if answered is None:
        return None
    branch = read(question.next)
    if branch.number != ZERO_BRANCH:
        return None
    return branch.next if answered else branch.operand


def settled_answer(name: str, settled: Mapping[int, int]) -> bool | None:
    """Return the fixed answer of a query, None if it is unknown or the word is not a query."""
    question = SETTLED_QUERIES.get(name)
    if question is None or question[0] not in settled:
        return None
    register, bits, sure = question
    found = settled[register] & bits
    return bool(found) if not found or found & sure else None


MOST_PASSED = 32  # items that a function consumes or leaves in registers


class Program:
    """Functions by entry, decoded from threaded code on first use.

    Decoded code is shared by all programs of a machine. Each program has its own functions, which
    the compiler annotates and replaces by copies, unless the program is read-only
    (`Definer.program`).
    """

    def __init__(
        self, code: Code, settled: Mapping[int, int] | None = None, *, read_only: bool = False
    ) -> None:
        """Create a program; `settled` maps registers that no longer change to their values."""
        self.code = code
        self.limit, self.changes = code.top, code.changes
        self._settled = settled or {}
        self._read_only = read_only
        self.functions: dict[int, Function] = {}
        self.found: dict[tuple[str, int, int], Any] = {}  # cached results of analyses
        self._effects = Effects(self.function, MOST_PASSED, noting=not read_only)

    def function(self, entry: int) -> Function:
        found = self.functions.get(entry)
        if found is None:
            found = decoded(self.code, entry)
            if not self._read_only:
                found = self._own(found)
            self.functions[entry] = found
        return found

    def _own(self, whole: Function) -> Function:
        """Return a private copy of a function, without branches that are settled."""
        entry, instructions = whole.entry, whole.instructions
        if self._settled and not whole.refused and whole.has(SETTLED_QUERIES):
            return followed(entry, instructions.__getitem__, self._settled)
        return Function(entry, instructions, whole.leaders, refused=whole.refused)

    def renew(self, function: Function) -> None:
        """Replace or add a function, and forget results that depend on it."""
        self.functions[function.entry] = function
        self._effects.forget(function.entry)
        self.found.clear()

    def kept(self) -> dict[int, Function]:
        """Return copies of the functions, for `restore`."""
        return {entry: replace(function) for entry, function in self.functions.items()}

    def restore(self, functions: dict[int, Function]) -> None:
        self.functions = functions
        self.found.clear()
        self._effects = Effects(self.function, MOST_PASSED)
        for entry, function in functions.items():
            if function.held or function.refused:
                self._effects.assume(entry, function.effect)

    def leave_out(self, entry: int, effect: tuple[int, int] | None) -> None:
        """Keep only the effect of a function, because its machine code is elsewhere."""
        self.functions[entry] = Function(entry, effect=effect, refused="its code is elsewhere")
        self._effects.assume(entry, effect)

    def continuation(self, owner: int, cell: int) -> Function | None:
        """Return the rest of a function from a cell on; None if it cannot be entered there."""
        held = self.function(owner).returns_at.get(cell)
        if held is None:
            return None
        if cell != owner:
            self.functions[cell] = self._own(decoded(self.code, cell))
            self.functions[cell].held = held
            self._effects.assume(cell, None)
        return self.functions[cell]

    def reachable(self, roots: Iterable[int]) -> list[Function]:
        """Return the functions reachable from the roots, roots included, sorted by entry."""
        return sorted(self.called(roots, Function.framed), key=lambda function: function.entry)

    def called(
        self,
        roots: Iterable[int],
        further: Callable[[Function], Iterable[int]] | None = None,
        passed: Container[int] = (),
    ) -> Iterator[Function]:
        """Yield the roots and all functions that they call, directly or indirectly, each once.

        `further` adds entries that a function reaches in other ways, such as in frames. Functions
        with entries in `passed` are skipped, with everything that only they reach.
        """

        def following(entry: int) -> Iterable[int]:
            if entry in passed:
                return ()
            function = self.function(entry)
            more = function.callees()
            return sorted(more.union(further(function)) if further else more, reverse=True)

        look = time_check()
        for entry in closure(sorted(roots, reverse=True), following):
            look()
            if entry not in passed:
                yield self.function(entry)

    def comes_to(self, entry: int, names: Collection[str]) -> bool:
        """Return whether a function or one of its callees contains one of some operations."""
        return any(function.has(names) for function in self.reachable({entry}))

    def infer(self, entry: int) -> tuple[int, int] | None:
        return self._effects.infer(entry)
