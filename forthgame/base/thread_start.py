"""Threads that report when they cannot be started, and periodic work during a block."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from forthgame.base.errors import ForthgameError


class StartPermission:
    """Permission for a started thread to run, unless its starter withdraws it first.

    If a signal handler raises in the middle of `Thread.start`, the starter cannot find out in
    another way whether the thread has begun or is about to.
    """

    def __init__(self) -> None:
        self._given: dict[str, bool] = {}  # the first `setdefault` wins

    def take(self) -> bool:
        """Return whether the calling thread may go on."""
        return self._given.setdefault("given", True)

    def withdraw(self) -> bool:
        """Return whether the permission was withdrawn before the thread took it."""
        return not self._given.setdefault("given", False)


def start_thread(thread: Thread) -> None:
    """Start a thread. Raises ForthgameError if the system has no more of them.

    A signal handler that raises in the middle may make Python raise a RuntimeError about one of its
    locks; the handler's exception is raised instead.
    """
    try:
        thread.start()
    except RuntimeError as error:
        if error.__context__ is not None:
            raise error.__context__ from None
        raise ForthgameError(f"the system gives no more threads: {error}") from None


@contextmanager
def periodically(name: str, seconds: float, action: Callable[[], object]) -> Iterator[None]:
    """Call a function every few seconds during a block, in a thread that ends with the block.

    Raises RuntimeError if the system has no more threads.
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
