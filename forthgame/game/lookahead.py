"""Restore all that a script can read after an operation that only looks ahead.

A search, a count or random games run a script's words on positions that are never played, and may
be stopped anywhere: variables, arrays and rings would keep the stored values. `looking_ahead`
copies them inside the machine's block, so that the machine can restore them between random games by
itself (`lang/words/lookahead.py`), and restores them at the end.

The data is the largest part of the copy: some 40 KB for most scripts, which take 2 microseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from forthgame.lang import calling
from forthgame.lang import layout as at
from forthgame.vm.searching import data_end

if TYPE_CHECKING:
    from forthgame.game.holding import Holding
    from forthgame.game.script import Script

SYSTEM_AND_TEXTS = at.PAD + at.PAD_SIZE  # bytes from Forth address 0: rules, texts of moves, PAD
COUNTS = slice(int(at.REPETITIONS), at.RING2_COUNT.end)
COUNTS_SIZE = COUNTS.stop - COUNTS.start
SCRATCH = 4096  # bytes after `HERE`, where words may write without ALLOT
NO_COUNTS = bytes(COUNTS_SIZE)
RINGS_SIZE = at.CODE - at.RING
NOTHING_STORED = at.DATA_END  # after all data


class ScriptMemory:
    """A copy of all that a script can read: rules, texts, data, rings and the history of positions.

    The copy is in the machine's block. If another operation begins inside, such as a search, the
    outer copy is saved here until `end`.
    """

    def __init__(self, game: Script) -> None:
        self._forth, self._processor = game.forth, game.forth.processor
        register = self._processor.register
        self._words = len(self._forth.dictionary.words)
        self._data_end = min(data_end(self._processor) + SCRATCH, at.DATA_END)
        self._copied = self._keeps = False
        self._outer_end = register(calling.COPY_END)
        self._outer_stored = register(calling.STORED)
        self._outer = [
            (target, bytes(self._processor.bytes[target : target + size]))
            for _, target, size in (_parts(self._outer_end, True) if self._outer_end else ())
        ]

    def begin(self) -> None:
        processor, block = self._processor, self._processor.bytes
        processor.set_register(calling.COPY_END, 0)
        for source, target, size in _parts(self._data_end, self._has_rings()):
            block[target : target + size] = block[source : source + size]
        processor.set_register(calling.STORED, NOTHING_STORED)
        processor.set_register(calling.COPY_END, self._data_end)
        self._copied = True

    def recall(self) -> None:
        """Restore data and rings; results of a search in system cells stay.

        The machine holds no position afterwards; callers that need one enter it again.
        """
        processor, block = self._processor, self._processor.bytes
        processor.standing = None
        words = self._forth.dictionary.words
        if len(words) > self._words:
            self._forth.forget(words[self._words])
        stored, end = processor.register(calling.STORED), self._data_end
        block[COUNTS] = block[at.COPIED_COUNTS : at.COPIED_COUNTS + COUNTS_SIZE]
        for source, target, size in _parts(self._data_end, self._has_rings()):
            if source != at.MEMORY and (stored < end or source != at.MEMORY + at.DATA):
                block[source : source + size] = block[target : target + size]
        processor.set_register(calling.STORED, NOTHING_STORED)

    def restore(self) -> None:
        """Restore everything, as `recall` does and more; may be called several times."""
        self.recall()
        block, start = self._processor.bytes, at.COPIED_MEMORY
        block[at.MEMORY : at.MEMORY + SYSTEM_AND_TEXTS] = block[start : start + SYSTEM_AND_TEXTS]

    def keep(self) -> None:
        """Keep the stored values if nothing fails from here on."""
        self._keeps = True

    def end(self, failed: bool) -> None:
        """Restore everything unless it is kept; continue with the copy of the outer operation."""
        processor = self._processor
        if self._copied and (failed or not self._keeps):
            self.restore()
        stored = min(processor.register(calling.STORED), self._outer_stored)
        processor.set_register(calling.COPY_END, 0)
        for start, part in self._outer:
            processor.bytes[start : start + len(part)] = part
        processor.set_register(calling.STORED, stored)
        processor.set_register(calling.COPY_END, self._outer_end)

    def _has_rings(self) -> bool:
        return self._processor.memory[COUNTS] != NO_COUNTS


def _parts(data_end: int, rings: bool) -> Iterator[tuple[int, int, int]]:
    """Yield the start of each part of a script's memory, that of its copy, and its bytes."""
    yield at.MEMORY, at.COPIED_MEMORY, SYSTEM_AND_TEXTS
    yield at.MEMORY + at.DATA, at.COPIED_MEMORY + at.DATA, data_end - at.DATA
    yield COUNTS.start, at.COPIED_COUNTS, COUNTS_SIZE
    if rings:
        yield at.RING, at.COPIED_RINGS, RINGS_SIZE


def looking_ahead(game: Script) -> AbstractContextManager[ScriptMemory]:
    """Restore all that the script can read when the body ends or fails; yield its copy.

    After `keep()` of the copy stored values stay, unless the body fails. An exception that a signal
    handler raises meanwhile propagates after everything has been restored.
    """
    return _copied(game, lambda: True)


def listing(state: Holding) -> AbstractContextManager[ScriptMemory]:
    """Make the list of a state's position in the body; undo its stores if it is not made.

    If it is made, values stored by its words and the judgement stay, even if the body fails later.
    """
    before = _made(state)
    return _copied(state.game, lambda: _made(state) == before, keep=True)


@contextmanager
def _copied(game: Script, undone: Callable[[], bool], keep: bool = False) -> Iterator[ScriptMemory]:
    """Copy the script's memory; restore it at the end, after a failure only if `undone`."""
    memory = ScriptMemory(game)
    failed = True
    try:
        memory.begin()
        if keep:
            memory.keep()
        yield memory
        failed = False
    finally:
        try:
            memory.end(failed and undone())
        except BaseException:
            memory.end(failed and undone())
            raise


def _made(state: Holding) -> tuple[bool, bool]:
    position = state.position
    return position.has_list, position.asked
