"""Processes that play games at the same time, watched: who dies or hangs is replaced."""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import forthgame
from forthgame.errors import ForthgameError
from forthgame.play.gamelog import LOADING, REFEREE, GameLog
from forthgame.play.plan import Plan
from forthgame.play.record import GameRecord, Usage

GRACE = 3.0  # seconds beyond the patience with a move until a process that is silent is ended
LOOK = 0.25  # seconds between two looks at what the processes are doing
STARTING = 180.0  # seconds to start and to load scripts, which may have to be compiled
AHEAD = 2  # short games a process is given: one to play, one to go on with
SHORT = 0.05  # seconds up to which a game is short


class Worker:
    """A playing process, seen from outside. What it says comes into `inbox` as (worker, message);
    None when its output has ended."""

    def __init__(self, plan: Plan, folder: Path, inbox: queue.SimpleQueue[Any]) -> None:
        self.plan = plan
        try:
            handle, name = tempfile.mkstemp(dir=folder, suffix=".log")
            os.close(handle)
            self.log = GameLog(Path(name), create=True)
        except OSError as error:
            raise ForthgameError(f"no room for what players tell in {folder}: {error}") from None
        self.errors = Path(name).with_suffix(".err")
        self.tasks: list[int] = []
        self.ready = False
        self.hung = False
        self.patience = 0.0
        self._changes = 0
        self._since = time.monotonic()
        root = str(Path(forthgame.__file__).parent.parent)
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "forthgame.play.worker", name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "PYTHONPATH": path},
            )
        threading.Thread(target=self._listen, args=(inbox,), daemon=True).start()
        self._send(plan)

    def _listen(self, inbox: queue.SimpleQueue[Any]) -> None:
        stream = self.process.stdout
        try:
            while stream is not None:
                inbox.put((self, pickle.load(stream)))
        except Exception:  # the end of the stream, or what a dying process has cut off
            inbox.put((self, None))

    def _send(self, message: object) -> None:
        if self.process.stdin is not None:
            with suppress(OSError):  # its death is heard of by _listen
                pickle.dump(message, self.process.stdin)
                self.process.stdin.flush()

    def give(self, number: int) -> None:
        """Hand it a game; several are played one after the other."""
        self.tasks.append(number)
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
        else:
            how = _death(self.process.returncode)
        seat = next((s for s, k in record.seats.items() if k == entrant), None)
        if game != number or entrant <= REFEREE or seat is None:
            record.void(f"the referee failed: {how}")
        else:
            record.lose(seat, f"{seat} {'gave' if self.hung else 'failed:'} {how}")
        return record

    def last_words(self) -> str:
        """The end of what it wrote to its error stream."""
        with suppress(OSError):
            return "\n".join(self.errors.read_text(errors="replace").splitlines()[-5:])
        return ""

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self.log.close()


def _death(code: int | None) -> str:
    if code is not None and code < 0:
        return f"its process was ended by signal {-code}"
    return f"its process ended with code {code}"


class Pool:
    """Some processes that share out games. Use it in a `with` statement, which ends them."""

    def __init__(self, plan: Plan, jobs: int) -> None:
        self.plan = plan
        self.jobs = jobs
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._workers: list[Worker] = []
        self._ahead = 1
        self._folder = tempfile.TemporaryDirectory(prefix="forthgame-")

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

    def _hear(self, worker: Worker, message: Any, waiting: list[int]) -> GameRecord | None:
        if isinstance(message, GameRecord):
            worker.tasks.remove(message.number)
            self._ahead = AHEAD if message.seconds < SHORT else 1
            return message
        if isinstance(message, Exception):
            raise message
        if message is not None:
            worker.ready = True
            return None
        if not worker.ready:
            worker.process.wait()
            raise ForthgameError(
                f"a playing process could not be started: {_death(worker.process.returncode)}\n"
                f"{worker.last_words()}"
            )
        record = worker.account() if worker.tasks else None
        waiting.extend(sorted(worker.tasks[1:], reverse=True))
        worker.close()
        self._workers.remove(worker)
        if waiting:
            self._start()
        return record

    def _start(self) -> None:
        self._workers.append(Worker(self.plan, Path(self._folder.name), self._inbox))

    def _share_out(self, waiting: list[int]) -> None:
        """One game for each idle process, then one each to go on with if games are short."""
        for load in range(1, self._ahead + 1):
            for worker in self._workers:
                if waiting and len(worker.tasks) < load:
                    worker.give(waiting.pop())
