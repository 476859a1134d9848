"""The functions of threaded code, decoded when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from forthgame.code.effects import Effects
from forthgame.code.function import Function
from forthgame.code.instruction import ROWS, ZERO_BRANCH, instruction_at
from forthgame.code.known import answer
from forthgame.code.patience import OFTEN, present_look
from forthgame.code.walk import closure
from forthgame.lang.facts import BRANCHES, ENDS, REQUESTS

MOST_PASSED = 32  # items that a function takes or leaves in registers


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
        self.found: dict[tuple[str, int, int], bool] = {}  # about functions as they stand
        self._effects = Effects(self.function, MOST_PASSED)

    def function(self, entry: int) -> Function:
        """The function that starts at a cell."""
        found = self.functions.get(entry)
        if found is None:
            found = self.functions[entry] = self._decode(entry)
        return found

    def renew(self, function: Function) -> None:
        """Put a function in the place of the one with its number, or with a new one."""
        self.functions[function.entry] = function
        self._effects.forget(function.entry)
        self.found.clear()

    def kept(self) -> dict[int, Function]:
        """The functions as they are now, for `restore`."""
        return {entry: replace(function) for entry, function in self.functions.items()}

    def restore(self, functions: dict[int, Function]) -> None:
        """Have the functions again that it had when they were kept."""
        self.functions = functions
        self.found.clear()
        self._effects = Effects(self.function, MOST_PASSED)
        for entry, function in functions.items():
            if function.held:
                self._effects.leave_open(entry)

    def _decode(self, entry: int) -> Function:
        function = Function(entry, leaders={entry})
        todo = [entry]
        while todo:
            cell = todo.pop()
            while cell not in function.instructions:
                if not 0 <= cell < self.limit:
                    function.refused = f"no code at cell {cell}"
                    return function
                if not 0 <= self.cells[cell] < len(ROWS):
                    function.refused = f"no code at cell {cell}: {self.cells[cell]}"
                    return function
                if not len(function.instructions) % OFTEN:
                    present_look()()
                read = instruction_at(self.cells, cell)
                name, after = read.name, read.next
                if (only := self._only_way(name, after)) is not None:
                    function.instructions[cell] = read.another("BRANCH", only)
                    function.leaders.add(only)
                    todo.append(only)
                    break
                function.instructions[cell] = read
                if name in BRANCHES:
                    function.leaders.add(read.operand)
                    todo.append(read.operand)
                    if name != "BRANCH":
                        function.leaders.add(after)
                elif name in REQUESTS:
                    function.leaders.add(after)
                if name in ENDS:
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
            self._effects.leave_open(cell)
        return self.functions[cell]

    def reachable(self, roots: Iterable[int]) -> list[Function]:
        """The functions that are called from the roots, roots included, those in front first."""
        found = self.called(roots, Function.framed)
        return sorted(found, key=lambda function: function.entry)

    def called(
        self,
        roots: Iterable[int],
        further: Callable[[Function], Iterable[int]] | None = None,
        passed: Container[int] = (),
    ) -> Iterator[Function]:
        """The roots, what they call, what that calls, and so on, each once.

        `further` gives entries that are reached from a function in other ways, such as those it
        runs in frames. Functions whose entries are in `passed` are left out, and what only they
        reach.
        """

        def following(entry: int) -> Iterable[int]:
            if entry in passed:
                return ()
            function = self.function(entry)
            more = function.callees()
            return sorted(more.union(further(function)) if further else more, reverse=True)

        look = present_look()
        for entry in closure(sorted(roots, reverse=True), following):
            look()
            if entry not in passed:
                yield self.function(entry)

    def comes_to(self, entry: int, names: Container[str]) -> bool:
        """Whether a function, or one that is called from it, has an operation of such a name."""
        return any(function.has(names) for function in self.reachable({entry}))

    def infer(self, entry: int) -> tuple[int, int] | None:
        """How many cells a function takes and leaves, None if that cannot be known."""
        return self._effects.infer(entry)
