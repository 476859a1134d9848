"""Random games in machine code that notes by itself which cells it comes to.

Making it takes some seconds of processor time, so it is begun when the games that are left would
take longer than that in the interpreter, which plays on until it is there.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence

from forthgame.game.script import Script
from forthgame.lang import calling
from forthgame.lang import layout as at
from forthgame.vm.plan import Plan
from forthgame.vm.tier import NativeTier

TRIED = 0.5  # seconds that games are interpreted before it is asked how long the rest will take
WORTH = 6.0  # seconds that the rest must take: more than making machine code of most games
WORDS = slice(at.NATIVE_WORDS, at.NATIVE_WORDS + at.WORD_LIMIT * 8)
REGISTERS = (calling.HOST_OBJECT, at.RETURN_LIMIT)


class Noting:
    """What plays the games of a coverage: the interpreter, then machine code of its own.

    `waiting` are the cells that nothing has come to yet.
    """

    def __init__(
        self,
        game: Script,
        cells: Sequence[int],
        waiting: set[int],
        games: int,
        native: bool | None,
    ) -> None:
        self._game, self._cells, self._waiting, self._games = game, cells, waiting, games
        self._native = native
        processor = game.forth.processor
        self._own_tier = processor.tier  # what the game has besides, and which notes nothing
        self._registers = {k >> 3: processor.i64[k >> 3] for k in REGISTERS}
        self._addresses = bytes(processor.bytes[WORDS])
        processor.drop_native()
        self._begun = time.perf_counter()
        self._played = -1
        self._tier: NativeTier | None = None
        self._plan: Plan | None = None
        self._bytes: ctypes.Array[ctypes.c_char] | None = None
        self._noted = b""

    def use(self) -> None:
        """Before each game: use machine code if it is there, begin to make it if it pays."""
        self._played += 1
        if not self._waiting and self._own_tier is not None:
            self.close()
            return
        possible = self._game.native is not None and bool(self._cells)
        if self._bytes is not None or self._native is False or not possible:
            return
        if self._plan is None and self._pays():
            self._tier = NativeTier(self._game.forth.processor)
            if self._game.native is not None:
                self._plan = self._game.native._noting(self._cells)
                self._plan.start()
        if self._plan is not None and (self._native or self._plan.done):
            self._install(self._plan)

    def _pays(self) -> bool:
        taken = time.perf_counter() - self._begun
        if self._native or not self._played or taken < TRIED:
            return bool(self._native)
        return taken / self._played * (self._games - self._played) > WORTH

    def _install(self, plan: Plan) -> None:
        processor = self._game.forth.processor
        built = plan.build(processor.check_time)
        if self._tier is None:
            return
        processor.drop_native()
        self._tier.install(plan)
        processor.tier, processor.noting = self._tier, True
        kind = ctypes.c_char * len(self._cells)
        self._bytes = kind.from_address(built.reached)
        ctypes.memset(built.reached, 0, len(self._cells))

    def close(self) -> None:
        """Use the machine code again that the game has besides."""
        processor = self._game.forth.processor
        processor.tier, processor.noting = self._own_tier, False
        processor.bytes[WORDS] = self._addresses
        for place, value in self._registers.items():
            processor.i64[place] = value

    def reached(self) -> set[int]:
        """Cells that machine code has come to since this was last asked for."""
        if self._bytes is None or self._bytes.raw == self._noted:
            return set()
        self._noted = self._bytes.raw
        return {cell for cell, noted in zip(self._cells, self._noted, strict=True) if noted}
