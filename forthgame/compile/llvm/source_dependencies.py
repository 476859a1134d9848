"""The modules that a result depends on, found by reading import statements.

Modules are not imported for that, so it takes a few milliseconds. A package's `__init__` without
code of its own is skipped; whoever depends on a package has to name its modules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from forthgame.words.table.row import WordTable

ROOT = Path(__file__).parents[2]  # the package
CHECKS = "FORTHGAME_CHECKS"  # requests primitives that check each access
COMPILER = ("base", "words", "analysis", "compile", "machine")  # folders
ANALYSIS = (*COMPILER, "rules")  # includes the analysis at loading
# patterns start with plain text, which is found quickly; `ruff format` leaves one space each
_FROM = re.compile(rb"from forthgame([\w.]*) import (\([^)]*\)|[^\n(#]*)")
_PLAIN = re.compile(rb"import forthgame([\w.]*)")
_FOR_TYPES = re.compile(rb"^if TYPE_CHECKING:\n(?:    .*\n)+", re.MULTILINE)  # never run
_NAME = re.compile(rb"(\w+)(?: as \w+)?")


TABLE = ".words.primitives"  # names modules, as a package does


def _file(module: str) -> Path:
    """Return the file of a module by its name below the package, with a point before each part."""
    return ROOT / (module[1:].replace(".", "/") + ".py")


def _imported(text: bytes, exists: Callable[[str], bool]) -> Iterator[str]:
    """Yield the modules of the package that a text imports anywhere, except for packages."""
    text = _FOR_TYPES.sub(b"", text)
    yield from filter(exists, (plain.decode() for plain in _PLAIN.findall(text)))
    for found, names in _FROM.findall(text):
        package = found.decode()
        if package == TABLE:
            continue
        if exists(package):
            yield package
        else:
            inner = (f"{package}.{name.decode()}" for name in _NAME.findall(names))
            yield from filter(exists, inner)


def depends_on(modules: Iterable[str]) -> dict[str, bytes]:
    """Return the contents of modules and of all their imports, by name, sorted.

    Names are those below the package: `.compile.llvm.jobs` is `forthgame.compile.llvm.jobs`.
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
    """Yield names and contents of modules and of all their imports, as parts of a key."""
    for name, contents in depends_on(modules).items():
        yield name.encode()
        yield contents


@cache
def of_folders(folders: tuple[str, ...]) -> str:
    """Return a digest of every module of some folders.

    It covers more than necessary, but is faster than finding the exact dependencies.
    """
    digest = sha256()
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(f"{path.relative_to(ROOT)}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def numbering(table: WordTable) -> str:
    """Return what machine code takes from the order of rows: names, numbers, kinds, operands."""
    rows = enumerate(table.operations())
    return "\n".join(f"{n} {row.name} {row.kind} {row.operand} {row.effect}" for n, row in rows)


def version_number(package: str) -> str:
    from importlib import metadata

    return metadata.version(package)


def version(package: str) -> bytes:
    """Return the version file of a package, which is faster than importing it or `metadata`."""
    found = find_spec(package)
    if found is None or found.origin is None:
        return b"none"
    file = Path(found.origin).with_name("_version.py")
    return file.read_bytes() if file.exists() else version_number(package).encode()
