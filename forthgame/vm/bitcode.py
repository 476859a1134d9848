"""The primitives as LLVM bitcode: from the cache, from a file of the package, or through numba.

numba takes a minute of processor time for them. A wheel may bring what numba makes, a file for each
system that it is meant for (`.ci/primitives`); a start from such a file imports no numba. A file is
found by what it means and by the system, so one that does not fit any more is passed over.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from forthgame.lang.words import TABLE
from forthgame.source import shipped
from forthgame.vm import cache
from forthgame.vm.jobs import Progress, llvm_lock
from forthgame.vm.sources import CHECKS, contents_of, modules_of_bodies, numbering

FOLDER = "primitives"
# numba is to know nothing of the processor it runs on, and to leave loops as they are
ANY_PROCESSOR = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}

_unsaved: dict[str, bytes] = {}  # what this process has made and the cache does not take, by names


def meaning() -> str:
    """A key of what the primitives do and of how they are called."""
    modules = [*modules_of_bodies(TABLE), ".vm.primitives"]
    return cache.key(numbering(TABLE), *contents_of(modules), os.environ.get(CHECKS, ""))


def shipped_name(llvm: Any) -> str:
    """Name of the file that a package may bring for this system."""
    release = str(llvm.llvm_version_info[0])
    return f"primitives-{cache.key(meaning(), release, llvm.get_default_triple())}.bc"


def primitives(llvm: Any, key: str, progress: Progress | None = None) -> bytes:
    """The bodies of the primitives as bitcode, which is read faster than IR."""
    name = f"primitives-{key}.bc"
    kept = cache.load(name) or _unsaved.get(name) or _shipped(llvm)
    if kept is None:
        kept = _compiled(llvm, progress, key)
        if not cache.save(name, kept):
            _unsaved[name] = kept
    return kept


def _shipped(llvm: Any) -> bytes | None:
    name = shipped_name(llvm)
    try:
        return cache.unsealed(name, shipped(FOLDER, name).read_bytes())
    except OSError:
        return None


def _compiled(llvm: Any, progress: Progress | None, key: str = "") -> bytes:
    from forthgame.vm.primitives import compile_all

    def told(done: int, total: int) -> None:
        if progress:
            progress("compiling primitives", done, total)

    return bytes(llvm.parse_assembly(compile_all(told, key)).as_bitcode())


def ship(llvm: Any, folder: Path) -> Path:
    """Compile the primitives for any processor of this system; give the file in `folder`.

    To be called where numba has not been imported. Raises OSError if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with llvm_lock, _environment(ANY_PROCESSOR):
        name = shipped_name(llvm)
        contents = _compiled(llvm, None)
    path = folder / name
    path.write_bytes(cache.sealed(name, contents))
    return path


@contextmanager
def _environment(changed: dict[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
