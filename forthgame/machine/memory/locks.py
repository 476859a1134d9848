"""Locks of machines: one thread at a time runs a machine.

The owner of a machine, a Game or a Machine, has a reentrant lock. Each use holds it from setting
the machine up to reading the results. A forked process gets new locks: the work of other threads is
abandoned, and their machines are reset to a state between two operations.

The lock excludes other threads. A signal handler runs in the thread that holds the lock, between
any two Python calls; if it uses the game of the interrupted call, it gets Busy. Methods with
exclusive use set up the machine, run words and read the results; they do not call each other.
Frequent operations such as a ply set the mark themselves, without the decorator.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from operator import attrgetter
from typing import Any, Protocol, TypeVar
from weakref import WeakSet

C = TypeVar("C")
LOOK = 0.2  # seconds between two checks for Ctrl-C, while waiting for a lock


class Lock(AbstractContextManager[Any], Protocol):
    """A reentrant lock. Waiting for it can be interrupted."""

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take the lock; return False if another thread holds it."""

    def release(self) -> None:
        """Release the lock."""


class Owner(Protocol):
    lock: Lock

    def _after_fork(self) -> None:
        """Reset a machine that was used by a thread which does not exist in this process."""

    def __hash__(self) -> int: ...


_owners: WeakSet[Owner] = WeakSet()


class ForkedLock:
    """A reentrant lock that is replaced in a forked process; use it as `with forked.lock:`.

    A forked process gets a new `lock` if a thread that it lacks was holding it. `lock` is Python's
    own: a signal handler that raises between the bytecodes of an `__enter__` or `__exit__` in
    Python would leave it held forever.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        _locks.add(self)

    def _after_fork(self) -> None:
        if _is_lost(self.lock):
            self.lock = threading.RLock()


_locks: WeakSet[ForkedLock] = WeakSet()


class _LookingLock:
    """A lock for systems that do not interrupt waiting on Ctrl-C."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self.release = self._lock.release

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        if not blocking or timeout >= 0:
            return self._lock.acquire(blocking, timeout)
        while not self._lock.acquire(timeout=LOOK):
            pass
        return True

    __enter__ = acquire

    def __exit__(self, *error: object) -> None:
        self._lock.release()


def new_lock(owner: Owner) -> Lock:
    """Return a lock for the owner of a machine, which is referenced weakly."""
    _owners.add(owner)
    return _LookingLock() if sys.platform == "win32" else threading.RLock()


def one_at_a_time(names: str, lock: str = "lock") -> Callable[[type[C]], type[C]]:
    """Decorate a class: the named methods and properties hold a lock while they run.

    `lock` is the attribute path of the lock, starting from the object.
    """
    find = attrgetter(lock)

    def holding(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def held(self: Any, *arguments: Any, **options: Any) -> Any:
            with find(self):
                return method(self, *arguments, **options)

        return held

    return _wrapping(names, holding)


def exclusive_use(
    names: str, machine: str = "game.forth.processor"
) -> Callable[[type[C]], type[C]]:
    """Decorate a class: give its methods with these names exclusive use of the machine.

    `machine` is the attribute path from an object to its Processor. Callers hold the machine's
    lock.
    """
    find = attrgetter(machine)

    def marking(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def marked(self: Any, *arguments: Any, **options: Any) -> Any:
            processor = find(self)
            processor.refuse_inside()
            processor.mark.taken = True  # no call before `try`: no handler runs in between
            try:
                return method(self, *arguments, **options)
            finally:
                processor.mark.taken = False

        return marked

    return _wrapping(names, marking)


def _wrapping(
    names: str, wrap: Callable[[Callable[..., Any]], Callable[..., Any]]
) -> Callable[[type[C]], type[C]]:
    """Return a class decorator that wraps the methods and properties with these names."""

    def decorate(cls: type[C]) -> type[C]:
        for name in names.split():
            member = vars(cls)[name]
            if isinstance(member, property):
                setattr(cls, name, member.getter(wrap(member.fget)))  # type: ignore[arg-type]
            else:
                setattr(cls, name, wrap(member))
        return cls

    return decorate


def _is_lost(lock: Lock) -> bool:
    if lock.acquire(blocking=False):
        lock.release()
        return False
    return True


def _after_fork() -> None:
    for lock in list(_locks):
        lock._after_fork()
    for owner in list(_owners):
        if _is_lost(owner.lock):
            owner.lock = new_lock(owner)
            owner._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
