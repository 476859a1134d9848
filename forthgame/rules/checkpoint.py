"""Checkpoints of a Forth and its game, and running code on a machine without leaving a trace.

The prompt takes a checkpoint before each line, so that a line that fails changes nothing. It
contains the used parts of the machine's memory as bytes, and Python's data about words, code and
declarations.

A search, a count or random games run a script's words on positions that are never played, and may
be stopped anywhere: variables, arrays and rings would keep the stored values. `looking_ahead`
copies them inside the machine's block, so that the machine can restore them between random games by
itself (`words/lists/memory_snapshot.py`), and restores them at the end. The data is the largest
part of
the copy: some 40 KB for most scripts, which take 2 microseconds.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import is_dataclass
from functools import cache
from itertools import zip_longest
from typing import Any

from forthgame.base.errors import ScriptError
from forthgame.machine.memory.processor import Processor
from forthgame.machine.outer.deferred_words import data_end
from forthgame.machine.outer.language_snapshot import word_tables
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.declaration.zones import note_put_back, rare_of
from forthgame.rules.word_execution import ActiveState, RunnableScript
from forthgame.words.registers import call_registers, extension_registers, memory_layout as at
from forthgame.words.registers.register import without

CONTAINERS = (list, dict, set)
RULES = ("$passTurnForced", "$shareMovesList", "$combinePartial", "$noPass", "$gameResultBug",
         "$recycle")  # fmt: skip
HOST_FIELDS = ("current", "definition", "pool", "lasting")
SYSTEM_AND_TEXTS = at.PAD + at.PAD_SIZE  # bytes from Forth address 0: rules, texts of moves, PAD
COUNTS = slice(int(at.REPETITIONS), at.RING2_COUNT.end)
COUNTS_SIZE = COUNTS.stop - COUNTS.start
SCRATCH = 4096  # bytes after `HERE`, where words may write without ALLOT
NO_COUNTS = bytes(COUNTS_SIZE)
RINGS_SIZE = at.CODE - at.RING
NOTHING_STORED = at.DATA_END  # after all data


class Snapshot:
    """A copy of parts of a machine's block, which can be put back."""

    def __init__(self, processor: Processor, parts: Iterator[slice]) -> None:
        self._processor = processor
        self.parts = [(part.start, bytes(processor.bytes[part])) for part in parts]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Snapshot) and self.parts == other.parts

    __hash__ = None  # type: ignore[assignment]  # two with equal bytes are equal

    def put_back(self) -> None:
        self._processor.standing = None
        rare = rare_of(self._processor)
        for start, contents in self.parts:
            self._processor.bytes[start : start + len(contents)] = contents
        self._processor.set_register(call_registers.STORED, 0)
        note_put_back(self._processor, rare)


class Checkpoint:
    """A saved state of a Forth, which `restore` puts back as often as needed.

    Code may be running if it is stopped at the same place when the Forth is restored.
    """

    def __init__(self, forth: Forth) -> None:
        self._forth = forth
        self._memory = Snapshot(forth.processor, _used(forth))
        self._dictionary = forth.dictionary.remember()
        self._count, self._newest = len(forth.dictionary.words), forth.dictionary.words[-1]
        self._words = [(word, copy.copy(word)) for word in forth.dictionary.words[forth.fence :]]
        self._code = forth.code.remember()
        self._fields = {name: getattr(forth, name) for name in HOST_FIELDS}
        if forth.definition is not None:
            self._fields["definition"] = copy.copy(forth.definition)
            self._fields["definition"].control = list(forth.definition.control)
        self._sources = [(source, source.position) for source in forth.sources]
        self._loaded, self._conditions = dict(forth.loaded), list(forth.conditions)
        self._parts = [(part, _attributes(part)) for part in _declared(forth.game)]
        self._settled, self._rules = _settled(forth), _rules(forth)

    @property
    def settled(self) -> bool:
        """Return whether the words and the assumptions of machine code are unchanged."""
        forth = self._forth
        words = forth.dictionary.words
        same = self._count == len(words) and self._newest is words[-1]
        return same and self._settled == _settled(forth)

    @property
    def data_kept(self) -> bool:
        """Return whether the script's variables and the engine's rules are unchanged."""
        start = at.MEMORY + at.DATA
        before = next(contents for first, contents in self._memory.parts if first == start)
        now = bytes(self._forth.processor.bytes[start : start + len(before)])
        return now == before and self._rules == _rules(self._forth)

    def restore(self) -> None:
        forth = self._forth
        self._drop_new_words()
        self._memory.put_back()
        forth.dictionary.recall(self._dictionary)
        for word, before in self._words:
            for name in type(word).__slots__:
                setattr(word, name, getattr(before, name))
        forth.code.recall(self._code)
        for name, value in self._fields.items():
            setattr(forth, name, value)
        forth.sources[:] = [source for source, _ in self._sources]
        for source, position in self._sources:
            source.position = position
        forth.loaded, forth.conditions[:] = dict(self._loaded), self._conditions
        for part, attributes in self._parts:
            for name, value in attributes.items():
                setattr(part, name, copy.copy(value) if isinstance(value, CONTAINERS) else value)

    def _drop_new_words(self) -> None:
        processor = self._forth.processor
        tier = processor.tier
        if tier is not None:
            tier.drop_from(self._code[0])
        native = processor.i64[at.NATIVE_WORDS >> 3 :]
        words = self._forth.dictionary.words
        for word in words[self._count :]:
            processor.i32[(at.WORDS + word.index * at.WORD_SIZE) >> 2] = 0
            native[word.index] = 0
        for word, now in zip_longest(self._dictionary[0], words[: self._count]):
            if word is not now:  # a word that had been forgotten has its number again
                native[word.index] = 0 if tier is None else tier.quick.get(word.entry, 0)


