"""Imports point one way, files stay small, only ui prints, and starting is quick."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, wraps
from pathlib import Path

import pytest

import forthgame
from tests.project.sources import (
    FILES,
    ROOT,
    imports,
    inner_statements,
    named_in,
    statements,
    tree,
)
from tests.waiting import HANGS_AFTER


def of_each_file(check: Callable[[str], None]) -> Callable[[], None]:
    """Return one test for all files, which names those that fail it."""

    @wraps(check)
    def test() -> None:
        failed = {}
        for name in FILES:
            try:
                check(name)
            except AssertionError as error:
                failed[name] = str(error)
        assert failed == {}

    del test.__wrapped__  # type: ignore[attr-defined]
    return test


ORDER = [
    "base",
    "zrf",
    "confine",
    "words",
    "analysis",
    "compile",
    "machine",
    "rules",
    "position",
    "search",
    "draw",
    "check",
    "why",
    "api",
    "play",
    "bridges",
    "ui",
]
# files outside the folders: the front door may open onto anything, but only lazily
PLACES = {
    "version": "base",
    "__main__": "ui",
    "__init__": "base",
}
LONGEST = 600
# the front door, the program's commands and its list of public names, the modules that a confined
# process warms up, and the parts of the compiler that its child processes import again
BY_NAME = {
    "base/lazy.py",
    "ui/help/python_reference.py",
    "ui/cli/main.py",
    "confine/confinement.py",
    "compile/llvm/jobs.py",
}
TYPES_ONLY = "Name(id='TYPE_CHECKING', ctx=Load())"
DOORS = ("forthgame.compile.generation", "forthgame.compile.emitting.generation_writer")
# folders that make generation fast
ROOMS = tuple(
    f"forthgame.compile.{folder}." for folder in ("generation", "reading", "tallying", "emitting")
)
SCREENS = {"click", "rich", "prompt_toolkit", "pygments"}  # packages for the terminal
COMPILERS = {"numba", "llvmlite", "numpy"}
BATCHES = ("position/batch.py", "search/batch_search.py")  # which are of numpy arrays


def layer(parts: tuple[str, ...]) -> str:
    """The layer of a file, a module or a name of the front door, named without `forthgame`."""
    first = parts[0] if parts else "__init__"
    if first in forthgame._HOMES:
        return layer(tuple(forthgame._HOMES[first].split(".")[1:]))
    if first not in PLACES and first.startswith("__"):
        first = "__init__"
    return PLACES.get(first, first)


def outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements that run when a module is imported: not functions or type checking."""
    for child in inner_statements(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            yield from (part for other in child.orelse for part in statements(other))
            continue
        yield child
        yield from outside_functions(child)


def imported(source: ast.Module) -> set[str]:
    """Dotted names of the modules that are imported when a module is."""
    found = set()
    for node in outside_functions(source):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@cache
def imports_of(name: str) -> set[str]:
    """Return the dotted names that a file of the package imports."""
    return imported(tree(name))


def ours(names: set[str]) -> set[tuple[str, ...]]:
    """Return those of this package, without its name."""
    split = (tuple(name.split(".")) for name in names)
    return {parts[1:] for parts in split if parts[0] == "forthgame"}


def test_the_reader_of_imports() -> None:
    """A check of the reader, so that these tests can fail."""
    text = """
from typing import TYPE_CHECKING
from forthgame.machine import machine
from forthgame import version, Machine, __version__
if TYPE_CHECKING:
    from forthgame.ui import hidden
else:
    import forthgame.play.match.match
try:
    import forthgame.api.game
except ImportError:
    pass
class C:
    import numba
    def f(self):
        import forthgame.ui.later
"""
    names = imported(ast.parse(text))
    assert {layer(parts) for parts in ours(names)} == {"machine", "base", "play", "api"}
    assert "numba" in names
    assert {name for name in names if "ui" in name} == set()


@of_each_file
def test_imports_point_left(name: str) -> None:
    """base <- confine <- words <- analysis <- compile <- machine <- rules <- position <- search
    <- draw <- check <- why <- api <- play <- bridges <- ui.

    Imports in functions count too, and those for type checkers: they save time, but do not reverse
    a dependency. Only the front door imports the types of what is above it.
    """
    own = layer(Path(name).with_suffix("").parts)
    assert own in ORDER
    module = "forthgame." + name.removesuffix(".py").replace("/", ".")
    found = imports_by_module()[module.removesuffix(".__init__")]
    if name != "__init__.py":
        found = found | imported_modules(modules(), imports(name))
    for other in found:
        parts = tuple(other.split(".")[1:])
        assert ORDER.index(layer(parts)) <= ORDER.index(own), f"{name} imports {other}"


@of_each_file
def test_the_front_door_is_for_users(name: str) -> None:
    """Of `forthgame` itself only the names defined there are imported, such as its version.

    Otherwise imports through its `__getattr__` could go round in a circle unseen.
    """
    through = {
        node.attr
        for node in named_in(name, *(f"forthgame.{home}" for home in forthgame._HOMES))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "forthgame"
    }
    for node in run_sometime(tree(name)):
        if isinstance(node, ast.ImportFrom) and node.module == "forthgame":
            through |= {alias.name for alias in node.names}
    assert not through & set(forthgame._HOMES)


def test_imports_by_name_are_few() -> None:
    """`import_module` is for users' parts, the first imports of a process, and lists of names."""
    users = {name for name in FILES if "import_module" in (ROOT / name).read_text()}
    assert users == BY_NAME


def run_sometime(source: ast.Module) -> Iterator[ast.AST]:
    """All statements but those that are only for type checkers: inside functions too."""
    todo: list[ast.AST] = [source]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and ast.dump(node.test) == TYPES_ONLY:
            todo += node.orelse
        else:
            yield node
            todo += inner_statements(node)


@cache
def modules() -> dict[str, str]:
    """The file of each module of the package, by its dotted name."""
    named = {".".join(("forthgame", *Path(f).with_suffix("").parts)): f for f in FILES}
    return {name.removesuffix(".__init__"): file for name, file in named.items()}


@cache
def imports_by_module() -> dict[str, set[str]]:
    """Return each module's imports of the package, at its beginning or in a function."""
    known = modules()
    return {
        name: imported_modules(known, run_sometime(tree(file))) - {name}
        for name, file in known.items()
    }


def imported_modules(known: Collection[str], nodes: Iterable[ast.AST]) -> set[str]:
    """Return those of some modules that statements import."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parts = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {part if part in known else str(node.module) for part in parts}
    return found & set(known)


def circles(imports: dict[str, set[str]]) -> set[frozenset[str]]:
    """Groups of modules that import each other (Tarjan, 1972)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found = set()

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        path.append(name)
        for other in imports[name]:
            if other not in order:
                visit(other)
            if other in path:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == order[name]:
            group = frozenset(path[path.index(name) :])
            del path[path.index(name) :]
            if len(group) > 1:
                found.add(group)

    for name in imports:
        if name not in order:
            visit(name)
    return found


def test_the_search_for_circles() -> None:
    """Circles are found, including imports in functions."""
    source = ast.parse("import a\nif TYPE_CHECKING:\n    import b\ndef f():\n    from c import d")
    assert imported_modules({"a", "b", "c", "d"}, run_sometime(source)) == {"a", "c"}
    assert imported_modules({"a", "b", "c", "d"}, statements(source)) == {"a", "b", "c"}
    imports = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": {"e"}}
    assert circles(imports) == {frozenset("abc")}


def test_no_circles() -> None:
    """No modules import each other, neither when they are imported nor later in functions."""
    assert circles(imports_by_module()) == set()


def test_circles_for_types_are_few() -> None:
    """Imports for type checkers go in a circle only among moves, positions and their texts."""
    known = modules()
    every = {name: imported_modules(known, imports(file)) - {name} for name, file in known.items()}
    del every["forthgame"]  # the front door
    found = {name: others & set(every) for name, others in every.items()}
    assert [group for group in circles(found) if not all(".position." in n for n in group)] == []


def test_rooms_have_one_door() -> None:
    """The parts that make generation fast are imported from their folder, not from its files."""
    for name, found in imports_by_module().items():
        if not f"{name}.".startswith(ROOMS):
            inside = {other for other in found if other.startswith(ROOMS)} - set(DOORS)
            assert not inside, f"{name} imports {', '.join(inside)}"


def test_every_layer_is_there() -> None:
    """Each layer but the first uses one to its left."""
    used: dict[str, set[str]] = {}
    for name in FILES:
        own = layer(Path(name).with_suffix("").parts)
        used.setdefault(own, set()).update(layer(other) for other in ours(imports_of(name)))
    assert set(used) == set(ORDER)
    assert all(others - {own} for own, others in used.items() if own != "base")


@of_each_file
def test_no_property_holds_a_lock(name: str) -> None:
    """`functools.cached_property` holds one in Python 3.11, in which a forked process may hang."""
    names = {alias.name for node in imports(name) for alias in node.names}
    assert "cached_property" not in names, "see lazy.py"


@of_each_file
def test_files_are_small(name: str) -> None:
    """The limit is 600 lines each."""
    assert len((ROOT / name).read_text().splitlines()) <= LONGEST


@of_each_file
def test_only_the_interface_prints(name: str) -> None:
    """There is no `print`, `input` or terminal package outside ui, also not inside functions."""
    called = {
        node.func.id
        for node in named_in(name, "print(", "input(")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    packages = set()
    for node in imports(name):
        if isinstance(node, ast.Import):
            packages |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            packages.add(node.module.split(".")[0])
    if layer(Path(name).with_suffix("").parts) != "ui":
        assert not called & {"print", "input"}
        assert not packages & SCREENS


@of_each_file
def test_compilers_are_imported_late(name: str) -> None:
    """numba, llvmlite and numpy are imported only inside the functions that use them.

    Bridges are for tools that have imported numpy themselves.
    """
    packages = {other.split(".")[0] for other in imports_of(name)}
    late = name in ("compile/primitives/intrinsics.py", "compile/primitives/access_checks.py")
    if not late and not name.startswith((*BATCHES, "bridges/", "play/tuning/")):
        assert not packages & COMPILERS


def loaded_by(code: str) -> set[str]:
    """Top-level modules that some code has loaded, in a process of its own."""
    script = f"{code}\nimport sys; print(*sorted(n for n in sys.modules if '.' not in n))"
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True, text=True, check=True, cwd=ROOT.parent, timeout=HANGS_AFTER,
        env=dict(os.environ),
    )  # fmt: skip
    return set(result.stdout.split())


def test_the_import_loads_no_compiler() -> None:
    """`import forthgame` alone is quick."""
    assert "numba" in loaded_by("import forthgame, numba")  # it would be seen
    assert not (COMPILERS | SCREENS) & loaded_by("import forthgame")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "code",
    [
        "forthgame.Machine().run('1 2 + .')",
        "forthgame.load('splut').new_game(seed=1).moves()",
        "forthgame.load('tictactoe').perft(5)",
    ],
)
def test_a_warm_start_loads_no_numba(code: str) -> None:
    """The first process warms the cache."""
    loaded_by(f"import forthgame; {code}")
    assert not ({"numba", "numpy"} | SCREENS) & loaded_by(f"import forthgame; {code}")
