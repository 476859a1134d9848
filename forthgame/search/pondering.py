"""Let an engine think while its opponent does.

After its move, the engine expects the reply of its best line and searches the position after that
reply on a second machine of the game. If the reply is played, the search continues until it has
used its time, most of which has passed by then; otherwise its result is dropped.
"""

from __future__ import annotations

import time as clock
from dataclasses import replace
from functools import partial

from forthgame.base.errors import TIME_LIMIT, ForthgameError, ScriptError
from forthgame.position.playthrough import Playthrough
from forthgame.rules.engines import Limits
from forthgame.rules.script import Script
from forthgame.rules.twins import Twin
from forthgame.search.parallel_search import Workers, state_on
from forthgame.search.search_result import SearchResult

LONGEST = 120.0  # seconds of pondering at most: the opponent may have left
BESIDE = 1_000_003  # added to the seed, so that random numbers differ from the next search's


class Ponderer:
    """Ponder for one engine at a time, until `close`."""

    def __init__(self) -> None:
        self._workers: Workers | None = None
        self._twin: Twin[Script] | None = None
        self._ahead: Playthrough | None = None
        self._started = 0.0
        self._found: SearchResult | None = None
        self._request: tuple[str, Limits] | None = None

    @property
    def expected(self) -> str | None:
        """Return the reply that is pondered, None for none."""
        return self._ahead.history[-1] if self._ahead is not None else None

    def begin(self, state: Playthrough, found: SearchResult, engine: str, limits: Limits) -> bool:
        """Ponder the expected reply of a result; `state` is the position after the engine's move.

        Return False if that is impossible: no reply is expected, the engine is not to move after it
        or has no timed search, chance or other players choose in between, or the system has no more
        threads.
        """
        from forthgame.search.engine_choice import choose_engine

        self.close()
        ahead = _after_reply(state, found)
        if ahead is None:
            return False
        chosen = choose_engine(ahead, engine, limits).engine
        if chosen is None or not (chosen.step or chosen.tree):
            return False
        game = state.game
        with game.lock:
            (self._twin,) = game.pool.take(1)
            there = state_on(self._twin.game, ahead, (limits.seed or 0) + BESIDE)
        self._ahead, self._started, self._found = ahead, clock.monotonic(), None
        self._request = _thinking(engine, limits)
        wanted = limits if limits.time is None else replace(limits, time=LONGEST)
        self._workers = Workers("forthgame-ponder", [partial(self._think, there, engine, wanted)])
        try:
            self._workers.start()
        except ForthgameError:
            self.close()
            return False
        return True

    def _think(self, state: Playthrough, engine: str, limits: Limits) -> None:
        from forthgame.search.search import search

        try:
            self._found = search(state, engine, limits, self._note)
        except ForthgameError as error:
            ended = isinstance(error, ScriptError) and error.number == TIME_LIMIT
            if not ended:  # an untimed search keeps its result
                self._found = None  # the engine's own search will raise the error

    def _note(self, found: SearchResult) -> None:
        self._found = found

    def answer(self, state: Playthrough, engine: str, limits: Limits) -> SearchResult | None:
        """Return the engine's result if it has pondered this position with these limits; else None.

        Waits until the search has used its time, counted from its start. Ctrl-C ends it with the
        best move so far. Pondering has ended in any case.
        """
        ahead, workers = self._ahead, self._workers
        if ahead is None or workers is None:
            return None
        same = ahead.history == state.history and ahead.fingerprint == state.fingerprint
        if not same or self._request != _thinking(engine, limits):
            self.close()
            return None
        interrupted = False
        until = None if limits.time is None else self._started + limits.time
        try:
            while not workers.done and (until is None or clock.monotonic() < until):
                workers.wait()
        except KeyboardInterrupt:
            interrupted = True
        seconds = clock.monotonic() - self._started
        self.close()
        found = self._found
        if found is None:
            return None
        stopped = "interrupted" if interrupted else found.stopped
        own = state.moves()[found.move.index]
        return replace(found, move=own, stopped=stopped, seconds=seconds)

    def close(self) -> None:
        twin, workers = self._twin, self._workers
        self._twin = self._workers = self._ahead = None
        if twin is None:
            return
        try:
            if workers is not None:
                workers.end(twin.stop)
        finally:
            twin.processor.limit()
            twin.game.pool.give_back([twin])


def _thinking(engine: str, limits: Limits) -> tuple[str, Limits]:
    """Return the engine and limits that two searches must share; seed and time may differ."""
    return engine, replace(limits, seed=None, time=None)


def _after_reply(state: Playthrough, found: SearchResult) -> Playthrough | None:
    if len(found.pv) < 2 or state.is_over or len(state.choosers) + state.concealed > 1:
        return None
    if state.game.is_chance(state.player):
        return None
    before, ahead = state.copy(), state.copy()
    before.step_back()
    try:
        ahead.play(ahead.find(found.pv[1], exact=True))
    except ForthgameError:
        return None
    return None if ahead.is_over or ahead.player != before.player else ahead
