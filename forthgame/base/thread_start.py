"""Threads that report when they cannot be started, and periodic work during a block."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from forthgame.base.errors import ForthgameError


class StartPermission:
    """Permission for a started thread to run, unless its starter withdraws it first.

    It is needed if a signal handler raises during `Thread.start`: the starter cannot know whether
    the thread is running or about to run.
    """

    def __init__(self) -> None:
        self._given: dict[str, bool] = {}  # the first `setdefault` wins

    def take(self) -> bool:
        """Take the permission in the started thread; return False if it was withdrawn."""
        return self._given.setdefault("given", True)

    def withdraw(self) -> bool:
        """Withdraw the permission; return False if the thread has already taken it."""
        return not self._given.setdefault("given", False)


def start_thread(thread: Thread) -> None:
    """Start a thread. Raises ForthgameError if the system cannot start another one.

    If a signal handler raises during the start, Python may replace its exception by a RuntimeError
    about a lock; the handler's exception is raised instead of that.
    """
    try:
        thread.start()
    except RuntimeError as error:
        if error.__context__ is not None:
            raise error.__context__ from None
        raise ForthgameError(f"the system gives no more threads: {error}") from None


@contextmanager
def periodically(name: str, seconds: float, action: Callable[[], object]) -> Iterator[None]:
    """Call `action` every `seconds` while the block runs, in a thread that ends with the block.

    Raises RuntimeError if the system cannot start another thread.
    """
    ended = Event()

    def repeat() -> None:
        while not ended.wait(seconds):
            action()

    thread = Thread(target=repeat, name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
