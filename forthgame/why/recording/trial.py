"""Trials of move words at positions, their recording step by step, and its time limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import inf
from time import thread_time

from forthgame.analysis.instruction import FIRST_CELL
from forthgame.base.errors import Call, ScriptError
from forthgame.check.word_kinds import TESTS
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.state_copies import MachineState
from forthgame.why.recording.stack_origins import STORE_INPUTS, Origin, Origins, Pending, Stored
from forthgame.words.effect_sets import PASSING
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import DROPS

_left: ContextVar[list[float] | None] = ContextVar("_left", default=None)
_ends: ContextVar[float] = ContextVar("_ends", default=inf)
DEEP = 16  # stack items that take as long to read as a step
MOST_STEPS = 100_000  # limit for one watched move word
MOST_UNWATCHED = 5_000_000  # limit for a word that is not watched
SHARE = 2  # part of the time left that a trial may use
LOOK = 256  # steps between checks of the clock
MOST_KEPT = 400  # segments, and hops of a segment
MOST_TESTS = 4000  # tests of a segment
UNDOING = frozenset(("to", "back", "home"))  # words that return on a path or begin another
BY_TOKEN = frozenset(("EXECUTE", "(DEFER)"))  # words that run a word by its token
FLAGS = ("?", "=", "<", ">", "NOT")  # endings of the names of words that return a flag
PARTIAL = -1  # kind of a `partial`, which is not an action of a move


@contextmanager
def allowed(seconds: float) -> Iterator[None]:
    """Limit the watching done in the body to the given processor time, in seconds.

    A limit that is already in force stays: nested calls share the time of the outermost one.
    """
    if _left.get() is not None:
        yield
        return
    token = _left.set([seconds])
    try:
        yield
    finally:
        _left.reset(token)


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Limit all that answers in the body take to the given processor time, in seconds."""
    token = _ends.set(min(thread_time() + seconds, _ends.get()))
    try:
        yield
    finally:
        _ends.reset(token)


def deadline(seconds: float) -> float:
    """Return the processor time of this thread at which a period ends, or what is outside of it."""
    return min(thread_time() + seconds, _ends.get())


class TimedPeriod:
    """A period of watching that starts when it is created and may use half of the allowed time."""

    def __init__(self) -> None:
        self._left = _left.get()
        self._since = thread_time()
        self._least = 0.0 if self._left is None else self._left[0] / SHARE

    def spent(self) -> bool:
        """Subtract the time since the last call; return whether the share of it is used up."""
        if self._left is None:
            return False
        now = thread_time()
        self._left[0] -= now - self._since
        self._since = now
        return self._left[0] <= self._least


@dataclass(frozen=True)
class Hop:
    """A step of `here` from one position to another, made by a word at a cell."""

    source: int
    target: int
    word: str
    cell: int


def straight(start: int, hops: Iterable[Hop]) -> list[Hop]:
    """Return a path without detours that `to` or `back` undid."""
    found: list[Hop] = []
    for hop in hops:
        if hop.word in UNDOING:
            places = [start, *(other.target for other in found)]
            if hop.target in places:
                del found[places.index(hop.target) :]
                continue
        found.append(hop)
    return found


@dataclass(frozen=True)
class Decision:
    """A decision of `verify`, IF, WHILE or UNTIL, with its flag's origin.

    hops      number of hops of the segment before it
    recorded  number of actions of the segment before it
    """

    word: str
    cell: int
    origin: Origin
    here: int
    stack: tuple[int, ...]
    calls: tuple[Call, ...]
    hops: int = 0
    recorded: int = 0

    @property
    def passed(self) -> bool:
        return self.origin.value != 0


@dataclass(frozen=True)
class Recorded:
    """A recorded action: kind, values, cell, word, inputs, and the decisions in the open words."""

    kind: int
    values: tuple[int, int, int]
    cell: int
    word: str
    inputs: tuple[Origin, ...] = ()
    decisions: tuple[Decision, ...] = ()


