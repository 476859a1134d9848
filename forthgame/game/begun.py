"""Machine code that processes began to make and did not finish.

A process that ends gives up what it makes in the background. So a session that is over sooner than
its machine code is there would begin it again each time, and be interpreted each time. What is
begun therefore leaves a note in the cache, which goes when the machine code is there. A command
that leaves notes has another process finish the work (`play/finishing.py`); where none does, the
next process that may wait for machine code waits if there is a note.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from forthgame.lazy import lazy
from forthgame.vm import cache
from forthgame.vm.claims import is_claimed

if TYPE_CHECKING:
    from forthgame.game.script import Script

PREFIX = "begun-"
LIMIT = 256 * cache.BLOCK  # bytes of disk for all notes, a block each
WAITING = 15.0  # seconds to wait for what was begun before
LEAVING = 3.0  # seconds that work is left to a process that is finishing it
TRIES = 3  # that are made to finish a piece of work


def key_of(digest: str) -> str:
    """Return the key of the work that is begun for a script, by the digest of its text.

    It takes no machine to work it out.
    """
    return cache.key("begun", digest)


class Begun:
    """What has been begun of the machine code of a game, and who finishes it."""

    def __init__(self, game: Script) -> None:
        self._game = game
        self._left_since: float | None = None  # when work was first left to another process

    @lazy
    def key(self) -> str:
        """The key of the game's work."""
        return key_of(self._game.digest)

    def note(self, roots: tuple[str, ...]) -> None:
        """Note that machine code of some words of the engine is being made."""
        name = self._name(roots)
        if not cache.has(name) and cache.save(name, b""):
            cache.trim(PREFIX, LIMIT)

    def noted(self, roots: tuple[str, ...]) -> bool:
        """Return whether it has been begun before, and not finished."""
        return cache.has(self._name(roots))

    def finished(self, roots: tuple[str, ...]) -> None:
        """Remove the note: the machine code is there."""
        for place in cache.folders()[-1:]:
            with suppress(OSError, ValueError):
                (place / self._name(roots)).unlink()

    @property
    def is_being_finished(self) -> bool:
        """Whether a process is finishing the work just now."""
        return is_claimed(self.key)

    @property
    def left_to_others(self) -> bool:
        """Whether it is left to such a process, which has some seconds for it."""
        if not self.is_being_finished:
            return False
        if self._left_since is None:
            self._left_since = monotonic()
        return monotonic() - self._left_since < LEAVING

    def _name(self, roots: tuple[str, ...]) -> str:
        from forthgame.vm.compiler import hurried
        from forthgame.vm.digests import digests

        effort = "hurried" if hurried.wanted() else ""
        return f"{PREFIX}{self.key}-{cache.key(digests().compiler, effort, *roots)[:16]}"


def unfinished(key: str) -> bool:
    """Return whether work is left of a script, which has not been tried too often."""
    return any(len(cache.load(name) or b"") < TRIES for name in _names(key))


def count_try(key: str) -> None:
    """Note in each note of a script that somebody tries to finish it."""
    for name in list(_names(key)):
        cache.save(name, (cache.load(name) or b"") + b".")


def _names(key: str) -> Iterator[str]:
    """The names of all notes of a script."""
    for place in cache.folders()[-1:]:
        with suppress(OSError), os.scandir(place) as entries:
            yield from [e.name for e in entries if e.name.startswith(f"{PREFIX}{key}-")]
