"""The primitives as LLVM bitcode, from files that come with the sources or from numba.

If a function has changed since the files were made, its module is compiled again and cached. The
modules are linked into one, from which the interpreter and the machine code of words are made.

Processes that start at the same time, and helpers started by the first of them, share the work:
each compiles unclaimed modules, and loads the results of others from the cache.
"""

from __future__ import annotations

import json
import lzma
import os
import subprocess
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

from forthgame.base import cache
from forthgame.base.claims import Outcome, claim, once
from forthgame.base.source import package_path
from forthgame.compile.llvm.helper_process import helper
from forthgame.compile.llvm.jobs import Progress, yield_to_waiting_jobs
from forthgame.compile.llvm.source_dependencies import numbering, version, version_number
from forthgame.compile.primitives.fingerprints import (
    FOLDER,
    KEYS,
    compute_fingerprints,
    fingerprints,
    sources_digest,
)
from forthgame.compile.primitives.signatures import signatures_by_module
from forthgame.words.primitives import TABLE

ANEW = "FORTHGAME_PRIMITIVES"
COMPILE = "compile"  # value of ANEW: ignore the files that come with the sources
LINK = "link"  # use those of primitives, but not the interpreter's
NAMED = 3  # changed modules listed in a message

_unsaved: dict[str, bytes] = {}  # results that could not be saved in the cache, by name


def primitives_key() -> str:
    """Return a key of the primitives' behaviour and calling conventions."""
    keys = fingerprints()
    anew = COMPILE if os.environ.get(ANEW) == COMPILE else ""
    return cache.key(numbering(TABLE), anew, *(f"{name} {keys[name]}" for name in sorted(keys)))


def primitives(llvm: Any, key: str, progress: Progress | None = None) -> bytes:
    """Return all bodies and guards as one module of bitcode, which is read faster than IR.

    `key` is the key of all their dependencies. Needs `llvm_lock`.
    """
    name = f"primitives-{key}.bc"

    def make() -> bytes:
        made = _linked(llvm, progress)
        if not cache.save(name, made):
            _unsaved[name] = made
        return made

    return once(name, lambda: cache.load(name) or _unsaved.get(name), make, yield_to_waiting_jobs)


def _linked(llvm: Any, progress: Progress | None) -> bytes:
    keys = fingerprints()
    found = shipped_bitcode(llvm, keys)
    missing = {module: key for module, key in keys.items() if module not in found}
    if missing:
        found |= _compiled(missing, bool(found), progress)
    linked = llvm.parse_assembly("")
    for module in sorted(found):
        linked.link_in(llvm.parse_bitcode(found[module]))
    return bytes(linked.as_bitcode())


def shipped_bitcode(llvm: Any, keys: Mapping[str, str]) -> dict[str, bytes]:
    if os.environ.get(ANEW) == COMPILE:
        return {}
    folder, release = package_path(FOLDER), llvm.llvm_version_info[0]
    found = {module: read_file(folder, module, key, release) for module, key in keys.items()}
    return {module: bitcode for module, bitcode in found.items() if bitcode is not None}


def _compiled(
    missing: Mapping[str, str], changed: bool, progress: Progress | None
) -> dict[str, bytes]:
    what = "compiling primitives"
    if changed:
        named = ", ".join([*missing][:NAMED])
        more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        what = f"compiling primitives that have changed: {named}{more}"

    def tell(done: int, total: int) -> None:
        if progress:
            progress(what, done, total)

    return compiled(missing, tell)


