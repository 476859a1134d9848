"""Search a position on several machines in parallel, each in a thread.

One is the game's machine, the others are its twins (`twins.py`). Native code runs without Python's
lock, so they run in parallel. A twin that needs a service of the game's own machine drops out of
the search.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from forthgame.arguments import LARGEST
from forthgame.game.holding import RANDOM_BYTES
from forthgame.game.lookahead import looking_ahead
from forthgame.game.played import Position
from forthgame.game.streams import part_seed, plain, start_streams
from forthgame.game.twins import NeedsHost, Twin
from forthgame.game.workers import Workers

if TYPE_CHECKING:
    from forthgame.game.engines import Engine, Limits
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.run import Run
    from forthgame.game.script import Script

STREAMS = RANDOM_BYTES.stop - RANDOM_BYTES.start
PLAYOUTS = 1000  # random games without limits,
PLAYOUTS_A_PLY = 200  # and per ply of a depth
R = TypeVar("R", bound="Run")
T = TypeVar("T")


def state_on(game: Script, origin: Playthrough, seed: int) -> Playthrough:
    """Return a copy of a state in a twin's game, entered, with random streams started from a seed.

    The caller owns the twin.
    """
    there = origin.position
    position = Position(there.turn, there.board)
    position.arena = there.whole_list or None
    position.count, position.opened = there.count, there.opened
    state = game.states(game, position, bytes(STREAMS), bytes(8))
    state.played_keys, state.past, state.level = origin.played_keys, origin.past, origin.level
    state.enter()
    start_streams(game.forth.processor, seed)
    return state


def playouts_of(limits: Limits) -> int | None:
    """Return the number of random games in some limits, None if they do not limit them."""
    number = limits.playouts
    if number is None and limits.depth is not None:
        number = PLAYOUTS_A_PLY * limits.depth
    return None if number is None else min(number, LARGEST)


def shared_out(limits: Limits, engine: Engine | None) -> list[Limits]:
    """Return the limits for each thread, dividing counts among them."""
    count = limits.threads or 1
    if count == 1 or engine is None or not engine.divisible:
        return [limits]
    playouts, nodes = limits.playouts, limits.nodes
    if engine.tree:
        playouts = playouts_of(limits)
        if playouts is None and limits.time is None and nodes is None:
            playouts = PLAYOUTS
    count = min(count, playouts or count, nodes or count)
    return [
        replace(limits, playouts=_share(playouts, count, k), nodes=_share(nodes, count, k))
        for k in range(count)
    ]


def _share(number: int | None, count: int, k: int) -> int | None:
    return None if number is None else number // count + (k < number % count)


class Helpers(Generic[R, T]):
    """Searches that run beside another, and their results.

    begin(state, k)  creates the search of thread k, from 1, on a state of its twin
    work(search, k)  runs it; returns its result, and whether the other searches may end
    lent             memory outside the machines that all searches use
    """

    def __init__(
        self,
        run: Run,
        count: int,
        begin: Callable[[Playthrough, int], R],
        work: Callable[[R, int], tuple[T, bool]],
        lent: memoryview | None = None,
    ) -> None:
        self._run, self._count, self._begin, self._work = run, count, begin, work
        self._lent = lent
        self._guard = threading.Lock()
        self._searching = True  # the main search is running
        self._outer: float | None = None
        self._workers = Workers("forthgame-search", [])
        self._searches: dict[int, R] = {}
        self._found: dict[int, T] = {}
        self._failure: BaseException | None = None

    @contextmanager
    def beside(self) -> Iterator[None]:
        """Run the searches during the body; raise an exception that one of them has raised."""
        if not self._count:
            yield
            return
        game, processor = self._run.state.game, self._run.processor
        self._outer = processor.deadline
        with game.lock:
            twins = game.pool.take(self._count)
        start = zlib.crc32(plain(processor.memory[RANDOM_BYTES]))
        held = None if self._lent is None else memoryview(self._lent)
        self._workers = Workers(
            "forthgame-search",
            [
                partial(self._help, twin, k, part_seed(start, 0, k), held)
                for k, twin in enumerate(twins, 1)
            ],
        )
        try:
            self._workers.start()
            yield
        finally:
            self._end(twins)
            if held is not None:
                held.release()  # so that the memory can be freed now
            game.pool.give_back(twins)
        if self._failure is not None:
            raise self._failure

    def wait(self) -> None:
        """Wait for the searches to end, unless one fails or Ctrl-C is pressed."""
        while not (self._workers.done or self._run.enough or self._run.interrupts.noted):
            self._workers.wait()

    @property
    def found(self) -> list[T]:
        return [self._found[k] for k in sorted(self._found)]

    def _help(self, twin: Twin, k: int, seed: int, held: memoryview | None) -> None:
        """Run one search; `held` keeps the lent memory mapped meanwhile."""
        try:
            with looking_ahead(twin.game) as memory:
                search = self._begin(state_on(twin.game, self._run.state, seed), k)
                search.memory = memory
                self._searches[k] = search
                self._found[k], conclusive = self._work(search, k)
            if conclusive:
                self._end_run()
        except NeedsHost:
            pass
        except BaseException as error:
            with self._guard:
                if self._searching:
                    self._failure = error
            self._end_run()

    def _end_run(self) -> None:
        with self._guard:
            if self._searching:
                self._run.enough = True
                self._run.processor.deadline = 0.0

    def _end(self, twins: list[Twin]) -> None:
        """Stop the threads and join them in any case, because they use shared memory."""
        with self._guard:
            self._searching = False
            self._run.processor.deadline = self._outer

        def stop() -> None:
            for search in list(self._searches.values()):
                search.enough = True
            for twin in twins:
                twin.stop()

        self._workers.end(stop)
