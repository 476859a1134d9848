"""An exception of a signal handler leaves everything whole, wherever it comes."""

from __future__ import annotations

import threading

from forthgame.game.kept_trees import KeptTrees
from forthgame.vm.sharing import Lock
from tests.interrupting import interruptions


def free(lock: Lock) -> bool:
    """Whether another thread can take a lock."""
    found = []

    def take() -> None:
        if lock.acquire(timeout=1):
            found.append(True)
            lock.release()

    thread = threading.Thread(target=take)
    thread.start()
    thread.join()
    return bool(found)


def test_a_lock_that_games_share_is_free_after_an_interruption() -> None:
    trees = KeptTrees()
    for place in interruptions(lambda: lambda: trees.take(("uct",), 1)):
        assert free(trees._shared.lock), place
