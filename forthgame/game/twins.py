"""More machines for a game: copies of its memory, each for a thread of its own.

A twin holds what the game's machine holds between two calls: words, tables, variables, machine
code. It cannot do what a script asks of Python, such as reading a file; that raises NeedsHost.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError
from forthgame.game.rare import note_used
from forthgame.lang import calling
from forthgame.lang import layout as at
from forthgame.vm.boot import used_parts
from forthgame.vm.machine import Processor
from forthgame.vm.sharing import new_lock
from forthgame.vm.short import Short
from forthgame.vm.tier import NativeTier

if TYPE_CHECKING:
    from forthgame.game.script import Script


class NeedsHost(ForthgameError):
    """A script has asked for something that only the game's own machine can do."""


class Twin:
    """A second machine of a game, behind a Game of its own that shares all declarations."""

    def __init__(self, game: Script) -> None:
        self.game = own = object.__new__(type(game))  # a copy of a Game is the Game itself
        own.__dict__.update(game.__dict__)
        own.forth = copy.copy(game.forth)
        processor = self.processor = own.forth.processor = Processor()
        own.lock = new_lock(own)
        timed = game.limits.seconds is not None
        own.short = Short(processor, own.call, own.after_short_call, timed)
        own.native = None
        processor.on_host = self._refuse
        processor.on_compile = lambda: self._refuse(0)
        processor.locate = game.forth.locate
        self.renew(game)

    def renew(self, game: Script) -> None:
        """Hold what the game's machine holds now; who calls has that machine's lock."""
        own = game.forth.processor
        for part in used_parts(game.forth):
            self.processor.memory[part] = own.memory[part]
        note_used(self.processor, own.register(calling.RARE_USED))
        self.processor.reset_stacks()
        self.processor.drop_lists()
        self.processor.limit()
        self.processor.set_limits(game.limits)
        self.processor.on_output = own.on_output
        self.game.active = None
        self._words = len(game.forth.dictionary.words)
        self._take_code(own.tier)

    def _take_code(self, tier: NativeTier | None) -> bool:
        """Share the machine code of the game; whether it is other code than before."""
        if tier is None:
            self.processor.tier = None
            return False
        if self.processor.tier is not None and self.processor.tier.addresses == tier.addresses:
            return False
        self.processor.tier = NativeTier(self.processor)
        self.processor.tier.share(tier)
        return True

    def follow(self, game: Script) -> None:
        """Run the machine code that the game runs now; the caller holds its machine's lock."""
        own = game.forth.processor
        if self._take_code(own.tier):
            end = at.NATIVE_WORDS + 8 * self._words
            self.processor.memory[at.NATIVE_WORDS : end] = own.memory[at.NATIVE_WORDS : end]

    def serves(self, game: Script) -> bool:
        """Whether the game still has the words that this machine has."""
        return self._words == len(game.forth.dictionary.words)

    def _refuse(self, number: int) -> None:
        raise NeedsHost("a script asks for what only the machine of its game can do")

    def stop(self) -> None:
        """From another thread: end what it runs, with an error."""
        self.processor.deadline = 0.0


class Pool:
    """The twins of a game. They are kept, as they take some milliseconds to make.

    `pace` is how many seconds a random game took the last time, None if none has been played.
    """

    def __init__(self, game: Script) -> None:
        self._game = game
        self._free: list[Twin] = []
        self.pace: float | None = None

    def take(self, count: int) -> list[Twin]:
        """So many twins that hold what the game's machine holds; its lock is held."""
        self._game.forth.processor.refuse_inside()
        taken = [self._free.pop() for _ in range(min(count, len(self._free)))]
        for twin in taken:
            twin.renew(self._game)
        return taken + [Twin(self._game) for _ in range(count - len(taken))]

    def give_back(self, twins: list[Twin]) -> None:
        """They are not used any more."""
        self._free += [twin for twin in twins if twin.serves(self._game)]

    def drop(self) -> None:
        """The game's words have changed."""
        self._free.clear()
        self.pace = None
