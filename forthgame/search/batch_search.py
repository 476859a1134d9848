"""Short alpha-beta searches in the positions of a batch."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from forthgame.base.errors import POSITION_LIMIT, TIME_LIMIT, ScriptError
from forthgame.machine.memory.locks import exclusive_use, one_at_a_time
from forthgame.position.batch import Batch
from forthgame.position.machine_binding import release
from forthgame.rules.checkpoint import looking_ahead
from forthgame.rules.engines import Limits, set_pruning_options
from forthgame.search.search_result import is_decided, time_limited
from forthgame.words.registers import (
    alpha_beta_settings,
    call_registers,
    extension_registers,
    memory_layout as at,
)


@dataclass(frozen=True)
class SearchBounds:
    """Bounds of each search in plies, positions and seconds; None for no bound."""

    depth: int
    nodes: int | None = None
    seconds: float | None = None


@one_at_a_time("choose", "_game.lock")
@exclusive_use("choose", "_processor")
class BatchSearch:
    """Searches positions of a batch one by one, each for its player to move."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._game = batch.game
        self._processor = batch.game.forth.processor
        words = ("(batch-load)", "(search-to)", "(begin-search)")
        self._load, self._search, self._begin = (
            self._game.forth.engine_word(word).entry for word in words
        )
        if self._game.native:
            self._game.native.prepare_calls(wait=True, engines=True)

    def choose(
        self,
        places: NDArray[np.int64],
        bounds: SearchBounds,
        listed: bool = False,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
        """Return best moves and scores of some positions, and the number of positions searched.

        Pass `listed=True` if the evaluation needs the list of moves. A search that ends without a
        result returns the first move.
        """
        moves = np.zeros(len(places), np.int64)
        scores = np.zeros(len(places), np.int64)
        nodes = 0
        release(self._game)
        try:
            for k, place in enumerate(places.tolist()):
                with looking_ahead(self._game):
                    moves[k], scores[k], seen = self._one(place, bounds, listed)
                nodes += seen
        finally:
            self._processor.standing = None
            self._processor.set_register(call_registers.BATCH_END, 0)
        return moves, scores, nodes

    def _one(self, place: int, bounds: SearchBounds, listed: bool) -> tuple[int, int, int]:
        processor = self._processor
        started = monotonic()
        self._set_up(place, listed)
        self._game.call(self._begin)
        found = (0, 0)
        for depth in range(1, bounds.depth + 1):
            if depth > 1:
                self._set_up(place, listed)
            processor.set_system({
                "$depthLimit": depth, "$searching": -1,
                "$playerToMove": processor.cell(at.A_PLAYER), "$score": 0,
            })  # fmt: skip
            processor.set_register(at.BEST_COUNT, -1)
            processor.i64[at.NODE_LIMIT.index] = bounds.nodes or 0
            left = None if bounds.seconds is None else bounds.seconds - (monotonic() - started)
            search = self._game.untimed if left is not None else self._game.visit_positions
            stopped = False
            try:
                with time_limited(processor, left):
                    search(self._search, depth)
            except ScriptError as error:
                timed = left is not None and error.number == TIME_LIMIT
                if not timed and error.number != POSITION_LIMIT:
                    raise
                stopped = True
            finally:
                processor.set_system({"$searching": 0})
            best = processor.register(at.BEST_COUNT)
            if best < -1:
                found = (-2 - best, processor.cell(at.SYSTEM_CELLS["$score"]))
            late = bounds.seconds is not None and monotonic() - started > 0.5 * bounds.seconds
            if stopped or late or is_decided(found[1]):
                break
        return (*found, processor.i64[at.NODES.index])

    def _set_up(self, place: int, listed: bool) -> None:
        processor = self._processor
        self._batch._bind()
        self._game.call(self._load, place)
        listed = listed or processor.register(extension_registers.LISTS_JUDGED) != 0
        processor.set_registers({
            at.LIST_FREE: 0 if listed else -1, at.BEST_REPLY: 0, at.EXCLUDED: 0,
            at.REPETITION_DRAWS: 0, at.PAST_COUNT: 0, alpha_beta_settings.PLUS: 0,
        })  # fmt: skip
        set_pruning_options(processor, Limits())
        processor.set_system({"$selective": -1, "$judge": 0})
