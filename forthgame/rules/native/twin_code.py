"""The native code of a game, for a search on a twin.

The code is made for the game's own machine, which holds it; the twin takes it over whenever it
checks the clock. The game's lock is held for that alone. If another thread has it, the twin tries
again later and never waits, because that thread may wait for the search to examine the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from forthgame.machine.tiers.native_tier import NativeTier
from forthgame.rules.native.code_parts import CodePart
from forthgame.rules.native.code_stages import Stages
from forthgame.rules.native.native_game import NativeGame

if TYPE_CHECKING:
    from forthgame.rules.twins import Twin


class TwinCode(NativeGame):
    """The parts of a game's native code, and the stages of a search on a twin."""

    def __init__(self, native: NativeGame, twin: Twin[Any]) -> None:
        vars(self).update(vars(native))
        self.stages = TwinStages(native, twin)

    def prepare_proving(self, timed: bool = False) -> None:
        self.stages.follow(timed, self._engines, self._proving, self._calls)

    def portions(self, games: int) -> Iterator[int]:
        """Yield all `games` at once: a search on a twin plays few."""
        yield games


class TwinStages(Stages):
    """The parts of the native code that a search on a twin waits for."""

    def __init__(self, native: NativeGame, twin: Twin[Any]) -> None:
        super().__init__(native.builder)
        self._twin = twin
        self._waits = False

    def follow(self, timed: bool, *parts: CodePart) -> None:
        self._await(True, parts)  # drafts are not waited for with the lock
        self._waits = not timed

    @contextmanager
    def used(self) -> Iterator[None]:
        with super().used():
            processor = self._twin.processor
            if self._waits and processor.deadline is None:
                for part in self._awaited:
                    if part.plan is not None and part.plan.drafting and not part.drafted:
                        part.plan.draft(processor.check_time)
                self._look()
            yield

    @property
    def _tier(self) -> NativeTier | None:
        return cast("NativeTier | None", self._twin.processor.tier)

    def _advance_all(self) -> None:
        game = self._builder.game
        lock = game.lock
        if not lock.acquire(blocking=False):
            return
        try:
            if not game.closed and not self._builder.retired:
                self._find_cached()
                super()._advance_all()
                self._twin.follow(game)
        finally:
            lock.release()
