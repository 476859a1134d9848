"""Background jobs for LLVM: one at a time, safe from Ctrl-C and fork.

LLVM cannot be interrupted, and a process that is forked while it works has an inconsistent copy. So
it works in *jobs*, threads that others can stop waiting for, and always under one lock, which a
fork waits for.
"""

from __future__ import annotations

import atexit
import ctypes
import importlib
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

from forthgame.base.thread_start import StartPermission, start_thread

Progress = Callable[[str, int, int], None]
T = TypeVar("T")

STACK = 16 << 20  # bytes of stack for a thread of LLVM, independent of the program's setting
LOOK = 0.05  # seconds between two checks of a job

llvm_lock = threading.RLock()
_starting = threading.RLock()
_forks = 0  # threads that want to fork and wait for the lock
_interrupted = False  # Ctrl-C during that wait
_ending = False  # the process ends, and its threads with it


class Watcher(Protocol):
    """An observer of the progress of jobs that the main thread waits for."""

    def look(self, report: tuple[str, int, int] | None) -> None:
        """Receive the job's last report, if any; called often during the wait."""

    def over(self) -> None:
        """Handle the end of the wait."""


_watchers: list[Watcher] = []


def show(watcher: Watcher | None) -> None:
    """Set the watcher of jobs that the main thread waits for, or remove it."""
    _watchers[:] = [] if watcher is None else [watcher]


class Abandoned(RuntimeError):
    """Raised in a job that is no longer needed because the program has ended."""


class Job(Generic[T]):
    """A piece of work in its own thread, done once.

    A caller that waits can be interrupted; the work goes on, and its result is available later. In
    a forked process the job starts anew. A program that ends waits for the current step of LLVM,
    but not for later steps, unless a non-daemon thread needs them.
    """

    def __init__(self, work: Callable[[Job[T]], T], what: str = "") -> None:
        """Create a job. `what` describes the work until it reports its progress."""
        self._work = work
        self._what = what
        self._process = 0  # the process that has started it
        self._working = threading.Lock()  # held during the work, so that others can wait for it
        self._outcome: tuple[T | None, BaseException | None] | None = None
        self._report: tuple[str, int, int] | None = None
        self._waiting: set[threading.Thread] = set()

    @property
    def done(self) -> bool:
        return self._outcome is not None

    @property
    def running(self) -> bool:
        return not self.done and self._process == os.getpid()

    def start(self) -> Job[T]:
        if not self.done and not self.running:
            with _starting:
                if not self.done and not self.running:
                    self._begin()
        return self

    def _begin(self) -> None:
        before = threading.stack_size(STACK)
        self._working = threading.Lock()
        self._working.acquire()
        permission = StartPermission()
        thread = _JobThread(self, permission)
        try:
            self._process = os.getpid()
            _running.add(self)
            start_thread(thread)
        except BaseException:  # no more threads, or Ctrl-C
            if permission.withdraw():
                self._process = 0
                _running.discard(self)
            raise
        finally:
            threading.stack_size(before)

    def wait(self, progress: Progress | None = None, look: Callable[[], None] | None = None) -> T:
        """Return the result of the work, or raise its exception. Can be interrupted.

        `progress` receives reports of the job; `look` is called regularly. A job that has failed
        starts again at the next call.
        """
        reported: tuple[str, int, int] | None = None
        own = threading.current_thread()
        watchers = _watchers[:] if own is threading.main_thread() else []
        self._waiting.add(own)
        try:
            while True:
                if _left_behind(own) and not self.done:
                    _end_with_program(own)
                else:
                    self._wait_a_while()
                outcome = self._outcome
                if progress is not None and self._report is not None and self._report != reported:
                    reported = self._report
                    progress(*reported)
                if outcome is not None:
                    break
                for watcher in watchers:
                    watcher.look(self._report or ((self._what, 0, 0) if self._what else None))
                if look is not None:
                    look()
        finally:
            for watcher in watchers:
                watcher.over()
            self._waiting.discard(own)
        result, failure = outcome
        if failure is not None:
            if self._outcome is outcome:
                self._process, self._outcome = 0, None
            raise failure
        return result  # type: ignore[return-value]

    def _wait_a_while(self) -> None:
        working = self.start()._working
        # not `join`: if interrupted, Python assumes that the thread has ended
        if not self.done and working.acquire(timeout=LOOK):
            working.release()

    def tell(self, what: str, done: int, total: int) -> None:
        """Report progress from the work, which holds the lock."""
        self._report = what, done, total
        yield_to_waiting_jobs()

    @property
    def wanted(self) -> bool:
        """Return whether a caller waits for the job, or may do so later."""
        return not _over() or not all(map(_left_behind, tuple(self._waiting)))

    def run(self) -> None:
        working, self._process = self._working, os.getpid()
        outcome: tuple[T | None, BaseException | None] | None
        try:
            outcome = (self._work(self), None)
        except Abandoned:
            outcome = None
        except BaseException as error:
            outcome = (None, error)
        self._outcome = outcome
        _running.discard(self)
        if outcome is None:
            self._process = 0  # a non-daemon thread may still start it again
        working.release()


