"""Processes that play games at the same time, watched: who dies or hangs is replaced."""

from __future__ import annotations

import os
import pickle
import queue
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from forthgame.confine import Report
from forthgame.errors import ForthgameError
from forthgame.play import messages
from forthgame.play.gamelog import LOADING, REFEREE, GameLog
from forthgame.play.plan import Plan
from forthgame.play.process import death, last_words, launch
from forthgame.play.record import GameRecord, Usage

GRACE = 3.0  # seconds beyond the patience with a move until a process that is silent is ended
LOOK = 0.25  # seconds between two looks at what the processes are doing
STARTING = 180.0  # seconds to start and to load scripts, which may have to be compiled
AHEAD = 2  # short games a process is given: one to play, one to go on with
SCRATCH = "scratch"  # folder for what playing processes write, deleted with the pool
SHORT = 0.05  # seconds up to which a game is short


class Worker:
    """A playing process, seen from outside. What it says comes into `inbox` as (worker, message);
    None when its output has ended or makes no sense."""

    def __init__(self, plan: Plan, folder: Path, inbox: queue.SimpleQueue[Any]) -> None:
        self.plan = plan
        try:
            self.log = GameLog.create(folder)
            handle, name = tempfile.mkstemp(dir=folder, suffix=".err")
        except OSError as error:
            raise ForthgameError(f"no room for what players tell in {folder}: {error}") from None
        self.errors = Path(name)
        self.nonsense = ""
        self.tasks: list[int] = []
        self.ready = False
        self.hung = False
        self.patience = 0.0
        self._changes = 0
        self._given = 0
        self._since = time.monotonic()
        try:
            with os.fdopen(handle, "wb") as errors:
                self.process = launch(
                    "forthgame.play.worker", [self.log.place], plan.scripts,
                    len(plan.entrants) + 1, folder / SCRATCH, confined=plan.confined,
                    errors=errors, pass_fds=self.log.descriptors,
                )  # fmt: skip
        finally:
            self.log.handed_over()
        threading.Thread(target=self._listen, args=(inbox,), daemon=True).start()
        self._send(plan)

    def _listen(self, inbox: queue.SimpleQueue[Any]) -> None:
        stream, heard = self.process.stdout, 0
        try:
            while stream is not None:
                message = messages.read(stream)
                heard += 1
                if heard > self._given + 1:
                    raise messages.BadMessage("more answers than questions")
                inbox.put((self, message))
                if message is None:
                    return
        except messages.BadMessage as error:
            self.refuse(str(error))
        except (OSError, ValueError):  # the stream was closed
            pass
        inbox.put((self, None))

    def refuse(self, why: str) -> None:
        """End it, because it has written what no playing process writes."""
        self.nonsense = why
        self.process.kill()

    def _send(self, message: object) -> None:
        if self.process.stdin is not None:
            with suppress(OSError):  # its death is heard of by _listen
                pickle.dump(message, self.process.stdin)
                self.process.stdin.flush()

    def give(self, number: int) -> None:
        """Hand it a game; several are played one after the other."""
        self.tasks.append(number)
        self._given += 1
        self._send(number)

    def look(self) -> None:
        """End it if nothing has changed for too long."""
        changes, _, running = self.log.read()
        now = time.monotonic()
        if changes != self._changes or not self.tasks:
            self._changes, self._since = changes, now
        loading = not self.ready or running == LOADING
        patience = STARTING if loading else self.plan.patience + GRACE
        if now - self._since > patience:
            self.hung, self.patience = True, patience
            self.process.kill()

    def account(self) -> GameRecord:
        """The record of the game in which it died: lost by the entrant whose words were running."""
        self.process.wait()
        number = self.tasks[0]
        record = self.plan.announce(number)
        _, game, entrant = self.log.read()
        record.usage = {seat: Usage() for seat in record.seats}
        if game == number:
            record.moves = self.log.moves()
        if self.hung:
            how = f"no answer in {self.patience:g} s"
        elif self.nonsense:
            how = f"its process wrote nonsense ({self.nonsense})"
        else:
            how = death(self.process.returncode)
        seat = next((s for s, k in record.seats.items() if k == entrant), None)
        if game != number or entrant <= REFEREE or seat is None:
            record.void(f"the referee failed: {how}")
        else:
            record.lose(seat, f"{seat} {'gave' if self.hung else 'failed:'} {how}")
        return record

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self.log.close()


