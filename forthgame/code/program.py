"""The functions of threaded code, and what they call."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from forthgame.code.decoding import decoded, followed
from forthgame.code.effects import Effects
from forthgame.code.function import Function
from forthgame.code.known import QUESTIONS
from forthgame.code.patience import present_look
from forthgame.code.threaded import Code
from forthgame.code.walk import closure

MOST_PASSED = 32  # items that a function takes or leaves in registers


class Program:
    """Functions by entry, from threaded code that is decoded when they are first asked for.

    All programs of a machine share what has been decoded. Each has functions of its own, which
    copies may take the place of and the compiler makes notes in, unless it is for those who only
    read (`Definer.program`).
    """

    def __init__(
        self, code: Code, settled: Mapping[int, int] | None = None, *, read_only: bool = False
    ) -> None:
        """`settled` gives registers that will not change as long as the code is used."""
        self.code = code
        self.limit, self.changes = code.top, code.changes
        self._settled = settled or {}
        self._read_only = read_only
        self.functions: dict[int, Function] = {}
        self.found: dict[tuple[str, int, int], Any] = {}  # about functions as they stand
        self._effects = Effects(self.function, MOST_PASSED, noting=not read_only)

    def function(self, entry: int) -> Function:
        """The function that starts at a cell."""
        found = self.functions.get(entry)
        if found is None:
            found = decoded(self.code, entry)
            if not self._read_only:
                found = self._own(found)
            self.functions[entry] = found
        return found

    def _own(self, whole: Function) -> Function:
        """A function of this program's own, without the ways that are settled."""
        entry, instructions = whole.entry, whole.instructions
        if self._settled and not whole.refused and whole.has(QUESTIONS):
            return followed(entry, instructions.__getitem__, self._settled)
        return Function(entry, instructions, whole.leaders, refused=whole.refused)

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
            if function.held or function.refused:
                self._effects.assume(entry, function.effect)

    def leave_out(self, entry: int, effect: tuple[int, int] | None) -> None:
        """Have nothing of a function but its effect: its machine code is elsewhere."""
        self.functions[entry] = Function(entry, effect=effect, refused="its code is elsewhere")
        self._effects.assume(entry, effect)

    def continuation(self, owner: int, cell: int) -> Function | None:
        """The rest of a function from a cell on; None if it cannot be entered there."""
        held = self.function(owner).returns_at.get(cell)
        if held is None:
            return None
        if cell != owner:
            self.functions[cell] = self._own(decoded(self.code, cell))
            self.functions[cell].held = held
            self._effects.assume(cell, None)
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

    def comes_to(self, entry: int, names: Collection[str]) -> bool:
        """Whether a function, or one that is called from it, has an operation of such a name."""
        return any(function.has(names) for function in self.reachable({entry}))

    def infer(self, entry: int) -> tuple[int, int] | None:
        """How many cells a function takes and leaves, None if that cannot be known."""
        return self._effects.infer(entry)
