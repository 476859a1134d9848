"""Switch a running search to better code: interpreted, drafted, optimized.

Engines call a game's words through the table of words, so these can be replaced at any moment. The
searching thread replaces them itself when it checks the clock. A draft is made after words were
interpreted for a while, shorter than a draft takes; optimized code is started after the draft has
run for a while. A search without a time limit waits for its draft, because that takes less
processor time than interpreting beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import thread_time
from typing import TYPE_CHECKING

from forthgame.game.parts import EAGERNESS
from forthgame.vm.jobs import busy

if TYPE_CHECKING:
    from forthgame.game.native import NativeGame
    from forthgame.game.parts import CodePart
    from forthgame.game.script import Script


class Stages:
    """The parts of the native code that the running search waits for."""

    def __init__(self, native: NativeGame) -> None:
        self._native = native
        self._awaited: list[CodePart] = []
        self._timed = False  # the search has a time limit
        self._looked = 0.0  # end of the counted time, by the thread's clock

    def follow(self, timed: bool, *parts: CodePart) -> None:
        """Use some parts in the next search as soon as they are ready.

        If the search is `timed`, it does not wait for drafts. A game under the debugger stays
        interpreted.
        """
        attended = self._native.game.forth.processor.attended
        self._timed, self._awaited = timed, [] if attended else [part.chosen for part in parts]
        for part in self._awaited:
            if part.plan is None and not part.asked:
                part.plan, part.asked = self._native.cached_plan(part), True

    @contextmanager
    def used(self) -> Iterator[None]:
        """Switch code in the body as it is made. The caller holds the machine's lock."""
        self._looked = thread_time()
        self._look()
        try:
            yield
        finally:
            self._count()
            if self._native.tier is not None:
                self._native.tier.look = None

    def _look(self) -> None:
        """Install finished code, and start code that pays by now."""
        self._count()
        for part in self._awaited:
            self._advance(part)
        self._awaited = [part for part in self._awaited if not part.ready]
        if self._native.tier is not None:
            self._native.tier.look = self._look if self._awaited else None
        self._looked = thread_time()  # compiling does not count

    def _count(self) -> None:
        before, self._looked = self._looked, thread_time()
        for part in self._awaited:
            part.waited += self._looked - before

    def _advance(self, part: CodePart) -> None:
        native = self._native
        if part.plan is None:
            if (part.own or part.doors) and part.waited < EAGERNESS:
                return
            part.plan, part.waited = native.plan_of(part), 0.0
        plan = part.plan
        if part.ready or plan.done:
            native.install(part, plan)
        elif part.drafted:
            if part.pays and not plan.running and not native.begun.left_to_others:
                plan.start()
        elif plan.drafting or plan.needs_draft:
            if not plan.drafting:
                native.begun.note(part.roots)  # another process can finish it
                plan.start_draft()
            if not self._timed and native.game.forth.processor.deadline is None:
                plan.draft()
            native.install_draft(part, plan)
        elif plan.cached and not busy():
            plan.build()
            native.install(part, plan)
        elif not plan.running:
            native.start(part, plan)


def stages_of(game: Script) -> AbstractContextManager[None]:
    """Switch a game's code in the body as it is made, if it has native code."""
    return game.native.stages.used() if game.native else nullcontext()
