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
from hashlib import sha256
from pathlib import Path

from forthgame.source import LANGUAGE, shipped
from forthgame.vm import cache
from forthgame.vm.bitcode import meaning
from forthgame.vm.sources import CHECKS, COMPILER, ROOT, contents_of, of_compiler

PREFIX = "digests-"
LIMIT = 1 << 16  # bytes of all files that are kept


@dataclass(frozen=True)
class Digests:
    """Of what a part of the engine depends on.

    bodies       what the primitives do and how they are called
    interpreter  the modules that write and load the interpreter
    compiler     the modules that may have a part in writing machine code
    language     what reading the language depends on, with its text
    """

    bodies: str
    interpreter: str
    compiler: str
    language: str


_known: list[Digests] = []


def digests() -> Digests:
    """Those of this package, as its files are when the process first asks."""
    if not _known:
        _known.append(_kept() or _worked_out())
    return _known[0]


def _files() -> Iterator[tuple[str, os.stat_result]]:
    """The files that digests are made of, with what the system says of them."""
    language = shipped(LANGUAGE)
    yield LANGUAGE, language.stat()
    todo = [ROOT, *(ROOT / folder for folder in COMPILER)]
    while todo:
        folder = todo.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    yield entry.path, entry.stat()
                elif folder != ROOT and entry.name != "__pycache__" and entry.is_dir():
                    todo.append(Path(entry.path))


def _stamp() -> str:
    """A name for the files as they stand on the disk."""
    found = sorted(
        (path, about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino)
        for path, about in _files()
    )
    return sha256(repr((found, os.environ.get(CHECKS, ""))).encode()).hexdigest()[:40]


def _kept() -> Digests | None:
    contents = cache.load(f"{PREFIX}{_stamp()}.json")
    return Digests(**json.loads(contents)) if contents is not None else None


def _worked_out() -> Digests:
    """Read all files, and keep what they come to if nobody has changed one meanwhile."""
    before = _stamp()
    bodies = meaning()
    found = Digests(
        bodies,
        cache.key(*contents_of([".vm.assemble", ".vm.native"])),
        of_compiler(),
        cache.key(bodies, of_compiler(), shipped(LANGUAGE).read_bytes()),
    )
    if _stamp() == before:
        cache.save(f"{PREFIX}{before}.json", json.dumps(asdict(found)).encode())
        cache.trim(PREFIX, LIMIT)
    return found