def ship(llvm: Any, folder: Path) -> list[str]:
    """Write a file for each module whose file is missing or out of date.

    Returns the names of these modules. Raises OSError if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    keys, release = compute_fingerprints(), llvm.llvm_version_info[0]
    for path in folder.glob(f"*{SUFFIX}"):
        if path.name.removesuffix(SUFFIX) not in keys:
            path.unlink()
    wanted = {m: k for m, k in keys.items() if read_file(folder, m, k, release) is None}
    made_by = {name: version_number(name) for name in ("numba", "llvmlite")}
    for module, bitcode in compiled(wanted).items():
        write_file(folder, module, bitcode, {"key": keys[module], "llvm": release, **made_by})
    known = {"keys": keys, "sources": sources_digest()}
    (folder / KEYS).write_text(json.dumps(known, indent=0, sort_keys=True) + "\n")
    return sorted(wanted)


# -- files -----------------------------------------------------------------------------------------

SUFFIX = ".bc.xz"
LONGEST = 8 << 20  # bytes of a file's contents


def write_file(folder: Path, module: str, bitcode: bytes, about: dict[str, str | int]) -> None:
    """Write the primitives of a module. Raises OSError if the folder cannot be written."""
    head = json.dumps({"module": module, **about}, sort_keys=True).encode()
    data = lzma.compress(head + b"\n" + bitcode, preset=9 | lzma.PRESET_EXTREME)
    (folder / f"{module}{SUFFIX}").write_bytes(data)


def read_file(folder: Path, module: str, key: str, llvm: int) -> bytes | None:
    """Return the bitcode of a module's primitives, or None if its file is not up to date.

    `key` is the key of their dependencies, `llvm` the version of the LLVM that will read them.
    """
    try:
        data = (folder / f"{module}{SUFFIX}").read_bytes()
        head, _, bitcode = lzma.LZMADecompressor().decompress(data, LONGEST).partition(b"\n")
        about = json.loads(head)
        fits = (about["module"], about["key"]) == (module, key) and about["llvm"] <= llvm
    except (OSError, ValueError, KeyError, TypeError, EOFError, lzma.LZMAError):
        return None
    return bitcode if fits else None


# -- compiling in several processes ----------------------------------------------------------------

HELPING = "forthgame.compile.primitives.build_helper"
MOST_PROCESSES = 4  # compiling at the same time
WORTH_A_PROCESS = 40  # functions: fewer are compiled sooner than another process imports numba


def file_name(module: str, key: str) -> str:
    """Return the cache file for a module's primitives, as compiled by the installed numba."""
    made_by = version("numba"), version("llvmlite")
    return f"primitives-{module}-{cache.key(key, *made_by)}.bc"


def compiled(
    keys: Mapping[str, str], progress: Callable[[int, int], None] | None = None
) -> dict[str, bytes]:
    """Return the bitcode of modules by name; compile those that are not in the cache.

    `keys` has the key of each module. `progress` receives the numbers of compiled and of all
    functions.
    """
    count = _Count(keys, progress)
    with ExitStack() as stack:
        for _ in range(1, _processes(keys)):
            stack.enter_context(helping(keys))
        compile_unclaimed(keys, count.one_more)
        return {module: _compiled_module(module, key, count) for module, key in keys.items()}


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


def _compiled_module(module: str, key: str, count: _Count) -> bytes:
    name = file_name(module, key)

    def make() -> bytes:
        made = _bitcode(module, count.one_more)
        cache.save(name, made)
        return made

    return once(name, lambda: cache.load(name), make, count.tell)


def _bitcode(module: str, after_each: Callable[[], None]) -> bytes:
    from forthgame.compile.primitives.numba_lowering import bitcode_of

    _drop_lock_events()
    return bitcode_of(signatures_by_module()[module], after_each)


def _processes(keys: Mapping[str, str]) -> int:
    functions = sum(len(signatures_by_module()[module]) for module in keys)
    useful = min(len(keys), 1 + functions // WORTH_A_PROCESS)
    return max(1, min(os.cpu_count() or 1, MOST_PROCESSES, useful))


class _Count:
    """Counts compiled functions: those of modules in the cache, and those of this process."""

    def __init__(
        self, keys: Mapping[str, str], progress: Callable[[int, int], None] | None
    ) -> None:
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


def _drop_lock_events() -> None:
    """Remove the callbacks from llvmlite's lock with which numba times it.

    The lock stays locked if one of them raises, as in a finalizer near Python's recursion limit;
    then no other thread can ever compile.
    """
    from llvmlite.binding import ffi
    from numba.core import base  # noqa: F401  # adds them

    lock = getattr(ffi.lib, "_lock", None)
    for callbacks in list(getattr(lock, "_cblist", ())):
        ffi.unregister_lock_callback(*callbacks)
