"""Runs an event or the move words of a turn again, and records their decisions and results.

The tests that decided a result are found by control dependence: a test decided if its other branch
could have avoided the cell that was reached. A completed IF … ENDIF or loop before the cell decided
nothing, as both branches lead there. Source: J. Ferrante, K. J. Ottenstein, J. D. Warren, *The
Program Dependence Graph and Its Use in Optimization*, 1987.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import thread_time

from forthgame.analysis.dataflow import closure
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.program import Program
from forthgame.base.errors import TIME_LIMIT, ForthgameError, ScriptError
from forthgame.check.word_kinds import OF_A_PLAYER
from forthgame.position.machine_binding import ENTROPY_BYTES, RANDOM_BYTES
from forthgame.position.playthrough import Playthrough
from forthgame.rules.declaration.declaration import NO_TOKEN
from forthgame.rules.script import Script
from forthgame.rules.stepping import open_call
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.short_texts import move_text, moves_of, own_word, run_engine
from forthgame.why.inspection.state_copies import MachineState, isolated
from forthgame.why.inspection.word_call_setup import begin_turn
from forthgame.why.recording.long_trials import WATCHED, LongTrials
from forthgame.why.recording.stack_origins import Origin, Stored
from forthgame.why.recording.trial import (
    MOST_STEPS,
    Decision,
    Segment,
    TrialRecorder,
    WordTrial,
    deadline,
)
from forthgame.words.core.opcodes import call_before
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.dictionary import Word

HALT = 0  # the cell to which the outermost call returns
SUMS = frozenset(("+", "-", "*", "+!", "1+", "1-", "NEGATE", "++", "--"))
SAYING = OF_A_PLAYER | {"draw"}  # words that end a game
MOST_CELLS = 500  # recorded sums
MOST_SAID = 100  # recorded words that end a game
CHUNK = 1 << 20
STEP_LIMIT = 1 << 31
SECONDS = 20.0  # of processor time of a generation, without watching
TRIAL_LIMIT = 20_000_000  # steps of one move word
MOST_STARTS = 80  # machines before trials that are kept
STARTS_OF_A_WORD = 4  # of these, of a word that is not watched
MOVES_OF_A_WORD = 1000  # moves of a word that are kept if the generation fails


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

    def _observe(self, cell: int, label: str) -> None:
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


# -- control dependence ---------------------------------------------------------------------------


def tests_of_ending(probe: Probe, ending: EndingCall) -> list[Decision]:
    """Return the tests that led to a word that ends a game.

    The last deciding test of the event's own word comes first, then the last one of the innermost
    running word that has one.
    """
    return _outer_and_inner(deciding_test(probe, ending.tests, {cell}) for cell in ending.chain)


def tests_of_result(probe: Probe, found: EventRecord) -> list[Decision]:
    """Return the tests that led to the number that an event left on the stack."""
    if found.result.cell < 0:
        return []
    own, inner = found.word.entry, probe.code.start(found.result.cell)
    tests = tuple(found.last.values())
    targets = [{found.result.cell}]
    if inner != own:
        targets.insert(0, _calls_of(probe.forth.program, own, inner))
    return _outer_and_inner(deciding_test(probe, tests, cells) for cells in targets)


def _calls_of(program: Program, entry: int, called: int) -> set[int]:
    """Return the cells of a word that call another one, directly or indirectly."""
    return {
        instruction.cell
        for instruction in program.function(entry).instructions.values()
        if instruction.name == "(CALL)"
        and any(f.entry == called for f in program.called({instruction.operand}))
    }


def deciding_test(probe: Probe, tests: Sequence[Decision], targets: set[int]) -> Decision | None:
    """Return the last test that decided that its word reached one of the target cells."""
    if not targets:
        return None
    start = probe.code.start(min(targets))
    function = probe.forth.program.function(start)
    own = (test for test in reversed(tests) if probe.code.start(test.cell) == start)
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


# -- generations of moves --------------------------------------------------------------------------


@dataclass
class GeneratedMove:
    """A generated move, its trial (None if the engine added it), and whether it is still listed."""

    address: int
    text: str
    kind: int
    actions: list[tuple[int, int, int, int]]
    trial: WordTrial | None
    legal: bool
    choice: str = ""

    @property
    def segment(self) -> Segment | None:
        """Return the segment of its trial that added it, or None if the trial was not watched."""
        segments = self.trial.segments if self.trial is not None else []
        return next((s for s in segments if s.move == self.address), None)


@dataclass
class Generation:
    """The trials and moves of a generation; `error` ended it early, in the trial `failing`.

    `before` lists the cells that OnGenerateMoves ran, `draws` is true if random numbers were drawn,
    and `by_token` maps cells to the words they ran by token. `stop` is the cell of the scan that
    runs a move word.
    """

    trials: list[WordTrial] = field(default_factory=list)
    moves: list[GeneratedMove] = field(default_factory=list)
    error: ScriptError | None = None
    failing: WordTrial | None = None
    before: list[int] = field(default_factory=list)
    draws: bool = False
    by_token: dict[tuple[int, str], Word] = field(default_factory=dict)
    stop: int = -1


@contextmanager
def recorded_generation(
    state: Playthrough,
    watch: Callable[[WordTrial], bool],
    events: bool = False,
    starts: bool = False,
    wanted: str = "",
) -> Iterator[Generation]:
    """Generate the moves of a turn again, running the trials selected by `watch` step by step.

    With `events`, OnGenerateMoves is watched too, so that its stores are recorded. With `starts`,
    the machine before some trials is kept, so that they can run again. Of long trials, only the
    steps before they add the move `wanted` are watched, or the last ones. In the body, the machine
    holds the position and the list. Raises ForthgameError if it takes too long.
    """
    game = state.game
    with isolated(game):
        game.forth.processor.mark.taken = True  # see `exclusive_use` in locks.py
        state.enter()
        memory: dict[int, Stored] = {}
        before = _run_before(game, memory) if events else []
        streams = _streams(game)
        begin_turn(game)
        run = _Run(state, watch, memory, starts, wanted)
        run.found.before, run.found.by_token = before, run.probe.by_token
        run.to_the_end()
        run.found.draws = _streams(game) != streams
        game.forth.processor.mark.taken = False
        yield run.found


def _streams(game: Script) -> bytes:
    memory = game.forth.processor.memory
    return bytes(memory[RANDOM_BYTES]) + bytes(memory[ENTROPY_BYTES])


def _run_before(game: Script, memory: dict[int, Stored]) -> list[int]:
    """Return the cells that OnGenerateMoves runs, last first; add its stores to `memory`.

    The list is empty if the script has no such event. The machine is left unchanged.
    """
    event = own_word(game, "OnGenerateMoves")
    if event is None:
        return []
    with isolated(game, exclusive=True):
        found = record_event(game, event, Probe(game, watches=True), memory=memory)
    return [cell for s in reversed(found.segments) for cell in reversed(s.ran)]


class _Run:
    """The loop of `(scan)` on the interpreter, stopped before every move word."""

    def __init__(
        self,
        state: Playthrough,
        watch: Callable[[WordTrial], bool],
        memory: dict[int, Stored],
        starts: bool,
        wanted: str,
    ) -> None:
        self.game, self.watch, self.memory = state.game, watch, memory
        self.most_starts = MOST_STARTS if starts else 0
        self.processor = state.game.forth.processor
        self.probe = Probe(state.game, watches=True)
        self.found = Generation()
        self.starts = Counter[int]()  # kept machines, by the token of the word
        self.list = self.processor.register(at.GENERATING)
        self.last = self.list + 4 * at.LIST_FIRST
        scan = self.game.forth.engine_word("(scan)")
        loop = self.game.forth.program.function(scan.entry).instructions.values()
        self.stop = next(i.cell for i in loop if i.name == "(CANDIDATE)")
        self.found.stop = self.stop
        self.long = LongTrials(self.game, self.probe, self.stop, wanted)
        self.current: WordTrial | None = None
        self.steps = 0
        self.own_steps = 0  # of the current move word
        self.until = deadline(SECONDS)
        self.processor.tidy()
        open_call(self.game, self.game.forth.engine_word("(scan-all)").entry)

    def to_the_end(self) -> None:
        """Run every move word, then close the list, which applies priorities and adds passes."""
        try:
            while self._to_candidate():
                self._try()
            self._settle()
        except ScriptError as error:
            self.found.error, self.found.failing = error, self.current
            self._settle()
        self.processor.reset_stacks()  # a failed word may have left them full
        failed = self.found.error is not None
        most = MOVES_OF_A_WORD if failed else None  # a word may have added moves without end
        texts = {
            address: (trial, move_text(self.game, address))
            for trial in self.found.trials
            for address in trial.moves[:most]
        }
        if not failed:
            run_engine(self.game, "(close-turn)")
        legal = dict.fromkeys(texts if failed else moves_of(self.game, self.list))
        self.found.moves += [self._made(a, text, t, a in legal) for a, (t, text) in texts.items()]
        added = [address for address in legal if address not in texts]
        self.found.moves += [self._made(a, move_text(self.game, a), None, True) for a in added]
        shown = Counter(made.text for made in self.found.moves if made.legal)
        for made in self.found.moves:
            if made.choice and shown[made.text] > 1:
                made.text = f"{made.text} {made.choice}"

    def _made(self, address: int, text: str, trial: WordTrial | None, legal: bool) -> GeneratedMove:
        cell = self.processor.cell
        count = cell(address + 4 * at.MOVE_COUNT)
        first = address + 4 * at.MOVE_CELLS
        size = 4 * at.ACTION_CELLS
        actions = [
            (cell(a + 12), cell(a), cell(a + 4), cell(a + 8))
            for a in range(first, first + count * size, size)
        ]
        kind = cell(address + 4 * at.MOVE_TYPE)
        named = [a for k, a, *_ in actions if k == extension_registers.ACT_CHOICE]
        choice = self.game.forth.text_at(named[0]) if named else ""
        return GeneratedMove(address, text, kind, actions, trial, legal, choice)

    # -- trials ------------------------------------------------------------------------------------

    def _to_candidate(self) -> bool:
        """Run until the next move word of this list; return False at the end."""
        passing = False
        while True:
            advance = self.processor.advance
            status, done = advance(1) if passing else advance(CHUNK, (self.stop,))
            self.steps += done
            if self.steps > STEP_LIMIT or thread_time() > self.until:
                raise ForthgameError("generating the moves takes too long to be explained")
            self.own_steps += done
            if self.own_steps > TRIAL_LIMIT and self.current is not None:
                message = (
                    f"`{self.current.word.name}` has run {TRIAL_LIMIT:,} steps and comes to no end"
                )
                raise self.processor.error(TIME_LIMIT, message, self.processor.loops(False))
            if status == at.HALTED:
                return False
            passing = status == at.BREAKPOINT
            if passing and self.processor.register(at.GENERATING) == self.list:
                self._settle()
                return True
            if not passing and status != at.OUT_OF_STEPS:
                self.processor.serve(status)

    def _settle(self) -> None:
        """Record the moves that the current word has added."""
        while following := self.processor.cell(self.last):
            self.last = following
            if self.current is not None:
                self.current.moves.append(following)
        done = self.current
        if done is not None and done.start is not None and not (done.watched or done.moves):
            done.start = None  # another one shows more
            self.starts[done.word.token] -= 1
        self.current = None

    def _keeps(self, trial: WordTrial) -> bool:
        """Return whether to keep the machine before a trial."""
        kept = self.starts.total()
        if trial.watched:
            return kept < self.most_starts
        few = self.starts[trial.word.token] < STARTS_OF_A_WORD
        return few and kept < self.most_starts // 2

    def _try(self) -> None:
        """Run a move word, step by step if it is to be watched."""
        processor = self.processor
        word = self.game.forth.dictionary.by_token(processor.register(at.TOP))
        if word is None:
            error = processor.error(NO_TOKEN)
            self.game.declaration.name_forgotten(error)
            raise error
        drop = processor.register(at.DROP_COUNT) > 0 and processor.register(at.SCAN_PIECE) > 0
        trial = WordTrial(
            word,
            processor.register(at.SCAN_POSITION),
            processor.cell(at.A_PIECE),
            processor.register(at.SCAN_TYPE),
            drop,
        )
        self.found.trials.append(trial)
        self.current = trial
        self.own_steps = 0
        trial.watched = self.watch(trial)
        if self._keeps(trial):
            trial.start = MachineState(self.game)
            self.starts[word.token] += 1
        processor.advance(1)
        if trial.watched:
            begun = thread_time()
            recorder = TrialRecorder(self.probe, trial, self.memory)
            steps, outside, called = self.long.measured(word)
            if outside <= WATCHED:
                recorder.unwatched = called if steps > WATCHED else set()
            else:
                recorder.skip(steps - WATCHED)
            failure = recorder.run(self.stop + 1)
            self.until += thread_time() - begun
            if failure is not None:
                raise failure
