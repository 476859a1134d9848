"""An engine that thinks while its opponent does.

After its move it expects the reply of its best line, and searches the position behind that reply on
a second machine of the game. If the reply comes, the search goes on until it has had its time, of
which most or all is over by then; if another comes, what was thought is forgotten.
"""

from __future__ import annotations

import time as clock
from dataclasses import replace
from functools import partial

from forthgame.errors import TIME_LIMIT, ForthgameError, ScriptError
from forthgame.game.engines import Limits
from forthgame.game.found import SearchResult
from forthgame.game.playthrough import Playthrough
from forthgame.game.threads import state_on
from forthgame.game.twins import Twin
from forthgame.game.workers import Workers

LONGEST = 120.0  # seconds that are thought ahead: the opponent may have gone away
BESIDE = 1_000_003  # apart from the seed: the random numbers are not those of the next search


class Ponderer:
    """Thinks ahead for one engine at a time; `close` ends it."""

    def __init__(self) -> None:
        self._workers: Workers | None = None
        self._twin: Twin | None = None
        self._ahead: Playthrough | None = None
        self._started = 0.0
        self._found: SearchResult | None = None
        self._asked: tuple[str, Limits] | None = None

    @property
    def expected(self) -> str | None:
        """The reply that is thought about, None if none is."""
        return self._ahead.history[-1] if self._ahead is not None else None

    def begin(self, state: Playthrough, found: SearchResult, engine: str, limits: Limits) -> bool:
        """Think about the reply that a result expects; `state` stands behind the engine's own move.

        False, and nothing is done, where the engine cannot: it expects no reply, it is not to move
        after it, it has no search of its own time, or chance or others choose in between; or if the
        system has no more threads.
        """
        from forthgame.game.automatic import choose_engine

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
        self._asked = _thinking(engine, limits)
        wanted = limits if limits.time is None else replace(limits, time=LONGEST)
        thinking = partial(self._think, there, engine, wanted)
        self._workers = Workers("forthgame-ponder", [thinking])
        try:
            self._workers.start()
        except ForthgameError:
            self.close()
            return False
        return True

    def _think(self, state: Playthrough, engine: str, limits: Limits) -> None:
        from forthgame.game.search import search

        try:
            self._found = search(state, engine, limits, self._note)
        except ForthgameError as error:
            ended = isinstance(error, ScriptError) and error.number == TIME_LIMIT
            if not ended:  # a search without a limit of time keeps what it has found
                self._found = None  # the search in its turn says what is wrong

    def _note(self, found: SearchResult) -> None:
        self._found = found

    def answer(self, state: Playthrough, engine: str, limits: Limits) -> SearchResult | None:
        """What an engine plays in a position, if it has thought about that very one; else None.

        Waits until the search has had the time of its limits, counted from where it began. Ctrl-C
        ends it with what it has. Thinking is over in either case.
        """
        ahead, workers = self._ahead, self._workers
        if ahead is None or workers is None:
            return None
        same = ahead.history == state.history and ahead.fingerprint == state.fingerprint
        if not same or self._asked != _thinking(engine, limits):
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
        """End thinking; the second machine goes back to the game."""
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
    """What one search must have in common with another to stand for it: not seed and time."""
    return engine, replace(limits, seed=None, time=None)


def _after_reply(state: Playthrough, found: SearchResult) -> Playthrough | None:
    """The position behind the reply that is expected, if the same player moves there again."""
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
