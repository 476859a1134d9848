"""Run code on a script's machine without leaving a trace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from forthgame.errors import ScriptError
from forthgame.game.checkpoint import Snapshot, used_memory

if TYPE_CHECKING:
    from forthgame.game.script import Script


class Kept:
    """A saved copy of everything that running words can change.

    It holds stacks, registers, used memory, move lists, output, breakpoints and limits. Threaded
    code and tables are not copied; `put_back` forgets words that were defined in the meantime.
    """

    def __init__(self, game: Script) -> None:
        processor = game.forth.processor
        self._taken, processor.mark.taken = processor.mark.taken, True
        try:
            self._note(game)
        finally:
            processor.mark.taken = self._taken

    def _note(self, game: Script) -> None:
        forth, processor = game.forth, game.forth.processor
        processor.flush()
        self.game = game
        self._active, self._aside = game.active, game.aside
        self._nesting, self._output = processor.nesting, forth.output
        self._within = processor.aside
        self._limits = (processor.steps_left, processor.deadline, processor.printed)
        self._heeded = (processor.breaks, processor.on_step, processor.on_break)
        self._words = len(forth.dictionary.words)
        self._memory = Snapshot(processor, used_memory(processor))

    def set_apart(self, alone: bool) -> list[str]:
        """Detach output, debugger and limits; return the list that collects printed texts."""
        game, processor = self.game, self.game.forth.processor
        printed: list[str] = []
        game.aside = self._aside or self
        game.forth.output = printed.append
        processor.breaks, processor.on_step, processor.on_break = set(), None, lambda: None
        processor.limit()
        processor.aside, processor.mark.taken = self._nesting, alone
        return printed

    def put_back(self) -> None:
        """Restore the machine. If interrupted, it can be called again."""
        forth, processor = self.game.forth, self.game.forth.processor
        with suppress(ScriptError):  # too much output must not prevent the rest
            processor.flush()
        words = forth.dictionary.words
        if len(words) > self._words:
            forth.forget(words[self._words])
        self._memory.put_back()
        self.game.active = self._active
        processor.nesting = self._nesting
        processor.steps_left, processor.deadline, processor.printed = self._limits

    def end(self) -> None:
        """Restore the machine, and reattach output, debugger and limits."""
        game, processor = self.game, self.game.forth.processor
        processor.mark.taken = True
        self.put_back()
        processor.breaks, processor.on_step, processor.on_break = self._heeded
        processor.aside, processor.mark.taken = self._within, self._taken
        game.aside, game.forth.output = self._aside, self._output


@contextmanager
def kept(game: Script, alone: bool = False) -> Iterator[list[str]]:
    """Run the body without leaving a trace in the script; yield the list of printed texts.

    Pass `alone=True` if the body runs words itself and uses no State of the game. An exception
    raised by a signal handler propagates after the machine has been restored.
    """
    before = Kept(game)
    try:
        yield before.set_apart(alone)
    finally:
        try:
            before.end()
        except BaseException:
            before.end()
            raise
