"""Digests of the package's own files, cached until a file changes.

Cached machine code depends on the text of about a hundred modules. Reading and hashing them would
take 20 ms at each start; reading their sizes and times takes 1 ms. So digests are cached under a
name derived from sizes and times, by which Python also recognises current bytecode.
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
    language     the source of the language, and the primitives and compiler that reading it needs
    analysis     the modules that may take part in analysing a game's words
    """

    bodies: str
    interpreter: str
    compiler: str
    language: str
    analysis: str


@cache_calls
def digests() -> Digests:
    """Return the digests of the package's files, as they are at the first call."""
    name = _cache_name()

    def make() -> bytes:
        found = json.dumps(asdict(compute_digests())).encode()
        if _cache_name() == name:  # no file has changed while they were hashed
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


def _cache_name() -> str:
    """Return the name of the cache file for the current state of the package's files."""
    found = sorted(
        (path, about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino)
        for path, about in _files()
    )
    return f"{PREFIX}{cache.key(repr(found), os.environ.get(CHECKS, ''))}.json"


def _files() -> Iterator[tuple[str, os.stat_result]]:
    yield LANGUAGE, package_path(LANGUAGE).stat()
    pending_folders = [ROOT, *(ROOT / folder for folder in ANALYSIS)]
    while pending_folders:
        folder = pending_folders.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    yield entry.path, entry.stat()
                elif folder != ROOT and entry.name != "__pycache__" and entry.is_dir():
                    pending_folders.append(Path(entry.path))