class _JobThread(threading.Thread):
    """The thread of a job, not a daemon because LLVM cannot be abandoned."""

    def __init__(self, job: Job[Any], permission: StartPermission) -> None:
        super().__init__(target=self._do, name="forthgame-compile", daemon=False)
        self.job = job
        self._permission = permission

    def _do(self) -> None:
        if self._permission.take():
            self.job.run()


_running: set[Job[Any]] = set()


def _over() -> bool:
    return _ending or not threading.main_thread().is_alive()


def _left_behind(thread: threading.Thread) -> bool:
    """Return whether the program has ended without a need for this thread."""
    wanted = thread.job.wanted if isinstance(thread, _JobThread) else not thread.daemon
    return not wanted and _over()


def _end_with_program(thread: threading.Thread) -> None:
    if isinstance(thread, _JobThread):
        raise Abandoned("the program has ended")
    time.sleep(LOOK)  # an exception would be printed


def busy() -> bool:
    """Return whether LLVM is at work, so that the process could not end at once."""
    return any(job.running for job in list(_running))


def yield_to_waiting_jobs() -> None:
    """Let other threads fork, or the program end.

    Call it between two steps, with the lock held once.
    """
    thread = threading.current_thread()
    if isinstance(thread, _JobThread) and not thread.job.wanted:
        raise Abandoned("the program has ended")
    if _forks:
        llvm_lock.release()
        try:
            while _forks:
                time.sleep(0.001)
        finally:
            llvm_lock.acquire()


# -- unused machine code -----------------------------------------------------------------------

_dropped: deque[tuple[Any, ...]] = deque()


class MachineCode:
    """Machine code in memory, which is freed with this object when LLVM is idle.

    Finalizers of other objects that are collected with a game may still run its code, or revive the
    game. So the garbage collector does not track this object: `__del__` runs when the last
    reference is dropped, after all finalizers of the garbage.
    """

    def __init__(self, *parts: Any) -> None:
        self._parts = parts
        ctypes.pythonapi.PyObject_GC_UnTrack(ctypes.py_object(self))

    def __del__(self) -> None:
        if sys is None or sys.is_finalizing():
            for part in self._parts:
                if hasattr(part, "detach"):
                    part.detach()  # a thread may still run it
            return
        _dropped.append(self._parts)
        self._parts = ()
        if llvm_lock.acquire(blocking=False):
            try:
                free_dropped()
            finally:
                llvm_lock.release()


def free_dropped() -> None:
    """Free machine code that was dropped while LLVM was at work. Needs the lock."""
    while _dropped:
        _dropped.popleft()


# -- exit and fork -----------------------------------------------------------------------------


@atexit.register
def _at_exit() -> None:
    """Wait for LLVM, also if Ctrl-C has ended the wait for its thread."""
    global _ending
    _ending = True
    while busy():
        with suppress(KeyboardInterrupt):
            time.sleep(0.01)


def _finish_imports() -> None:
    """Wait for imports in other threads, for which a child would wait forever."""
    for name, module in list(sys.modules.items()):
        spec = getattr(module, "__spec__", None)
        if name.startswith("forthgame.") and getattr(spec, "_initializing", False):
            importlib.import_module(name)


def _before_fork() -> None:
    global _forks, _interrupted
    while True:
        try:
            _finish_imports()
            _forks = 1
            llvm_lock.acquire()
            _starting.acquire()
            return
        except KeyboardInterrupt:  # raised here it would be lost, and the fork would go on
            _interrupted = True


def _release_all() -> None:
    """Release the locks, of which `_before_fork` may have got only one."""
    for lock in (_starting, llvm_lock):
        with suppress(RuntimeError):
            while True:
                lock.release()


def _after_fork_in_parent() -> None:
    global _forks, _interrupted
    _forks = 0
    _release_all()
    if _interrupted:
        _interrupted = False
        signal.raise_signal(signal.SIGINT)


def _after_fork_in_child() -> None:
    global _forks
    _forks = 0
    _release_all()
    _running.clear()  # `wait` starts them again


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork,
        after_in_parent=_after_fork_in_parent,
        after_in_child=_after_fork_in_child,
    )
