"""Random games in machine code that records the cells it reaches.

Compiling takes seconds of processor time, so it starts only if the remaining games would take
longer in the interpreter, which plays until the code is ready.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence

from forthgame.machine.tiers.build_plan import BuildPlan
from forthgame.machine.tiers.native_tier import NativeTier
from forthgame.rules.script import Script
from forthgame.words.registers import call_registers, memory_layout as at

TRIED = 0.5  # seconds of play before the remaining time is estimated
WORTH = 6.0  # least remaining seconds: more than compiling most games takes
WORDS = slice(at.NATIVE_WORDS, at.NATIVE_WORDS + at.WORD_LIMIT * 8)
REGISTERS = (call_registers.HOST_OBJECT, at.RETURN_LIMIT)


class NativeCoverage:
    """Plays the games of a coverage: on the interpreter, then in machine code of its own.

    `waiting` is the set of cells that were not reached yet.
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
        self._own_tier = processor.tier  # the game's usual machine code, which records nothing
        self._registers = {k >> 3: processor.i64[k >> 3] for k in REGISTERS}
        self._addresses = bytes(processor.bytes[WORDS])
        processor.drop_native()
        self._begun = time.perf_counter()
        self._played = -1
        self._tier: NativeTier | None = None
        self._plan: BuildPlan | None = None
        self._bytes: ctypes.Array[ctypes.c_char] | None = None
        self._noted = b""

    def use(self) -> None:
        """Prepare the next game: install finished machine code, or start compiling it."""
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

    def _install(self, plan: BuildPlan) -> None:
        processor = self._game.forth.processor
        built = plan.build(processor.check_time)
        if self._tier is None:
            return
        processor.drop_native()
        self._tier.install(plan)
        processor.tier, processor.noting = self._tier, True
        self._bytes = (ctypes.c_char * len(self._cells)).from_address(built.reached)
        ctypes.memset(built.reached, 0, len(self._cells))

    def close(self) -> None:
        """Reinstall the game's usual machine code."""
        processor = self._game.forth.processor
        processor.tier, processor.noting = self._own_tier, False
        processor.bytes[WORDS] = self._addresses
        for place, value in self._registers.items():
            processor.i64[place] = value

    def reached(self) -> set[int]:
        """Return the cells that machine code has reached; empty if there are no new ones."""
        if self._bytes is None or self._bytes.raw == self._noted:
            return set()
        self._noted = self._bytes.raw
        return {cell for cell, noted in zip(self._cells, self._noted, strict=True) if noted}
