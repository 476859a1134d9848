"""Work of LLVM: one piece at a time, in threads of its own, which Ctrl-C and fork leave whole.

LLVM cannot be interrupted, and a process that is forked while it works is left with half of what
it was making. So it works in *jobs*, threads that others wait for and may stop waiting for, and
whatever it does is done under one lock, which a fork waits for.
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

from forthgame.vm.beginning import Permission, start_thread

Progress = Callable[[str, int, int], None]
T = TypeVar("T")

STACK = 16 << 20  # bytes for a thread that LLVM works in, whatever the program has set for others
LOOK = 0.05  # seconds between two looks at a job by who waits for it

llvm_lock = threading.RLock()
_starting = threading.RLock()
_forks = 0  # threads that want to fork, and wait for the lock
_interrupted = False  # while they waited
_ending = False  # the process ends, and its threads with it


class Watcher(Protocol):
    """Shows how far a job is that the main thread waits for."""

    def look(self, report: tuple[str, int, int] | None) -> None:
        """Take what the job says of itself, if anything; called often while it is waited for."""

    def over(self) -> None:
        """Show nothing: the waiting has ended."""


_watchers: list[Watcher] = []


def show(watcher: Watcher | None) -> None:
    """Have somebody shown how far the jobs are that the main thread waits for, or nobody."""
    _watchers[:] = [] if watcher is None else [watcher]


class Abandoned(RuntimeError):
    """The program has ended and nobody waits: a job goes no further. Seen by jobs alone."""


class Job(Generic[T]):
    """A piece of work in a thread of its own, done once.

    Who waits for it can be interrupted; the work goes on, and is there when it is asked for again.
    In a process that was forked meanwhile it has not begun. A program that ends waits for what LLVM
    is doing at that moment, and for nothing that would follow, unless a thread wants it that the
    end waits for: not a daemon.
    """

    def __init__(self, work: Callable[[Job[T]], T], what: str = "") -> None:
        """`what` names the work for whoever waits, as long as it does not report by itself."""
        self._work = work
        self._what = what
        self._process = 0  # in which it has begun
        self._working = threading.Lock()  # held by who works: it can be waited for
        self._outcome: tuple[T | None, BaseException | None] | None = None
        self._told: tuple[str, int, int] | None = None
        self._waiting: set[threading.Thread] = set()

    @property
    def done(self) -> bool:
        """Whether it has been done, or has failed."""
        return self._outcome is not None

    @property
    def running(self) -> bool:
        """Whether a thread is at work on it."""
        return not self.done and self._process == os.getpid()

    def start(self) -> Job[T]:
        """Begin, unless it has begun."""
        if not self.done and not self.running:
            with _starting:
                if not self.done and not self.running:
                    self._begin()
        return self

    def _begin(self) -> None:
        before = threading.stack_size(STACK)
        self._working = threading.Lock()
        self._working.acquire()
        permission = Permission()
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
        """What the work gives, or raises. Can be interrupted; `look` is called from time to time.

        A job that has failed begins again when it is asked for again.
        """
        told: tuple[str, int, int] | None = None
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
                if progress is not None and self._told is not None and self._told != told:
                    told = self._told
                    progress(*told)
                if outcome is not None:
                    break
                for watcher in watchers:
                    watcher.look(self._told or ((self._what, 0, 0) if self._what else None))
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
        # not `join`: where that is interrupted, Python takes the thread to have ended
        if not self.done and working.acquire(timeout=LOOK):
            working.release()

    def tell(self, what: str, done: int, total: int) -> None:
        """From the work, which holds the lock: how far it is."""
        self._told = what, done, total
        give_way()

    @property
    def wanted(self) -> bool:
        """Whether somebody waits, or may still come to wait."""
        return not _over() or not all(map(_left_behind, tuple(self._waiting)))

    def run(self) -> None:
        """Do the work: its thread calls this."""
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
            self._process = 0  # a thread that the end waits for may still begin it again
        working.release()


class _JobThread(threading.Thread):
    """The thread of a job. It is waited for at the end of the program: LLVM cannot be left."""

    def __init__(self, job: Job[Any], permission: Permission) -> None:
        super().__init__(target=self._do, name="forthgame-compile", daemon=False)
        self.job = job
        self._permission = permission

    def _do(self) -> None:
        if self._permission.take():
            self.job.run()


_running: set[Job[Any]] = set()


def _over() -> bool:
    """Whether the program has ended, and waits for its threads."""
    return _ending or not threading.main_thread().is_alive()


def _left_behind(thread: threading.Thread) -> bool:
    """Whether a program that has ended does not wait for what a thread waits for."""
    wanted = thread.job.wanted if isinstance(thread, _JobThread) else not thread.daemon
    return not wanted and _over()


def _end_with_program(thread: threading.Thread) -> None:
    """What a thread does that is left behind."""
    if isinstance(thread, _JobThread):
        raise Abandoned("the program has ended")
    time.sleep(LOOK)  # an error would be printed


def busy() -> bool:
    """Whether LLVM is at work, so that the process could not end at once."""
    return any(job.running for job in list(_running))


def give_way() -> None:
    """Between two pieces of work, with the lock held once: let others fork, or the program end."""
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


# -- machine code that nobody needs any more ------------------------------------------------------

_dropped: deque[tuple[Any, ...]] = deque()


class MachineCode:
    """Machine code in memory, as long as this object lives; freed when LLVM is not at work.

    Finalizers of other objects that are collected together with a game may still run its code, or
    keep the game. So the garbage collector does not track this object: `__del__` runs only when the
    last reference to it is dropped, which is after all finalizers of the garbage.
    """

    def __init__(self, *parts: Any) -> None:
        self._parts = parts
        ctypes.pythonapi.PyObject_GC_UnTrack(ctypes.py_object(self))

    def __del__(self) -> None:
        if sys is None or sys.is_finalizing():
            for part in self._parts:
                if hasattr(part, "detach"):
                    part.detach()  # a thread may still be in it
            return
        _dropped.append(self._parts)
        self._parts = ()
        if llvm_lock.acquire(blocking=False):
            try:
                free_dropped()
            finally:
                llvm_lock.release()


def free_dropped() -> None:
    """Free the machine code that was dropped while LLVM was at work. Needs the lock."""
    while _dropped:
        _dropped.popleft()


# -- the end, and forks ---------------------------------------------------------------------------


@atexit.register
def _at_exit() -> None:
    """Wait for what LLVM is doing, also if Ctrl-C has ended the waiting for its thread."""
    global _ending
    _ending = True
    while busy():
        with suppress(KeyboardInterrupt):
            time.sleep(0.01)


def _finish_imports() -> None:
    """Wait for what other threads import: a child would wait for ever for a thread it has not."""
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
        except KeyboardInterrupt:  # an error in here would be lost, and the fork go on
            _interrupted = True


def _release_all() -> None:
    """Release what `_before_fork` holds; it may have got a lock just before it was interrupted."""
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
    _running.clear()  # their threads are not here: `wait` begins them again


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork,
        after_in_parent=_after_fork_in_parent,
        after_in_child=_after_fork_in_child,
    )
