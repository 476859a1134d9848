"""Which tests decided that an event came to a cell: those whose other way could have avoided it.

A test that was over before, as a whole IF … ENDIF in front or a loop that ran to its end, decided
nothing: both its ways lead to the cell. (This is control dependence: J. Ferrante, K. J. Ottenstein,
J. D. Warren, *The Program Dependence Graph and Its Use in Optimization*, 1987.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.walk import closure
from forthgame.debug.probe import Probe
from forthgame.debug.trial import Test
from forthgame.debug.watched import Said, Watched


class Deciding:
    """Reads the code of a game's words for what its events came to."""

    def __init__(self, probe: Probe) -> None:
        self.code = probe.code
        self.program = probe.forth.program

    def of_said(self, said: Said) -> list[Test]:
        """The tests that led to a word that ends a game.

        The last one of the event's own word first, then the last one of the innermost word that was
        being run and has one.
        """
        return _outer_and_inner(self.last(said.tests, {cell}) for cell in said.chain)

    def of_result(self, found: Watched) -> list[Test]:
        """The same for the number that an event left on the stack."""
        cell = found.result.cell
        if cell < 0:
            return []
        own, inner = found.word.entry, self.code.start(cell)
        tests = tuple(found.last.values())
        targets = [{cell}]
        if inner != own:
            targets.insert(0, self._calls_of(own, inner))
        return _outer_and_inner(self.last(tests, cells) for cells in targets)

    def _calls_of(self, entry: int, called: int) -> set[int]:
        """The cells of a word that call another one, or what calls that."""
        return {
            instruction.cell
            for instruction in self.program.function(entry).instructions.values()
            if instruction.name == "(CALL)"
            and any(f.entry == called for f in self.program.called({instruction.operand}))
        }

    def last(self, tests: Iterable[Test], targets: set[int]) -> Test | None:
        """The last of some tests in the word of some cells that decided that it came to one."""
        if not targets:
            return None
        start = self.code.start(min(targets))
        function = self.program.function(start)
        decided = None
        for test in tests:
            if self.code.start(test.cell) == start and _decides(function, test, targets):
                decided = test
        return decided


def _outer_and_inner(tests: Iterator[Test | None]) -> list[Test]:
    """The first of some tests and the last one, if there are more."""
    found = [test for test in tests if test is not None]
    return found[:1] + found[1:][-1:]


def _decides(function: Function, test: Test, targets: set[int]) -> bool:
    """Whether a test went a way to one of the cells, and its other way can avoid them all."""
    instruction = function.instructions.get(test.cell)
    if instruction is None:
        return False
    taken, other = _ways(instruction, test)
    if taken is None or targets.isdisjoint(_reached(function, taken, {test.cell})):
        return False
    if other is None:
        return True
    avoiding = set(_reached(function, other, targets)) - targets
    ends = (cell for cell, each in function.instructions.items() if not each.ways)
    return not avoiding.isdisjoint(ends)


def _ways(instruction: Instruction, test: Test) -> tuple[int | None, int | None]:
    """The cell to which a test went, and the other one; None for the end of the word."""
    if len(instruction.ways) < 2:  # `verify`
        return (instruction.next, None) if test.passed else (None, instruction.next)
    branch, on = instruction.ways
    return (on, branch) if test.passed else (branch, on)


def _reached(function: Function, start: int, until: set[int]) -> Iterator[int]:
    """The cells to which some way leads from one, up to where it comes to certain ones."""

    def onward(cell: int) -> Sequence[int]:
        found = function.instructions.get(cell)
        return () if found is None or cell in until else found.ways

    return closure([start], onward)
