"""Running something in a game's machine that is nobody's: everything is put back behind it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from forthgame.errors import ScriptError
from forthgame.game.checkpoint import Snapshot, used_memory

if TYPE_CHECKING:
    from forthgame.game.script import Script


class Kept:
    """A copy of all that running words changes: stacks, registers, memory, lists of moves.

    And of who takes what words print, and who heeds them. Threaded code and tables are not in it;
    words defined since are forgotten by `put_back`.
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
        """Let what is run from now on be nobody's; gives the list of what it will print."""
        game, processor = self.game, self.game.forth.processor
        printed: list[str] = []
        game.aside = self._aside or self
        game.forth.output = printed.append
        processor.breaks, processor.on_step, processor.on_break = set(), None, lambda: None
        processor.limit()
        processor.aside, processor.mark.taken = self._nesting, alone
        return printed

    def put_back(self) -> None:
        """Make the machine what it was. Where this is interrupted it may be called once more."""
        forth, processor = self.game.forth, self.game.forth.processor
        with suppress(ScriptError):  # too much output: what is to be put back comes first
            processor.flush()
        words = forth.dictionary.words
        if len(words) > self._words:
            forth.forget(words[self._words])
        self._memory.put_back()
        self.game.active = self._active
        processor.nesting = self._nesting
        processor.steps_left, processor.deadline, processor.printed = self._limits

    def end(self) -> None:
        """Put it back, and let what is run from now on be the game's again."""
        game, processor = self.game, self.game.forth.processor
        processor.mark.taken = True
        self.put_back()
        processor.breaks, processor.on_step, processor.on_break = self._heeded
        processor.aside, processor.mark.taken = self._within, self._taken
        game.aside, game.forth.output = self._aside, self._output


@contextmanager
def kept(game: Script, alone: bool = False) -> Iterator[list[str]]:
    """Whatever is run inside leaves no trace in the game; gives the texts that it prints.

    `alone`: it runs words by itself, and asks no states of the game: see `alone.py`.
    What a signal handler raises meanwhile is raised when all has been put back.
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
