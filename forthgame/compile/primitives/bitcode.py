"""The primitives as LLVM bitcode, from files that come with the sources or from numba.

If a function has changed since the files were made, its module is compiled again and cached. The
modules are linked into one, from which the interpreter and the machine code of words are made.
"""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forthgame.base import cache
from forthgame.base.claims import once
from forthgame.base.source import package_path
from forthgame.compile.llvm.jobs import Progress, give_way
from forthgame.compile.llvm.source_dependencies import numbering
from forthgame.compile.primitives.fingerprints import (
    FOLDER,
    KEYS,
    compute_fingerprints,
    fingerprints,
    sources_digest,
)
from forthgame.words.primitives import TABLE

ANEW = "FORTHGAME_PRIMITIVES"  # `compile`: ignore the files that come with the sources
NAMED = 3  # changed modules listed in a message

_unsaved: dict[str, bytes] = {}  # results that could not be saved in the cache, by name


def primitives_key() -> str:
    """Return a key of the primitives' behaviour and calling conventions."""
    keys = fingerprints()
    anew = os.environ.get(ANEW, "")
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

    return once(name, lambda: cache.load(name) or _unsaved.get(name), make, give_way)


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
    if os.environ.get(ANEW) == "compile":
        return {}
    folder, release = package_path(FOLDER), llvm.llvm_version_info[0]
    found = {module: read_file(folder, module, key, release) for module, key in keys.items()}
    return {module: bitcode for module, bitcode in found.items() if bitcode is not None}


def _compiled(
    missing: Mapping[str, str], changed: bool, progress: Progress | None
) -> dict[str, bytes]:
    from forthgame.compile.primitives.parallel_build import compiled

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
    from forthgame.compile.llvm.source_dependencies import version_number
    from forthgame.compile.primitives.parallel_build import compiled

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
