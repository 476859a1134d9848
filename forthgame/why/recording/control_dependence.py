"""Control dependence: the tests that decided that an event reached a cell.

A test decided if its other branch could have avoided the cell. A completed IF … ENDIF or loop
before the cell decided nothing, as both branches lead there. Source: J. Ferrante, K. J. Ottenstein,
J. D. Warren, *The Program Dependence Graph and Its Use in Optimization*, 1987.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from forthgame.analysis.dataflow import closure
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.why.inspection.probe import Probe
from forthgame.why.recording.event_record import EndingCall, EventRecord
from forthgame.why.recording.trial import Decision


class ControlDependence:
    """Finds deciding tests in the code of a game's words."""

    def __init__(self, probe: Probe) -> None:
        self.code = probe.code
        self.program = probe.forth.program

    def of_said(self, said: EndingCall) -> list[Decision]:
        """Return the tests that led to a word that ends a game.

        The last deciding test of the event's own word comes first, then the last one of the
        innermost running word that has one.
        """
        return _outer_and_inner(self.last(said.tests, {cell}) for cell in said.chain)

    def of_result(self, found: EventRecord) -> list[Decision]:
        """Return the tests that led to the number that an event left on the stack."""
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
        """Return the cells of a word that call another one, directly or indirectly."""
        return {
            instruction.cell
            for instruction in self.program.function(entry).instructions.values()
            if instruction.name == "(CALL)"
            and any(f.entry == called for f in self.program.called({instruction.operand}))
        }

    def last(self, tests: Sequence[Decision], targets: set[int]) -> Decision | None:
        """Return the last test that decided that its word reached one of the target cells."""
        if not targets:
            return None
        start = self.code.start(min(targets))
        function = self.program.function(start)
        own = (test for test in reversed(tests) if self.code.start(test.cell) == start)
        return next((test for test in own if _decides(function, test, targets)), None)


def _outer_and_inner(tests: Iterator[Decision | None]) -> list[Decision]:
    found = [test for test in tests if test is not None]
    return found[:1] + found[1:][-1:]


def _decides(function: Function, test: Decision, targets: set[int]) -> bool:
    """Return whether a test led to one of the cells and its other branch can avoid them all."""
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


def _ways(instruction: Instruction, test: Decision) -> tuple[int | None, int | None]:
    """Return the cell after a test and the cell of its other branch, None for the word's end."""
    if len(instruction.ways) < 2:  # `verify`
        return (instruction.next, None) if test.passed else (None, instruction.next)
    branch, on = instruction.ways
    return (on, branch) if test.passed else (branch, on)


def _reached(function: Function, start: int, until: set[int]) -> Iterator[int]:
    """Yield the cells reachable from a cell without going past the cells in `until`."""

    def onward(cell: int) -> Sequence[int]:
        found = function.instructions.get(cell)
        return () if found is None or cell in until else found.ways

    return closure([start], onward)
