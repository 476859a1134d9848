"""The machine code of a game: made when it pays, and in the background where play can begin.

It comes in parts, made when they are first wanted: what Python calls for moves and positions; games
played at random; counts of leaves; the engines; proofs; the search for solutions; batches. Each has
the script's words that it can reach. Who wants the first three at once has them as one part.

Random games begin with a draft of their part, which takes a fraction of the time to make; the final
machine code is begun when the draft has run for a while.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import thread_time
from typing import TYPE_CHECKING

from forthgame.game.begun import WAITING, Begun
from forthgame.game.held import held, sure_tokens
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.vm import planning
from forthgame.vm.compiler.generation import Candidate, Part, Path, used
from forthgame.vm.jobs import busy
from forthgame.vm.plan import Plan
from forthgame.vm.planning import Memory, Wanted, find
from forthgame.vm.tier import NativeTier

if TYPE_CHECKING:
    from forthgame.game.script import Script
    from forthgame.vm.compiler.module import Module

CALL_ROOTS = (
    "(generate-turn)",
    "(game-result)",
    "(make-move)",
    "$MoveString",
    "(clear-lists)",
    "(offer)",
    "(find-result)",
    "(offer-with-result)",
    "(play-number)",
    "(play-on)",
    "(stand-here)",
    "$RandomMoveEngine",
    "$FirstMoveEngine",
)
COUNT_ROOTS = ("(perft)",)
PLAYOUT_ROOTS = ("(playouts)",)
ENGINE_ROOTS = (
    "$NegamaxMove",
    "$ParanoidMove",
    "$BestReplyMove",
    "$BestReplyPlusMove",
    "$MaxNMove",
    "$BestFirstMove",
    "$UCTMove",
    "$MctsMove",
    "(search-to)",
    "(max-n-to)",
)
COUNT_SCAN = "(count-scan)"  # what runs move words that are only counted
PROOF_ROOTS = ("(prove-goal)",)
BATCH_ROOTS = ("(batch-begin)", "(batch-step)")
SOLVE_ROOTS = ("(breadth)", "(seek-from)", "(rehash)", "(distance)", "(enter-position)")
EVALUATED = {at.EVENT_NAMES.index(name) for name in ("OnSearch", "OnEvaluate")}  # by engines
FORESEEING = at.EVENT_NAMES.index("OnForesee")  # by engines and proofs
SET = at.EVENT_NAMES.index("OnPosition")  # never run by machine code
TOGETHER = at.EVENT_NAMES.index("OnTogether")
PATIENCE = 0.5  # seconds of processor time that a draft runs before the final code is begun
PORTION = 0.02  # seconds at least between two looks at whether that is there
FIRST = 16  # games of the first portion


class _Part:
    """A part of the machine code, and whether it is in use.

    own    whether words that only the script's tokens reach belong to it
    whole  a part that has everything this one has
    """

    def __init__(
        self, roots: tuple[str, ...], own: bool = False, whole: _Part | None = None
    ) -> None:
        self.roots, self.own, self.whole = roots, own, whole
        self.plan: Plan | None = None
        self.ready = False
        self.drafted = False  # whether its draft is in use
        self.ran = 0.0  # seconds that the draft has run

    @property
    def chosen(self) -> _Part:
        """The part to use: the whole, where it has been begun."""
        return self.whole if self.whole is not None and self.whole.plan is not None else self


class NativeGame:
    """Compiles a game's words once, from the cache if they have been compiled before."""

    def __init__(self, game: Script) -> None:
        self._game = game
        self._tier: NativeTier | None = None
        self._play = _Part(CALL_ROOTS + COUNT_ROOTS + PLAYOUT_ROOTS, own=True)
        self._calls, self._counts, self._playouts = (
            _Part(roots, own=True, whole=self._play)
            for roots in (CALL_ROOTS, COUNT_ROOTS, PLAYOUT_ROOTS)
        )
        self._engines, self._solving = _Part(ENGINE_ROOTS), _Part(SOLVE_ROOTS)
        self._batches = _Part(BATCH_ROOTS)
        self._proving = _Part(PROOF_ROOTS)
        self._counting = _Part((COUNT_SCAN,))
        self._begun = Begun(game)
        self._parts = [part for part in vars(self).values() if isinstance(part, _Part)]

    @property
    def ready(self) -> bool:
        """Whether the game itself is machine code, or a part of it."""
        parts = (self._play, self._calls, self._counts, self._playouts)
        return any(part.ready or part.drafted for part in parts)

    @property
    def refused(self) -> dict[str, str]:
        """Words that stay in the interpreter, and why."""
        tier = self._tier
        code = self._game.forth.code
        return {code.owner(e): why for e, why in tier.refused.items()} if tier else {}

    @property
    def compiled(self) -> int:
        """How many functions there are as machine code."""
        return len(self._tier.addresses) - len(self._tier.refused) if self._tier else 0

    def paths(self) -> list[tuple[str, str, Path, str]]:
        """For each entry of the move lists: list, word, the way it takes, and where the reason is.

        Empty before `prepare`.
        """
        if self._play.plan is None:
            return []
        found, code = [], self._game.forth.code
        with self._game.lock:  # what has been built has given up how it was made
            ways = self._module(self._play).paths()
        for address, moves in self._game.declaration.lists.items():
            for k, (word, _) in enumerate(moves.entries):
                path = ways[address + 8 * k]
                token = code.token(path.cell)
                found.append((moves.name, word.name, path, str(token.place) if token else ""))
        return found

    def prepare(self, wait: bool, engines: bool = True) -> None:
        """Have all of the machine code ready, of the engines too if they are wanted.

        Without waiting, begin to make it if it is not cached; where another thread is using the
        game, leave that to the next call. A game that is being debugged is interpreted, so nothing
        is made.
        """
        parts = (self._play, self._engines) if engines else (self._play,)
        if wait:
            self._prepare(parts, wait)
            return
        lock, taken = self._game.lock, list[bool]()
        try:
            taken.extend(map(lock.acquire, (False,)))  # noted at once: Ctrl-C may come right behind
            if taken[0]:
                self._prepare(parts, wait)
        finally:
            if taken and taken[0]:
                lock.release()

    def prepare_calls(self, wait: bool, engines: bool) -> None:
        """Have ready what Python asks of a position, and before that the engines if wanted."""
        self._prepare((self._engines, self._calls) if engines else (self._calls,), wait)

    def go_on(self) -> None:
        """Wait a while for what an earlier process began of that, if nobody finishes it."""
        for part in (self._engines, self._calls):
            if self._begun.noted(part.roots) and not self._begun.is_being_finished:
                self._prepare((part,), wait=True, most=WAITING)

    def finish(self) -> None:
        """Make all machine code that earlier processes began and did not finish."""
        for part in self._parts:
            if self._begun.noted(part.roots):
                self._prepare((part,), wait=True)
                self._begun.finished(part.roots)

    @property
    def unfinished(self) -> str:
        """The key of the work that this process has begun and not finished, empty if none is left.

        Notes of what is there are removed.
        """
        planned = [part for part in self._parts if part.plan is not None]
        for part in planned:
            if part.plan is not None and part.plan.done:
                self._begun.finished(part.roots)
        return self._begun.key if any(self._begun.noted(p.roots) for p in planned) else ""

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

    def prepare_proving(self) -> None:
        """Have ready what proves results, or begin to make it if it is not cached."""
        self._prepare((self._proving, self._calls), wait=False)

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
        whole = self._game.forth.processor.steps_left is not None  # the limit is that of a call
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
        part.ran += seconds
        if not part.drafted or part.ready or part.plan is None or self._game.native is not self:
            return
        if part.plan.done:
            self._install(part, part.plan)
            if self._counts_apart:
                self._begin(self._counting, wait=False)
        elif part.ran >= PATIENCE and not part.plan.running:
            self._begun.note(part.roots)
            part.plan.start()

    def _use_draft(self, part: _Part) -> bool:
        """Have a part's draft in use, if that is there sooner; whether it is."""
        with self._game.lock:
            if part.ready or self._game.forth.processor.attended:
                return False
            if part.plan is None:
                part.plan = self._plan(part)
            plan = part.plan
        if part.drafted or not plan.needs_draft:
            return part.drafted
        plan.draft()  # not with the machine's lock: others may play meanwhile
        with self._game.lock:
            current = self._game.native is self
            if current and self._tier is not None and not part.ready and not part.drafted:
                part.drafted = True
                self._tier.install_draft(plan)
                self._game.forth.processor.tier = self._tier
        return True

    def _prepare(self, parts: tuple[_Part, ...], wait: bool, most: float | None = None) -> None:
        seconds = self._game.limits.seconds if most is None else most
        for part in (wanted.chosen for wanted in parts):
            plan = self._begin(part, wait)
            # not with the machine's lock: others may play meanwhile
            if plan is not None and plan.built_within(seconds):
                self._install(part, plan)
        if wait and self._counting not in parts and self._counts_apart:
            self._prepare((self._counting,), wait, most)

    @property
    def _counts_moves(self) -> bool:
        """Whether moves may be counted at all: for leaves at least."""
        return bool(self._game.forth.processor.register(beyond.LEAVES_COUNTABLE))

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

    def _begin(self, part: _Part, wait: bool) -> Plan | None:
        """The plan of a part that is to be waited for: it is done, or nearly, or has to be."""
        with self._game.lock:
            if part.ready or self._game.forth.processor.attended:
                return None
            if part.plan is None:
                part.plan = self._plan(part)
            if wait or part.plan.done:
                return part.plan
            if not part.plan.running:
                if part.plan.cached and not busy():
                    return part.plan
                if not self._begun.left_to_others:
                    self._begun.note(part.roots)
                    part.plan.start()
            return None

    def _noting(self, cells: Sequence[int]) -> Plan:
        """Random games that note when they come to cells."""
        with self._game.lock:
            return planning.plan(
                self._game.forth, self._wanted(_Part(PLAYOUT_ROOTS, own=True), cells)
            )

    def _plan(self, part: _Part) -> Plan:
        if self._tier is None:
            self._tier = NativeTier(self._game.forth.processor)
        planned = planning.plan(self._game.forth, self._wanted(part))
        if part is self._counting:
            counter = self._game.forth.engine_word(COUNT_SCAN)
            planned.words = {counter.index: counter.entry}
        return planned

    def _module(self, part: _Part) -> Module:
        """The module that a part's machine code is made of: to be read, not to be built."""
        forth = self._game.forth
        return find(forth, self._wanted(part), Memory(forth))[0]

    def _wanted(self, part: _Part, noted: Sequence[int] = ()) -> Wanted:
        """What the machine code of a part has to run."""
        forth, declaration = self._game.forth, self._game.declaration
        processor = forth.processor
        entries = {forth.engine_word(name).entry for name in part.roots}
        listed = [word for moves in declaration.lists.values() for word, _ in moves.entries]
        tokens = {word.token for word in listed}
        events = [processor.register(at.EVENTS + 4 * k) for k in range(len(at.EVENT_NAMES))]
        left_out = set() if part is self._engines else set(EVALUATED)
        if part not in (self._engines, self._proving):
            left_out.add(FORESEEING)
        if not processor.register(beyond.CHOICE_CELL):
            left_out.add(TOGETHER)
        left_out.add(SET)
        tokens |= {ending.word.token for ending in forth.game.endings.declared}
        tokens |= {token for k, token in enumerate(events) if k not in left_out}
        if part.own:
            tokens |= held(self._game)
            for player in declaration.players:
                if player.word and forth.word(player.word).index >= forth.fence:
                    entries.add(forth.word(player.word).entry)
        settled = {offset: processor.register(offset) for offset in at.SETTLED}
        if not self._counts_moves:
            settled[beyond.COUNTING] = 0  # nothing is ever counted
        counter = forth.engine_word(COUNT_SCAN)
        # where words have been forgotten, the loop looks each of them up
        lists = declaration.lists if declaration.has_all_words() else {}
        candidates = {
            address + 8 * k: Candidate(word.entry, type, word.token)
            for address, moves in lists.items()
            for k, (word, type) in enumerate(moves.entries)
        }
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

    def _install(self, part: _Part, plan: Plan) -> None:
        with self._game.lock:
            current = self._game.native is self  # unless words were changed meanwhile
            if current and self._tier is not None and not part.ready:
                part.ready = True
                if part is self._counting:
                    self._tier.install_apart(plan)
                else:
                    self._tier.install(plan)
                self._game.forth.processor.tier = self._tier
                self._game.look_ahead()
                self._begun.finished(part.roots)
