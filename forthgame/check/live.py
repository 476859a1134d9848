"""The stack effect of a word of a machine that is in use, as the checker infers it."""

from __future__ import annotations

from typing import Any, cast

from forthgame.check.deadline import Deadline
from forthgame.check.effects import KNOWN, NEVER, Effects
from forthgame.lang.dictionary import Word
from forthgame.vm.forth import Forth


class _Reader:
    """What the analysis looks at of a machine; nothing is missing in a script that was loaded."""

    def __init__(self, forth: Forth) -> None:
        self.code, self.program = forth.code, forth.program
        self.dictionary, self.fence = forth.dictionary, forth.fence
        self.missing = forth.engine_word("(unset)")
        self.processor, self.number = forth.processor, forth.number
        self.deadline = Deadline()
        self.deadline.begin(forth.limits.seconds)


class _Script:
    """A script of which it is not known how often a deferred word is set."""

    def __init__(self, forth: Forth) -> None:
        self.reader = _Reader(forth)
        self.uses: list[Any] = []

    def deferred_to(self, word: Word) -> Word | None:
        """What a deferred word of the language stands for."""
        token = self.reader.processor.cell(word.value)
        found = self.reader.dictionary.by_token(token)
        return None if found is None or found.name == "(unset)" else found


def inferred_effect(forth: Forth, word: Word) -> str:
    """What is known of a colon definition: `2 in, 1 out`, or why nothing is."""
    effects = Effects(cast(Any, _Script(forth)))
    refused = effects.program.function(word.entry).refused
    if refused:
        return f"not known: {refused}"
    result = effects.of(word)
    if result.state == NEVER:
        return "it never returns"
    if result.state == KNOWN:
        return f"takes {result.inputs}, leaves {result.outputs}"
    return "not known: it depends on what is executed, or on which way it goes"
