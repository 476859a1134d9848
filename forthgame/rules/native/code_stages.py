"""Switch a running search to better code: interpreted, drafted, optimized.

The searching thread replaces the code itself when it checks the clock. A draft is made after words
were interpreted for a while, shorter than a draft takes; optimized code is started after the draft
has run for a while. A search without a time limit waits for its draft, because that takes less
processor time than interpreting beside it. A search that is about to end goes on interpreting: to
plan a draft takes longer than it has left.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, thread_time

from forthgame.compile.llvm.jobs import busy
from forthgame.machine.tiers.native_tier import NativeTier
from forthgame.rules.native.code_parts import CodePart
from forthgame.rules.native.part_builder import PartBuilder

EAGERNESS = 0.3  # seconds of processor time before an interpreted search is drafted
PLANNING = 1.0  # seconds that a search must have left to plan its draft
LENIENCE = 1.0  # seconds of processor time before it is planned anyway
NOTABLE = 0.1  # seconds of processor time in a search that is worth planning afterwards


class Stages:
    """The parts of the native code that the running search waits for."""

    def __init__(self, builder: PartBuilder) -> None:
        self._builder = builder
        self._awaited: list[CodePart] = []
        self._timed = False  # the search has a time limit
        self._counted_until = 0.0  # end of the counted time, by the thread's clock

    def follow(self, timed: bool, *parts: CodePart) -> None:
        """Use some parts in the next search as soon as they are ready.

        If the search is `timed`, it does not wait for drafts. A game under the debugger stays
        interpreted.
        """
        self._await(timed, parts)
        self._find_cached()

    def _await(self, timed: bool, parts: tuple[CodePart, ...]) -> None:
        attended = self._builder.game.forth.processor.attended
        self._timed, self._awaited = timed, [] if attended else [part.chosen for part in parts]

    def _find_cached(self) -> None:
        for part in self._awaited:
            if part.plan is None and not part.asked:
                part.plan, part.asked = self._builder.cached_plan(part), True

    @contextmanager
    def used(self) -> Iterator[None]:
        """Switch code in the body as it is made. The caller holds the machine's lock."""
        self._counted_until = thread_time()
        self._look()
        try:
            yield
        finally:
            self._count()
            if self._tier is not None:
                self._tier.look = None

    def _look(self) -> None:
        """Install finished code, and start code that pays by now."""
        self._count()
        self._advance_all()
        if self._tier is not None:
            self._tier.look = self._look if self._awaited else None
        self._counted_until = thread_time()  # compiling does not count

    @property
    def _tier(self) -> NativeTier | None:
        """Return the machine code that the search runs."""
        return self._builder.tier

    def _advance_all(self) -> None:
        for part in self._awaited:
            self._advance(part)
        self._awaited = [part for part in self._awaited if not part.ready]

    def _count(self) -> None:
        before, self._counted_until = self._counted_until, thread_time()
        for part in self._awaited:
            part.waited += self._counted_until - before

    def plan_ahead(self) -> None:
        """Plan and draft what the last search has interpreted.

        The caller does not hold the machine's lock, so that another search may begin meanwhile; it
        uses the plans that are finished. Raises ForthgameError if the game is closed.
        """
        lock = self._builder.game.lock
        with lock:
            self._timed = True  # drafts are not waited for
            if any(part.waited < NOTABLE for part in self._awaited):
                return
            parts = [part for part in self._awaited if not part.planned_aside]
            for part in parts:
                part.planned_aside = part.plan is None
                part.waited = max(part.waited, EAGERNESS)
            self._builder.begin_tier()
        for part in parts:
            if part.planned_aside:
                self._plan_aside(part)
        if lock.acquire(blocking=False):
            try:
                self._advance_all()
            finally:
                lock.release()

    def _plan_aside(self, part: CodePart) -> None:
        """Plan a part and write the text of its code, which takes most of a second."""
        try:
            plan = self._builder.plan_of(part)
            _ = plan.cached  # writes the text, which the plan keeps
            if part.plan is None:
                part.plan, part.waited = plan, 0.0
        finally:
            part.planned_aside = False

    def _eagerness(self, part: CodePart) -> float:
        """Return the seconds for which a part is interpreted before it is planned."""
        deadline = self._builder.game.forth.processor.deadline
        if deadline is not None and deadline - monotonic() < PLANNING:
            return LENIENCE
        return EAGERNESS if part.own or part.doors else 0.0

    def _advance(self, part: CodePart) -> None:
        builder = self._builder
        if part.plan is None:
            if part.planned_aside or part.waited < self._eagerness(part):
                return
            part.plan, part.waited = builder.plan_of(part), 0.0
        plan = part.plan
        if part.ready or plan.done:
            builder.install(part, plan)
        elif part.drafted:
            if part.pays and not plan.running and not builder.begun.left_to_others:
                plan.start()
        elif plan.drafting or plan.needs_draft:
            if not plan.drafting:
                builder.begun.note(part.roots)  # another process can finish it
                plan.start_draft()
            if not self._timed and builder.game.forth.processor.deadline is None:
                plan.draft(builder.game.forth.processor.check_time)
            builder.install_draft(part, plan)
        elif plan.cached and not busy():
            plan.build()
            builder.install(part, plan)
        elif not plan.running:
            builder.start(part, plan)
