"""Games handed to an existing dask.distributed scheduler (the extra `cluster`).

Each worker of the cluster needs this package and the same scripts at the same paths; a game is
played there as it is here, in a watched process. A cluster's worker that is lost while it plays is
no entrant's fault: dask hands the game to another one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from typing import Any

from forthgame.errors import ForthgameError
from forthgame.play.plan import Plan, fingerprint
from forthgame.play.pool import Pool
from forthgame.play.record import GameRecord

CONNECT = 10.0  # seconds to reach the scheduler
AHEAD = 2  # games handed out for each thread of the cluster
_pools = threading.local()


def play_there(plan: Plan, number: int) -> GameRecord:
    """Play a game on a worker of a cluster: each of its threads keeps a playing process."""
    key = fingerprint(plan)
    pool: Pool | None = getattr(_pools, "pool", None)
    if pool is None or _pools.key != key:
        if pool is not None:
            pool.close()
        pool = _pools.pool = Pool(plan, 1)
        _pools.key = key
    return next(iter(list(pool.play([number]))))


def distributed(
    plan: Plan, address: str
) -> Callable[[Sequence[int]], Generator[GameRecord, None, None]]:
    """Games played by a cluster. Raises ForthgameError if it cannot be reached."""
    try:
        import dask.distributed as dask
    except ImportError:
        raise ForthgameError(
            "--cluster needs dask.distributed: install forthgame with the extra `cluster`"
        ) from None

    def play(numbers: Sequence[int]) -> Generator[GameRecord, None, None]:
        try:
            client = dask.Client(address, timeout=CONNECT)
        except (OSError, ValueError) as error:
            raise ForthgameError(f"no scheduler answers at {address}: {error}") from None
        with client:
            yield from _play(client, dask.as_completed, plan, list(numbers)[::-1])

    return play


def _play(
    client: Any, as_completed: Any, plan: Plan, waiting: list[int]
) -> Generator[GameRecord, None, None]:
    """Hand out games, a few at a time, so that stopping early leaves little undone."""
    shared = client.scatter(plan, broadcast=True)
    threads = sum(client.nthreads().values()) or 1
    numbers: dict[str, int] = {}

    def submit() -> Any:
        number = waiting.pop()
        future = client.submit(play_there, shared, number, pure=False)
        numbers[future.key] = number
        return future

    running = as_completed([submit() for _ in range(min(AHEAD * threads, len(waiting)))])
    for future in running:
        if waiting:
            running.add(submit())
        error = future.exception()
        if isinstance(error, ForthgameError):
            raise error
        if error is not None:
            record = plan.announce(numbers[future.key])
            record.void(f"the cluster lost the game: {type(error).__name__}")
            yield record
        else:
            yield future.result()
