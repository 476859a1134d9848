"""The machine code of a game: made when it pays, and in the background where play can begin.

It comes in two parts, because the engines that come along are as large as a game: what generates,
counts and plays at random with all words of the script, and what searches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.lang import layout as at
from forthgame.vm.compiler.scan import Candidate
from forthgame.vm.jobs import busy
from forthgame.vm.tier import NativeTier, Plan

if TYPE_CHECKING:
    from forthgame.game.game import Game

PLAY_ROOTS = (
    "(generate-turn)",
    "(game-result)",
    "(make-move)",
    "(perft)",
    "(playouts)",
    "$MoveString",
    "(clear-lists)",
    "(offer)",
    "(find-result)",
    "(offer-with-result)",
    "(play-number)",
    "(batch-begin)",
    "(batch-step)",
    "$RandomMoveEngine",
    "$FirstMoveEngine",
)
ENGINE_ROOTS = (
    "$NegamaxMove",
    "$ParanoidMove",
    "$BestReplyMove",
    "$MaxNMove",
    "$UCTMove",
    "$MctsMove",
    "(search-to)",
    "(max-n-to)",
)
SOLVE_ROOTS = ("(breadth)", "(seek-from)", "(rehash)", "(distance)", "(enter-position)")
COMPILED_KINDS = ("colon", "does", "defer")


class _Part:
    """A part of the machine code, and whether it is in use."""

    def __init__(self) -> None:
        self.plan: Plan | None = None
        self.ready = False


class NativeGame:
    """Compiles a game's words once, from the cache if they have been compiled before."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._tier: NativeTier | None = None
        self._play, self._engines, self._solving = _Part(), _Part(), _Part()

    @property
    def ready(self) -> bool:
        """Whether the game itself is machine code."""
        return self._play.ready

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

    def prepare(self, wait: bool, engines: bool = True) -> None:
        """Have the machine code ready, of the engines too if they are wanted.

        Without waiting, begin to make it if it is not cached. A game that is being debugged is
        interpreted, so nothing is made.
        """
        self._prepare((self._play, self._engines) if engines else (self._play,), wait)

    def prepare_solving(self) -> None:
        """Have ready what searches for a solution."""
        self._prepare((self._play, self._solving), wait=True)

    def _prepare(self, parts: tuple[_Part, ...], wait: bool) -> None:
        for part in parts:
            plan = self._begin(part, wait)
            if plan is not None:
                plan.build()  # not with the machine's lock: others may play meanwhile
                self._install(part, plan)

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
                part.plan.start()
            return None

    def _plan(self, part: _Part) -> Plan:
        forth, declaration = self._game.forth, self._game.declaration
        processor = forth.processor
        if self._tier is None:
            self._tier = NativeTier(processor)
        roots: tuple[str, ...] = PLAY_ROOTS
        if part is not self._play:
            roots = ENGINE_ROOTS if part is self._engines else SOLVE_ROOTS
        entries = {forth.engine_word(name).entry for name in roots}
        tokens = {word.token for moves in declaration.lists.values() for word, _ in moves.entries}
        events = [processor.register(at.EVENTS + 4 * k) for k in range(len(at.EVENT_NAMES))]
        tokens |= set(events)
        if part is self._play:
            tokens |= self._own_words()
            for player in declaration.players:
                if player.word and forth.word(player.word).index >= forth.fence:
                    entries.add(forth.word(player.word).entry)
        settled = {offset: processor.register(offset) for offset in at.SETTLED}
        candidates = {
            address + 8 * k: Candidate(word.entry, type)
            for address, moves in declaration.lists.items()
            for k, (word, type) in enumerate(moves.entries)
        }
        return self._tier.plan(
            forth,
            entries,
            tokens - {0},
            settled=settled,
            candidates=candidates,
            events=events,
        )

    def _own_words(self) -> set[int]:
        """Tokens of the script's own words, and of its players' engines."""
        forth = self._game.forth
        return {
            word.token
            for word in forth.dictionary.words[forth.fence :]
            if word.kind in COMPILED_KINDS or word.operand is not None
        }

    def _install(self, part: _Part, plan: Plan) -> None:
        with self._game.lock:
            current = self._game.native is self  # unless words were changed meanwhile
            if current and self._tier is not None and not part.ready:
                part.ready = True
                self._tier.install(plan)
                self._game.forth.processor.tier = self._tier
