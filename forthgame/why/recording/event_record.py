"""Runs an event step by step in the current position, and finds the tests that decided its result.

The tests are found by control dependence: a test decided if its other branch could have avoided the
cell that was reached. A completed IF … ENDIF or loop before the cell decided nothing, as both
branches lead there. Source: J. Ferrante, K. J. Ottenstein, J. D. Warren, *The Program Dependence
Graph and Its Use in Optimization*, 1987.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from forthgame.analysis.dataflow import closure
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.base.errors import ScriptError
from forthgame.check.word_kinds import OF_A_PLAYER
from forthgame.rules.script import Script
from forthgame.rules.stepping import open_call
from forthgame.why.inspection.probe import Probe
from forthgame.why.recording.stack_origins import Origin, Stored
from forthgame.why.recording.trial import MOST_STEPS, Decision, Segment, TrialRecorder, WordTrial
from forthgame.words.core.opcodes import call_before
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word

HALT = 0  # the cell to which the outermost call returns
SUMS = frozenset(("+", "-", "*", "+!", "1+", "1-", "NEGATE", "++", "--"))
SAYING = OF_A_PLAYER | {"draw"}  # words that end a game
MOST_CELLS = 500  # recorded sums
MOST_SAID = 100  # recorded words that end a game


@dataclass
class RepeatedSum:
    """A sum at a cell: its count, and its first and last operands."""

    word: str
    cell: int
    first: tuple[Origin, ...]
    last: tuple[Origin, ...] = ()
    count: int = 0
    sums: tuple[int, int] = (0, 0)  # totals of the first and of the second operands
    going_on: tuple[int, int] = (0, 0)  # rounds in which either goes on or starts over
    exact: tuple[int, int] = (0, 0)  # rounds in which either equals the result

    @property
    def added(self) -> int | None:
        """Return the total added in all rounds, or None if they do not form one sum."""
        onto_first, onto_second = (
            times == self.count - 1 and exact > 0
            for times, exact in zip(self.going_on, self.exact, strict=True)
        )
        if self.word == "+!" or (self.word == "+" and onto_second and not onto_first):
            return self.sums[0]
        return self.sums[1] if self.word in ("+", "-") and onto_first else None

    def again(self, inputs: tuple[Origin, ...]) -> None:
        now = inputs[0].value, inputs[-1].value
        if self.last:
            before = self.last[0].value, self.last[-1].value
            result = before[0] - before[1] if self.word == "-" else sum(before)
            begun = self.first[0].value, self.first[-1].value
            on = [n in (result, start) for n, start in zip(now, begun, strict=True)]
            self.going_on = self.going_on[0] + on[0], self.going_on[1] + on[1]
            self.exact = self.exact[0] + (now[0] == result), self.exact[1] + (now[1] == result)
        self.last = inputs
        self.count += 1
        self.sums = self.sums[0] + now[0], self.sums[1] + now[1]


@dataclass(frozen=True)
class EndingCall:
    """A call of a word that ends a game: its cell and inputs.

    chain  the open cells in words of the script, that of the event's own word first
    tests  the last decision so far of each cell with each result, in order
    """

    word: str
    cell: int
    given: tuple[Origin, ...]
    chain: tuple[int, ...]
    tests: tuple[Decision, ...]


@dataclass(frozen=True)
class Change:
    """A change of a cell of the board record, or a store to a variable.

    place   byte offset in the record, and the contents `before` and `after`
    target  for a variable: the origin of its address; `value` is the stored number, if any
    """

    cell: int
    word: str
    place: int
    before: int
    after: int
    target: Origin | None = None
    value: Origin | None = None


@dataclass
class EventRecord:
    """The record of an event: decisions in order, sums, result, error.

    complete  true if it was watched to its end
    last      the last decision of each cell with each result, in order and without a limit
    said      the words that end a game, the first and the last ones
    changes   changes of the board and of variables, if the watcher records them
    """

    word: Word
    tests: list[Decision] = field(default_factory=list)
    sums: list[RepeatedSum] = field(default_factory=list)
    last: dict[tuple[int, bool], Decision] = field(default_factory=dict)
    said: list[EndingCall] = field(default_factory=list)
    result: Origin = field(default_factory=lambda: Origin(0))
    error: ScriptError | None = None
    complete: bool = True
    segments: list[Segment] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)


class EventRecorder(TrialRecorder):
    """A watcher that also records sums and calls of words that end a game."""

    def __init__(
        self,
        probe: Probe,
        trial: WordTrial,
        found: EventRecord,
        memory: dict[int, Stored] | None = None,
    ) -> None:
        super().__init__(probe, trial, memory)
        self.found = found
        self._sums: dict[int, RepeatedSum] = {}

    def _noticed(self, cell: int, name: str, label: str) -> None:
        items = self.origins.items
        if label in SAYING:
            if len(self.found.said) >= MOST_SAID:
                self.found.said.pop()
            tests = tuple(self.found.last.values())
            chain = (*self._chain(), cell)
            self.found.said.append(EndingCall(label, cell, tuple(items[-2:]), chain, tests))
        if label not in SUMS or not items:
            return
        inputs = tuple(items[-2:] if label in ("+", "-", "*", "+!") else items[-1:])
        known = self._sums.get(cell)
        if known is None:
            if len(self._sums) >= MOST_CELLS:
                return
            known = self._sums[cell] = RepeatedSum(label, cell, inputs)
            self.found.sums.append(known)
        known.again(inputs)

    def _decide(self, cell: int, label: str) -> None:
        super()._decide(cell, label)
        test, last = self.segment.tests[-1], self.found.last
        last.pop((cell, test.passed), None)
        last[cell, test.passed] = test

    def _chain(self) -> list[int]:
        """Return the cells of the script from which the open words were called."""
        slots = self.probe.i64[self.bottom : self.probe.return_slot()].tolist()
        returns = [slot & 0xFFFFFFFF for slot in slots if at.is_return(slot)]
        cells = [call_before(self.processor.code, target) for target in returns]
        return [cell for cell in cells if self.probe.in_script(cell)]


def record_event(
    game: Script,
    word: Word,
    probe: Probe,
    kind: type[EventRecorder] | None = None,
    *,
    most: int = MOST_STEPS,
    memory: dict[int, Stored] | None = None,
) -> EventRecord:
    """Run a word without arguments step by step. The machine must hold the position."""
    found = EventRecord(word)
    processor = game.forth.processor
    processor.tidy()
    trial = WordTrial(word, processor.cell(at.A_HERE), processor.cell(at.A_PIECE), 0, False)
    processor.push(word.token)
    open_call(game, game.forth.engine_word("(FRAME)").entry)
    processor.advance(1)
    watcher = (kind or EventRecorder)(probe, trial, found, memory)
    found.error = watcher.run(HALT, most)
    found.complete = found.error is not None or probe.cell() == HALT
    found.result = watcher.origins.top()
    found.segments = trial.segments
    found.tests = [test for segment in trial.segments for test in segment.tests]
    if found.complete:
        processor.reset_stacks()
    return found


def folded(
    tests: list[Decision],
    describe: Callable[[Decision], str],
    most: int,
    keep: Callable[[Decision], bool],
) -> list[str]:
    """Describe decisions in order, with equal results of one cell folded and counted.

    `keep` selects those that are shown if there are more than `most`.
    """
    counts = Counter((test.cell, test.passed) for test in tests)
    first = {(test.cell, test.passed): test for test in reversed(tests)}
    chosen = list(counts)
    if len(chosen) > most:
        wanted = [key for key in chosen if keep(first[key])][-most:]
        others = [key for key in chosen if key not in wanted]
        wanted += others[: most - len(wanted)]
        chosen = [key for key in chosen if key in wanted]
    lines = [
        describe(first[key]) + (f" (the first of {counts[key]} times)" if counts[key] > 1 else "")
        for key in chosen
    ]
    if len(first) > len(chosen):
        lines.append(f"and {len(first) - len(chosen)} more tests")
    return lines


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
        if found.result.cell < 0:
            return []
        own, inner = found.word.entry, self.code.start(found.result.cell)
        tests = tuple(found.last.values())
        targets = [{found.result.cell}]
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