@cache
def _registers() -> tuple[slice, ...]:
    """Return the registers, but those of the host, such as the stack of native code."""
    return tuple(without(at.ALL, lambda register: register.host, at.REGISTERS_SIZE))


def used_memory(processor: Processor) -> Iterator[slice]:
    """Yield the parts of the block that running words may have written to, registers first.

    Printed text is not among them, nor are code and the table of words, which only definitions
    change.
    """
    register = processor.register
    record = register(at.BOARD_SIZE) + at.TURN_BLOCK_SIZE
    yield from _registers()
    yield slice(at.RETURN_STACK, at.NATIVE_WORDS)
    yield slice(at.DATA_STACK, at.OUTPUT)
    yield slice(at.RING, at.CODE)
    for start, end in (
        (0, at.DATA),
        (at.DATA, processor.cell(at.A_DP)),
        (at.BOARDS, register(at.BOARD) + 2 * record),  # a copy may follow the board
        (at.LISTS, register(at.LIST) + at.LIST_BYTES),
        (at.ARENA, max(register(at.ARENA_TOP), register(at.RECORD_END))),
    ):
        yield slice(at.MEMORY + start, at.MEMORY + min(max(start, end), at.READ_END))
    if lists := register(at.LIST):
        used = (lists - at.LISTS) // at.LIST_BYTES + 1
        yield slice(at.CONTEXTS, at.CONTEXTS + used * at.CONTEXT_BYTES)
    if past := register(extension_registers.PLAYED_COUNT):
        yield slice(at.PLAYED_KEYS, at.PLAYED_KEYS + past * 8)
        yield slice(at.PLAYED_MARKS, at.PLAYED_MARKS + (register(at.BOARD_DEPTH) + 1) * 4)
    if register(at.SEARCH_LEVEL):
        yield slice(at.SEARCH, at.HISTORY)  # open nodes


def _used(forth: Forth) -> Iterator[slice]:
    yield from used_memory(forth.processor)
    yield from word_tables(forth)
    if forth.definition is not None:  # finished code does not change
        start = at.CODE + forth.definition.start * at.CODE_CELL
        yield slice(start, at.CODE + forth.code.top * at.CODE_CELL)


def _declared(game: Any) -> list[Any]:
    if game is None:
        return []
    return [
        game, game.endings, game.kept, game.declared, *game.declared.sections.values(),
        *game.directions, *game.players, *game.turns, *game.pieces, *game.lists.values(),
        *([game.list] if is_dataclass(game.list) else []),
    ]  # fmt: skip


def _attributes(part: Any) -> dict[str, Any]:
    return {
        name: copy.copy(value) if isinstance(value, CONTAINERS) else value
        for name, value in vars(part).items()
    }


def _settled(forth: Forth) -> list[int]:
    register = forth.processor.register
    events = [at.EVENTS + 4 * k for k in range(len(at.EVENT_NAMES))]
    return [register(offset) for offset in (*at.SETTLED, *events)]


def _rules(forth: Forth) -> list[int]:
    return [forth.processor.cell(at.SYSTEM_CELLS[name]) for name in RULES]


# -- running without a trace ----------------------------------------------------------------------


class MachineState:
    """A saved copy of everything that running words can change.

    It holds stacks, registers, used memory, move lists, output, breakpoints and limits. Threaded
    code and tables are not copied; `put_back` forgets words that were defined in the meantime.
    """

    def __init__(self, game: RunnableScript) -> None:
        processor = game.forth.processor
        self._taken, processor.mark.taken = processor.mark.taken, True
        try:
            self._note(game)
        finally:
            processor.mark.taken = self._taken

    def _note(self, game: RunnableScript) -> None:
        forth, processor = game.forth, game.forth.processor
        processor.flush()
        self.game = game
        self._active, self._aside = game.active, game.aside
        self._nesting, self._output = processor.nesting, forth.output
        self._within = processor.aside
        self._limits = (processor.steps_left, processor.deadline, processor.printed)
        self._hooks = (processor.breaks, processor.on_step, processor.on_break)
        self._words = len(forth.dictionary.words)
        self._memory = Snapshot(processor, used_memory(processor))

    def isolate(self, exclusive: bool) -> list[str]:
        """Detach output, debugger and limits; return the list that collects printed texts."""
        game, processor = self.game, self.game.forth.processor
        printed: list[str] = []
        game.aside = self._aside or self
        game.forth.output = printed.append
        processor.breaks, processor.on_step, processor.on_break = set(), None, lambda: None
        processor.limit()
        processor.aside, processor.mark.taken = self._nesting, exclusive
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
        processor.breaks, processor.on_step, processor.on_break = self._hooks
        processor.aside, processor.mark.taken = self._within, self._taken
        game.aside, game.forth.output = self._aside, self._output


