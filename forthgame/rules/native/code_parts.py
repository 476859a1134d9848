"""The parts of a game's native code, each with the engine words that it begins with.

A running search switches to better code: interpreted, drafted, optimized. Engines call a game's
words through the table of words, so these can be replaced at any moment. The searching thread
replaces them itself when it checks the clock. A draft is made after words were interpreted for a
while, shorter than a draft takes; optimized code is started after the draft has run for a while. A
search without a time limit waits for its draft, because that takes less processor time than
interpreting beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time
from typing import TYPE_CHECKING

from forthgame.compile.llvm.jobs import busy
from forthgame.machine.tiers.plan_search import BuildPlan
from forthgame.words.registers import extension_registers, memory_layout as at

if TYPE_CHECKING:
    from forthgame.machine.tiers.native_tier import NativeTier
    from forthgame.rules.native.native_game import NativeGame

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
# words of a game that engines call through the table of words, by kind of engine
SEARCH_DOORS = (
    "(generate-turn)",
    "(game-result)",
    "(make-move)",
    "(make-if-legal)",
    "(execute-move)",
    "(next-turn)",
    "(judge)",
    "(judgement)",
    "(finish-all)",
    "(score-all)",
    "(spread-leaves)",
)
TREE_DOORS = ("(descend)", "(execute-move)")
PROOF_DOORS = ("(generate-turn)", "(make-move)", "(execute-move)", "(offer-child)")
DOORS = tuple(dict.fromkeys(SEARCH_DOORS + TREE_DOORS + PROOF_DOORS))
# registers by which engines see the features that a game uses: a register that is 0 or -1 is a
# constant in the engines' code, which is compiled once for all similar games
SHAPE = (
    at.COALITIONS,
    at.PRIORITIES,
    at.RARE,
    at.RARE_END,
    at.RETRACTS,
    at.TURN_REPEAT,
    extension_registers.CHOICE_CELL,
    extension_registers.CHOICE_TURNS,
    extension_registers.CHOICES,
    extension_registers.CYCLES_USED,
    extension_registers.ENDING_COUNT,
    extension_registers.EVENTS_LEAVE,
    extension_registers.EVENTS_MOVE,
    extension_registers.HANDS,
    extension_registers.INVARIANT,
    extension_registers.JUDGE_CHANGES,
    extension_registers.LAST_UNUSED,
    extension_registers.LISTS_JUDGED,
    extension_registers.PLAYED_USED,
    extension_registers.QUIET_CELL,
    extension_registers.SELECTION,
    extension_registers.TURN_NEXT_CELL,
    extension_registers.TURN_OUT_CELL,
    extension_registers.UNCOMPARED,
)
COUNT_SCAN = "(count-scan)"  # runs move words that are only counted
PROOF_ROOTS = ("(prove-goal)",)
BATCH_ROOTS = ("(batch-begin)", "(batch-step)")
SOLVE_ROOTS = ("(breadth)", "(seek-from)", "(rehash)", "(distance)", "(enter-position)")
EVALUATED = frozenset(map(at.EVENT_NAMES.index, ("OnSearch", "OnEvaluate")))  # run by engines
FORESEEING = frozenset((at.EVENT_NAMES.index("OnForesee"),))  # run by engines and proofs
SET = frozenset((at.EVENT_NAMES.index("OnPosition"),))  # never run by native code
TOGETHER = at.EVENT_NAMES.index("OnTogether")
EAGERNESS = 0.3  # seconds of processor time before an interpreted search is drafted
PATIENCE = 0.5  # seconds of processor time before final code replaces a draft


class CodePart:
    """A part of the native code and its state.

    own     includes words that only the script's tokens reach
    wholes  parts that contain everything in this one
    doors   roots that the engines' native code finds in the table of words
    events  events that only engines or proofs run, and that belong to this part
    """

    def __init__(
        self,
        roots: tuple[str, ...],
        own: bool = False,
        wholes: tuple[CodePart, ...] = (),
        doors: tuple[str, ...] = (),
        events: frozenset[int] = frozenset(),
    ) -> None:
        self.roots, self.own, self.wholes = roots + doors, own, wholes
        self.doors = doors
        self.left_out = (EVALUATED | FORESEEING | SET) - events
        self.plan: BuildPlan | None = None
        self.ready = False
        self.drafted = False  # its draft is in use
        self.asked = False  # the cache was searched
        self.waited = 0.0  # seconds run without it, or with its draft

    @property
    def pays(self) -> bool:
        """Return whether the draft has run long enough to start the final code."""
        return self.waited >= PATIENCE

    @property
    def chosen(self) -> CodePart:
        """Return the part to use: a containing part if that was started, else this one."""
        return next((whole for whole in self.wholes if whole.plan is not None), self)


# -- switching a running search to better code ----------------------------------------------------


class Stages:
    """The parts of the native code that the running search waits for."""

    def __init__(self, native: NativeGame) -> None:
        self._native = native
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
        attended = self._native.game.forth.processor.attended
        self._timed, self._awaited = timed, [] if attended else [part.chosen for part in parts]

    def _find_cached(self) -> None:
        for part in self._awaited:
            if part.plan is None and not part.asked:
                part.plan, part.asked = self._native.cached_plan(part), True

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
        return self._native.tier

    def _advance_all(self) -> None:
        for part in self._awaited:
            self._advance(part)
        self._awaited = [part for part in self._awaited if not part.ready]

    def _count(self) -> None:
        before, self._counted_until = self._counted_until, thread_time()
        for part in self._awaited:
            part.waited += self._counted_until - before

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
                plan.draft(native.game.forth.processor.check_time)
            native.install_draft(part, plan)
        elif plan.cached and not busy():
            plan.build()
            native.install(part, plan)
        elif not plan.running:
            native.start(part, plan)
