"""Machine code that earlier processes began to make and did not finish.

A process that ends gives up what it makes in the background. So a tournament that is over sooner
than its machine code is there would begin it again each time, and be interpreted each time. What is
begun therefore leaves a note in the cache, and who may wait for machine code waits if there is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.vm import cache
from forthgame.vm.compiler import hurried
from forthgame.vm.digests import digests

if TYPE_CHECKING:
    from forthgame.api.game import Game

PREFIX = "begun-"
LIMIT = 256 * cache.BLOCK  # bytes of disk for all notes, a block each
PATIENCE = 15.0  # seconds to wait for what was begun before


def note(game: Game, roots: tuple[str, ...]) -> None:
    """Note that machine code of some words of the engine is being made for a game."""
    name = _name(game, roots)
    if not cache.has(name) and cache.save(name, b""):
        cache.trim(PREFIX, LIMIT)


def noted(game: Game, roots: tuple[str, ...]) -> bool:
    """Whether it has been begun before."""
    return cache.has(_name(game, roots))


def _name(game: Game, roots: tuple[str, ...]) -> str:
    effort = "hurried" if hurried.wanted() else ""
    return PREFIX + cache.key(game.digest, digests().compiler, *roots, effort)
