"""Further machines for a game: copies of its memory, each for a thread.

A twin holds the contents of the game's machine between two calls: words, tables, variables, native
code. Services by Python, such as reading a file, raise NeedsHost.
"""

from __future__ import annotations

import copy
import threading
from typing import Generic, TypeVar

from forthgame.base.errors import ForthgameError
from forthgame.machine.memory.locks import new_lock
from forthgame.machine.memory.processor import NativeCode, Processor
from forthgame.machine.outer.language_snapshot import used_parts
from forthgame.machine.tiers.native_tier import NativeTier
from forthgame.machine.tiers.short_calls import ShortCalls
from forthgame.rules.declaration.zones import note_used
from forthgame.rules.word_execution import RunnableScript
from forthgame.words.registers import call_registers, memory_layout as at

S = TypeVar("S", bound=RunnableScript)


class NeedsHost(ForthgameError):
    """A script has requested a service that only the game's own machine provides."""


class Twin(Generic[S]):
    """A second machine of a game, with a Game object that shares all declarations."""

    def __init__(self, game: S) -> None:
        self.game = own = object.__new__(type(game))  # copy.copy returns the Game itself
        own.__dict__.update(game.__dict__)
        own.forth = copy.copy(game.forth)
        processor = self.processor = own.forth.processor = Processor()
        own.lock = new_lock(own)
        timed = game.limits.seconds is not None
        own.short = ShortCalls(processor, own.call, own.after_short_call, timed)
        own.native = None
        processor.on_host = self._refuse
        processor.on_compile = lambda: self._refuse(0)
        processor.locate = game.forth.locate
        self.renew(game)

    def renew(self, game: S) -> None:
        """Copy the game's machine; the caller holds its lock."""
        own, serial = game.forth.processor, self.processor.register(at.SEARCH_SERIAL)
        for part in used_parts(game.forth):
            self.processor.memory[part] = own.memory[part]
        # no two searches on a machine have the same number, as its table keeps their entries
        self.processor.set_register(at.SEARCH_SERIAL, max(serial, own.register(at.SEARCH_SERIAL)))
        note_used(self.processor, own.register(call_registers.RARE_USED))
        self.processor.reset_stacks()
        self.processor.drop_lists()
        self.processor.limit()
        self.processor.stop = self._ended = threading.Event()
        self.processor.set_limits(game.limits)
        self.processor.on_output = own.on_output
        self.game.active = None
        self._words = len(game.forth.dictionary.words)
        self._take_code(own.tier)

    def _take_code(self, tier: NativeCode | None) -> bool:
        """Share the machine code of the game; return whether it has changed."""
        if tier is None:
            self.processor.tier = None
            return False
        own = self.processor.tier
        if own is not None and own.addresses == tier.addresses:
            return False
        if own is not None and own.running:  # a search goes on in better code
            if not all(map(own.has_room, tier.built)):
                return False
        else:
            own = self.processor.tier = NativeTier(self.processor)
        own.share(tier)
        return True

    def follow(self, game: S) -> None:
        """Switch to the game's current native code; the caller holds its machine's lock."""
        own = game.forth.processor
        if self._take_code(own.tier):
            end = at.NATIVE_WORDS + 8 * self._words
            self.processor.memory[at.NATIVE_WORDS : end] = own.memory[at.NATIVE_WORDS : end]

    def serves(self, game: S) -> bool:
        """Return whether the game's words are unchanged since the copy."""
        return self._words == len(game.forth.dictionary.words)

    def _refuse(self, number: int) -> None:
        raise NeedsHost("a script asks for what only the machine of its game can do")

    def stop(self) -> None:
        """End the running word with an error, from another thread."""
        self._ended.set()


class TwinPool(Generic[S]):
    """The free twins of a game, reused because making one takes some milliseconds.

    `pace` is the duration of a random game in seconds, None before the first.
    """

    def __init__(self, game: S) -> None:
        self._game = game
        self._free: list[Twin[S]] = []
        self.pace: float | None = None

    def take(self, count: int) -> list[Twin[S]]:
        """Return some twins with the current contents of the game's machine; its lock is held."""
        self._game.forth.processor.refuse_inside()
        taken = [self._free.pop() for _ in range(min(count, len(self._free)))]
        for twin in taken:
            twin.renew(self._game)
        return taken + [Twin(self._game) for _ in range(count - len(taken))]

    def give_back(self, twins: list[Twin[S]]) -> None:
        self._free += [twin for twin in twins if twin.serves(self._game)]

    def drop(self) -> None:
        """Drop all twins after the game's words have changed."""
        self._free.clear()
        self.pace = None
