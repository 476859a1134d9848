"""The modules of the package, parsed once for all tests of a process."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import forthgame

ROOT = Path(forthgame.__file__).parent
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py"))
# fields of statements that hold others
BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")


@cache
def tree(name: str) -> ast.Module:
    """A file of the package, parsed."""
    return ast.parse((ROOT / name).read_text(), name)


def statements(source: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements of a module, also inside functions: a tenth of its nodes."""
    todo = [source]
    while todo:
        node = todo.pop()
        yield node
        todo += inner_statements(node)


def inner_statements(node: ast.AST) -> list[ast.AST]:
    """Return the statements directly inside another; expressions have none."""
    parts = (getattr(node, field, ()) for field in BLOCKS)
    return [each for part in parts if isinstance(part, list) for each in part]


@cache
def imports(name: str) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """All imports of a file of the package, in functions and for type checkers too."""
    return tuple(
        node for node in statements(tree(name)) if isinstance(node, ast.Import | ast.ImportFrom)
    )


def named_in(name: str, *words: str) -> Iterator[ast.AST]:
    """Yield all nodes of a file of the package, if it has one of some words at all."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if any(word in text for word in words):
        yield from ast.walk(tree(name))
