"""Loading of a game's script, and analysis of its words, with a cache.

The analysis decides whether events may change the position, whether moves may be counted, which
pieces may attack a position and the like. The results depend only on the words, the memory and the
declarations after the script has been read. The analysis takes a third of the loading time, and its
modules have to be imported.
"""

from __future__ import annotations

import hashlib
import marshal
import zlib
from collections.abc import Callable, Iterator
from itertools import count
from time import thread_time

from forthgame.analysis.time_checks import checking_time
from forthgame.base import cache
from forthgame.base.errors import ScriptError
from forthgame.base.source import Source, read_source
from forthgame.compile.generation import off
from forthgame.compile.llvm.package_digests import digests
from forthgame.machine.outer.deferred_words import held_tokens
from forthgame.machine.outer.language_snapshot import used_parts
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.declaration.set_up_file import set_up_for
from forthgame.rules.word_execution import RunnableScript, reset_here
from forthgame.words.registers import memory_layout as at

PREFIX = "analysis-"
LIMIT = 24 << 20  # bytes of disk for all analyses, about six thousand files
TRIMMED = "0"  # names with this last digit trim the folder when they are saved
SELDOM = 8  # calls between two checks of the time; one takes as long as ten instructions
WORTH_KEEPING = 0.004  # seconds of work; a quicker analysis is not saved


def too_deep(forth: Forth) -> ScriptError:
    """Return the error for Python's limit on nested calls, if it is reached before the script's."""
    return forth.error(-264, "the script is nested too deep")


def load_script(game: RunnableScript, steps: int | None, text: Source | None = None) -> bytes:
    """Read a game's script, from its file unless a `text` is given, and analyse its words.

    Returns the contents of the file. Raises ScriptError, also for a script that declares no game.
    """
    forth = game.forth
    forth.processor.limit(steps=steps, seconds=game.limits.seconds)
    source = text or read_source(game.path, limit=game.limits.script)
    try:
        forth.load_text(source)
        if forth.definition:
            begun = forth.definition.token
            raise forth.error_at(begun, -39, f"the definition of {begun.text} is never closed")
        if forth.conditions:
            raise forth.error(-22, "IF is never closed")
        _load_set_up(game, source)
        game.declaration.complete()
        _require_complete(game)
        game.declaration.check_levels()
        _analyse_in_time(game)
    except ScriptError as error:
        forth.recover()
        error.output = "".join(game._printed)
        raise
    except RecursionError:
        deep = too_deep(forth)
        forth.recover()
        raise deep from None
    finally:
        forth.processor.limit()
    reset_here(forth.processor)
    forth.processor.reset_stacks()
    forth.processor.flush()
    return source.data


def _load_set_up(game: RunnableScript, source: Source) -> None:
    """Load the set-up of the rule file beside a script that has none, if there is one."""
    forth = game.forth
    if source.path is None:
        return

    def words() -> set[str]:
        texts = [source.text, *(data.decode("utf-8", "replace") for data in forth.loaded.values())]
        return {word for text in texts for word in text.split()}

    found = set_up_for(game.declaration, source.path, words)
    if found is not None and found.path is not None:
        forth.loaded[found.path] = found.data
        forth.load_text(found)


def _require_complete(game: RunnableScript) -> None:
    declared = game.declaration
    for section, there in (
        ("board", declared.positions), ("players", declared.players),
        ("turn-order", declared.turns), ("pieces", declared.pieces),
    ):  # fmt: skip
        if not there:
            message = f"the script declares no game: it needs a section {{{section} … {section}}}"
            raise ScriptError(f"{game.path}: {message}", number=-271)


def _analyse_in_time(game: RunnableScript) -> None:
    try:
        with checking_time(_now_and_then(game.forth.processor.check_time)):
            analyse(game.forth, game.declaration)
    except ScriptError as error:
        error.message = f"{game.path}: {error.message} while what its words do was found out"
        raise


def _now_and_then(check: Callable[[], None]) -> Callable[[], None]:
    """Return a function that checks the time at every eighth call: most work between is short."""
    calls = count()

    def look() -> None:
        if next(calls) % SELDOM == 0:
            check()

    return look


# -- analysis -------------------------------------------------------------------------------------


def analyse(forth: Forth, declaration: Declaration) -> None:
    """Analyse a game's words and write the results to the machine.

    The results are in registers, and in tables after the existing ones.
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
    from forthgame.rules.facts.attack_tables import prepare_legality
    from forthgame.rules.facts.engine_roots import note_sure_tokens
    from forthgame.rules.facts.move_counting import prepare_counting
    from forthgame.rules.facts.position_purity import (
        leave_out_idle_choices,
        leave_out_idle_events,
        prepare_judging,
    )

    program = forth.program  # decodes all words once
    leave_out_idle_events(forth, declaration)
    leave_out_idle_choices(forth, declaration)
    note_sure_tokens(forth)  # the other passes follow tokens
    prepare_judging(forth, declaration, program)
    prepare_legality(forth, declaration, program)  # uses the results of prepare_judging
    prepare_counting(forth, declaration)


def _key(forth: Forth, declaration: Declaration) -> str:
    memory = hashlib.sha256()
    for part in used_parts(forth):
        if part.start != at.NATIVE_WORDS:  # addresses of machine code are irrelevant
            memory.update(forth.processor.bytes[part])
    return cache.key(digests().analysis, memory.digest(), repr(list(_declared(forth, declaration))))


def _declared(forth: Forth, declaration: Declaration) -> Iterator[object]:
    """Yield the parts of a declaration that are not in the memory, in a fixed order."""
    yield off()
    yield forth.fence, forth.pool, len(forth.dictionary.words)
    for word in forth.dictionary.words[forth.fence :]:
        yield (word.name, word.token, word.index, word.kind, word.value, word.entry, word.operand,
               word.does, word.begin)  # fmt: skip
    yield sorted(forth.game.kept.named)
    yield len(declaration.positions), declaration.pieces, declaration.players, declaration.turns
    for number, moves in declaration.lists.items():
        yield number, [(word.token, word.entry, kind) for word, kind in moves.entries]
    yield [(word.index, word.operand) for word, _ in declaration.stored]
    yield [ending.word.entry for ending in declaration.endings.declared]
    yield held_tokens(forth)  # a deferred word may be in memory that the script has released


def _registers(forth: Forth) -> list[int]:
    return forth.processor.i32[: at.REGISTERS_SIZE // at.CELL].tolist()


def _noted(forth: Forth, before: list[int], pool: int) -> bytes:
    now = _registers(forth)
    changed = {k: new for k, (old, new) in enumerate(zip(before, now, strict=True)) if old != new}
    tables = bytes(forth.processor.bytes[at.MEMORY + pool : at.MEMORY + forth.pool])
    return marshal.dumps((changed, len(tables), zlib.compress(tables, 1)))


def _note(forth: Forth, kept: bytes) -> None:
    changed, size, packed = marshal.loads(kept)
    for k, value in changed.items():
        forth.processor.i32[k] = value
    if size:
        start = at.MEMORY + forth.allot_table(size)
        forth.processor.bytes[start : start + size] = zlib.decompress(packed)
