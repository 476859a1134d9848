"""The inferred stack effect of a word in a running machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from forthgame.check.loading.checked_script import CheckedScript
from forthgame.check.loading.deadline import Deadline
from forthgame.check.loading.reader import Use
from forthgame.check.stack_effects.effects import KNOWN, NEVER, Effects
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.words.table.dictionary import Word


class _Reader:
    """Stands in for the checker's reader; a loaded script has no missing words."""

    def __init__(self, forth: Forth) -> None:
        self.code, self.program = forth.code, forth.program
        self.dictionary, self.fence = forth.dictionary, forth.fence
        self.missing = forth.engine_word("(unset)")
        self.processor, self.number = forth.processor, forth.number
        self.uses: list[Use] = []  # the number of settings of a deferred word is unknown
        self.deadline = Deadline()
        self.deadline.begin(forth.limits.seconds)


def inferred_effect(forth: Forth, word: Word) -> str:
    """Return the effect of a colon definition as a sentence, or the reason why it is unknown."""
    effects = Effects(CheckedScript(Path(), cast(Any, _Reader(forth)), cast(Any, None)))
    refused = effects.program.function(word.entry).refused
    if refused:
        return f"not known: {refused}"
    result = effects.of(word)
    if result.state == NEVER:
        return "it never returns"
    if result.state == KNOWN:
        return f"takes {result.inputs}, leaves {result.outputs}"
    return "not known: it depends on what is executed, or on which way it goes"
