"""A pool of playing processes, which are watched and replaced if they die or hang.

The first one may be started before there is a plan, and surveys the scripts. So the planning
process loads no machine, and scripts are read in the process that plays them.
"""

from __future__ import annotations

import os
import queue
import tempfile
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.confine import ConfinementReport
from forthgame.play.match.answer_timeout import outer_bound
from forthgame.play.model.game_record import GameRecord, Usage
from forthgame.play.plan.plan import Plan
from forthgame.play.plan.script_snapshot import contents_of
from forthgame.play.plan.survey import Survey, SurveyRequest, survey_of
from forthgame.play.processes import messages
from forthgame.play.processes.child_process import (
    SCRATCH,
    STARTING,
    ask,
    end,
    exit_description,
    last_words,
    launch,
    loading_failed,
    read_confinement,
    send_request,
)
from forthgame.play.processes.progress_log import LOADING, REFEREE, GameLog
from forthgame.play.run.live_games import LiveWriter
from forthgame.play.run.record_messages import RecordsMessage

GRACE = 3.0  # seconds added to the patience before a silent process is killed
LOOK = 0.25  # seconds between two checks of the processes
ASLEEP = 2.0  # seconds between two checks after which this process was asleep too
STARTS = 3  # failed starts in a row that end the tournament
AHEAD = 0.4  # seconds of games assigned to a process at a time
MOST_AHEAD = 512  # games assigned to a process at a time
SMOOTH = 8  # games over which the length of a game is smoothed


def processor_seconds(process: int) -> float | None:
    """Return the processor time of a process, None if the system does not report it."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return None


class Worker:
    """A playing process, seen from outside: `forthgame.play.run.worker`.

    `machines` is the most that it may load at a time; it gets its plan by `begin`. Raises
    ForthgameError if it cannot be started.
    """

    plan: Plan

    def __init__(
        self, folder: Path, scripts: Sequence[str], machines: int, *, confined: bool
    ) -> None:
        try:
            self.log = GameLog.create(folder)
            handle, name = tempfile.mkstemp(dir=folder, suffix=".err")
        except OSError as error:
            raise ForthgameError(
                f"no room for the players' messages in {folder}: {error}"
            ) from None
        self.errors = Path(name)
        try:
            with os.fdopen(handle, "wb") as errors:
                self.process = launch(
                    "forthgame.play.run.worker", [self.log.place], scripts, machines,
                    folder / SCRATCH, confined=confined, errors=errors,
                    pass_fds=self.log.descriptors,
                )  # fmt: skip
        except BaseException:
            self.log.close()
            raise
        finally:
            self.log.handed_over()
        self.nonsense = ""
        self.tasks: deque[int] = deque()
        self.ready = False
        self.hung = False
        self.stalled = False
        self.patience = 0.0
        self._changes = 0
        self._given = 0
        self._used = 0.0

    def begin(self, plan: Plan, inbox: queue.SimpleQueue[Any]) -> None:
        """Send the plan; from now on messages are put into `inbox`.

        They are put as (worker, message), with None at the end of its output or after nonsense.
        """
        self.plan = plan
        self._since = time.monotonic()
        threading.Thread(target=self._listen, args=(inbox,), daemon=True).start()
        send_request(self.process, (plan, list(contents_of(plan.files).values())))

    def _listen(self, inbox: queue.SimpleQueue[Any]) -> None:
        stream, heard = self.process.stdout, 0
        try:
            while stream is not None:
                message = messages.read(stream)
                heard += 1
                if heard > self._given + 1:
                    raise messages.BadMessage("more answers than requests")
                inbox.put((self, message))
                if message is None:
                    return
        except messages.BadMessage as error:
            self.refuse(str(error))
        except (OSError, ValueError):  # the stream was closed
            pass
        inbox.put((self, None))

    def refuse(self, why: str) -> None:
        """Kill the process because it wrote a malformed message."""
        self.nonsense = why
        self.process.kill()

    def give(self, numbers: list[int], careful: bool) -> None:
        self.tasks.extend(numbers)
        self._given += 2 * len(numbers)  # an error follows the games played before it
        send_request(self.process, (numbers, careful))

    def asleep(self, seconds: float) -> None:
        """Exclude the time during which this process did not run."""
        self._since += seconds

    def look(self) -> None:
        """Kill the process if it has made no progress for too long.

        It is `hung` if it used the processor time that an answer may take, and `stalled` if it got
        less: it was stopped, or other programs use all processors.
        """
        changes, _, running = self.log.read()
        now = time.monotonic()
        if changes != self._changes or not self.tasks:
            self._changes, self._since = changes, now
            self._used = processor_seconds(self.process.pid) or 0.0
            return
        loading = not self.ready or running == LOADING
        patience = STARTING if loading else self.plan.patience + GRACE
        if now - self._since <= patience:
            return
        used = processor_seconds(self.process.pid)
        self.hung = used is None or used - self._used > patience
        self.stalled = now - self._since > outer_bound(patience)
        if self.hung or self.stalled:
            self.patience = patience
            self.process.kill()

    @property
    def playing(self) -> int:
        _, game, _ = self.log.read()
        return game if game in self.tasks else self.tasks[0]

    def account(self) -> GameRecord:
        """Return the record of the game in which it died, lost by the entrant whose words ran."""
        self.process.wait()
        number = self.playing
        record = self.plan.announce(number)
        _, game, entrant = self.log.read()
        record.usage = {seat: Usage() for seat in record.seats}
        if game == number:
            record.moves = self.log.moves()
        if self.hung or self.stalled:
            how = f"no answer in {self.patience:g} s"
        elif self.nonsense:
            how = f"its process wrote nonsense ({self.nonsense})"
        else:
            how = exit_description(self.process.returncode)
        seat = next((s for s, k in record.seats.items() if k == entrant), None)
        if game != number or entrant <= REFEREE or seat is None:
            record.void(f"the referee failed: {how}")
        else:
            record.lose(seat, f"{seat} {'gave' if self.hung or self.stalled else 'failed:'} {how}")
        return record

    def close(self) -> None:
        end(self.process)
        self.log.close()


class Standby:
    """A process for survey and games; `close` ends it unless a pool has taken it.

    `machines` is the number that the games need; `waiting` is a context entered while scripts load.
    """

    def __init__(
        self, machines: int, waiting: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> None:
        self._machines = machines
        self._waiting = waiting
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._worker: Worker | None = None
        self._for: tuple[frozenset[str], bool] = frozenset(), True

    def look(self, request: SurveyRequest, confined: bool = True) -> Survey:
        """Survey scripts like `survey_scripts`, in the playing process. Raises ForthgameError."""
        self.close()
        self._folder = tempfile.TemporaryDirectory(prefix="forthgame-")
        folder = Path(self._folder.name)
        (folder / SCRATCH).mkdir()
        worker = self._worker = Worker(
            folder, request.scripts, self._machines + len(request.scripts), confined=confined
        )
        self._for = frozenset(request.scripts), confined
        with self._waiting():
            message = ask(worker.process, request, STARTING)
        if message is None:
            worker.process.kill()
            raise loading_failed(worker.process.wait(), worker.errors)
        return survey_of(message, request)

    def take(self, plan: Plan) -> Worker | None:
        """Hand over the process; return None if it was started for other scripts."""
        found = self._worker if self._for == (frozenset(plan.scripts), plan.confined) else None
        if found is not None:
            self._worker = None
        return found

    def close(self) -> None:
        """End the process if it was not taken, and delete its files."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


