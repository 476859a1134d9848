"""Starting threads, with errors that say what has happened."""

from __future__ import annotations

from threading import Thread

from forthgame.errors import ForthgameError


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
