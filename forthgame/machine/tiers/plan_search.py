"""Finds the contents of a build, and saves them in the cache with the machine code.

Finding the words that are reached and writing them takes several times as long as loading cached
machine code. So the result is saved under a key of the package, the threaded code, the words and
the request. Cells of tables in memory that were read are saved too: the result is valid as long as
they are unchanged.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from forthgame.analysis.program import Program
from forthgame.base import cache
from forthgame.compile.generation import off
from forthgame.compile.interpreter import native_interpreter
from forthgame.compile.llvm import quick_build
from forthgame.compile.llvm.jobs import Job
from forthgame.compile.llvm.package_digests import digests
from forthgame.compile.writer.code_request import CodeRequest
from forthgame.compile.writer.machine_code import CachedBuild, MachineCodeBuild, build, is_cached
from forthgame.machine.outer.deferred_words import aimed_at, fixed_tokens
from forthgame.words.registers import memory_layout as at

if TYPE_CHECKING:
    from forthgame.compile.writer.ir_module import IrModule

WORDS = "compiling the script's words"


class _TooLong(Exception):
    """Raised if machine code is not ready in time."""


class BuildPlan:
    """The contents of a build: a module, and the words (entries by index) that tokens may call.

    `source` may be cached machine code of the module.

    There are two builds. The *draft* is compiled in a fraction of the time, but runs two to four
    times as long; the other is the final machine code.
    """

    def __init__(
        self,
        source: IrModule | CachedBuild,
        words: dict[int, int],
        made: Callable[[MachineCodeBuild], None] | None = None,
    ) -> None:
        """Create a plan. `made` receives the final machine code, in the thread of the job."""
        self.words = words
        self._sources = sources = [source]  # given up when it has been built: it is large

        def make(job: Job[MachineCodeBuild]) -> MachineCodeBuild:
            built = build(sources[0])
            if made is not None:
                made(built)
            sources.clear()
            return built

        def make_draft(job: Job[MachineCodeBuild]) -> MachineCodeBuild:
            known = tuple(sources)
            return build(known[0], draft=True) if known else self._job.wait()

        self._job = Job(make, WORDS)
        self._draft = Job(make_draft, WORDS)

    @property
    def cached(self) -> bool:
        sources = tuple(self._sources)
        return self._job.done or not sources or is_cached(sources[0])

    @property
    def running(self) -> bool:
        return self._job.running

    @property
    def done(self) -> bool:
        return self._job.done

    @property
    def needs_draft(self) -> bool:
        """Return whether a draft saves time: the final machine code has not been started."""
        return not (self.running or quick_build.quick_build_enabled() or self.cached)

    @property
    def drafting(self) -> bool:
        return self._draft.running or self._draft.done

    @property
    def drafted(self) -> bool:
        return self._draft.done

    def start_draft(self) -> None:
        self._draft.start()

    def start(self) -> None:
        self._job.start()

    def build(self, look: Callable[[], None] | None = None) -> MachineCodeBuild:
        """Return the machine code, compiled once. Interruptible; `look` is called meanwhile."""
        return self._job.wait(look=look)

    def built_within(self, seconds: float | None) -> bool:
        """Wait for the machine code, at most `seconds` if given; return whether it is ready.

        Compilation continues after that time.
        """
        end = None if seconds is None else monotonic() + seconds

        def look() -> None:
            if end is not None and monotonic() > end:
                raise _TooLong

        try:
            self.build(look)
        except _TooLong:
            return False
        return True

    def draft(self, look: Callable[[], None] | None = None) -> MachineCodeBuild:
        """Return the draft, compiled once, or the final machine code if that is ready."""
        return self._draft.wait(look=look)


if TYPE_CHECKING:
    from forthgame.compile.writer.ir_module import IrModule
    from forthgame.machine.outer.definer import Definer

Words = dict[int, int]  # entries by index


class RecordingMemory:
    """A view of a machine's memory that records the cells it has read."""

    def __init__(self, forth: Definer) -> None:
        self._cell = forth.processor.cell
        self.read: dict[int, int] = {}

    def cell(self, address: int) -> int:
        """Return the cell at an aligned Forth address, as it was at the first read."""
        value = self.read.get(address)
        if value is None:
            value = self.read[address] = self._cell(address)
        return value


def plan(forth: Definer, wanted: CodeRequest, program: Program | None = None) -> BuildPlan:
    """Return the plan for a request, with everything that it reaches.

    Pass `program` if functions start in the middle of words.
    """
    known = cached_plan(forth, wanted) if program is None else None
    if known is not None:
        return known
    memory = RecordingMemory(forth)
    module, words = find_module(forth, wanted, memory, program)
    if program is not None or not _is_cacheable(wanted):
        return BuildPlan(module, words)
    name = _name(forth, wanted)
    return BuildPlan(module, words, lambda built: _save(name, built, words, memory))


def cached_plan(forth: Definer, wanted: CodeRequest) -> BuildPlan | None:
    """Return the plan for a request if its machine code is in the cache, else None."""
    known = _load_cached(_name(forth, wanted), forth) if _is_cacheable(wanted) else None
    return None if known is None else BuildPlan(*known)


