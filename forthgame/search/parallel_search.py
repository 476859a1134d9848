"""Search a position or play random games on several machines in parallel, each in a thread.

One is the game's machine, the others are its twins (`twins.py`). Native code runs without Python's
lock, so they run in parallel. A twin that needs a service of the game's own machine drops out of
the search; its random games are played on that machine.
"""

from __future__ import annotations

import operator
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Generic, TypeVar

from forthgame.base.arguments import LARGEST
from forthgame.base.environment import entropy, processors
from forthgame.base.errors import ForthgameError
from forthgame.base.thread_start import StartPermission, start_thread
from forthgame.machine.memory.call_restrictions import ended_by
from forthgame.machine.random_streams import BLOCKS, part_seed, start_streams, without_leftovers
from forthgame.position.machine_binding import RANDOM_BYTES
from forthgame.position.position_record import Playouts, Position, joined_playouts
from forthgame.rules.checkpoint import looking_ahead
from forthgame.rules.twins import NeedsHost, Twin

if TYPE_CHECKING:
    from forthgame.position.playthrough import Playthrough
    from forthgame.rules.engines import Engine, Limits
    from forthgame.rules.script import Script
    from forthgame.search.search_run import SearchRun

LOOK = 0.005  # seconds between two checks for Ctrl-C
STREAMS = RANDOM_BYTES.stop - RANDOM_BYTES.start
PLAYOUTS = 1000  # random games without limits,
PLAYOUTS_A_PLY = 200  # and per ply of a depth
R = TypeVar("R", bound="SearchRun")
T = TypeVar("T")
BLOCK = 64  # games of a part, if that gives fewer than BLOCKS parts
MOST_JOBS = 256
WORTHWHILE = 6e-4  # seconds of work that justify several threads


def _nothing() -> None:
    pass


