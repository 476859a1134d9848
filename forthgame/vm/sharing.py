"""Machines and threads: one thread at a time runs a machine.

The owner of a machine, a Game or a Machine, has a reentrant lock. Whoever uses the machine holds it
from setting the machine up to taking the results. A process that was forked has locks of its own:
what other threads were running at that moment is given up, and their machines stand as between two
operations.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from types import TracebackType
from typing import Any, Protocol, TypeVar
from weakref import WeakSet

C = TypeVar("C")
LOOK = 0.2  # seconds between two looks at Ctrl-C, where a lock that is waited for does not see it


class Lock(Protocol):
    """A reentrant lock. Waiting for it can be interrupted."""

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take it; False if it is held by another thread."""

    def release(self) -> None:
        """Give it back."""

    def __enter__(self) -> Any: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Owner(Protocol):
    """What has a machine to itself."""

    lock: Lock

    def _after_fork(self) -> None:
        """Put the machine in order, which a thread was running that is not in this process."""

    def __hash__(self) -> int: ...


_owners: WeakSet[Owner] = WeakSet()


class ForkedLock:
    """A reentrant lock, to be used as `with forked.lock:`.

    In a forked process `lock` is another one if a thread was holding it that is not there. `with`
    gets Python's own lock: a signal handler that raises between the bytecodes of an `__enter__` or
    `__exit__` would leave it held for ever.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        _locks.add(self)

    def _after_fork(self) -> None:
        if _is_lost(self.lock):
            self.lock = threading.RLock()


_locks: WeakSet[ForkedLock] = WeakSet()


class _LookingLock:
    """A lock for systems where waiting for one does not see Ctrl-C."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self.release = self._lock.release

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take it."""
        if not blocking or timeout >= 0:
            return self._lock.acquire(blocking, timeout)
        while not self._lock.acquire(timeout=LOOK):
            pass
        return True

    __enter__ = acquire

    def __exit__(self, *error: object) -> None:
        self._lock.release()


def new_lock(owner: Owner) -> Lock:
    """A lock for the owner of a machine, who is remembered, but not kept alive."""
    _owners.add(owner)
    return _LookingLock() if sys.platform == "win32" else threading.RLock()


def one_at_a_time(names: str, lock: str = "lock") -> Callable[[type[C]], type[C]]:
    """Decorates a class: its methods and properties of these names hold a lock as long as they run.

    `lock` is where an object finds it.
    """
    find = attrgetter(lock)

    def holding(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def held(self: Any, *arguments: Any, **options: Any) -> Any:
            with find(self):
                return method(self, *arguments, **options)

        return held

    def decorate(cls: type[C]) -> type[C]:
        for name in names.split():
            member = vars(cls)[name]
            if isinstance(member, property):
                setattr(cls, name, member.getter(holding(member.fget)))  # type: ignore[arg-type]
            else:
                setattr(cls, name, holding(member))
        return cls

    return decorate


def _is_lost(lock: Lock) -> bool:
    """Whether a thread holds it that is not in this process; else it is this thread's, or free."""
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
