"""Which files a result depends on: modules, and what they import, read from the files themselves.

Nothing is imported to find out, so this costs a few milliseconds. A package's `__init__` names its
modules and has no code of its own; who depends on one has to say which modules it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from forthgame.lang.word import Table

ROOT = Path(__file__).parent.parent  # the package
CHECKS = "FORTHGAME_CHECKS"  # what asks for primitives that check each access
COMPILER = ("code", "lang", "vm")  # folders
ANALYSIS = (*COMPILER, "game")  # and where loading finds out about words
# the two begin with plain text, which is found quickly; `ruff format` leaves one space each
_FROM = re.compile(rb"from forthgame([\w.]*) import (\([^)]*\)|[^\n(#]*)")
_PLAIN = re.compile(rb"import forthgame([\w.]*)")
_FOR_TYPES = re.compile(rb"^if TYPE_CHECKING:\n(?:    .*\n)+", re.MULTILINE)  # never run
_NAME = re.compile(rb"(\w+)(?: as \w+)?")


def _file(module: str) -> Path:
    """The file of a module by its name below the package, with a point before each part."""
    return ROOT / (module[1:].replace(".", "/") + ".py")


def _imported(text: bytes, exists: Callable[[str], bool]) -> Iterator[str]:
    """Modules of the package that a text imports, wherever it does so; packages are left out."""
    text = _FOR_TYPES.sub(b"", text)
    for plain in _PLAIN.findall(text):
        yield from filter(exists, [plain.decode()])
    for found, names in _FROM.findall(text):
        package = found.decode()
        if exists(package):
            yield package
        else:
            inner = (f"{package}.{name.decode()}" for name in _NAME.findall(names))
            yield from filter(exists, inner)


def depends_on(modules: Iterable[str]) -> dict[str, bytes]:
    """The modules and everything that they import: name -> contents, in the order of names.

    Names are those below the package: `.vm.native` is `forthgame.vm.native`.
    """
    found: dict[str, bytes] = {}
    todo = list(modules)
    exists = cache(lambda module: bool(module) and _file(module).exists())
    while todo:
        module = todo.pop()
        if module not in found:
            found[module] = _file(module).read_bytes()
            todo.extend(_imported(found[module], exists))
    return dict(sorted(found.items()))


def contents_of(modules: Iterable[str]) -> Iterator[bytes]:
    """The modules and everything that they import, as parts of a key."""
    for name, contents in depends_on(modules).items():
        yield name.encode()
        yield contents


@cache
def of_folders(folders: tuple[str, ...]) -> str:
    """A digest of every module of some folders: `COMPILER` has all that write machine code.

    More than is needed, but read faster than it is found out what would do.
    """
    digest = sha256()
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(f"{path.relative_to(ROOT)}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def numbering(table: Table) -> str:
    """What the order of the rows gives to machine code: names, numbers, kinds, operands."""
    rows = enumerate(table.operations())
    return "\n".join(f"{n} {row.name} {row.kind} {row.operand} {row.effect}" for n, row in rows)


def version_number(package: str) -> str:
    """Return the version of an installed package as its maintainers write it."""
    from importlib import metadata

    return metadata.version(package)


def version(package: str) -> bytes:
    """The file where a package keeps its version: importing it, or `metadata`, takes far longer."""
    found = find_spec(package)
    if found is None or found.origin is None:
        return b"none"
    file = Path(found.origin).with_name("_version.py")
    if file.exists():
        return file.read_bytes()
    return version_number(package).encode()
