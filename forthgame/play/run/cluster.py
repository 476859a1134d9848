"""Play games on an existing dask.distributed scheduler (the extra `cluster`).

Each worker of the cluster needs the same version of this package; the contents of scripts are sent
with the task. A task is about a second of games, played in a watched process as on this machine; it
is longer if the cluster has so many threads that the scheduler would have to distribute more than
`RATE` tasks a second. Games come back as one message (`record_messages.py`). Games of a worker that
is lost are played again; no entrant is at fault.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.base.untrusted_json import parse_json
from forthgame.play.model.game_record import GameRecord
from forthgame.play.plan import script_snapshot
from forthgame.play.plan.plan import Plan, fingerprint
from forthgame.play.processes.messages import BadMessage, as_object, as_seconds
from forthgame.play.run.pool import ProcessPool, Waiting
from forthgame.play.run.record_messages import RecordsMessage, records_message

CONNECT = 10.0  # seconds to reach the scheduler
AGAIN = 120.0  # seconds to wait for a lost scheduler
WORKERLESS = 120.0  # seconds without a worker after which play is given up
AHEAD = 2  # tasks submitted for each thread of the cluster
TASK = 1.0  # seconds that a task should take
RATE = 50.0  # most tasks a second that a scheduler should distribute
MOST = 20_000  # games of a task
FETCH = 60.0  # seconds to fetch the games of a finished task
LOOK = 1.0  # seconds between two checks of the cluster
SMOOTH = 2  # tasks over which the length of a game is smoothed
_pools = threading.local()


@dataclass(frozen=True)
class Order:
    """Everything that a worker of the cluster needs for playing."""

    plan: Plan
    contents: tuple[bytes, ...]
    versions: tuple[str, str]


def play_there(order: Order, numbers: Sequence[int]) -> bytes:
    """Play games on a worker of a cluster; each of its threads has a playing process.

    Return the message with the games in the order of their numbers, and the seconds of the whole
    call. Raises ForthgameError if the worker has another version.
    """
    own = script_snapshot.versions()
    if own != order.versions:
        here, there = order.versions, own
        raise ForthgameError(
            f"a worker of the cluster has forthgame {there[0]} (rules {there[1]}), and this is "
            f"{here[0]} (rules {here[1]}): install the same version there"
        )
    for each in order.contents:
        script_snapshot.register(each)
    key = fingerprint(order.plan)
    pool: ProcessPool | None = getattr(_pools, "pool", None)
    if pool is None or _pools.key != key:
        if pool is not None:
            pool.close()
        pool = _pools.pool = ProcessPool(order.plan, 1)
        _pools.key = key
    began = time.monotonic()
    played = sorted(pool.play(list(numbers)), key=lambda record: record.number)
    message = records_message(played) | {"seconds": time.monotonic() - began}
    return json.dumps(message).encode()


def games_of(message: bytes, plan: Plan, numbers: Sequence[int]) -> tuple[list[GameRecord], float]:
    """Return the games with these numbers from a worker's message, and the seconds they took.

    Raises ForthgameError if the message contains anything else.
    """
    try:
        document = as_object(parse_json(message))
        records = list(
            RecordsMessage(document, plan.seats).fill(map(plan.announce, sorted(numbers)))
        )
        if len(records) < len(numbers):
            raise BadMessage(f"only {len(records)} of {len(numbers)} games")
        return records, as_seconds(document.get("seconds"))
    except (BadMessage, TypeError, ValueError) as error:
        raise ForthgameError(f"a worker of the cluster has sent a wrong answer: {error}") from None


def distributed(
    plan: Plan, address: str
) -> Callable[[Sequence[int]], Generator[list[GameRecord], None, None]]:
    """Return a function that plays games on a cluster.

    Raises ForthgameError without dask.distributed; the function raises it if the cluster cannot be
    reached.
    """
    try:
        import dask.distributed as dask
    except ImportError:
        raise ForthgameError(
            "--cluster needs dask.distributed: install forthgame with the extra `cluster`"
        ) from None

    def play(numbers: Sequence[int]) -> Generator[list[GameRecord], None, None]:
        cluster = _Cluster(dask, address, plan)
        try:
            yield from cluster.play(Waiting(numbers))
        finally:
            cluster.close()

    return play


class _Cluster:
    """A connection to a scheduler: open tasks, and recovery of lost workers."""

    def __init__(self, dask: Any, address: str, plan: Plan) -> None:
        self._dask, self._address, self._plan = dask, address, plan
        contents = tuple(script_snapshot.contents_of(plan.files).values())
        self._order = Order(plan, contents, script_snapshot.versions())
        self._length = TASK  # seconds of a game
        self._tasks: dict[Any, tuple[list[int], frozenset[str]]] = {}  # games and their workers
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._threads = 0
        self._last_check = -LOOK
        self._busy = time.monotonic()
        self._again: Counter[int] = Counter()  # how often the worker of a game was lost
        self._tests: dict[str, Any] = {}  # new workers, and their test tasks
        self._ready: dict[str, int] = {}  # workers with this package, and their threads
        self._client: Any = None
        self._connect(CONNECT)

    def close(self) -> None:
        """Cancel open tasks and disconnect."""
        if self._client is not None:
            with suppress(Exception):
                self._client.cancel(list(self._tasks))
            with suppress(Exception):
                self._client.close(timeout=2)

    def play(self, waiting: Waiting) -> Generator[list[GameRecord], None, None]:
        """Submit games, a few tasks at a time, and yield those of each finished task.

        Few tasks are open at a time, so stopping early wastes little work.
        """
        while waiting.count or self._tasks:
            try:
                self._look()
                if stranded := self._stranded(waiting):
                    yield stranded
                self._hand_out(waiting)
                done = self._wait()
                lost = self._client.status != "running"
            except OSError:
                done, lost = [], True
            for task in done:
                records = self._take(task, waiting)
                if records:
                    yield records
            if lost:
                self._find_again(waiting)

    def _look(self) -> None:
        now = time.monotonic()
        if now - self._last_check < LOOK:
            return
        self._last_check = now
        known = self._client.nthreads()
        self._check(known)
        self._threads = sum(self._ready.values())
        if self._threads:
            self._busy = now
        elif now - self._busy > WORKERLESS:
            what = (
                "no worker that answers" if known else "no workers: start some with `dask worker`"
            )
            raise ForthgameError(f"the scheduler at {self._address} has {what}")

    def _check(self, known: dict[str, int]) -> None:
        """Test which workers have this package: a task that they cannot read would end them.

        A worker that does not answer delays no other. Raises ForthgameError if the import fails.
        """
        for worker in known.keys() - self._ready.keys() - self._tests.keys():
            self._tests[worker] = self._client.submit(
                exec, f"import {__name__}", workers=[worker], pure=False
            )
        for worker in self._tests.keys() - known.keys():
            self._tests.pop(worker).cancel()
        if self._tests and not self._ready:
            with suppress(TimeoutError):
                self._dask.wait([*self._tests.values()], LOOK, "FIRST_COMPLETED")
        for worker, answer in [*self._tests.items()]:
            if not answer.done():
                continue
            del self._tests[worker]
            error = answer.exception() if answer.status == "error" else None
            if isinstance(error, ImportError):
                raise ForthgameError(
                    f"the worker at {worker} has no forthgame that can play: {error}\n"
                    "  install this version of forthgame there"
                )
            if answer.status == "finished":
                self._ready[worker] = known[worker]
        self._ready = {worker: known[worker] for worker in self._ready if worker in known}

    def _stranded(self, waiting: Waiting) -> list[GameRecord]:
        """Queue games again if all their workers have left; return those lost too often."""
        found = []
        for task, (numbers, workers) in [*self._tasks.items()]:
            if workers.isdisjoint(self._ready):
                del self._tasks[task]
                task.cancel()
                found += self._lost(numbers, waiting, "its workers have left")
        return found

    def _hand_out(self, waiting: Waiting) -> None:
        most = AHEAD * self._threads
        seconds = max(TASK, self._threads / RATE)
        while waiting.count and len(self._tasks) < most:
            fair = -(-waiting.count // most)
            part = max(1, min(MOST, fair, int(seconds / max(self._length, seconds / MOST))))
            if not (numbers := waiting.take(part)):
                return
            task = self._client.submit(
                play_there, self._order, numbers, workers=[*self._ready], pure=False
            )
            self._tasks[task] = numbers, frozenset(self._ready)
            task.add_done_callback(self._ended.put)

    def _wait(self) -> list[Any]:
        found: list[Any] = []
        with suppress(queue.Empty):
            found.append(self._ended.get(timeout=LOOK))
            while True:
                found.append(self._ended.get_nowait())
        return [task for task in found if task in self._tasks]

    def _take(self, task: Any, waiting: Waiting) -> list[GameRecord]:
        """Return the games of a finished task; those of a lost task are submitted again."""
        numbers, _ = self._tasks.pop(task)
        message, error = self._result(task)
        if error is None:
            records, seconds = games_of(message, self._plan, numbers)
            self._length += (seconds / len(records) - self._length) / SMOOTH
            return records
        if isinstance(error, ForthgameError):
            raise error
        if isinstance(error, ImportError | AttributeError | RuntimeError) and not isinstance(
            error, self._dask.KilledWorker
        ):
            raise ForthgameError(
                f"a worker of the cluster cannot play: {type(error).__name__}: {error}\n"
                "  install this version of forthgame where it runs"
            )
        return self._lost(numbers, waiting, type(error).__name__)

    def _lost(self, numbers: list[int], waiting: Waiting, why: str) -> list[GameRecord]:
        """Queue games of a lost worker again; return those lost too often, as void."""
        found = []
        most = max(1, self._plan.retries)
        lost = [number for number in numbers if self._again[number] >= most]
        for number in lost:
            record = self._plan.announce(number)
            record.void(f"the cluster has lost the game {most + 1} times: {why}")
            found.append(record)
        waiting.put_back(number for number in numbers if self._again[number] < most)
        self._again.update(numbers)
        return found

    def _result(self, task: Any) -> tuple[bytes, BaseException | None]:
        """Return the message of a task, or the error; its worker may be gone by now."""
        try:
            if task.status == "error":
                return b"", task.exception()
            return task.result(timeout=FETCH), None
        except (self._dask.CancelledError, TimeoutError, OSError, self._dask.KilledWorker) as error:
            return b"", error
        except Exception as error:  # unpickling a worker's result may raise anything
            description = " ".join(f"{type(error).__name__}: {error}".split())
            return b"", ForthgameError(
                f"a worker of the cluster has sent a wrong answer: {description}"
            )

    # -- the scheduler --------------------------------------------------------------------------

    def _connect(self, timeout: float) -> None:
        try:
            self._client = self._dask.Client(self._address, timeout=timeout)
        except (OSError, ValueError) as error:
            raise ForthgameError(f"no scheduler answers at {self._address}: {error}") from None

    def _find_again(self, waiting: Waiting) -> None:
        """Reconnect to the scheduler and queue all open games again. Raises ForthgameError."""
        for numbers, _ in self._tasks.values():
            waiting.put_back(numbers)
        self._tasks.clear()
        self._tests.clear()
        self._ready.clear()
        self._threads, self._last_check, self._busy = 0, -LOOK, time.monotonic()
        with suppress(Exception):
            self._client.close(timeout=1)
        until = time.monotonic() + AGAIN
        while True:
            try:
                self._connect(CONNECT)
                return
            except ForthgameError:
                if time.monotonic() > until:
                    raise
                time.sleep(LOOK)
