"""Worker threads that are always joined, even if the caller raises.

A signal handler may raise inside `Thread.start` and `Thread.join`; Python may then consider a
thread finished that has not begun. Therefore, each task records its own start and end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock, Thread

from forthgame.vm.beginning import Permission, start_thread

LOOK = 0.005  # seconds between two checks for Ctrl-C


def _nothing() -> None:
    pass


class Work:
    """A task that a thread runs once."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act
        self._permission = Permission()
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
    """Tasks with a thread for each."""

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
