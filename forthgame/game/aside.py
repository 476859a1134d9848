"""Running something in a game's machine that is nobody's: everything is put back behind it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from forthgame.errors import ScriptError
from forthgame.game.checkpoint import Snapshot, used_memory

if TYPE_CHECKING:
    from forthgame.api.game import Game


class Kept:
    """A copy of all that running words changes: stacks, registers, memory, lists of moves.

    Threaded code and tables are not in it; words defined since are forgotten by `put_back`.
    """

    def __init__(self, game: Game) -> None:
        processor = game._forth.processor
        processor.flush()
        self.game = game
        self._active = game._active
        self._nesting = processor.nesting
        self._limits = (processor.steps_left, processor.deadline, processor.printed)
        self._words = len(game._forth.dictionary.words)
        self._memory = Snapshot(processor, used_memory(processor))

    def put_back(self) -> None:
        """Make the machine what it was."""
        forth, processor = self.game._forth, self.game._forth.processor
        with suppress(ScriptError):  # too much output: what is to be put back comes first
            processor.flush()
        words = forth.dictionary.words
        if len(words) > self._words:
            forth.forget(words[self._words])
        self._memory.put_back()
        self.game._active = self._active
        processor.nesting = self._nesting
        processor.steps_left, processor.deadline, processor.printed = self._limits


@contextmanager
def kept(game: Game) -> Iterator[list[str]]:
    """Whatever is run inside leaves no trace in the game; gives the texts that it prints."""
    forth, processor = game._forth, game._forth.processor
    before = Kept(game)
    outer, game._aside = game._aside, game._aside or before
    output, breaks = forth.output, processor.breaks
    on_step, on_break = processor.on_step, processor.on_break
    printed: list[str] = []
    forth.output = printed.append
    processor.breaks, processor.on_step, processor.on_break = set(), None, lambda: None
    processor.limit()
    within, processor.aside = processor.aside, True
    try:
        yield printed
    finally:
        processor.aside = within
        before.put_back()
        game._aside = outer
        forth.output = output
        processor.breaks, processor.on_step, processor.on_break = breaks, on_step, on_break
