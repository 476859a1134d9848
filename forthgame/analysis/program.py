"""The functions of a program and the calls between them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from forthgame.analysis.code_buffer import Code
from forthgame.analysis.dataflow import closure
from forthgame.analysis.decoding import SETTLED_QUERIES, decoded, followed
from forthgame.analysis.effect_inference import Effects
from forthgame.analysis.function import Function
from forthgame.analysis.time_checks import time_check

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
        """Return the function that starts at a cell."""
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
        """Restore the functions saved by `kept`."""
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
