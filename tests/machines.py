"""Machine code for the words that a test has defined at a machine."""

from __future__ import annotations

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
