"""The syntax trees of functions, lambdas included."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from types import FunctionType

from forthgame.compile.primitives.fingerprints import functions_by_line


@cache
def functions_of(path: str) -> dict[int, ast.FunctionDef | ast.Lambda]:
    return functions_by_line(Path(path).read_bytes())


def syntax_of(function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    code = function.__code__
    return functions_of(code.co_filename)[code.co_firstlineno]
