"""Digests of the package's own files, cached until a file changes.

Machine code in the cache depends on the text of about a hundred modules. Reading and hashing them
takes 20 ms at each start; reading their sizes and times takes 1 ms. So digests are saved under a
name made of sizes and times, as Python does for bytecode.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache as cache_calls
from pathlib import Path

from forthgame.base import cache
from forthgame.base.claims import once
from forthgame.base.source import LANGUAGE, package_path
from forthgame.compile.llvm.source_dependencies import (
    ANALYSIS,
    CHECKS,
    COMPILER,
    ROOT,
    contents_of,
    of_folders,
)
from forthgame.compile.primitives.bitcode import primitives_key

PREFIX = "digests-"
LIMIT = 64 * cache.BLOCK  # bytes of disk for all digest files, one block each


@dataclass(frozen=True)
class Digests:
    """Digests of the modules that each part of the engine depends on.

    bodies       the behaviour of the primitives and their calling convention
    interpreter  the modules that write and load the interpreter
    compiler     the modules that may take part in writing machine code
    language     the text of the language and all that reading it depends on
    analysis     the modules that may take part in analysing a game's words
    """

    bodies: str
    interpreter: str
    compiler: str
    language: str
    analysis: str


@cache_calls
def digests() -> Digests:
    """Return the digests of this package, with its files as they are at the first call."""
    name = _name()

    def make() -> bytes:
        found = json.dumps(asdict(compute_digests())).encode()
        if _name() == name:  # the files have not changed since
            cache.save(name, found)
            cache.trim(PREFIX, LIMIT)
        return found

    return Digests(**json.loads(once(name, lambda: cache.load(name), make)))


def compute_digests() -> Digests:
    bodies, compiler = primitives_key(), of_folders(COMPILER)
    return Digests(
        bodies,
        cache.key(
            *contents_of(
                [
                    ".compile.interpreter.interpreter_module",
                    ".compile.interpreter.native_interpreter",
                ]
            )
        ),
        compiler,
        cache.key(bodies, compiler, package_path(LANGUAGE).read_bytes()),
        of_folders(ANALYSIS),
    )


def _name() -> str:
    """Return the cache file for the package's files in their current state."""
    found = sorted(
        (path, about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino)
        for path, about in _files()
    )
    return f"{PREFIX}{cache.key(repr(found), os.environ.get(CHECKS, ''))}.json"


def _files() -> Iterator[tuple[str, os.stat_result]]:
    yield LANGUAGE, package_path(LANGUAGE).stat()
    todo = [ROOT, *(ROOT / folder for folder in ANALYSIS)]
    while todo:
        folder = todo.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    yield entry.path, entry.stat()
                elif folder != ROOT and entry.name != "__pycache__" and entry.is_dir():
                    todo.append(Path(entry.path))
