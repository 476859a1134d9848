"""Machine code for the words that a test has defined at a machine, and for its games."""

from __future__ import annotations

from pathlib import Path

import forthgame
from forthgame.vm.tier import NativeTier


def compile_own(machine: forthgame.Machine) -> None:
    """Make machine code of all words that have been defined behind the language's own."""
    forth = machine._forth
    tier = forth.processor.tier = NativeTier(forth.processor)
    own = [
        word
        for word in forth.dictionary.words[forth.fence :]
        if word.kind in ("colon", "defer", "does")
    ]
    tier.compile(forth, [word.entry for word in own], [word.token for word in own])


def loaded(path: str | Path, native: bool) -> forthgame.Game:
    """A game in one tier: interpreted, or with machine code of all but its engines."""
    return prepared(forthgame.load(path, native=native), native)


def prepared(game: forthgame.Game, native: bool) -> forthgame.Game:
    """The same game, if it is one of machine code with that code made."""
    if native:
        assert game.native is not None
        game.native.prepare(wait=True, engines=False)
    return game
