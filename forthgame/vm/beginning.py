"""Starting threads, with errors that say what has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from forthgame.errors import ForthgameError


class Permission:
    """To begin, once: a thread takes it, unless who started the thread has taken it back before.

    Where a signal handler raises in the middle of `Thread.start`, nobody else can tell whether the
    thread has begun or is about to.
    """

    def __init__(self) -> None:
        self._given: dict[str, bool] = {}  # by who comes first: `setdefault` cannot be interrupted

    def take(self) -> bool:
        """For the thread: whether it may go on."""
        return self._given.setdefault("given", True)

    def withdraw(self) -> bool:
        """Whether the thread does nothing, now and later."""
        return not self._given.setdefault("given", False)


def start_thread(thread: Thread) -> None:
    """Start a thread. Raises ForthgameError if the system has no more of them.

    Where a signal handler raises in the middle, Python may raise a RuntimeError over a lock of its
    own instead; then what the handler has raised is raised.
    """
    try:
        thread.start()
    except RuntimeError as error:
        if error.__context__ is not None:
            raise error.__context__ from None
        raise ForthgameError(f"the system gives no more threads: {error}") from None


@contextmanager
def repeating(name: str, seconds: float, action: Callable[[], object]) -> Iterator[None]:
    """Do something every few seconds during a block, in a thread that ends with the block.

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
