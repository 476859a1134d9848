"""The stack effect of a word of a machine that is in use, as the checker infers it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from forthgame.check.deadline import Deadline
from forthgame.check.effects import KNOWN, NEVER, Effects
from forthgame.check.reader import Use
from forthgame.check.script import Script
from forthgame.lang.dictionary import Word
from forthgame.vm.forth import Forth


class _Reader:
    """What the analysis looks at of a machine; nothing is missing in a script that was loaded."""

    def __init__(self, forth: Forth) -> None:
        self.code, self.program = forth.code, forth.program
        self.dictionary, self.fence = forth.dictionary, forth.fence
        self.missing = forth.engine_word("(unset)")
        self.processor, self.number = forth.processor, forth.number
        self.uses: list[Use] = []  # it is not known how often a deferred word is set
        self.deadline = Deadline()
        self.deadline.begin(forth.limits.seconds)


def inferred_effect(forth: Forth, word: Word) -> str:
    """What is known of a colon definition: `2 in, 1 out`, or why nothing is."""
    effects = Effects(Script(Path(), cast(Any, _Reader(forth)), cast(Any, None)))
    refused = effects.program.function(word.entry).refused
    if refused:
        return f"not known: {refused}"
    result = effects.of(word)
    if result.state == NEVER:
        return "it never returns"
    if result.state == KNOWN:
        return f"takes {result.inputs}, leaves {result.outputs}"
    return "not known: it depends on what is executed, or on which way it goes"
