"""The machine code of a game: made when it pays, and in the background where play can begin.

It comes in parts, made when they are first wanted: what Python calls for moves and positions; games
played at random; counts of leaves; the engines; proofs; the search for solutions; batches. Each has
the script's words that it can reach. Who wants the first three at once has them as one part.

Random games begin with a draft of their part, which takes a fraction of the time to make; the final
machine code is begun when the draft has run for a while. So do searches. The machine code of
engines is made once for all games that are alike: it calls a game's own words through the table of
words (`parts.py`), and each of these is interpreted, drafted or final at any moment (`stages.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import thread_time
from typing import TYPE_CHECKING

from forthgame.game.begun import WAITING, Begun
from forthgame.game.held import held, sure_tokens
from forthgame.game.parts import (
    BATCH_ROOTS,
    CALL_ROOTS,
    COUNT_ROOTS,
    COUNT_SCAN,
    DOORS,
    ENGINE_ROOTS,
    EVALUATED,
    FORESEEING,
    PLAYOUT_ROOTS,
    PROOF_DOORS,
    PROOF_ROOTS,
    SEARCH_DOORS,
    SHAPE,
    SOLVE_ROOTS,
    TOGETHER,
    TREE_DOORS,
    CodePart,
)
from forthgame.game.roots import candidates_of
from forthgame.game.stages import Stages
from forthgame.game.ways_to_count import ways_to_count
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.vm import planning
from forthgame.vm.compiler.generation import Part, Path, used
from forthgame.vm.jobs import busy
from forthgame.vm.plan import Plan
from forthgame.vm.planning import Memory, Wanted, find
from forthgame.vm.tier import NativeTier

if TYPE_CHECKING:
    from forthgame.game.script import Script
    from forthgame.vm.compiler.module import Module

PORTION = 0.02  # seconds at least between two looks at whether that is there
FIRST = 16  # games of the first portion


class NativeGame:
    """Compiles a game's words once, from the cache if they have been compiled before."""

    def __init__(self, game: Script) -> None:
        self.game = game
        self.tier: NativeTier | None = None
        self._play = CodePart(CALL_ROOTS + COUNT_ROOTS + PLAYOUT_ROOTS, own=True)
        self._counts, self._playouts = (
            CodePart(roots, own=True, wholes=(self._play,))
            for roots in (COUNT_ROOTS, PLAYOUT_ROOTS)
        )
        self._engines = CodePart(ENGINE_ROOTS + PROOF_ROOTS)
        self._judging, self._trees = (
            CodePart(CALL_ROOTS, own=True, doors=doors, events=EVALUATED | FORESEEING)
            for doors in (SEARCH_DOORS, TREE_DOORS)
        )
        self._proving = CodePart((), doors=PROOF_DOORS, events=FORESEEING)
        self._calls = CodePart(
            CALL_ROOTS, own=True, wholes=(self._play, self._judging, self._trees)
        )
        self._solving, self._batches = CodePart(SOLVE_ROOTS), CodePart(BATCH_ROOTS)
        self._counting = CodePart((COUNT_SCAN,))
        self.begun, self.stages = Begun(game), Stages(self)
        self._parts = [part for part in vars(self).values() if isinstance(part, CodePart)]

    @property
    def ready(self) -> bool:
        """Whether the game itself is machine code, or a part of it."""
        return any(part.ready or part.drafted for part in self._parts if part.own)

    @property
    def refused(self) -> dict[str, str]:
        """Words that stay in the interpreter, and why."""
        refused = self.tier.refused if self.tier else {}
        return {self.game.forth.code.owner(entry): why for entry, why in refused.items()}

    @property
    def compiled(self) -> int:
        """How many functions there are as machine code."""
        return len(self.tier.addresses) - len(self.tier.refused) if self.tier else 0

    def paths(self) -> list[tuple[str, str, Path, str]]:
        """For each entry of the move lists: list, word, the way it takes, and where the reason is.

        Empty before `prepare`.
        """
        if self._play.plan is None:
            return []
        with self.game.lock:  # what has been built has given up how it was made
            return ways_to_count(self.game, self._module(self._play))

    def prepare(self, wait: bool, engines: bool = True) -> None:
        """Have all of the machine code ready, of the engines too if they are wanted.

        Without waiting, begin to make it if it is not cached; where another thread is using the
        game, leave that to the next call. A game that is being debugged is interpreted, so nothing
        is made.
        """
        parts = (self._play, *self._thinking(None)) if engines else (self._play,)
        if wait:
            self._prepare(parts, wait)
            return
        lock, taken = self.game.lock, list[bool]()
        try:
            taken.extend(map(lock.acquire, (False,)))  # noted at once: Ctrl-C may come right behind
            if taken[0]:
                self._prepare(parts, wait)
        finally:
            if taken and taken[0]:
                lock.release()

    def prepare_calls(self, wait: bool, engines: bool, tree: bool | None = None) -> None:
        """Have ready what Python asks of a position, and before that the engines if wanted.

        `tree` says whether these are the ones that grow a tree of random games, None for all.
        """
        self._prepare(self._thinking(tree) if engines else (self._calls,), wait)

    def _thinking(self, tree: bool | None) -> tuple[CodePart, ...]:
        """What engines run: their own part, and for each kind one of the game."""
        own = {None: (self._judging, self._trees), True: (self._trees,), False: (self._judging,)}
        return self._engines, *own[tree]

    def prepare_search(self, engines: bool, tree: bool, timed: bool) -> None:
        """Begin a search with the machine code that there is: see `stages.py`."""
        self.stages.follow(timed, *(self._thinking(tree) if engines else (self._calls,)))

    def go_on(self) -> None:
        """Wait a while for what an earlier process began of that, if nobody finishes it."""
        for part in (*self._thinking(None), self._calls):
            if self.begun.noted(part.roots) and not self.begun.is_being_finished:
                self._prepare((part,), wait=True, most=WAITING)

    def finish(self) -> None:
        """Make all machine code that earlier processes began and did not finish."""
        for part in self._parts:
            if self.begun.noted(part.roots):
                self._prepare((part,), wait=True)
                self.begun.finished(part.roots)

    @property
    def unfinished(self) -> str:
        """The key of the work that this process has begun and not finished, empty if none is left.

        Notes of what is there are removed.
        """
        planned = [part for part in self._parts if part.plan is not None]
        for part in planned:
            if part.plan is not None and part.plan.done:
                self.begun.finished(part.roots)
        return self.begun.key if any(self.begun.noted(p.roots) for p in planned) else ""

    def prepare_counts(self) -> None:
        """Have ready what counts leaves."""
        self._prepare((self._counts,), wait=True)

    def prepare_playouts(self, draft: bool = False) -> None:
        """Have ready what plays random games; a `draft` of it will do if nothing is cached."""
        if not (draft and self._use_draft(self._playouts.chosen)):
            self._prepare((self._playouts,), wait=True)

    def prepare_solving(self) -> None:
        """Have ready what searches for a solution."""
        self._prepare((self._calls, self._solving), wait=True)

    def prepare_proving(self, timed: bool = False) -> None:
        """Have ready what proves results, as far as it is there: see `prepare_search`."""
        with self.game.lock:
            self.stages.follow(timed, self._engines, self._proving, self._calls)

    def prepare_batches(self) -> None:
        """Have ready what plays many games side by side."""
        self._prepare((self._calls, self._batches), wait=True)

    @property
    def drafting(self) -> bool:
        """Whether random games have begun with a draft."""
        return self._playouts.chosen.drafted

    def portions(self, games: int) -> Iterator[int]:
        """So many random games, divided as long as a draft plays them.

        Behind a portion, the final machine code takes the place of the draft if it is there.
        """
        part, number = self._playouts.chosen, FIRST
        whole = self.game.forth.processor.steps_left is not None  # the limit is that of a call
        while part.drafted and not part.ready and not whole and games > number:
            started = thread_time()
            yield number
            taken = thread_time() - started
            self.has_run(taken)
            games -= number
            number *= 2 if taken < PORTION else 1
        yield games

    def has_run(self, seconds: float) -> None:
        """Begin the final code of random games if they have run long enough; use it if it is there.

        `seconds` is how long games have run since the last call. The caller holds the machine's
        lock.
        """
        part = self._playouts.chosen
        part.waited += seconds
        if not part.drafted or part.ready or part.plan is None or self.game.native is not self:
            return
        if part.plan.done:
            self.install(part, part.plan)
            if self._counts_apart:
                self._begin(self._counting, wait=False)
        elif part.pays and not part.plan.running:
            self.start(part, part.plan)

    def _use_draft(self, part: CodePart) -> bool:
        """Have a part's draft in use, if that is there sooner; whether it is."""
        with self.game.lock:
            if part.ready or self.game.forth.processor.attended:
                return False
            if part.plan is None:
                part.plan = self.plan_of(part)
            plan = part.plan
        if part.drafted or not plan.needs_draft:
            return part.drafted
        plan.draft()  # not with the machine's lock: others may play meanwhile
        with self.game.lock:
            self.install_draft(part, plan)
        return True

    def _prepare(self, parts: tuple[CodePart, ...], wait: bool, most: float | None = None) -> None:
        seconds = self.game.limits.seconds if most is None else most
        for part in (wanted.chosen for wanted in parts):
            plan = self._begin(part, wait)
            # not with the machine's lock: others may play meanwhile
            if plan is not None and plan.built_within(seconds):
                self.install(part, plan)
        if wait and self._counting not in parts and self._counts_apart:
            self._prepare((self._counting,), wait, most)

    @property
    def _counts_moves(self) -> bool:
        """Whether moves may be counted at all: for leaves at least."""
        return bool(self.game.forth.processor.register(beyond.LEAVES_COUNTABLE))

    @property
    def _may_count(self) -> bool:
        """Whether moves may be counted by machine code that does nothing else."""
        return used(Part.APART) and self._counts_moves

    @property
    def _counts_apart(self) -> bool:
        """Whether that is worth making: words are run to count moves, and do little else."""
        if not self._may_count:
            return False
        plans = (part.plan for part in (self._play, self._counts, self._playouts) if part.ready)
        return any(plan is not None and plan.build().counts_apart for plan in plans)

    def _begin(self, part: CodePart, wait: bool) -> Plan | None:
        """The plan of a part that is to be waited for: it is done, or nearly, or has to be."""
        with self.game.lock:
            if part.ready or self.game.forth.processor.attended:
                return None
            if part.plan is None:
                part.plan = self.plan_of(part)
            if wait or part.plan.done:
                return part.plan
            if not part.plan.running:
                if part.plan.cached and not busy():
                    return part.plan
                if not self.begun.left_to_others:
                    self.start(part, part.plan)
            return None

    def _noting(self, cells: Sequence[int]) -> Plan:
        """Random games that note when they come to cells."""
        with self.game.lock:
            return planning.plan(
                self.game.forth, self._wanted(CodePart(PLAYOUT_ROOTS, own=True), cells)
            )

    def plan_of(self, part: CodePart) -> Plan:
        """Find out what the machine code of a part contains."""
        return self._planned(part, planning.plan(self.game.forth, self._wanted(part)))

    def cached_plan(self, part: CodePart) -> Plan | None:
        """The same if it is cached, which takes a fraction of the time to see."""
        found = planning.cached_plan(self.game.forth, self._wanted(part))
        return found and self._planned(part, found)

    def _planned(self, part: CodePart, plan: Plan) -> Plan:
        if self.tier is None:
            self.tier = NativeTier(self.game.forth.processor)
        if part is self._counting:
            counter = self.game.forth.engine_word(COUNT_SCAN)
            plan.words = {counter.index: counter.entry}
        plan.words |= {index: entry for entry, index in self._doors(part.doors).items()}
        return plan

    def _doors(self, names: Sequence[str]) -> dict[int, int]:
        """The indices of some words of the engine by their entries."""
        words = [self.game.forth.engine_word(name) for name in names]
        return {word.entry: word.index for word in words}

    def _module(self, part: CodePart) -> Module:
        """The module that a part's machine code is made of: to be read, not to be built."""
        forth = self.game.forth
        return find(forth, self._wanted(part), Memory(forth))[0]

    def _wanted(self, part: CodePart, noted: Sequence[int] = ()) -> Wanted:
        """What the machine code of a part has to run."""
        forth, declaration = self.game.forth, self.game.declaration
        processor = forth.processor
        entries = {forth.engine_word(name).entry for name in part.roots}
        listed = [word for moves in declaration.lists.values() for word, _ in moves.entries]
        tokens = {word.token for word in listed}
        events = [processor.register(at.EVENTS + 4 * k) for k in range(len(at.EVENT_NAMES))]
        if part is self._engines:
            settled = {k: v for k in SHAPE if (v := processor.register(k)) in (0, -1)}
            return Wanted(frozenset(entries), settled=settled, doors=self._doors(DOORS))
        left_out = part.left_out | (set() if processor.register(beyond.CHOICE_CELL) else {TOGETHER})
        tokens |= {ending.word.token for ending in forth.game.endings.declared}
        tokens |= {token for k, token in enumerate(events) if k not in left_out}
        if part.own:
            tokens |= held(self.game)
            for player in declaration.players:
                if player.word and forth.word(player.word).index >= forth.fence:
                    entries.add(forth.word(player.word).entry)
        settled = {offset: processor.register(offset) for offset in at.SETTLED}
        if not self._counts_moves:
            settled[beyond.COUNTING] = 0  # nothing is ever counted
        counter = forth.engine_word(COUNT_SCAN)
        candidates = candidates_of(declaration)
        sure = sure_tokens(forth)
        if part is self._counting:
            settled[beyond.COUNTING] = 1
            entries |= {word.entry for word in listed}
            return Wanted(frozenset(entries), settled=settled, candidates=candidates, sure=sure)
        return Wanted(
            frozenset(entries), frozenset(tokens - {0}), settled=settled, candidates=candidates,
            events=events, noted=noted, sure=sure,
            elsewhere={counter.entry: counter.index} if self._may_count and not noted else {},
        )  # fmt: skip

    def start(self, part: CodePart, plan: Plan) -> None:
        """Begin to make the final code of a part; if the process ends first, another makes it."""
        self.begun.note(part.roots)
        plan.start()

    def _usable(self, part: CodePart) -> NativeTier | None:
        """The tier that machine code of a part can be used in, unless words were changed."""
        return None if part.ready or self.game.native is not self else self.tier

    def install(self, part: CodePart, plan: Plan) -> None:
        """Use the machine code of a part."""
        with self.game.lock:
            tier = self._usable(part)
            if tier is None or not tier.has_room(plan.build()):
                return
            part.ready = True
            if part is self._counting:
                tier.install_apart(plan)
            else:
                tier.install(plan)
            self.game.forth.processor.tier = tier
            self.game.look_ahead()
            self.begun.finished(part.roots)

    def install_draft(self, part: CodePart, plan: Plan) -> None:
        """Use the draft of a part if it is there."""
        tier = self._usable(part)
        if tier is None or part.drafted or not plan.drafted or not tier.has_room(plan.draft()):
            return
        part.drafted = True
        tier.install_draft(plan)
        self.game.forth.processor.tier = tier
