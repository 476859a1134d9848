"""Confined process of a table, as seen by the server.

It is killed if it does not answer in time. Its answers are untrusted: JSON of limited length, of
which the server uses only fields that `checked_answers.py` checks.
"""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from forthgame.base.errors import ForthgameError
from forthgame.play.processes import messages
from forthgame.play.processes.child_process import (
    ERRORS,
    STARTING,
    end,
    exit_description,
    last_words,
    launch_in,
)
from forthgame.ui.tables.offered_scripts import refuse_replaced
from forthgame.ui.worker.answer_framing import Message, read

Given = ParamSpec("Given")
Found = TypeVar("Found")

_running: set[asyncio.Future[Any]] = set()  # keeps the tasks alive, as the event loop does not
MODULE = "forthgame.ui.worker.worker_main"
PATIENCE = 25.0  # seconds for a move list, a move or an explanation
STOPPING = 3.0  # seconds in which a stopped search must end
NUDGE = 0.25  # seconds between stop signals
STOPPED = "stopped"  # message of a request that was stopped before its answer


def uncancelled(
    change: Callable[Given, Coroutine[Any, Any, Found]],
) -> Callable[Given, Coroutine[Any, Any, Found]]:
    """Decorate a change so that it runs to its end after its request is cancelled.

    Otherwise closing a page could leave its table half changed.
    """

    @wraps(change)
    async def complete(*given: Given.args, **named: Given.kwargs) -> Found:
        work = asyncio.ensure_future(change(*given, **named))
        _running.add(work)
        work.add_done_callback(_running.discard)
        return await result_of(work)

    return complete


async def result_of(work: asyncio.Future[Found]) -> Found:
    """Return the result of a task, which continues if the caller is cancelled."""
    work.add_done_callback(retrieve_exception)
    await asyncio.wait({work})
    return work.result()


def retrieve_exception(work: asyncio.Future[Any]) -> None:
    """Retrieve the exception of a task, which asyncio would otherwise print."""
    if not work.cancelled():
        work.exception()


class Refused(ForthgameError):
    """An error reported by the process; `answer` is its message."""

    def __init__(self, answer: Message) -> None:
        super().__init__(str(answer.get("text") or answer.get("message"))[: messages.TEXT])
        self.answer = answer


class Lost(ForthgameError):
    """The process has ended, or was killed because it did not answer in time."""


class Child:
    """A process for one script, started on first use and restarted after it has ended."""

    module = MODULE

    def __init__(self, script: Path, *more: str) -> None:
        self.script = script
        self.readable = [str(script), *more]  # scripts that the process may load
        self.used = time.monotonic()
        self.busy = 0
        self._lock = asyncio.Lock()
        self._work: asyncio.Future[Message] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._threads = ThreadPoolExecutor(1, "forthgame-table")
        self._fresh = True
        self._listening = False  # the process handles signals
        self._stopping = False
        self._late = False
        self._closed = False

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    async def ask(
        self, message: Message, seconds: float, report: Callable[[Message], None] | None = None
    ) -> Message:
        """Return the answer to a request within `seconds`; `report` receives progress reports.

        Raises Refused for an error of the process, Lost if there is no answer.
        """
        self.busy += 1
        try:
            await self._lock.acquire()
        except asyncio.CancelledError:
            self.busy -= 1
            raise
        self._stopping = self._late = False
        self._work = asyncio.ensure_future(self._ask(message, seconds, report))
        self._work.add_done_callback(self._release)
        return await result_of(self._work)

    def _release(self, _: asyncio.Future[Message]) -> None:
        """Release the process, even if the request was cancelled."""
        self.busy -= 1
        self.used = time.monotonic()
        self._lock.release()

    async def _ask(
        self, message: Message, seconds: float, report: Callable[[Message], None] | None
    ) -> Message:
        loop = asyncio.get_running_loop()

        def tell(found: Message) -> None:
            if report is not None:
                loop.call_soon_threadsafe(report, found)

        patience = seconds + (STARTING if self._fresh or not self.alive else 0.0)
        work = loop.run_in_executor(self._threads, self._exchange, message, tell)
        work.add_done_callback(retrieve_exception)  # retrieves the exception of a cancelled request
        done, _ = await asyncio.wait({work}, timeout=patience)
        if not done:
            self._late = True
            self.kill()
            await asyncio.wait({work}, timeout=STOPPING)
            raise Lost(f"the script has not answered in {seconds:g} s, so its process was ended")
        answer = work.result()
        self._fresh = False
        if answer.get("kind") == "error":
            raise Refused(answer)
        return answer

    async def stop(self) -> None:
        """End a running search early with its result; kill the process if it does not end.

        A request waiting for the process to start is dropped. The time limit starts when the
        process listens, which may take long on a busy machine.
        """
        self._stopping = True
        until = time.monotonic() + STOPPING
        while self.busy and self._stopping and self.alive:
            if not self._listening:
                until = time.monotonic() + STOPPING
            if time.monotonic() > until or sys.platform == "win32":
                self.kill()
                return
            with suppress(OSError):
                if self._process is not None and self._listening:
                    self._process.send_signal(signal.SIGINT)
            await asyncio.sleep(NUDGE)

    def kill(self) -> None:
        if self._process is not None:
            with suppress(OSError):
                self._process.kill()

    def close(self) -> None:
        """End the process for good and remove its files."""
        self._closed = True
        self.kill()
        self._threads.submit(self._clear)
        self._threads.shutdown(wait=True)

    # -- in the thread of this process -----------------------------------------------------------

    def _exchange(self, message: Message, tell: Callable[[Message], None]) -> Message:
        """Write a request and read messages up to its answer.

        A process that has ended is restarted once, as requests change nothing.
        """
        fresh = not self.alive
        try:
            return self._converse(message, tell)
        except Lost:
            if fresh or self._late or self._closed or self._stopping:
                raise
            self._clear()
            return self._converse(message, tell)

    def _converse(self, message: Message, tell: Callable[[Message], None]) -> Message:
        if not self.alive:
            self._clear()
            try:
                self._start()
            except (OSError, ForthgameError) as error:
                raise Lost(f"the table's process could not be started: {error}") from None
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise Lost("the table's process could not be started")
        try:
            if not self._listening:
                self._listening = read(process.stdout) is not None
            if self._stopping:
                raise Lost(STOPPED)
            try:
                messages.write(process.stdin, message)
            except messages.MessageTooLong as error:
                return {"kind": "error", "message": f"the request is too long: {error}"}
            while (found := read(process.stdout)) is not None:
                if found.get("kind") != "report":
                    return found
                tell(found)
        except (OSError, messages.BadMessage):
            process.kill()
        process.wait()
        if self._stopping:
            raise Lost(STOPPED)
        words = self._last_words()
        raise Lost(f"the table's process has ended: {exit_description(process.returncode)}{words}")

    def _start(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="forthgame-table-")
        refuse_replaced(self.script)
        self._fresh, self._listening = True, False
        self._process = launch_in(
            Path(self._folder.name), self.module, [str(self.script)], self.readable, 2
        )
        if self._closed:  # closed during the start
            self.kill()

    def _last_words(self) -> str:
        if self._folder is None:
            return ""
        words = last_words(Path(self._folder.name, ERRORS)).strip()
        return f"\n{words}" if words else ""

    def _clear(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            end(process)
        if self._folder is not None:
            with suppress(OSError):
                self._folder.cleanup()
            self._folder = None
