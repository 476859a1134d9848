"""Generates the moves of a turn again and records which trial made each move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import thread_time

from forthgame.base.errors import TIME_LIMIT, ForthgameError, ScriptError
from forthgame.position.machine_binding import ENTROPY_BYTES, RANDOM_BYTES
from forthgame.position.playthrough import Playthrough
from forthgame.rules.declaration.declaration import NO_TOKEN
from forthgame.rules.script import Script
from forthgame.rules.stepping import open_call
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.short_texts import move_text, moves_of, own_word, run_engine
from forthgame.why.inspection.state_copies import isolated
from forthgame.why.inspection.word_call_setup import begin_turn
from forthgame.why.recording.event_record import record_event
from forthgame.why.recording.stack_origins import Stored
from forthgame.why.recording.trial import Segment, TrialRecorder, WordTrial
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.dictionary import Word

CHUNK = 1 << 20
STEP_LIMIT = 1 << 31
SECONDS = 20.0  # of processor time of a generation, without watching
TRIAL_LIMIT = 20_000_000  # steps of one move word
MOVES_OF_A_WORD = 1000  # moves of a word that are kept if the generation fails


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
    and `by_token` maps cells to the words they ran by token.
    """

    trials: list[WordTrial] = field(default_factory=list)
    moves: list[GeneratedMove] = field(default_factory=list)
    error: ScriptError | None = None
    failing: WordTrial | None = None
    before: list[int] = field(default_factory=list)
    draws: bool = False
    by_token: dict[tuple[int, str], Word] = field(default_factory=dict)


@contextmanager
def recorded_generation(
    state: Playthrough, watch: Callable[[WordTrial], bool], events: bool = False
) -> Iterator[Generation]:
    """Generate the moves of a turn again, running the trials selected by `watch` step by step.

    With `events`, OnGenerateMoves is watched too, so that its stores are recorded. In the body, the
    machine holds the position and the list. Raises ForthgameError if it takes too long.
    """
    game = state.game
    with isolated(game):
        game.forth.processor.mark.taken = True  # see exclusive_use.py
        state.enter()
        memory: dict[int, Stored] = {}
        before = _run_before(game, memory) if events else []
        streams = _streams(game)
        begin_turn(game)
        run = _Run(state, watch, memory)
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
    with isolated(game, alone=True):
        found = record_event(game, event, Probe(game, watches=True), memory=memory)
    return [cell for s in reversed(found.segments) for cell in reversed(s.ran)]


class _Run:
    """The loop of `(scan)` on the interpreter, stopped before every move word."""

    def __init__(
        self, state: Playthrough, watch: Callable[[WordTrial], bool], memory: dict[int, Stored]
    ) -> None:
        self.game, self.watch, self.memory = state.game, watch, memory
        self.processor = state.game.forth.processor
        self.probe = Probe(state.game, watches=True)
        self.found = Generation()
        self.list = self.processor.register(at.GENERATING)
        self.last = self.list + 4 * at.LIST_FIRST
        scan = self.game.forth.engine_word("(scan)")
        loop = self.game.forth.program.function(scan.entry).instructions.values()
        self.stop = next(i.cell for i in loop if i.name == "(CANDIDATE)")
        self.current: WordTrial | None = None
        self.steps = 0
        self.own_steps = 0  # of the current move word
        self.until = thread_time() + SECONDS
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
        self.current = None

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
        processor.advance(1)
        if trial.watched:
            begun = thread_time()
            failure = TrialRecorder(self.probe, trial, self.memory).run(self.stop + 1)
            self.until += thread_time() - begun
            if failure is not None:
                raise failure
