"""Random games from many positions, with a machine and a thread for each processor."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError
from forthgame.game.played import Playouts, joined_playouts
from forthgame.game.streams import BLOCKS, part_seed
from forthgame.game.threads import state_on
from forthgame.game.twins import NeedsHost, Twin
from forthgame.game.workers import Workers
from forthgame.surroundings import entropy, processors

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

BLOCK = 64  # games of a part, if that gives fewer than BLOCKS parts
MOST_JOBS = 256
WORTHWHILE = 6e-4  # seconds of work that justify several threads


@dataclass(frozen=True)
class _Part:
    place: int
    games: int
    seed: int


def play_rollouts(
    game: Script,
    states: Sequence[Playthrough],
    games: int,
    jobs: int | None,
    seed: int | None,
    plies: int,
) -> list[Playouts]:
    """Play random games: see Game.rollouts."""
    start = entropy() if seed is None else operator.index(seed)
    parts = [
        _Part(place, number, part_seed(start, place, k))
        for place in range(len(states))
        for k, number in enumerate(_divided(games))
    ]
    wanted = min(
        processors() if jobs is None else operator.index(jobs), max(len(parts), 1), MOST_JOBS
    )
    started = perf_counter()
    found = _Run(game, states, parts, plies).play(wanted)
    seconds = perf_counter() - started
    none = Playouts(0, 0, 0.0, {}, 0, dict.fromkeys(game.declaration.competitors, 0), 0)
    joined = []
    for place in range(len(states)):
        own = [played for part, played in zip(parts, found, strict=True) if part.place == place]
        joined.append(joined_playouts([none, *own], seconds / max(len(states), 1)))
    return joined


def _divided(games: int) -> list[int]:
    """Divide the games of one position into parts, independently of the number of threads."""
    count = min(BLOCKS, -(-games // BLOCK))
    return [games // count + (k < games % count) for k in range(count)] if games else []


class _Run:
    """Plays all parts; each gives the same result on any machine."""

    def __init__(
        self, game: Script, states: Sequence[Playthrough], parts: list[_Part], plies: int
    ) -> None:
        self._game = game
        self._states = states
        self._parts = parts
        self._plies = plies
        self._found: list[Playouts | None] = [None] * len(parts)
        self._left: SimpleQueue[int] = SimpleQueue()
        self._refused: list[int] = []  # parts that need the game's own machine
        self._seconds, self._games = 0.0, 0  # of all parts, approximately
        self._torn = False  # a signal may have left a twin inconsistent

    def play(self, jobs: int) -> list[Playouts]:
        for number in range(len(self._parts)):
            self._left.put(number)
        pool = self._game.pool
        if pool.pace is not None and pool.pace * sum(p.games for p in self._parts) < WORTHWHILE:
            jobs = 1
        with self._game.lock:
            twins = pool.take(jobs)
        try:
            if jobs == 1:
                self._work(twins[0])
            else:
                self._share(twins)
        except ForthgameError:
            if not self._torn:
                pool.give_back(twins)
            raise
        pool.give_back(twins)
        for number in sorted(self._refused):
            with self._game.lock:
                self._found[number] = self._played(self._game, self._parts[number])
        if self._games:
            pool.pace = self._seconds / self._games
        return [played for played in self._found if played is not None]

    def _share(self, twins: list[Twin]) -> None:
        """Work with all twins, one in this thread; the first exception ends all and is raised."""
        raised: list[BaseException] = []

        def work(twin: Twin) -> None:
            try:
                self._work(twin)
            except BaseException as error:
                self._torn = self._torn or not isinstance(error, ForthgameError)
                raised.append(error)
                stop()

        def stop() -> None:
            with suppress(Empty):  # no thread begins another part
                while True:
                    self._left.get_nowait()
            for twin in twins:
                twin.stop()

        workers = Workers("forthgame-rollouts", [partial(work, twin) for twin in twins[1:]])
        try:
            workers.start()
            work(twins[0])
            while not workers.done:
                workers.wait()
        finally:
            workers.end(stop)
        if raised:
            raise raised[0]

    def _work(self, twin: Twin) -> None:
        while True:
            try:
                number = self._left.get_nowait()
            except Empty:
                return
            started = thread_time()
            try:
                self._found[number] = self._played(twin.game, self._parts[number])
            except NeedsHost:
                self._refused.append(number)
            seconds = thread_time() - started
            self._seconds += seconds
            self._games += self._parts[number].games
            self._look_for_code(twin, seconds)

    def _look_for_code(self, twin: Twin, seconds: float) -> None:
        native, lock = self._game.native, self._game.lock
        if native is not None and native.drafting and lock.acquire(blocking=False):
            try:
                native.has_run(seconds)
                twin.follow(self._game)
            finally:
                lock.release()

    def _played(self, game: Script, part: _Part) -> Playouts:
        state = state_on(game, self._states[part.place], part.seed)
        return state.play_out(part.games, self._plies)