@dataclass
class Segment:
    """A part of a trial that ends when it adds a move, turns back or ends.

    end   `added`, `nothing` (`add-move` without actions, a second pass), `verify`, `back`, `end`,
          `error`, `limit`
    cell  the cell that ended it
    continuing  number of its hops on the path that continues after `to` or `back`, -1 for all
    """

    hops: list[Hop] = field(default_factory=list)
    tests: list[Decision] = field(default_factory=list)
    actions: list[Recorded] = field(default_factory=list)
    end: str = "end"
    cell: int = -1
    word: str = ""
    move: int = 0
    here: int = -1
    continuing: int = -1
    stack: tuple[int, ...] = ()
    calls: tuple[Call, ...] = ()
    error: ScriptError | None = None
    ran: tuple[int, ...] = ()  # cells of the script, ordered by their last run
    untested: tuple[Origin, ...] = ()  # flags that were dropped or left on the stack

    @property
    def empty(self) -> bool:
        """Return whether nothing was recorded in it."""
        happened = self.tests or self.actions or self.move or self.error
        return not happened and self.end not in ("nothing", "limit")

    @property
    def decision(self) -> Decision | None:
        """Return the last decision, but after turning back a failed one in a called word."""
        if not self.tests:
            return None
        last = self.tests[-1]
        if self.end == "back" and last.passed:
            failed = next((test for test in reversed(self.tests) if not test.passed), last)
            if len(failed.calls) > len(last.calls):
                return failed
        return last


@dataclass
class WordTrial:
    """A move word tried at a position; `drop` is true if it was tried as a drop.

    `moves` has the addresses of the added moves; `segments` is filled if the trial is watched.
    `start` is the machine before it, if it was kept, and `skipped` the number of steps at its
    beginning that were not watched; `unwatched` has the entries of the words that ran without.
    """

    word: Word
    position: int
    piece: int
    kind: int
    drop: bool
    moves: list[int] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    watched: bool = False
    start: MachineState | None = None
    skipped: int = 0
    unwatched: set[int] = field(default_factory=set)

    def key(self) -> tuple[int, int, int]:
        """Return a key that identifies it among the trials of a generation."""
        return self.word.token, self.position, self.piece