class Waiting:
    """Numbers of games still to be played; those that were put back come first."""

    def __init__(self, numbers: Iterable[int]) -> None:
        sized = numbers if isinstance(numbers, Sized) else list(numbers)
        self.count = len(sized)
        self._rest = iter(numbers if isinstance(numbers, Sized) else sized)
        self._back: list[int] = []

    def take(self, most: int) -> list[int]:
        found = self._back[:most]
        del self._back[:most]
        found.extend(islice(self._rest, most - len(found)))
        self.count = self.count - len(found) if len(found) == most else 0
        return found

    def put_back(self, numbers: Iterable[int]) -> None:
        self._back = sorted([*self._back, *(back := list(numbers))])
        self.count += len(back)


class ProcessPool(AbstractContextManager["ProcessPool"]):
    """Playing processes that share games; a context manager that ends them.

    `on_ready` is called once, with the confinement of the first process that is ready. `shown`
    shows games in progress to watchers. The first process is taken from `standby` if it fits.
    """

    def __init__(
        self,
        plan: Plan,
        jobs: int,
        on_ready: Callable[[ConfinementReport], None] | None = None,
        shown: LiveWriter | None = None,
        standby: Standby | None = None,
    ) -> None:
        self.plan = plan
        self.jobs = jobs
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._workers: list[Worker] = []
        self._length = AHEAD  # seconds of a game, smoothed
        self._again: Counter[int] = Counter()  # how often a game's process has ended
        self._failed_starts = 0
        self._folder = tempfile.TemporaryDirectory(prefix="forthgame-")
        Path(self._folder.name, SCRATCH).mkdir()
        self._on_ready = on_ready
        self._shown = shown
        self._standby = standby

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        for worker in self._workers:
            worker.close()
        self._workers.clear()
        if self._shown is not None:
            self._shown.close()
        self._folder.cleanup()

    def play(self, numbers: Iterable[int]) -> Iterator[GameRecord]:
        """Play games and yield records as they end. Raises ForthgameError if none can start."""
        for records in self.play_together(numbers):
            yield from records

    def play_together(self, numbers: Iterable[int]) -> Iterator[list[GameRecord]]:
        """Play games and yield lists of records that arrive together; raises as `play` does."""
        waiting = Waiting(numbers)
        for _ in range(self.jobs - len(self._workers)):
            if len(self._workers) < waiting.count:
                self._start()
        self._share_out(waiting)
        checked = time.monotonic()
        while any(worker.tasks for worker in self._workers):
            since = time.monotonic() - checked
            if since >= LOOK:
                checked = time.monotonic()
                self._look(since)
            try:
                worker, message = self._inbox.get(timeout=LOOK)
            except queue.Empty:
                continue
            if worker not in self._workers:
                continue
            records = self._receive(worker, message, waiting)
            self._share_out(waiting)
            if records:
                yield records

    def _look(self, since: float) -> None:
        """Check the processes, unless some of their messages have not been read yet."""
        if self._shown is not None:
            self._shown.look(worker.log for worker in self._workers if worker.ready)
        if since > ASLEEP:  # this process was stopped or busy
            for worker in self._workers:
                worker.asleep(since)
        elif self._inbox.empty():
            for worker in self._workers:
                worker.look()

    def _receive(
        self, worker: Worker, message: dict[str, Any] | None, waiting: Waiting
    ) -> list[GameRecord]:
        if message is not None:
            try:
                return self._records_in(worker, message)
            except messages.BadMessage as error:
                worker.refuse(str(error))
        if not worker.ready:
            worker.process.wait()
            self._failed_starts += 1
            if self._failed_starts >= STARTS:
                why = exit_description(worker.process.returncode)
                raise ForthgameError(
                    f"a playing process could not be started: {why}\n{last_words(worker.errors)}"
                )
        found = []
        if worker.tasks:
            playing = worker.playing
            if worker.ready:
                # a process that was killed from outside is not the entrant's fault
                if worker.hung or worker.nonsense or self._again[playing] >= self.plan.retries:
                    found.append(worker.account())
                    worker.tasks.remove(playing)
                self._again[playing] += 1
            waiting.put_back(worker.tasks)
        worker.close()
        self._workers.remove(worker)
        if waiting.count:
            self._start()
        return found

    def _records_in(self, worker: Worker, message: dict[str, Any]) -> list[GameRecord]:
        """Return the records in a message.

        Raises the error in it, which makes play impossible, or BadMessage.
        """
        kind = message.get("kind")
        if kind == "ready" and not worker.ready:
            worker.ready = True
            self._failed_starts = 0
            if self._on_ready is not None:
                self._on_ready(read_confinement(message.get("confinement")))
                self._on_ready = None
            return []
        if not worker.tasks or kind not in ("records", "error"):
            raise messages.BadMessage("an answer without a request")
        messages.raise_error_in(message)
        announced = map(self.plan.announce, tuple(worker.tasks))
        found = list(RecordsMessage(message, self.plan.seats).fill(announced))
        for record in found:
            worker.tasks.popleft()
            self._length += (record.seconds - self._length) / SMOOTH
        return found

    def _start(self) -> None:
        worker = None if self._standby is None else self._standby.take(self.plan)
        if worker is None:
            worker = Worker(
                Path(self._folder.name), self.plan.scripts, len(self.plan.entrants) + 1,
                confined=self.plan.confined,
            )  # fmt: skip
        worker.begin(self.plan, self._inbox)
        self._workers.append(worker)

    def _share_out(self, waiting: Waiting) -> None:
        """Assign games to processes with few left: more if games are short, fewer near the end."""
        processes = len(self._workers)
        fair = waiting.count if processes < 2 else -(-waiting.count // (2 * processes))
        usual = int(AHEAD / max(self._length, AHEAD / MOST_AHEAD))
        part = max(1, min(usual, MOST_AHEAD, fair))
        for worker in self._workers:
            if not waiting.count or len(worker.tasks) > part // 2:
                continue
            if numbers := waiting.take(part):
                worker.give(numbers, any(number in self._again for number in numbers))
