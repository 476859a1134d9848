"""The dependencies of compiled primitives: a key for each module of the table.

A key covers the compiled functions and all that they call, the values of the constants that they
name, and the modules that make IR of them. Comments, docstrings, annotations, other code in the
same files and the version of Python do not change it.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from forthgame.base import cache as files
from forthgame.base.source import package_path
from forthgame.compile.llvm.source_dependencies import CHECKS, contents_of
from forthgame.compile.primitives.signatures import Signature, signatures, signatures_by_module
from forthgame.words.table import memory_access
from forthgame.words.table.row import INLINED_HELPERS

FOLDER = "primitives"  # in the package's data
KEYS = "keys.json"  # in that folder: the keys of all modules, and a digest of the sources
HERE = Path(__file__).parent
MAKERS = ("intrinsics", "numba_lowering")  # modules of this folder that make IR of functions
# fields that do not change the meaning of a function, or differ between versions of Python
IGNORED = {
    "annotation", "ctx", "decorator_list", "kind", "returns", "type_comment", "type_params",
}  # fmt: skip


@cache
def fingerprints() -> dict[str, str]:
    """Return the key of each module of the table, by its name.

    They are read from a file of the package if the sources are unchanged since it was written.
    """
    try:
        known = json.loads(package_path(FOLDER, KEYS).read_bytes())
        if known["sources"] == sources_digest():
            return dict(known["keys"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return compute_fingerprints()


def sources_digest() -> str:
    """Return a digest of the files that keys depend on, which is cheaper than the keys."""
    functions = [each.function for each in signatures().values()]
    modules = {function.__module__.removeprefix("forthgame") for function in functions}
    makers = [f".compile.primitives.{name}" for name in (*MAKERS, "fingerprints", "signatures")]
    return files.key(os.environ.get(CHECKS, ""), *contents_of([*modules, *makers]))


def compute_fingerprints() -> dict[str, str]:
    makers = _makers()
    reader = _Reader()
    return {
        module: files.key(makers, *reader.parts(signatures))
        for module, signatures in signatures_by_module().items()
    }


def _makers() -> str:
    parts: list[str | bytes] = []
    for name in MAKERS:
        tree = ast.parse((HERE / f"{name}.py").read_bytes())
        parts += [_spelled(tree), *_constants(tree, {"cells": memory_access})]
    if os.environ.get(CHECKS) == "1":
        parts += contents_of([".compile.primitives.access_checks"])
    return files.key(*parts)


class _Reader:
    """Reads functions from their files, each file and each function once."""

    def __init__(self) -> None:
        self._files: dict[str, dict[int, ast.FunctionDef | ast.Lambda]] = {}
        self._functions: dict[FunctionType, tuple[str, list[FunctionType]]] = {}

    def parts(self, signatures: Mapping[str, Signature]) -> Iterator[str]:
        """Yield the parts of the key of some functions and of all that they call."""
        for name in sorted(signatures):
            yield f"{name} {signatures[name]}"
        todo: list[Any] = [signature.function for signature in signatures.values()]
        found: dict[str, str] = {}
        while todo:
            function = todo.pop()
            name = f"{function.__module__}.{function.__name__}"
            if name not in found:
                found[name], called = self._read(function)
                todo += called
        for name in sorted(found):
            yield f"{name} {found[name]}"

    def _read(self, function: FunctionType) -> tuple[str, list[FunctionType]]:
        """Return a digest of a function, and the functions that it names."""
        if function not in self._functions:
            tree = self._tree(function)
            own = function.__code__.co_varnames
            others = {k: v for k, v in function.__globals__.items() if k not in own}
            called: list[FunctionType] = []
            body = [tree.body] if isinstance(tree, ast.Lambda) else tree.body
            parts = [_spelled(tree.args), _spelled(body)]
            for node in body:
                parts += _constants(node, others, called)
            parts.append("inlined" if function in INLINED_HELPERS else "")
            digest = sha256("\n".join(parts).encode()).hexdigest()
            self._functions[function] = digest, called
        return self._functions[function]

    def _tree(self, function: FunctionType) -> ast.FunctionDef | ast.Lambda:
        module = function.__module__
        if module not in self._files:
            file = sys.modules[module].__file__
            self._files[module] = functions_by_line(Path(str(file)).read_bytes())
        return self._files[module][function.__code__.co_firstlineno]


def functions_by_line(text: bytes) -> dict[int, ast.FunctionDef | ast.Lambda]:
    """Return the functions of a module by the line where they begin.

    Raises ValueError if two begin in one line.
    """
    found: dict[int, ast.FunctionDef | ast.Lambda] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
            line = decorators[0].lineno if decorators else node.lineno
            if line in found:
                raise ValueError(f"two functions begin in line {line}")
            found[line] = node
    return found


def _spelled(node: Any) -> str:
    """Return a text of a syntax tree that is equal for all versions of Python."""
    if isinstance(node, list):
        return f"[{' '.join(_spelled(each) for each in node if not _is_docstring(each))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    parts = [type(node).__name__]
    for field in node._fields:
        value = getattr(node, field, None)
        if field not in IGNORED and value is not None and value != []:
            parts.append(f"{field}={_spelled(value)}")
    return f"({' '.join(parts)})"


def _is_docstring(node: Any) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _constants(
    node: ast.AST, namespace: Mapping[str, Any], called: list[FunctionType] | None = None
) -> Iterator[str]:
    """Yield the values of constants that a tree names; add functions that it names to `called`.

    Raises TypeError for an object of another kind, as its changes could not be detected.
    """
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            name, value = each.id, namespace.get(each.id)
        elif isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
            module = namespace.get(each.value.id)
            if not isinstance(module, ModuleType):
                continue
            name, value = f"{each.value.id}.{each.attr}", getattr(module, each.attr, None)
        else:
            continue
        if isinstance(value, FunctionType):
            if called is not None:
                called.append(value)
        elif value is not None and not isinstance(value, ModuleType):
            yield f"{name}={_value(name, value)}"


def _value(name: str, value: object) -> str:
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, (float, str)):
        return repr(value)
    if isinstance(value, tuple):
        return f"({' '.join(_value(name, each) for each in value)})"
    if callable(value) and getattr(value, "__module__", "") in ("builtins", "math"):
        return str(getattr(value, "__name__", ""))
    raise TypeError(f"{name} is neither a number nor a text nor a function")