class Work:
    """A task that a thread runs once."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act
        self._permission = StartPermission()
        self._working = Lock()
        self._working.acquire()  # released at the end, for `wait`
        self.done = False

    def run(self) -> None:
        """Run the task unless it was cancelled, in a thread."""
        if self._permission.take():
            try:
                self._act()
            finally:
                self.done = True
                self._working.release()

    def cancel(self) -> bool:
        """Prevent the task from starting; return whether it is not running, now or later."""
        if self.done:
            return True
        if not self._permission.withdraw():
            return False
        self._act = _nothing  # Python may keep the thread, but must not keep a machine
        return True

    def wait(self) -> None:
        if not self.done:
            self._working.acquire(timeout=LOOK)


class Workers:
    def __init__(self, name: str, acts: Sequence[Callable[[], None]]) -> None:
        self._works = [Work(act) for act in acts]
        self._name = name

    def start(self) -> None:
        """Start the threads. Raises ForthgameError if the system has no more threads."""
        for work in self._works:
            start_thread(Thread(target=work.run, name=self._name, daemon=True))

    @property
    def done(self) -> bool:
        return all(work.done for work in self._works)

    def wait(self) -> None:
        """Wait a moment for running tasks; callers repeat this until all are done."""
        for work in self._works:
            work.wait()

    def end(self, stop: Callable[[], None]) -> None:
        """Return when no task is running. `stop` makes them end soon and may be called often.

        An exception raised meanwhile is raised at the end.
        """
        raised: BaseException | None = None
        while True:
            try:
                while not self.cancel():
                    stop()
                    self.wait()
                break
            except BaseException as error:
                raised = error
        if raised is not None:
            raise raised

    def cancel(self) -> bool:
        """Cancel all tasks that have not started; return whether none is running."""
        running = [work for work in self._works if not work.cancel()]
        return not running


def state_on(game: Script, origin: Playthrough, seed: int | None) -> Playthrough:
    """Return a copy of a state in a twin's game, entered, with random streams started from a seed.

    With None the streams are those of the state. The caller owns the twin.
    """
    there = origin.position
    position = Position(there.turn, there.board)
    position.arena = there.whole_list or None
    position.count, position.opened = there.count, there.opened
    streams = (bytes(STREAMS), bytes(8)) if seed is not None else origin.kept_streams()
    state: Playthrough = game.states(game, position, *streams)
    state.played_keys, state.past, state.level = origin.played_keys, origin.past[:], origin.level
    state.play_on = origin.play_on
    state.enter()
    if seed is not None:
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
        run: SearchRun,
        count: int,
        begin: Callable[[Playthrough, int], R],
        work: Callable[[R, int], tuple[T, bool]],
        lent: memoryview | None = None,
    ) -> None:
        self._run, self._count, self._begin, self._work = run, count, begin, work
        self._lent = lent
        self._guard = threading.Lock()
        self._searching = True  # the main search is running
        self._over = threading.Event()  # ends the main search
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
        with game.lock:
            twins = game.pool.take(self._count)
        start = zlib.crc32(without_leftovers(processor.memory[RANDOM_BYTES]))
        view = None if self._lent is None else memoryview(self._lent)
        self._workers = Workers(
            "forthgame-search",
            [
                partial(self._help, twin, k, part_seed(start, 0, k), view)
                for k, twin in enumerate(twins, 1)
            ],
        )
        try:
            self._workers.start()
            with ended_by(processor, self._over):
                yield
        finally:
            self._end(twins)
            if view is not None:
                view.release()  # so that the memory can be freed now
            game.pool.give_back(twins)
        if self._failure is not None:
            raise self._failure

    def wait(self) -> None:
        """Wait for the searches to end, unless one fails, or the search should stop."""
        run = self._run
        while not (self._workers.done or run.enough or run.interrupts.noted or run.asked_to_stop):
            self._workers.wait()

    @property
    def found(self) -> list[T]:
        return [self._found[k] for k in sorted(self._found)]

    def _help(self, twin: Twin[Script], k: int, seed: int, view: memoryview | None) -> None:
        """Run one search; `view` keeps the lent memory mapped meanwhile."""
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
                self._over.set()

    def _end(self, twins: list[Twin[Script]]) -> None:
        """Stop the threads and join them in any case, because they use shared memory."""
        with self._guard:
            self._searching = False

        def stop() -> None:
            for search in list(self._searches.values()):
                search.enough = True
            for twin in twins:
                twin.stop()

        self._workers.end(stop)


# -- random games from many positions -------------------------------------------------------------


@dataclass(frozen=True)
class _RolloutPart:
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
    start = entropy() if seed is None else operator.index(seed)
    parts = [
        _RolloutPart(place, number, part_seed(start, place, k))
        for place in range(len(states))
        for k, number in enumerate(_divided(games))
    ]
    wanted = min(
        processors() if jobs is None else operator.index(jobs), max(len(parts), 1), MOST_JOBS
    )
    started = perf_counter()
    found = _Rollouts(game, states, parts, plies).play(wanted)
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


class _Rollouts:
    """Plays all parts; each gives the same result on any machine."""

    def __init__(
        self, game: Script, states: Sequence[Playthrough], parts: list[_RolloutPart], plies: int
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

    def _share(self, twins: list[Twin[Script]]) -> None:
        """Work with all twins, one in this thread; the first exception ends all and is raised."""
        raised: list[BaseException] = []

        def work(twin: Twin[Script]) -> None:
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

    def _work(self, twin: Twin[Script]) -> None:
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

    def _look_for_code(self, twin: Twin[Script], seconds: float) -> None:
        native, lock = self._game.native, self._game.lock
        if native is not None and native.drafting and lock.acquire(blocking=False):
            try:
                native.has_run(seconds)
                twin.follow(self._game)
            finally:
                lock.release()

    def _played(self, game: Script, part: _RolloutPart) -> Playouts:
        state = state_on(game, self._states[part.place], part.seed)
        return state.play_out(part.games, self._plies)