class Pool:
    """Some processes that share out games. Use it in a `with` statement, which ends them.

    `on_ready` receives, once, what holds the first process that is ready.
    """

    def __init__(
        self, plan: Plan, jobs: int, on_ready: Callable[[Report], None] | None = None
    ) -> None:
        self.plan = plan
        self.jobs = jobs
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._workers: list[Worker] = []
        self._ahead = 1
        self._folder = tempfile.TemporaryDirectory(prefix="forthgame-")
        Path(self._folder.name, SCRATCH).mkdir()
        self._on_ready = on_ready

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.close()
        self._workers.clear()
        self._folder.cleanup()

    def play(self, numbers: Iterable[int]) -> Iterator[GameRecord]:
        """Play games; records come as games end. Raises ForthgameError if none can be begun."""
        waiting = list(numbers)[::-1]
        for _ in range(min(self.jobs, len(waiting)) - len(self._workers)):
            self._start()
        self._share_out(waiting)
        looked = time.monotonic()
        while any(worker.tasks for worker in self._workers):
            if time.monotonic() - looked >= LOOK:
                looked = time.monotonic()
                for worker in self._workers:
                    worker.look()
            try:
                worker, message = self._inbox.get(timeout=LOOK)
            except queue.Empty:
                continue
            if worker not in self._workers:
                continue
            record = self._hear(worker, message, waiting)
            self._share_out(waiting)
            if record:
                yield record

    def _hear(
        self, worker: Worker, message: dict[str, Any] | None, waiting: list[int]
    ) -> GameRecord | None:
        if message is not None:
            try:
                return self._understand(worker, message)
            except messages.BadMessage as error:
                worker.refuse(str(error))
        if not worker.ready:
            worker.process.wait()
            raise ForthgameError(
                f"a playing process could not be started: {death(worker.process.returncode)}\n"
                f"{last_words(worker.errors)}"
            )
        record = worker.account() if worker.tasks else None
        waiting.extend(sorted(worker.tasks[1:], reverse=True))
        worker.close()
        self._workers.remove(worker)
        if waiting:
            self._start()
        return record

    def _understand(self, worker: Worker, message: dict[str, Any]) -> GameRecord | None:
        """What a message says; a record if it brings one. Raises what has made play impossible,
        or BadMessage."""
        kind = message.get("kind")
        if kind == "ready" and not worker.ready:
            worker.ready = True
            if self._on_ready is not None:
                try:
                    held = Report.from_document(message.get("confinement"))
                except ValueError as error:
                    raise messages.BadMessage(str(error)) from None
                self._on_ready(held)
                self._on_ready = None
            return None
        if not worker.tasks or kind not in ("record", "error"):
            raise messages.BadMessage("an answer to no question")
        if kind == "error":
            raise messages.error_of(message)
        record = self.plan.announce(worker.tasks[0])
        messages.fill(record, message)
        del worker.tasks[0]
        self._ahead = AHEAD if record.seconds < SHORT else 1
        return record

    def _start(self) -> None:
        self._workers.append(Worker(self.plan, Path(self._folder.name), self._inbox))

    def _share_out(self, waiting: list[int]) -> None:
        """One game for each idle process, then one each to go on with if games are short."""
        for load in range(1, self._ahead + 1):
            for worker in self._workers:
                if waiting and len(worker.tasks) < load:
                    worker.give(waiting.pop())
