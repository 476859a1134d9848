"""What the package's own files come to, kept for as long as nobody touches them.

Machine code in the cache depends on the text of some hundred modules. To read and hash them takes
20 ms of each start; to ask the system for their sizes and times takes one. So digests are kept
under a name made of these, as Python keeps bytecode.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache as cache_calls
from pathlib import Path

from forthgame.source import LANGUAGE, shipped
from forthgame.vm import cache
from forthgame.vm.claims import once
from forthgame.vm.primitives.bitcode import meaning
from forthgame.vm.sources import ANALYSIS, CHECKS, COMPILER, ROOT, contents_of, of_folders

PREFIX = "digests-"
LIMIT = 64 * cache.BLOCK  # bytes of disk for all that are kept, a block each


@dataclass(frozen=True)
class Digests:
    """Of what a part of the engine depends on.

    bodies       what the primitives do and how they are called
    interpreter  the modules that write and load the interpreter
    compiler     the modules that may have a part in writing machine code
    language     what reading the language depends on, with its text
    analysis     the modules that may have a part in finding out about a game's words
    """

    bodies: str
    interpreter: str
    compiler: str
    language: str
    analysis: str


@cache_calls
def digests() -> Digests:
    """Return those of this package, as its files are when the process first asks."""
    name = _name()

    def make() -> bytes:
        found = json.dumps(asdict(worked_out())).encode()
        if _name() == name:  # nobody has changed a file meanwhile
            cache.save(name, found)
            cache.trim(PREFIX, LIMIT)
        return found

    return Digests(**json.loads(once(name, lambda: cache.load(name), make)))


def worked_out() -> Digests:
    """What the files come to, from reading them all."""
    bodies, compiler = meaning(), of_folders(COMPILER)
    return Digests(
        bodies,
        cache.key(*contents_of([".vm.assemble", ".vm.native"])),
        compiler,
        cache.key(bodies, compiler, shipped(LANGUAGE).read_bytes()),
        of_folders(ANALYSIS),
    )


def _name() -> str:
    """The file of the cache for the package's files as they stand on the disk."""
    found = sorted(
        (path, about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino)
        for path, about in _files()
    )
    return f"{PREFIX}{cache.key(repr(found), os.environ.get(CHECKS, ''))}.json"


def _files() -> Iterator[tuple[str, os.stat_result]]:
    """The files that digests are made of, with what the system says of them."""
    language = shipped(LANGUAGE)
    yield LANGUAGE, language.stat()
    todo = [ROOT, *(ROOT / folder for folder in ANALYSIS)]
    while todo:
        folder = todo.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    yield entry.path, entry.stat()
                elif folder != ROOT and entry.name != "__pycache__" and entry.is_dir():
                    todo.append(Path(entry.path))