def _is_cacheable(wanted: CodeRequest) -> bool:
    """Return whether the result is cached, as for games."""
    return bool(wanted.settled) and not wanted.noted


def find_module(
    forth: Definer, wanted: CodeRequest, memory: RecordingMemory, program: Program | None = None
) -> tuple[IrModule, Words]:
    """Return the module for a request, and the words that tokens may call in it."""
    from forthgame.compile.generation import never_fixed
    from forthgame.compile.writer.ir_module import (
        IrModule,  # late: it imports all writers of machine code
    )

    program = program or Program(forth.code, dict(wanted.settled))
    apply_entry = forth.processor.register(at.APPLY_CODE)
    for entry in wanted.doors:
        program.leave_out(entry, forth.program.infer(entry))
    roots, words = set(wanted.entries), Words()
    todo, seen = set(wanted.tokens), set[int]()
    while todo:
        for token in todo:
            word = forth.dictionary.by_token(token)
            if word is not None and (not wanted.shared or word.index < forth.fence):
                words[word.index] = word.entry
                roots.add(word.entry)
        seen |= todo
        todo = _tokens_in(program, roots | {apply_entry}, forth, memory) - seen
    alone = not wanted.settled or wanted.shared
    deferred = never_fixed if alone else fixed_tokens(forth, memory.cell)
    module = IrModule(
        program, roots, apply_entry, forth.entry_of, wanted, deferred,
        cell=None if wanted.shared else memory.cell,
        rare=wanted.shared or forth.processor.register(at.RARE) != 0,
    )  # fmt: skip
    return module, words


def _tokens_in(
    program: Program, roots: set[int], forth: Definer, memory: RecordingMemory
) -> set[int]:
    """Return tokens of words that reachable code pushes, records or finds in deferred words."""
    found: set[int] = set()
    for function in program.reachable(roots):
        found |= {n for n in function.literals() if forth.dictionary.by_token(n)}
        for instruction in function.instructions.values():
            if instruction.name == "(DEFER)":
                token = memory.cell(instruction.operand)
                if forth.dictionary.by_token(token):
                    found.add(token)
    return found


# -- kept in the cache ----------------------------------------------------------------------------


def _name(forth: Definer, wanted: CodeRequest) -> str:
    """Return the cache file for a request, by its dependencies except for the memory."""
    bodies, _ = native_interpreter.keys(native_interpreter.llvm_binding())
    if wanted.shared:  # independent of a script's definitions
        own = [digests().language, repr([sorted(wanted.entries), sorted(wanted.doors.items())])]
        settled = repr([sorted(wanted.settled.items()), quick_build.quick_build_enabled(), off()])
        return f"words-{cache.key(bodies, digests().compiler, *own, settled)}.json"
    code = forth.code
    words = [
        (word.name, word.token, word.index, word.kind, word.value, word.entry, word.operand,
         word.does, word.begin)
        for word in forth.dictionary.words
    ]  # fmt: skip
    asked = [
        sorted(wanted.entries),
        sorted(wanted.tokens),
        sorted(wanted.settled.items()),
        list(wanted.candidates.items()),
        list(wanted.events),
        sorted(wanted.elsewhere.items()),
        forth.processor.register(at.APPLY_CODE),
        forth.fence,
        quick_build.quick_build_enabled(),
        off(),
        sorted(aimed_at(forth)),
        sorted(wanted.sure.fixed.items()),
        sorted(wanted.sure.variables.items()),
    ]
    cells = bytes(memoryview(code.cells)[: code.top])
    return f"words-{cache.key(bodies, digests().compiler, cells, repr(words), repr(asked))}.json"


def _load_cached(name: str, forth: Definer) -> tuple[CachedBuild, Words] | None:
    """Return a cached result if the memory is unchanged and the machine code exists."""
    text = cache.load(name)
    if text is None:
        return None
    try:
        return _read(json.loads(text), forth)
    except (KeyError, IndexError, TypeError, ValueError):  # not written by this version
        return None


def _read(kept: dict[str, Any], forth: Definer) -> tuple[CachedBuild, Words] | None:
    cell = forth.processor.cell
    if list(map(cell, kept["addresses"])) != kept["cells"]:
        return None
    contents = cache.load(kept["object"])
    if contents is None:
        return None
    ready = CachedBuild(
        kept["object"], contents, frozenset(kept["roots"]), dict(kept["refused"]),
        kept["prefers_separate_counting"],
    )  # fmt: skip
    return ready, dict(kept["words"])


def _save(name: str, built: MachineCodeBuild, words: Words, memory: RecordingMemory) -> None:
    """Save the result together with the machine code, if that is in the cache."""
    if not cache.has(built.name):
        return
    kept = {
        "object": built.name,
        "roots": sorted(built.addresses),
        "refused": sorted(built.refused.items()),
        "prefers_separate_counting": built.prefers_separate_counting,
        "words": sorted(words.items()),
        "addresses": list(memory.read),
        "cells": list(memory.read.values()),
    }
    cache.save(name, json.dumps(kept).encode())
