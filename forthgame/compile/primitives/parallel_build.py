"""Compiles the primitives of modules without bitcode, in several processes.

Processes that start at the same time, and helpers started by the first of them, share the work:
each compiles unclaimed modules, and loads the results of others from the cache.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack

from forthgame.base import cache
from forthgame.base.claims import Outcome, claim, once
from forthgame.compile.llvm.helper_process import helper
from forthgame.compile.llvm.source_dependencies import version
from forthgame.compile.primitives.signatures import signatures_by_module

Progress = Callable[[int, int], None]
HELPING = "forthgame.compile.primitives.build_helper"
MOST_PROCESSES = 4  # compiling at the same time
WORTH_A_PROCESS = 40  # functions: fewer are compiled sooner than another process imports numba


def file_name(module: str, key: str) -> str:
    """Return the cache file for a module's primitives, as compiled by the installed numba."""
    made_by = version("numba"), version("llvmlite")
    return f"primitives-{module}-{cache.key(key, *made_by)}.bc"


def compiled(keys: Mapping[str, str], progress: Progress | None = None) -> dict[str, bytes]:
    """Return the bitcode of modules by name; compile those that are not in the cache.

    `keys` has the key of each module. `progress` receives the numbers of compiled and of all
    functions.
    """
    count = _Count(keys, progress)
    with ExitStack() as stack:
        for _ in range(1, _processes(keys)):
            stack.enter_context(helping(keys))
        compile_unclaimed(keys, count.one_more)
        return {module: _compiled(module, key, count) for module, key in keys.items()}


def compile_unclaimed(
    keys: Mapping[str, str], after_each: Callable[[], None] = lambda: None
) -> None:
    sizes = signatures_by_module()
    for module in sorted(keys, key=lambda module: -len(sizes[module])):
        name = file_name(module, keys[module])
        if not cache.has(name):
            with claim(name) as mine:
                if mine.outcome is Outcome.OURS and not cache.has(name):
                    mine.unsaved = not cache.save(name, _bitcode(module, after_each))
                elif mine.outcome is Outcome.ALONE:
                    return  # results cannot be shared


def helping(keys: Mapping[str, str]) -> AbstractContextManager[subprocess.Popen[bytes] | None]:
    return helper(HELPING, [f"{module}={key}" for module, key in keys.items()])


def _compiled(module: str, key: str, count: _Count) -> bytes:
    name = file_name(module, key)

    def make() -> bytes:
        made = _bitcode(module, count.one_more)
        cache.save(name, made)
        return made

    return once(name, lambda: cache.load(name), make, count.tell)


def _bitcode(module: str, after_each: Callable[[], None]) -> bytes:
    from forthgame.compile.primitives.numba_lowering import bitcode_of

    return bitcode_of(signatures_by_module()[module], after_each)


def _processes(keys: Mapping[str, str]) -> int:
    functions = sum(len(signatures_by_module()[module]) for module in keys)
    useful = min(len(keys), 1 + functions // WORTH_A_PROCESS)
    return max(1, min(os.cpu_count() or 1, MOST_PROCESSES, useful))


class _Count:
    """Counts compiled functions: those of modules in the cache, and those of this process."""

    def __init__(self, keys: Mapping[str, str], progress: Progress | None) -> None:
        self._left = {file_name(module, key): module for module, key in keys.items()}
        self._sizes = {module: len(signatures_by_module()[module]) for module in keys}
        self._done = self._own = 0
        self._progress = progress

    def one_more(self) -> None:
        self._own += 1
        self.tell()

    def tell(self) -> None:
        if self._progress is None:
            return
        for name in [name for name in self._left if cache.has(name)]:
            self._done += self._sizes[self._left.pop(name)]
        total = sum(self._sizes.values())
        self._progress(min(max(self._done, self._own), total), total)
