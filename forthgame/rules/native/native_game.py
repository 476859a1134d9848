"""Native code of a game: compiled when it pays, in the background if play can begin without it.

The code is compiled in parts, each when first needed: calls from Python for moves and positions,
random games, leaf counts, engines, proofs, solving, batches. Each part contains the script's words
that it can reach. If the first three are needed at once, they are compiled as one part.

Random games and searches begin with a draft, which compiles in a fraction of the time; optimized
code is started after the draft has run for a while. Engines are compiled once for all similar
games: they call a game's words through the table of words (`code_parts.py`), and each of these can
be interpreted, drafted or final at any moment (`code_stages.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time
from typing import TYPE_CHECKING

from forthgame.analysis.instruction import place_of
from forthgame.compile.generation import LISTED, CountingMethod
from forthgame.compile.llvm.jobs import busy
from forthgame.machine.tiers.plan_search import BuildPlan
from forthgame.rules.native.code_parts import (
    BATCH_ROOTS,
    CALL_ROOTS,
    COUNT_ROOTS,
    COUNT_SCAN,
    ENGINE_ROOTS,
    EVALUATED,
    FORESEEING,
    PLAYOUT_ROOTS,
    PROOF_DOORS,
    PROOF_ROOTS,
    SEARCH_DOORS,
    SOLVE_ROOTS,
    TREE_DOORS,
    CodePart,
)
from forthgame.rules.native.code_stages import Stages
from forthgame.rules.native.part_builder import PartBuilder
from forthgame.rules.native.unfinished_code import WAITING
from forthgame.rules.word_execution import RunnableScript

if TYPE_CHECKING:
    from forthgame.compile.writer.ir_module import IrModule

PORTION = 0.02  # seconds at least between two checks for final code
FIRST = 16  # games of the first portion
Way = tuple[str, str, CountingMethod, str]


class NativeGame:
    """The native code of one game, compiled once or loaded from the cache."""

    def __init__(self, game: RunnableScript) -> None:
        self.game = game
        self.builder = PartBuilder(game)
        self._begun = self.builder.begun
        self._play = CodePart(CALL_ROOTS + COUNT_ROOTS + PLAYOUT_ROOTS, own=True)
        self._counts, self._playouts = (
            CodePart(roots, own=True, wholes=(self._play,))
            for roots in (COUNT_ROOTS, PLAYOUT_ROOTS)
        )
        self._engines = CodePart(ENGINE_ROOTS + PROOF_ROOTS, shared=True)
        self._judging, self._trees = (
            CodePart(CALL_ROOTS, own=True, doors=doors, events=EVALUATED | FORESEEING)
            for doors in (SEARCH_DOORS, TREE_DOORS)
        )
        self._proving = CodePart((), doors=PROOF_DOORS, events=FORESEEING)
        self._calls = CodePart(
            CALL_ROOTS, own=True, wholes=(self._play, self._judging, self._trees)
        )
        self._solving, self._batches = CodePart(SOLVE_ROOTS), CodePart(BATCH_ROOTS)
        self._counting = CodePart((COUNT_SCAN,), counts=True)
        self.stages = Stages(self.builder)
        self._parts = [part for part in vars(self).values() if isinstance(part, CodePart)]

    @property
    def ready(self) -> bool:
        """Return whether any part of the game's own words is compiled."""
        return any(part.ready or part.drafted for part in self._parts if part.own)

    @property
    def refused(self) -> dict[str, str]:
        """Return the words that stay interpreted, each with the reason."""
        from forthgame.compile.generation import copied_from  # imports the copying of words

        tier, owner = self.builder.tier, self.game.forth.code.owner
        refused = tier.refused if tier else {}
        return {owner(copied_from(entry)): why for entry, why in refused.items()}

    @property
    def compiled(self) -> int:
        tier = self.builder.tier
        return len(tier.addresses) - len(tier.refused) if tier else 0

    def paths(self) -> list[tuple[str, str, CountingMethod, str]]:
        """Return list, word, counting path and place of the reason for each move list entry."""
        with self.game.lock:  # a built plan has released its module
            return _counting_paths(self.game, self.builder.module(self._play))

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
        """Start the stages of a search (`code_stages.py`); if `timed`, it does not wait for drafts.

        `engines` and `tree` are as in `prepare_calls`.
        """
        self.stages.follow(timed, *(self._thinking(tree) if engines else (self._calls,)))

    def go_on(self) -> None:
        """Wait a while for code that an earlier process left unfinished."""
        for part in (*self._thinking(None), self._calls):
            if self._begun.noted(part.roots) and not self._begun.is_being_finished:
                self._prepare((part,), wait=True, most=WAITING)

    def finish(self) -> None:
        """Compile everything that earlier processes started and did not finish."""
        for part in self._parts:
            if self._begun.noted(part.roots):
                self._prepare((part,), wait=True)
                self._begun.finished(part.roots)

    @property
    def unfinished(self) -> str:
        """Return the key of the work that this process has left unfinished; empty for none.

        Notes of finished work are removed.
        """
        planned = [part for part in self._parts if part.plan is not None]
        for part in planned:
            if part.plan is not None and part.plan.done:
                self._begun.finished(part.roots)
        return self._begun.key if any(self._begun.noted(p.roots) for p in planned) else ""

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
        if not part.drafted or part.ready or part.plan is None or self.builder.retired:
            return
        if part.plan.done:
            self.builder.install(part, part.plan)
            if self._prefers_separate_counting:
                self._begin(self._counting, wait=False)
        elif part.pays and not part.plan.running:
            self.builder.start(part, part.plan)

    def _use_draft(self, part: CodePart) -> bool:
        """Draft a part unless its code is cached; return whether the draft is in use."""
        with self.game.lock:
            if part.ready or self.game.forth.processor.attended:
                return False
            if part.plan is None:
                part.plan = self.builder.plan_of(part)
            plan = part.plan
        if part.drafted or not plan.needs_draft:
            return part.drafted
        plan.draft()  # without the lock: other threads may play meanwhile
        with self.game.lock:
            self.builder.install_draft(part, plan)
        return True

    def _prepare(self, parts: tuple[CodePart, ...], wait: bool, most: float | None = None) -> None:
        seconds = self.game.limits.seconds if most is None else most
        for part in (wanted.chosen for wanted in parts):
            plan = self._begin(part, wait)
            # without the lock: other threads may play meanwhile
            if plan is not None and plan.built_within(seconds):
                self.builder.install(part, plan)
        if wait and self._counting not in parts and self._prefers_separate_counting:
            self._prepare((self._counting,), wait, most)

    @property
    def _prefers_separate_counting(self) -> bool:
        """Return whether code for counting alone pays: if words rarely do more than count."""
        if not self.builder.may_count:
            return False
        plans = (part.plan for part in (self._play, self._counts, self._playouts) if part.ready)
        return any(plan is not None and plan.build().prefers_separate_counting for plan in plans)

    def _begin(self, part: CodePart, wait: bool) -> BuildPlan | None:
        """Start a part; return its plan if it is done or cached, or if the caller wants to wait."""
        with self.game.lock:
            if part.ready or self.game.forth.processor.attended:
                return None
            if part.plan is None:
                part.plan = self.builder.plan_of(part)
            if wait or part.plan.done:
                return part.plan
            if not part.plan.running:
                if part.plan.cached and not busy():
                    return part.plan
                if not self._begun.left_to_others:
                    self.builder.start(part, part.plan)
            return None


def _counting_paths(game: RunnableScript, module: IrModule) -> list[Way]:
    """Return list, word, path and place of the reason, for each entry of the move lists.

    `module` is the one that plays the game.
    """
    from forthgame.rules.facts.move_counting import why_listed  # imports the analysis of words

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
