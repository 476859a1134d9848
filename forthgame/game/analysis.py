"""What loading finds out about a script's words: once, and then taken from the cache.

Whether events may change the position, whether moves may be counted, who may attack what: all of it
follows from the words, the memory and the declarations as they stand when the script has been read.
To find it out takes a third of the time of loading, and the modules that do it have to be imported.
"""

from __future__ import annotations

import hashlib
import marshal
import zlib
from collections.abc import Iterator
from time import thread_time
from typing import TYPE_CHECKING

from forthgame.lang import layout as at
from forthgame.vm import cache
from forthgame.vm.boot import used_parts
from forthgame.vm.compiler.generation import off
from forthgame.vm.deferring import held_tokens
from forthgame.vm.digests import digests

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.vm.forth import Forth

PREFIX = "analysis-"
LIMIT = 8 << 20  # bytes of disk for all that is kept, some two thousand files
TRIMMED = "0"  # the last digit of a name behind which the folder is looked through: one in sixteen
WORTH_KEEPING = 0.004  # seconds of work: for less, a file gains nothing


def analyse(forth: Forth, declaration: Declaration) -> None:
    """Find out what the engine has to know about a game's words, and note it in the machine.

    It is noted in registers, and in tables behind those that are there.
    """
    name = f"{PREFIX}{_key(forth, declaration)}"
    kept = cache.load(name)
    if kept is not None:
        _note(forth, kept)
        return
    before, pool, began = _registers(forth), forth.pool, thread_time()
    _find_out(forth, declaration)
    if thread_time() - began < WORTH_KEEPING:
        return
    if cache.save(name, _noted(forth, before, pool)) and name.endswith(TRIMMED):
        cache.trim(PREFIX, LIMIT)


def _find_out(forth: Forth, declaration: Declaration) -> None:
    from forthgame.game.countable import prepare_counting
    from forthgame.game.idle import leave_out_idle_events
    from forthgame.game.idle_choices import leave_out_idle_choices
    from forthgame.game.judging import prepare_judging
    from forthgame.game.legality import prepare_legality
    from forthgame.game.tokens import note_sure_tokens

    program = forth.program  # all words are decoded once
    leave_out_idle_events(forth, declaration)
    leave_out_idle_choices(forth, declaration)
    note_sure_tokens(forth)  # the others follow tokens
    prepare_judging(forth, declaration, program)
    prepare_legality(forth, declaration, program)  # needs to know what changes the position
    prepare_counting(forth, declaration)


def _key(forth: Forth, declaration: Declaration) -> str:
    """A name for all that is looked at: the package, the memory, the words, the declarations."""
    memory = hashlib.sha256()
    for part in used_parts(forth):
        if part.start != at.NATIVE_WORDS:  # addresses of machine code: nobody asks for them
            memory.update(forth.processor.bytes[part])
    return cache.key(digests().analysis, memory.digest(), repr(list(_declared(forth, declaration))))


def _declared(forth: Forth, declaration: Declaration) -> Iterator[object]:
    """What is not in the memory, in an order that is always the same."""
    yield off()
    yield forth.fence, forth.pool, len(forth.dictionary.words)
    for word in forth.dictionary.words[forth.fence :]:
        yield (word.name, word.token, word.index, word.kind, word.value, word.entry, word.operand,
               word.does)  # fmt: skip
    yield sorted(forth.game.kept.named)
    yield len(declaration.positions), declaration.pieces, declaration.players, declaration.turns
    for number, moves in declaration.lists.items():
        yield number, [(word.token, word.entry, kind) for word, kind in moves.entries]
    yield [(word.index, word.operand) for word, _ in declaration.stored]
    yield [ending.word.entry for ending in declaration.endings.declared]
    yield held_tokens(forth)  # a deferred word may lie where the script has given memory back


def _registers(forth: Forth) -> list[int]:
    cells: list[int] = forth.processor.i32[: at.REGISTERS_SIZE // at.CELL].tolist()
    return cells


def _noted(forth: Forth, before: list[int], pool: int) -> bytes:
    """The registers that are not what they were before, and the tables behind an address."""
    now = _registers(forth)
    changed = {k: new for k, (old, new) in enumerate(zip(before, now, strict=True)) if old != new}
    tables = bytes(forth.processor.bytes[at.MEMORY + pool : at.MEMORY + forth.pool])
    return marshal.dumps((changed, len(tables), zlib.compress(tables, 1)))


def _note(forth: Forth, kept: bytes) -> None:
    """Note what `_noted` gave."""
    changed, size, packed = marshal.loads(kept)
    for k, value in changed.items():
        forth.processor.i32[k] = value
    if size:
        start = at.MEMORY + forth.allot_table(size)
        forth.processor.bytes[start : start + size] = zlib.decompress(packed)
