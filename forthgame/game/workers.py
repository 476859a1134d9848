"""Threads that work beside the calling one, and are waited for whatever is raised meanwhile.

A signal handler may raise in the middle of `Thread.start` and `Thread.join`: Python may then take a
thread to have ended that is about to begin. So each piece of work notes by itself whether a thread
does it and whether it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock, Thread

from forthgame.vm.beginning import Permission, start_thread

LOOK = 0.005  # seconds between two looks at Ctrl-C


def _nothing() -> None:
    """What is left of work that has been cancelled."""


class Work:
    """Something that a thread does, once."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act
        self._permission = Permission()
        self._working = Lock()
        self._working.acquire()  # released when it is done: it can be waited for
        self.done = False

    def run(self) -> None:
        """Do it, unless it has been cancelled: a thread calls this."""
        if self._permission.take():
            try:
                self._act()
            finally:
                self.done = True
                self._working.release()

    def cancel(self) -> bool:
        """Keep it from beginning; whether it does not run, now and later."""
        if self.done:
            return True
        if not self._permission.withdraw():
            return False
        self._act = _nothing  # Python may keep the thread, which is not to keep a machine
        return True

    def wait(self) -> None:
        """Wait a moment for its end."""
        if not self.done:
            self._working.acquire(timeout=LOOK)


class Workers:
    """Pieces of work, and a thread for each."""

    def __init__(self, name: str, acts: Sequence[Callable[[], None]]) -> None:
        """`name` is that of the threads."""
        self._works = [Work(act) for act in acts]
        self._name = name

    def start(self) -> None:
        """Let the threads begin. Raises ForthgameError if the system has no more threads."""
        for work in self._works:
            start_thread(Thread(target=work.run, name=self._name, daemon=True))

    @property
    def done(self) -> bool:
        """Whether all work is done."""
        return all(work.done for work in self._works)

    def wait(self) -> None:
        """Wait a moment for those that work; to be called again until all is done."""
        for work in self._works:
            work.wait()

    def end(self, stop: Callable[[], None]) -> None:
        """Return when none works any more. `stop` makes them end soon; it may be called often.

        What is raised meanwhile is raised at the end.
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
        """Let no more begin; whether none works."""
        running = [work for work in self._works if not work.cancel()]
        return not running
