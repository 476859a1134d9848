"""Native code of a game: compiled when it pays, in the background if play can begin without it.

The code is compiled in parts, each when first needed: calls from Python for moves and positions,
random games, leaf counts, engines, proofs, solving, batches. Each part contains the script's words
that it can reach. If the first three are needed at once, they are compiled as one part.

Random games and searches begin with a draft, which compiles in a fraction of the time; optimized
code is started after the draft has run for a while. Engines are compiled once for all similar
games: they call a game's words through the table of words (`code_parts.py`), and each of these can
be interpreted, drafted or final at any moment (`code_parts.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import thread_time
from typing import TYPE_CHECKING

from forthgame.analysis.instruction import place_of
from forthgame.compile.generation import LISTED, CountingMethod, Optimisation, used
from forthgame.compile.llvm.jobs import busy
from forthgame.compile.writer.code_request import CodeRequest
from forthgame.machine.tiers import plan_search
from forthgame.machine.tiers.native_tier import NativeTier
from forthgame.machine.tiers.plan_search import BuildPlan, RecordingMemory, find_module
from forthgame.rules.facts.engine_roots import candidates_of, sure_tokens, tokens_in_memory
from forthgame.rules.facts.move_counting import why_listed
from forthgame.rules.native.code_parts import (
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
    Stages,
)
from forthgame.rules.native.unfinished_code import WAITING, UnfinishedCode
from forthgame.rules.word_execution import RunnableScript
from forthgame.words.registers import extension_registers, memory_layout as at

if TYPE_CHECKING:
    from forthgame.compile.writer.ir_module import IrModule

PORTION = 0.02  # seconds at least between two checks for final code
FIRST = 16  # games of the first portion
Way = tuple[str, str, CountingMethod, str]


class NativeGame:
    """The native code of one game, compiled once or loaded from the cache."""

    def __init__(self, game: RunnableScript) -> None:
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
        self.begun, self.stages = UnfinishedCode(game), Stages(self)
        self._parts = [part for part in vars(self).values() if isinstance(part, CodePart)]

    @property
    def ready(self) -> bool:
        """Return whether any part of the game's own words is compiled."""
        return any(part.ready or part.drafted for part in self._parts if part.own)

    @property
    def refused(self) -> dict[str, str]:
        """Return the words that stay interpreted, each with the reason."""
        refused = self.tier.refused if self.tier else {}
        return {self.game.forth.code.owner(entry): why for entry, why in refused.items()}

    @property
    def compiled(self) -> int:
        return len(self.tier.addresses) - len(self.tier.refused) if self.tier else 0

    def paths(self) -> list[tuple[str, str, CountingMethod, str]]:
        """Return list, word, counting path and place of the reason for each move list entry.

        The list is empty before `prepare`.
        """
        if self._play.plan is None:
            return []
        with self.game.lock:  # a built plan has released its module
            return _counting_paths(self.game, self._module(self._play))

    def prepare(self, wait: bool, engines: bool = True) -> None:
        """Compile the game; with `engines`, also the engines.

        With `wait`, return when the code is ready. Otherwise start compiling what is not cached; if
        another thread is using the game, leave that to the next call. A game under the debugger
        stays interpreted, and nothing is compiled.
        """
        parts = (self._play, *self._thinking(None)) if engines else (self._play,)
        if wait:
            self._prepare(parts, wait)
            return
        lock, taken = self.game.lock, list[bool]()
        try:
            taken.extend(map(lock.acquire, (False,)))  # recorded at once: Ctrl-C may follow
            if taken[0]:
                self._prepare(parts, wait)
        finally:
            if taken and taken[0]:
                lock.release()

    def prepare_calls(self, wait: bool, engines: bool, tree: bool | None = None) -> None:
        """Prepare the calls that Python makes for a position, or with `engines` the engines.

        `tree` selects the engines that grow a tree of random games (True), the others (False), or
        all (None). `wait` is as in `prepare`.
        """
        self._prepare(self._thinking(tree) if engines else (self._calls,), wait)

    def _thinking(self, tree: bool | None) -> tuple[CodePart, ...]:
        """Return the parts that engines run: the shared one and those of the game."""
        own = {None: (self._judging, self._trees), True: (self._trees,), False: (self._judging,)}
        return self._engines, *own[tree]

    def prepare_search(self, engines: bool, tree: bool, timed: bool) -> None:
        """Start the stages of a search (`code_parts.py`); if `timed`, it does not wait for drafts.

        `engines` and `tree` are as in `prepare_calls`.
        """
        self.stages.follow(timed, *(self._thinking(tree) if engines else (self._calls,)))

    def go_on(self) -> None:
        """Wait a while for code that an earlier process left unfinished."""
        for part in (*self._thinking(None), self._calls):
            if self.begun.noted(part.roots) and not self.begun.is_being_finished:
                self._prepare((part,), wait=True, most=WAITING)

    def finish(self) -> None:
        """Compile everything that earlier processes started and did not finish."""
        for part in self._parts:
            if self.begun.noted(part.roots):
                self._prepare((part,), wait=True)
                self.begun.finished(part.roots)

    @property
    def unfinished(self) -> str:
        """Return the key of the work that this process has left unfinished; empty for none.

        Notes of finished work are removed.
        """
        planned = [part for part in self._parts if part.plan is not None]
        for part in planned:
            if part.plan is not None and part.plan.done:
                self.begun.finished(part.roots)
        return self.begun.key if any(self.begun.noted(p.roots) for p in planned) else ""

    def prepare_counts(self) -> None:
        self._prepare((self._counts,), wait=True)

    def prepare_playouts(self, draft: bool = False) -> None:
        """Compile random games; with `draft`, a draft is enough if nothing is cached."""
        if not (draft and self._use_draft(self._playouts.chosen)):
            self._prepare((self._playouts,), wait=True)

    def prepare_solving(self) -> None:
        self._prepare((self._calls, self._solving), wait=True)

    def prepare_proving(self, timed: bool = False) -> None:
        """Start the stages of a proof; `timed` is as in `prepare_search`."""
        with self.game.lock:
            self.stages.follow(timed, self._engines, self._proving, self._calls)

    def prepare_batches(self) -> None:
        self._prepare((self._calls, self._batches), wait=True)

    @property
    def drafting(self) -> bool:
        """Return whether random games run on a draft."""
        return self._playouts.chosen.drafted

    def portions(self, games: int) -> Iterator[int]:
        """Split a number of random `games` into portions while a draft plays them.

        Between portions, final code replaces the draft when it is ready.
        """
        part, number = self._playouts.chosen, FIRST
        whole = self.game.forth.processor.steps_left is not None  # the step limit is per call
        while part.drafted and not part.ready and not whole and games > number:
            started = thread_time()
            yield number
            taken = thread_time() - started
            self.has_run(taken)
            games -= number
            number *= 2 if taken < PORTION else 1
        yield games

    def has_run(self, seconds: float) -> None:
        """Start the final code of random games after a while; install it when it is done.

        `seconds` is the running time since the last call. The caller holds the game's lock.
        """
        part = self._playouts.chosen
        part.waited += seconds
        if not part.drafted or part.ready or part.plan is None or self.game.native is not self:
            return
        if part.plan.done:
            self.install(part, part.plan)
            if self._prefers_separate_counting:
                self._begin(self._counting, wait=False)
        elif part.pays and not part.plan.running:
            self.start(part, part.plan)

    def _use_draft(self, part: CodePart) -> bool:
        """Draft a part unless its code is cached; return whether the draft is in use."""
        with self.game.lock:
            if part.ready or self.game.forth.processor.attended:
                return False
            if part.plan is None:
                part.plan = self.plan_of(part)
            plan = part.plan
        if part.drafted or not plan.needs_draft:
            return part.drafted
        plan.draft()  # without the lock: other threads may play meanwhile
        with self.game.lock:
            self.install_draft(part, plan)
        return True

    def _prepare(self, parts: tuple[CodePart, ...], wait: bool, most: float | None = None) -> None:
        seconds = self.game.limits.seconds if most is None else most
        for part in (wanted.chosen for wanted in parts):
            plan = self._begin(part, wait)
            # without the lock: other threads may play meanwhile
            if plan is not None and plan.built_within(seconds):
                self.install(part, plan)
        if wait and self._counting not in parts and self._prefers_separate_counting:
            self._prepare((self._counting,), wait, most)

    @property
    def _counts_moves(self) -> bool:
        """Return whether moves may be counted instead of listed, at least for leaves."""
        return bool(self.game.forth.processor.register(extension_registers.LEAVES_COUNTABLE))

    @property
    def _may_count(self) -> bool:
        """Return whether moves may be counted by code compiled for that alone."""
        return used(Optimisation.APART) and self._counts_moves

    @property
    def _prefers_separate_counting(self) -> bool:
        """Return whether code for counting alone pays: if words rarely do more than count."""
        if not self._may_count:
            return False
        plans = (part.plan for part in (self._play, self._counts, self._playouts) if part.ready)
        return any(plan is not None and plan.build().prefers_separate_counting for plan in plans)

    def _begin(self, part: CodePart, wait: bool) -> BuildPlan | None:
        """Start a part; return its plan if it is done or cached, or if the caller wants to wait."""
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

    def _noting(self, cells: Sequence[int]) -> BuildPlan:
        with self.game.lock:
            return plan_search.plan(
                self.game.forth, self._wanted(CodePart(PLAYOUT_ROOTS, own=True), cells)
            )

    def plan_of(self, part: CodePart) -> BuildPlan:
        return self._planned(part, plan_search.plan(self.game.forth, self._wanted(part)))

    def cached_plan(self, part: CodePart) -> BuildPlan | None:
        """Return the plan of a `part` if its code is cached, which is quicker to find out."""
        found = plan_search.cached_plan(self.game.forth, self._wanted(part))
        return found and self._planned(part, found)

    def _planned(self, part: CodePart, plan: BuildPlan) -> BuildPlan:
        if self.tier is None:
            self.tier = NativeTier(self.game.forth.processor)
        if part is self._counting:
            counter = self.game.forth.engine_word(COUNT_SCAN)
            plan.words = {counter.index: counter.entry}
        plan.words |= {index: entry for entry, index in self._doors(part.doors).items()}
        return plan

    def _doors(self, names: Sequence[str]) -> dict[int, int]:
        words = [self.game.forth.engine_word(name) for name in names]
        return {word.entry: word.index for word in words}

    def _module(self, part: CodePart) -> IrModule:
        forth = self.game.forth
        return find_module(forth, self._wanted(part), RecordingMemory(forth))[0]

    def _wanted(self, part: CodePart, noted: Sequence[int] = ()) -> CodeRequest:
        forth, declaration = self.game.forth, self.game.declaration
        processor = forth.processor
        entries = {forth.engine_word(name).entry for name in part.roots}
        listed = [word for moves in declaration.lists.values() for word, _ in moves.entries]
        tokens = {word.token for word in listed}
        events = [processor.register(at.EVENTS + 4 * k) for k in range(len(at.EVENT_NAMES))]
        if part is self._engines:
            settled = {k: v for k in SHAPE if (v := processor.register(k)) in (0, -1)}
            return CodeRequest(frozenset(entries), settled=settled, doors=self._doors(DOORS))
        left_out = part.left_out | (
            set() if processor.register(extension_registers.CHOICE_CELL) else {TOGETHER}
        )
        tokens |= {ending.word.token for ending in forth.game.endings.declared}
        tokens |= {token for k, token in enumerate(events) if k not in left_out}
        if part.own:
            tokens |= tokens_in_memory(self.game.forth)
            for player in declaration.players:
                if player.word and forth.word(player.word).index >= forth.fence:
                    entries.add(forth.word(player.word).entry)
        settled = {offset: processor.register(offset) for offset in at.SETTLED}
        if not self._counts_moves and not settled[extension_registers.COUNTABLE]:
            settled[extension_registers.COUNTING] = 0  # nothing is ever counted
        counter = forth.engine_word(COUNT_SCAN)
        candidates = candidates_of(declaration)
        sure = sure_tokens(forth)
        if part is self._counting:
            settled[extension_registers.COUNTING] = 1
            entries |= {word.entry for word in listed}
            return CodeRequest(
                frozenset(entries), settled=settled, candidates=candidates, sure=sure
            )
        return CodeRequest(
            frozenset(entries), frozenset(tokens - {0}), settled=settled, candidates=candidates,
            events=events, noted=noted, sure=sure,
            elsewhere={counter.entry: counter.index} if self._may_count and not noted else {},
        )  # fmt: skip

    def start(self, part: CodePart, plan: BuildPlan) -> None:
        """Start compiling the final code of a `part` by its `plan`.

        If the process ends first, another process can finish it.
        """
        self.begun.note(part.roots)
        plan.start()

    def _usable(self, part: CodePart) -> NativeTier | None:
        return None if part.ready or self.game.native is not self else self.tier

    def install(self, part: CodePart, plan: BuildPlan) -> None:
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

    def install_draft(self, part: CodePart, plan: BuildPlan) -> None:
        """Install the draft of a `part` by its `plan`, if it is ready."""
        tier = self._usable(part)
        if tier is None or part.drafted or not plan.drafted or not tier.has_room(plan.draft()):
            return
        part.drafted = True
        tier.install_draft(plan)
        self.game.forth.processor.tier = tier


def _counting_paths(game: RunnableScript, module: IrModule) -> list[Way]:
    """Return list, word, path and place of the reason, for each entry of the move lists.

    `module` is the one that plays the game.
    """
    found, code, ways = list[Way](), game.forth.code, module.paths()
    of_all: CountingMethod | None = None  # reason for all words, found when needed
    for address, moves in game.declaration.lists.items():
        for k, (word, _) in enumerate(moves.entries):
            path = ways[address + 8 * k]
            if path.kind == LISTED and not path.why:
                of_all = of_all or CountingMethod(LISTED, *why_listed(game.forth, game.declaration))
                path = of_all
            token = code.token(place_of(path.cell)) if path.cell >= 0 else None
            found.append((moves.name, word.name, path, str(token.place) if token else ""))
    return found