@contextmanager
def isolated(game: RunnableScript, exclusive: bool = False) -> Iterator[list[str]]:
    """Run the body without leaving a trace in the script; yield the list of printed texts.

    Pass `exclusive=True` if the body runs words itself and uses no State of the game. An exception
    raised by a signal handler propagates after the machine has been restored.
    """
    before = MachineState(game)
    try:
        yield before.isolate(exclusive)
    finally:
        try:
            before.end()
        except BaseException:
            before.end()
            raise


# -- looking ahead --------------------------------------------------------------------------------


class ScriptMemory:
    """A copy of all that a script can read: rules, texts, data, rings and the history of positions.

    The copy is in the machine's block. If another operation begins inside, such as a search, the
    outer copy is saved here until `end`.
    """

    def __init__(self, game: RunnableScript) -> None:
        self._forth, self._processor = game.forth, game.forth.processor
        register = self._processor.register
        self._words = len(self._forth.dictionary.words)
        self._data_end = min(data_end(self._processor) + SCRATCH, at.DATA_END)
        self._copied = self._keeps = False
        self._outer_end = register(call_registers.COPY_END)
        self._outer_stored = register(call_registers.STORED)
        self._outer = [
            (target, bytes(self._processor.bytes[target : target + size]))
            for _, target, size in (_parts(self._outer_end, True) if self._outer_end else ())
        ]

    def begin(self) -> None:
        processor, block = self._processor, self._processor.bytes
        processor.set_register(call_registers.COPY_END, 0)
        for source, target, size in _parts(self._data_end, self._has_rings()):
            block[target : target + size] = block[source : source + size]
        processor.set_register(call_registers.STORED, NOTHING_STORED)
        processor.set_register(call_registers.COPY_END, self._data_end)
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
        stored, end = processor.register(call_registers.STORED), self._data_end
        block[COUNTS] = block[at.COPIED_COUNTS : at.COPIED_COUNTS + COUNTS_SIZE]
        for source, target, size in _parts(self._data_end, self._has_rings()):
            if source != at.MEMORY and (stored < end or source != at.MEMORY + at.DATA):
                block[source : source + size] = block[target : target + size]
        processor.set_register(call_registers.STORED, NOTHING_STORED)

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
        stored = min(processor.register(call_registers.STORED), self._outer_stored)
        processor.set_register(call_registers.COPY_END, 0)
        for start, part in self._outer:
            processor.bytes[start : start + len(part)] = part
        processor.set_register(call_registers.STORED, stored)
        processor.set_register(call_registers.COPY_END, self._outer_end)

    def _has_rings(self) -> bool:
        return self._processor.memory[COUNTS] != NO_COUNTS


def _parts(data_end: int, rings: bool) -> Iterator[tuple[int, int, int]]:
    """Yield the start of each part of a script's memory, that of its copy, and its bytes."""
    yield at.MEMORY, at.COPIED_MEMORY, SYSTEM_AND_TEXTS
    yield at.MEMORY + at.DATA, at.COPIED_MEMORY + at.DATA, data_end - at.DATA
    yield COUNTS.start, at.COPIED_COUNTS, COUNTS_SIZE
    if rings:
        yield at.RING, at.COPIED_RINGS, RINGS_SIZE


def looking_ahead(game: RunnableScript) -> AbstractContextManager[ScriptMemory]:
    """Restore all that the script can read when the body ends or fails; yield its copy.

    After `keep()` of the copy stored values stay, unless the body fails. An exception that a signal
    handler raises meanwhile propagates after everything has been restored.
    """
    return _copied(game, lambda: True)


def listing(state: ActiveState) -> AbstractContextManager[ScriptMemory]:
    """Make the list of a state's position in the body; undo its stores if it is not made.

    If it is made, values stored by its words and the judgement stay, even if the body fails later.
    """
    before = _made(state)
    return _copied(state.game, lambda: _made(state) == before, keep=True)


@contextmanager
def _copied(
    game: RunnableScript, undone: Callable[[], bool], keep: bool = False
) -> Iterator[ScriptMemory]:
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


def _made(state: ActiveState) -> tuple[bool, bool]:
    position = state.position
    return position.has_list, position.asked
