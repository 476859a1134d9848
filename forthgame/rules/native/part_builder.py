"""Plan, compile and install the parts of one game's native code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from forthgame.compile.generation import Optimisation, used
from forthgame.compile.ir.target import Target
from forthgame.compile.writer.code_request import CodeRequest
from forthgame.machine.tiers import plan_search
from forthgame.machine.tiers.native_tier import NativeTier
from forthgame.machine.tiers.plan_search import BuildPlan, RecordingMemory, find_module
from forthgame.rules.facts.build_roots import candidates_of, sure_tokens, tokens_in_memory
from forthgame.rules.native.code_parts import (
    COUNT_SCAN,
    DOORS,
    EVALUATED,
    FORESEEING,
    PLAYOUT_ROOTS,
    SHAPE,
    TOGETHER,
    CodePart,
)
from forthgame.rules.native.unfinished_code import UnfinishedCode
from forthgame.rules.word_execution import RunnableScript
from forthgame.words.registers import extension_registers, memory_layout as at

if TYPE_CHECKING:  # code from the cache needs no writer
    from forthgame.compile.writer.ir_module import IrModule


class PartBuilder:
    """Makes the parts of a game's native code, and installs them in its machine.

    retired  the game's words have changed: nothing is installed any more
    """

    def __init__(self, game: RunnableScript) -> None:
        self.game = game
        self.tier: NativeTier | None = None
        self.begun = UnfinishedCode(game)
        self.retired = False

    @property
    def counts_moves(self) -> bool:
        """Return whether moves may be counted instead of listed, at least for leaves."""
        return bool(self.game.forth.processor.register(extension_registers.LEAVES_COUNTABLE))

    @property
    def may_count(self) -> bool:
        """Return whether moves may be counted by code compiled for that alone."""
        return used(Optimisation.APART) and self.counts_moves

    def plan_noting(self, cells: Sequence[int]) -> BuildPlan:
        """Return a plan of random games whose code notes that it has reached some cells."""
        with self.game.lock:
            return plan_search.plan(
                self.game.forth, self.request_of(CodePart(PLAYOUT_ROOTS, own=True), cells)
            )

    def plan_of(self, part: CodePart) -> BuildPlan:
        return self._planned(part, plan_search.plan(self.game.forth, self.request_of(part)))

    def cached_plan(self, part: CodePart) -> BuildPlan | None:
        """Return the plan of a `part` if its code is cached, which is quicker to find out."""
        found = plan_search.cached_plan(self.game.forth, self.request_of(part))
        return found and self._planned(part, found)

    def begin_tier(self) -> None:
        """Create the tier that machine code is installed in, unless there is one."""
        if self.tier is None:
            self.tier = NativeTier(self.game.forth.processor)

    def _planned(self, part: CodePart, plan: BuildPlan) -> BuildPlan:
        self.begin_tier()
        if part.counts:
            counter = self.game.forth.engine_word(COUNT_SCAN)
            plan.words = {counter.index: counter.entry}
        plan.words |= {index: entry for entry, index in self._doors(part.doors).items()}
        return plan

    def _doors(self, names: Sequence[str]) -> dict[int, int]:
        words = [self.game.forth.engine_word(name) for name in names]
        return {word.entry: word.index for word in words}

    def module(self, part: CodePart) -> IrModule:
        forth = self.game.forth
        return find_module(forth, self.request_of(part), RecordingMemory(forth))[0]

    def request_of(self, part: CodePart, noted: Sequence[int] = ()) -> CodeRequest:
        forth, declaration = self.game.forth, self.game.declaration
        processor = forth.processor
        entries = {forth.engine_word(name).entry for name in part.roots}
        listed = [word for moves in declaration.lists.values() for word, _ in moves.entries]
        tokens = {word.token for word in listed}
        events = [processor.register(at.EVENTS + 4 * k) for k in range(len(at.EVENT_NAMES))]
        if part.shared:
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
        if not self.counts_moves and not settled[extension_registers.COUNTABLE]:
            settled[extension_registers.COUNTING] = 0  # nothing is ever counted
        counter = forth.engine_word(COUNT_SCAN)
        candidates = candidates_of(declaration)
        sure = sure_tokens(forth)
        if part.counts:
            settled[extension_registers.COUNTING] = 1
            entries |= {word.entry for word in listed}
            return CodeRequest(
                frozenset(entries), settled=settled, candidates=candidates, sure=sure
            )
        return CodeRequest(
            frozenset(entries), frozenset(tokens - {0}), settled=settled, candidates=candidates,
            events=events, noted=noted, sure=sure,
            elsewhere={counter.entry: counter.index} if self.may_count and not noted else {},
        )  # fmt: skip

    def request_for(
        self, target: Target, roots: tuple[str, ...], events: tuple[str, ...] = ()
    ) -> CodeRequest:
        """Return a request for code of all that a game runs, as one part for another machine.

        `roots` are engine words, `events` words that a script may define anew.
        """
        forth = self.game.forth
        part = CodePart(roots, own=True, events=EVALUATED | FORESEEING)
        wanted = self.request_of(part)
        entries = wanted.entries | {forth.word(name).entry for name in events}
        return replace(wanted, target=target, entries=entries, elsewhere={})

    def start(self, part: CodePart, plan: BuildPlan) -> None:
        """Start compiling the final code of a `part` by its `plan`.

        If the process ends first, another process can finish it.
        """
        self.begun.note(part.roots)
        plan.start()

    def _usable(self, part: CodePart) -> NativeTier | None:
        return None if part.ready or self.retired else self.tier

    def install(self, part: CodePart, plan: BuildPlan) -> None:
        with self.game.lock:
            tier = self._usable(part)
            if tier is None or not tier.has_room(plan.build()):
                return
            part.ready = True
            if part.counts:
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
