"""Layers: no import points up, even for types, and private names stay in their module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.project.sources import FILES, ROOT, imports, statements, tree
from tests.project.test_layers import ORDER, layer

# attributes that begin with an underscore and are public: of named tuples, of the system
OPEN = {"_replace", "_asdict", "_fields", "_exit"}
MOST = 60  # accesses to private attributes of other modules; this number only goes down
OTHERS = re.compile(r"(?<!\bself)(?<!\bcls)\._[a-z]")  # modules that are examined more closely
FRONT_DOOR = "__init__.py"  # opens onto everything


def imports_for_types_too(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Return modules of the package that a module imports, at any place."""
    for node in nodes:
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (name for name in names if name.split(".")[0] == "forthgame")


def defined(source: ast.Module) -> set[str]:
    """Return names that a module defines: of functions, classes, variables, and its own
    attributes.
    """
    found = set()
    for node in ast.walk(source):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id in ("self", "cls")
        ):
            found.add(node.attr)
    return found


def private_accesses(source: ast.Module) -> list[str]:
    """Accesses to private attributes that are not of the module, nor of `self`."""
    own = defined(source) | OPEN
    return [
        ast.unparse(node)
        for node in ast.walk(source)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
        and node.attr not in own
    ]


def test_what_is_looked_for_is_seen() -> None:
    """A check that the tests below can fail."""
    source = ast.parse(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from forthgame.ui.cli.main import run\n"
        "class A:\n    def __init__(self, b):\n        self._own = b._secret\n"
        "def f(a):\n    import forthgame.play.match.match\n"
        "    return a._own + a._replace(b=1) + a.c._deep + a.__class__.__name__\n"
    )
    found = {*imports_for_types_too(statements(source))}
    assert found == {"forthgame.ui.cli.main.run", "forthgame.play.match.match"}
    assert private_accesses(source) == ["b._secret", "a.c._deep"]


def test_no_import_points_up() -> None:
    """This includes imports for type checkers: a layer depends only on those below it."""
    up = {}
    for name in FILES:
        if name == FRONT_DOOR:
            continue
        own = ORDER.index(layer(Path(name).with_suffix("").parts))
        above = [
            other
            for other in imports_for_types_too(imports(name))
            if ORDER.index(layer(tuple(other.split(".")[1:]))) > own
        ]
        if above:
            up[name] = above
    assert up == {}


def test_private_attributes_are_private() -> None:
    """The few exceptions are counted."""
    named = [name for name in FILES if OTHERS.search((ROOT / name).read_text(encoding="utf-8"))]
    found = {name: private_accesses(tree(name)) for name in named}
    accesses = [f"{name}: {access}" for name, some in found.items() for access in some]
    assert len(accesses) <= MOST, "\n".join(accesses)
