"""Notes of machine code that processes began to compile and did not finish.

A process that ends abandons its compilation in the background. Short sessions would begin the same
compilation each time and never finish it. So a compilation leaves a note in the cache until its
machine code is ready. A command that leaves notes has another process finish the work
(`play/processes/code_finishing.py`); otherwise the next process that may wait for machine code
waits if it finds a
note.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from forthgame.base import cache
from forthgame.base.claims import is_claimed
from forthgame.base.lazy import lazy

if TYPE_CHECKING:  # the parent of a tournament reads notes without loading a machine
    from forthgame.rules.word_execution import RunnableScript

PREFIX = "begun-"
LIMIT = 256 * cache.BLOCK  # bytes of disk for all notes, a block each
WAITING = 15.0  # seconds to wait for code begun earlier
LEAVING = 3.0  # seconds that a process has to finish the work
TRIES = 3  # attempts to finish a piece of work


def key_of(digest: str) -> str:
    """Return the key of a script's work, by the digest of its text.

    No machine is needed for it.
    """
    return cache.key("begun", digest)


class UnfinishedCode:
    def __init__(self, game: RunnableScript) -> None:
        self._game = game
        self._left_since: float | None = None  # when the work was first left to a process

    @lazy
    def key(self) -> str:
        return key_of(self._game.digest)

    def note(self, roots: tuple[str, ...]) -> None:
        name = self._name(roots)
        if not cache.has(name) and cache.save(name, b""):
            cache.trim(PREFIX, LIMIT)

    def noted(self, roots: tuple[str, ...]) -> bool:
        """Return whether the work was begun before and is not finished."""
        return cache.has(self._name(roots))

    def finished(self, roots: tuple[str, ...]) -> None:
        for place in cache.folders()[-1:]:
            with suppress(OSError, ValueError):
                (place / self._name(roots)).unlink()

    @property
    def is_being_finished(self) -> bool:
        return is_claimed(self.key)

    @property
    def left_to_others(self) -> bool:
        """Return whether to leave the work to such a process, which has LEAVING seconds for it."""
        if not self.is_being_finished:
            return False
        if self._left_since is None:
            self._left_since = monotonic()
        return monotonic() - self._left_since < LEAVING

    def _name(self, roots: tuple[str, ...]) -> str:
        from forthgame.compile.llvm import quick_build
        from forthgame.compile.llvm.package_digests import digests

        effort = "hurried" if quick_build.quick_build_enabled() else ""
        return f"{PREFIX}{self.key}-{cache.key(digests().compiler, effort, *roots)[:16]}"


def unfinished(key: str) -> bool:
    """Return whether a script has unfinished work that has not been tried too often."""
    return any(len(cache.load(name) or b"") < TRIES for name in _names(key))


def count_try(key: str) -> None:
    """Count an attempt to finish the work in each note of a script."""
    for name in list(_names(key)):
        cache.save(name, (cache.load(name) or b"") + b".")


def _names(key: str) -> Iterator[str]:
    for place in cache.folders()[-1:]:
        with suppress(OSError), os.scandir(place) as entries:
            yield from [e.name for e in entries if e.name.startswith(f"{PREFIX}{key}-")]
