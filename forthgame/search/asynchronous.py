"""Searches that an event loop awaits: each runs in a thread."""

from __future__ import annotations

import asyncio
import atexit
import os
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from contextvars import copy_context
from threading import Event, Lock, Thread, current_thread
from typing import TYPE_CHECKING, Any

from forthgame.base.environment import processors
from forthgame.base.errors import ForthgameError
from forthgame.base.thread_start import start_thread
from forthgame.machine.memory.call_restrictions import Stop

if TYPE_CHECKING:  # the modules of searches are imported in the thread
    from forthgame.position.playthrough import Playthrough
    from forthgame.search.search_request import SearchRequest
    from forthgame.search.search_result import SearchResult
    from forthgame.search.search_run import Report

MOST = min(32, processors() + 4)  # searches at the same time, as many as `asyncio.to_thread` allows
LEAVING = 1.0  # seconds that a program that ends waits for its searches

Task = Callable[[], None]


class _StopOfTask:
    """The stop of a caller, and that of a task that was cancelled."""

    def __init__(self, given: Stop | None) -> None:
        self._given = given
        self.awaited = given is None  # the search has to end by itself
        self.cancelled = Event()

    def is_set(self) -> bool:
        return self.cancelled.is_set() or (self._given is not None and self._given.is_set())


class SearchThreads:
    """Threads that run tasks, up to MOST at a time; a thread ends when no task is left."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._waiting: deque[Task] = deque()
        self._threads: list[Thread] = []
        self.stops: set[_StopOfTask] = set()  # of searches that run or wait

    def start(self, task: Task) -> None:
        """Run a task as soon as a thread is free. Raises ForthgameError if there is none at all."""
        with self._guard:
            self._waiting.append(task)
            if len(self._threads) == MOST:
                return
            thread = Thread(target=self._work, name="forthgame-asearch", daemon=True)
            try:
                start_thread(thread)
            except ForthgameError:
                if not self._threads:
                    self._waiting.remove(task)
                    raise
                return
            self._threads.append(thread)

    def _work(self) -> None:
        while True:
            with self._guard:
                if not self._waiting:
                    self._threads.remove(current_thread())
                    return
                task = self._waiting.popleft()
            task()

    def end(self) -> None:
        """Stop all searches, and wait a moment for their threads."""
        with self._guard:
            self._waiting.clear()
            threads = self._threads[:]
        for stop in list(self.stops):
            stop.cancelled.set()
        for thread in threads:
            thread.join(LEAVING)


_threads = SearchThreads()


class AwaitedSearch(Coroutine[Any, Any, "SearchResult"]):
    """A search to be awaited, or given to a task: `search = state.asearch(time=10)`.

    best  the newest result, None before the first; it stays if the task is cancelled or its time is
          over
    """

    def __init__(
        self,
        state: Playthrough,
        request: Callable[[], SearchRequest],
        report: Report | None,
        stop: Stop | None,
    ) -> None:
        self.best: SearchResult | None = None
        self._run = _searched(state, request, report, stop, self._keep)

    def _keep(self, found: SearchResult) -> None:
        self.best = found

    def __await__(self) -> Generator[Any, None, SearchResult]:
        return self._run.__await__()

    def send(self, value: Any) -> Any:
        return self._run.send(value)

    def throw(self, *error: Any) -> Any:
        return self._run.throw(*error)

    def close(self) -> None:
        self._run.close()


async def _searched(
    state: Playthrough,
    request: Callable[[], SearchRequest],
    report: Report | None,
    given: Stop | None,
    keep: Callable[[SearchResult], None],
) -> SearchResult:
    """Search in a thread, which calls `request` first. A task that is cancelled ends its search.

    `report` is called in the event loop, `keep` in the thread with each result; `given` is the
    event that ends the search.
    """
    loop, context = asyncio.get_running_loop(), copy_context()
    future: asyncio.Future[SearchResult] = loop.create_future()
    stop = _StopOfTask(given)

    def tell(act: Callable[..., None], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(act, *arguments, context=context)

    def hear(found: SearchResult) -> None:
        if report is None or future.done():
            return
        try:
            report(found)
        except Exception as error:  # an error of the report ends the search, as without a loop
            future.set_exception(error)

    def settle(found: SearchResult | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        elif found is not None:
            future.set_result(found)

    def search() -> None:
        if stop.cancelled.is_set():
            return

        def heard(found: SearchResult) -> None:
            keep(found)
            if report is not None:
                tell(hear, found)

        try:
            found = context.copy().run(lambda: request().search_apart(state, heard, stop))
            keep(found)
            tell(settle, found, None)
        except BaseException as error:
            tell(settle, None, error)

    _threads.stops.add(stop)
    try:
        _threads.start(search)
        return await future
    finally:
        stop.cancelled.set()
        _threads.stops.discard(stop)


def _after_fork() -> None:
    """Forget the threads of the parent process."""
    global _threads
    _threads = SearchThreads()


atexit.register(lambda: _threads.end())
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