class TrialRecorder:
    """Runs a trial step by step and records its path, decisions and actions.

    The machine must stand at the first cell of the move word. `memory` has earlier stores.
    """

    def __init__(
        self, probe: Probe, trial: WordTrial, memory: dict[int, Stored] | None = None
    ) -> None:
        self.probe, self.processor, self.trial = probe, probe.processor, trial
        self.bottom = probe.return_slot()
        self.level = self.processor.register(at.FRAME_LEVEL)
        self.origins = Origins(probe, memory)
        self.segment = Segment()
        self.unwatched: set[int] = set()  # entries of words whose calls run unwatched
        self._dropped: list[Origin] = []
        self._ran: dict[int, None] = {}
        self._open: list[
            tuple[int, Decision]
        ] = []  # the last test of each open word, with its depth
        self.pending: tuple[Pending | None, int, str] | None = None
        self._given: tuple[Origin, ...] = ()
        self._before = (0, 0, 0, probe.record(), probe.stack())

    def skip(self, steps: int) -> None:
        """Run some steps without watching them; the origins of numbers before them are unknown."""
        if steps <= 0:
            return
        self.trial.skipped = steps
        while steps > 0:
            status, done = self.processor.advance(steps)
            steps -= done
            if status != at.OUT_OF_STEPS:
                self.processor.serve(status)
        self.origins = Origins(self.probe, {})
        self._before = (0, 0, 0, self.probe.record(), self.probe.stack())

    def run(self, until: int, most: int = MOST_STEPS) -> ScriptError | None:
        """Run until a cell or a limit is reached; return the error that ended it, or None."""
        left = look = most
        time = TimedPeriod()
        while left > 0:
            if left <= look:
                look = left - LOOK
                if time.spent():
                    break
            left -= 1 + len(self._before[-1]) // DEEP  # reading a deep stack takes time
            if self.probe.cell() == until and self.probe.return_slot() < self.bottom:
                return self._over(time, "end")
            error = self._step()
            if error is not None:
                self.segment.error = error
                return self._over(time, "error")
        return self._over(time, "limit")

    def _over(self, time: TimedPeriod, how: str) -> ScriptError | None:
        time.spent()
        error = self.segment.error
        self._close(how)
        return error

    # -- steps -------------------------------------------------------------------------------------

    def _step(self) -> ScriptError | None:
        probe = self.probe
        cell = probe.cell()
        own = self.processor.register(at.FRAME_LEVEL) == self.level
        visible = own and probe.in_script(cell) and probe.return_slot() >= self.bottom
        if visible or (not own and probe.in_script(cell)):
            self._ran.pop(cell, None)
            self._ran[cell] = None
        if visible and self.pending is not None:
            self._finish()
        if not visible:
            error = probe.step()[1]
            if error is not None and self.pending is not None:  # in a word of the language
                _, self.segment.cell, self.segment.word = self.pending
                self.segment.stack = self._before[-1]
            return error
        name, label = probe.operation(cell), probe.named(cell)
        if name == "(CALL)" and self.probe.operand(cell) in self.unwatched:
            return self._run_unwatched(cell, label)
        called = self._called(cell, name)
        does = name
        if called is not None and name in BY_TOKEN:
            does = called.name
            if called.kind != "literal":  # a number keeps the name that the script uses
                label = does
                probe.by_token[cell, label] = called
        if does in TESTS:
            self._decide(cell, label)
        elif name in DROPS:
            self._dropped += self.origins.items[-DROPS[name] :]
        here, end, partial = self._now()
        list_before, stack = probe.record(), probe.stack()
        self._observe(cell, label)
        if label in STORE_INPUTS and (called is not None or name == label):
            decisions = self._decisions()
            self.origins.store(cell, label, tuple((t.cell, t.origin) for t in decisions))
        done = self.origins.begin(cell, label, called)
        self._given = () if done is None else done.inputs
        error = probe.step()[1]
        if error is not None:
            self.segment.cell, self.segment.word, self.segment.stack = cell, label, stack
            return error
        self.pending = (done, cell, label)
        self._before = (here, end, partial, list_before, stack)
        following = probe.cell()
        if following >= FIRST_CELL and probe.in_script(following):
            self._finish()
        elif following < FIRST_CELL:
            self._finish()
            if does in ("verify", "$Exit"):
                self._end(does, cell, label, stack)
        return None

    def _run_unwatched(self, cell: int, label: str) -> ScriptError | None:
        """Run a called word without watching it; what it leaves has its inputs as the origin."""
        probe, processor, slot = self.probe, self.processor, self.probe.return_slot()
        self.trial.unwatched.add(probe.operand(cell))
        here, stack = processor.cell(at.A_HERE), probe.stack()
        left = MOST_UNWATCHED
        while left > 0:
            status, done = processor.advance(left, (cell + 2,))
            left -= done + 1
            try:
                if status == at.BREAKPOINT and probe.return_slot() <= slot:
                    break
                if status == at.BREAKPOINT:
                    status, _ = processor.advance(1)
                if status not in (at.OUT_OF_STEPS, at.BREAKPOINT):
                    processor.serve(status)
            except ScriptError as error:
                self.segment.cell, self.segment.word, self.segment.stack = cell, label, stack
                return error
        self.origins.replace(stack, cell, label, here)
        self._before = (*self._now(), probe.record(), probe.stack())
        if (now := processor.cell(at.A_HERE)) != here:
            self._hop(Hop(here, now, label, cell), stack)
        return None

    def _observe(self, cell: int, label: str) -> None:
        """Called before every visible step; overridden by subclasses."""

    def _called(self, cell: int, name: str) -> Word | None:
        """Return the word of the language that a cell runs, or None."""
        forth = self.probe.forth
        if name == "(CALL)":
            word = forth.dictionary.find(self.probe.word(cell))
            found = word if word is not None and word.index < forth.fence else None
            return found if found is not None and found.kind == "colon" else None
        if name in BY_TOKEN:
            deferred = name == "(DEFER)"
            operand, top = self.probe.operand(cell), self.processor.register(at.TOP)
            word = forth.dictionary.by_token(self.processor.cell(operand) if deferred else top)
            if word is None or (deferred and word.token == forth.unset_token):
                return None
            known = word.index < forth.fence or word.kind in ("operation", "literal")
            return word if known else None
        return None

    def _now(self) -> tuple[int, int, int]:
        return (
            self.processor.cell(at.A_HERE),
            self.processor.register(at.RECORD_END),
            self.processor.register(at.RECORD_PARTIAL),
        )

    def _finish(self) -> None:
        """Record the effects of a completed step, including the language words it ran."""
        if self.pending is None:
            return
        done, cell, label = self.pending
        self.pending = None
        self.origins.end(done)
        here, end, partial, list_before, stack = self._before
        here_after, end_after, partial_after = self._now()
        if partial_after not in (0, partial):
            self._keep(PARTIAL, (partial_after - 1, 0, 0), cell, label)
        move = self.probe.added(list_before)
        if move:
            self._end("added", cell, label, stack, move)
        elif self.probe.operation(cell) in PASSING or (label == "add-move" and end_after <= end):
            self._end("nothing", cell, label, stack)
        elif end_after > end:
            for address in range(end, end_after, 4 * at.ACTION_CELLS):
                a, b, c, kind = (self.processor.cell(address + 4 * k) for k in range(4))
                self._keep(kind, (a, b, c), cell, label)
        if here_after != here:
            self._hop(Hop(here, here_after, label, cell), stack)
        elif label == "back" and not self.segment.actions:
            self._end("back", cell, label, stack)
            self.segment.hops.clear()

    # -- records -----------------------------------------------------------------------------------

    def _decide(self, cell: int, label: str) -> None:
        if len(self.segment.tests) >= MOST_TESTS:
            del self.segment.tests[0]
        calls = tuple(self.processor.calls())
        here = self.processor.cell(at.A_HERE)
        done = len(self.segment.hops), len(self.segment.actions)
        above = int(self.probe.operation(cell) == "EXECUTE")  # its token is above the flag
        stack = self.probe.stack()
        flag, stack = self.origins.top(above), stack[: len(stack) - above]
        test = Decision(label, cell, flag, here, stack, calls, *done)
        self.segment.tests.append(test)
        depth = self.probe.return_slot()
        self._open = [entry for entry in self._open if entry[0] < depth] + [(depth, test)]

    def _decisions(self) -> tuple[Decision, ...]:
        """Return the last decision of each open word, innermost first."""
        depth = self.probe.return_slot()
        return tuple(test for slot, test in reversed(self._open) if slot <= depth)

    def _keep(self, kind: int, values: tuple[int, int, int], cell: int, word: str) -> None:
        if len(self.segment.actions) < MOST_KEPT:
            action = Recorded(kind, values, cell, word, self._given, self._decisions())
            self.segment.actions.append(action)

    def _keep_segment(self, segment: Segment) -> None:
        """Add a segment; at the limit, replace one that turned back."""
        segments = self.trial.segments
        if len(segments) >= MOST_KEPT:
            turned = next((k for k, s in enumerate(segments) if s.end == "back"), None)
            if turned is None:
                return
            del segments[turned]
        segments.append(segment)

    def _hop(self, hop: Hop, stack: tuple[int, ...]) -> None:
        """Record a hop; returning on the path, or elsewhere by `to`, begins a new segment."""
        if hop.word in UNDOING:
            making = bool(self.segment.actions)
            way = straight(self.trial.position, [*self.segment.hops, hop])
            elsewhere = bool(way) and way[-1] is hop  # a new path begins
            if not making:
                self.segment.continuing = 0 if elsewhere else len(way)
            self._end("back", hop.cell, hop.word, stack)
            if not making:
                self.segment.hops[:] = [hop] if elsewhere else way
            elif hop.target != self.trial.position:
                self.segment.hops.append(hop)
        elif len(self.segment.hops) < MOST_KEPT:
            self.segment.hops.append(hop)

    def _end(self, how: str, cell: int, word: str, stack: tuple[int, ...], move: int = 0) -> None:
        segment = self.segment
        segment.cell, segment.word, segment.stack, segment.move = cell, word, stack, move
        segment.calls = tuple(self.processor.calls())
        self._close(how)

    def _close(self, how: str) -> None:
        segment = self.segment
        segment.end = how
        left = [*self._dropped, *self.origins.items] if how in ("added", "nothing", "end") else []
        ways = self.probe.game.declaration.direction_names
        segment.untested = tuple(o for o in left if o.word.endswith(FLAGS) or o.word in ways)[:4]
        segment.here = segment.hops[-1].target if segment.hops else self.trial.position
        if not segment.empty:
            segment.ran, self._ran = tuple(self._ran), {}
            self._keep_segment(segment)
        self._dropped = []
        keeps = how == "back" and segment.actions  # the move is not complete
        self.segment = Segment(hops=list(segment.hops))
        if keeps:
            self.segment.actions = list(segment.actions)
            segment.actions = []
            segment.tests, self.segment.tests = [], segment.tests
            if segment.empty and self.trial.segments and self.trial.segments[-1] is segment:
                self.trial.segments.pop()
                self._ran = dict.fromkeys(segment.ran)
