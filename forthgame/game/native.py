"""The machine code of a game: made when it pays, and in the background where play can begin."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from forthgame.lang import layout as at
from forthgame.vm.compiler.scan import Candidate
from forthgame.vm.tier import NativeTier, Plan

if TYPE_CHECKING:
    from forthgame.game.game import Game

ENGINE_ROOTS = (
    "(generate-turn)",
    "(game-result)",
    "(make-move)",
    "(perft)",
    "(playouts)",
    "$MoveString",
    "$NegamaxMove",
    "$ParanoidMove",
    "$BestReplyMove",
    "$MaxNMove",
    "$MctsMove",
    "(deepen)",
    "(search-to)",
    "(max-n-to)",
    "$UCTMove",
    "$RandomMoveEngine",
    "$FirstMoveEngine",
)
COMPILED_KINDS = ("colon", "does", "defer")


class NativeGame:
    """Compiles a game's words once, from the cache if they have been compiled before."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._tier: NativeTier | None = None
        self._thread: threading.Thread | None = None
        self._failure: BaseException | None = None
        self.ready = False

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

    def prepare(self, wait: bool) -> None:
        """Have the machine code ready; without waiting, begin to make it if it is not cached."""
        if self.ready:
            return
        if self._thread is None:
            plan = self._plan()
            if wait or plan.cached:
                plan.build()
                self._install(plan)
                return
            self._start(plan)
        if self._thread is not None and (wait or not self._thread.is_alive()):
            self._thread.join()
            self._install(self._planned)

    def _plan(self) -> Plan:
        forth, declaration = self._game.forth, self._game.declaration
        processor = forth.processor
        self._tier = NativeTier(processor)
        entries = {forth.word(name).entry for name in ENGINE_ROOTS}
        tokens = {word.token for moves in declaration.lists.values() for word, _ in moves.entries}
        tokens |= {processor.register(at.EVENTS + 4 * k) for k in range(len(at.EVENT_NAMES))}
        tokens |= {forth.word(p.word).token for p in declaration.players if p.word}
        for word in forth.dictionary.words[forth.fence :]:
            if word.kind in COMPILED_KINDS or word.operand is not None:
                tokens.add(word.token)
        for player in declaration.players:
            if player.word:
                entries.add(forth.word(player.word).entry)
        settled = {offset: processor.register(offset) for offset in at.SETTLED}
        candidates = {
            address + 8 * k: Candidate(word.entry, type)
            for address, moves in declaration.lists.items()
            for k, (word, type) in enumerate(moves.entries)
        }
        return self._tier.plan(forth, entries, tokens - {0}, settled=settled, candidates=candidates)

    def _start(self, plan: Plan) -> None:
        self._planned = plan

        def work() -> None:
            try:
                plan.build()
            except BaseException as error:
                self._failure = error

        self._thread = threading.Thread(target=work, name="forthgame-compile")
        self._thread.start()

    def _install(self, plan: Plan) -> None:
        self._thread = None
        self.ready = True
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        if self._tier is not None:
            self._tier.install(plan)
            self._game.forth.processor.tier = self._tier
