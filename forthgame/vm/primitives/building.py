"""Compiles the primitives of modules that have no bitcode, in several processes.

Processes that begin at the same time, and helpers that the first of them starts, share the work:
each compiles modules that no other has claimed, and takes from the cache what others have made.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack

from forthgame.vm import cache
from forthgame.vm.claims import Outcome, claim, once
from forthgame.vm.helping import helper
from forthgame.vm.primitives.signatures import signatures_by_module
from forthgame.vm.sources import version

Progress = Callable[[int, int], None]
HELPING = "forthgame.vm.primitives.helping"
MOST_PROCESSES = 4  # that compile at the same time
WORTH_A_PROCESS = 40  # functions: less than that is compiled sooner than another numba is imported


def file_name(module: str, key: str) -> str:
    """Return the name in the cache of the primitives of a module that numba has made here."""
    made_by = version("numba"), version("llvmlite")
    return f"primitives-{module}-{cache.key(key, *made_by)}.bc"


def compiled(keys: Mapping[str, str], progress: Progress | None = None) -> dict[str, bytes]:
    """Return the bitcode of modules by their names; compile what is not in the cache.

    `keys` gives the key of each module. `progress` is told how many functions of how many are done.
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
    """Compile modules that nobody has compiled or claimed, the largest first."""
    for module in _largest_first(keys):
        name = file_name(module, keys[module])
        if not cache.has(name):
            with claim(name) as mine:
                if mine.outcome is Outcome.OURS and not cache.has(name):
                    mine.unsaved = not cache.save(name, _bitcode(module, after_each))
                elif mine.outcome is Outcome.ALONE:
                    return  # nothing can be shared


def helping(keys: Mapping[str, str]) -> AbstractContextManager[subprocess.Popen[bytes] | None]:
    """Have another process compile modules too, as long as a block lasts."""
    return helper(HELPING, [f"{module}={key}" for module, key in keys.items()])


def _compiled(module: str, key: str, count: _Count) -> bytes:
    name = file_name(module, key)

    def make() -> bytes:
        made = _bitcode(module, count.one_more)
        cache.save(name, made)
        return made

    return once(name, lambda: cache.load(name), make, count.tell)


def _bitcode(module: str, after_each: Callable[[], None]) -> bytes:
    from forthgame.vm.primitives.lowering import bitcode_of

    return bitcode_of(signatures_by_module()[module], after_each)


def _largest_first(keys: Mapping[str, str]) -> list[str]:
    return sorted(keys, key=lambda module: -len(signatures_by_module()[module]))


def _processes(keys: Mapping[str, str]) -> int:
    functions = sum(len(signatures_by_module()[module]) for module in keys)
    useful = min(len(keys), 1 + functions // WORTH_A_PROCESS)
    return max(1, min(os.cpu_count() or 1, MOST_PROCESSES, useful))


class _Count:
    """How many functions are compiled: those of modules in the cache, and those of this process."""

    def __init__(self, keys: Mapping[str, str], progress: Progress | None) -> None:
        self._left = {file_name(module, key): module for module, key in keys.items()}
        self._sizes = {module: len(signatures_by_module()[module]) for module in keys}
        self._done = self._own = 0
        self._progress = progress

    def one_more(self) -> None:
        """Count a function that this process has compiled."""
        self._own += 1
        self.tell()

    def tell(self) -> None:
        """Tell how many are done."""
        if self._progress is None:
            return
        for name in [name for name in self._left if cache.has(name)]:
            self._done += self._sizes[self._left.pop(name)]
        total = sum(self._sizes.values())
        self._progress(min(max(self._done, self._own), total), total)
