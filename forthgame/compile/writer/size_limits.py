"""Limits for compiled functions: the longest and deepest are left to the interpreter.

They bound LLVM's time and memory, and the recursion depth of the compiler itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.analysis.dataflow import callees_first
from forthgame.analysis.function import Function

LONGEST = 8000  # instructions of a compiled function
LARGEST = 40_000  # instructions of all functions of a module
DEEPEST = 50  # depth of calls
NESTED = 30  # depth of loops


def refuse_long(functions: Mapping[int, Function]) -> None:
    """Leave the longest functions to the interpreter.

    LLVM takes a second and 15 MB for a thousand instructions.
    """
    total = 0
    for function in sorted(functions.values(), key=lambda each: len(each.instructions)):
        length = len(function.instructions)
        total += length
        if length > LONGEST:
            function.refused = f"it has {length} instructions, more than {LONGEST}"
        elif total > LARGEST:
            function.refused = f"all words together have more than {LARGEST} instructions"


def refuse_deep(functions: Mapping[int, Function]) -> None:
    def called(entry: int) -> list[int]:
        return sorted(functions[entry].callees() & functions.keys())

    depths: dict[int, int] = {}
    for entry in callees_first(sorted(functions), called):
        depths[entry] = 1 + max((depths.get(callee, 0) for callee in called(entry)), default=0)
        function = functions[entry]
        if depths[entry] > DEEPEST:
            function.refused = f"its calls are nested more than {DEEPEST} deep"
        elif _nested(function) > NESTED:
            function.refused = f"its loops are nested more than {NESTED} deep"


def _nested(function: Function) -> int:
    """Return an upper bound for the depth of loops, from the backward branches."""
    backward = [i for i in function.instructions.values() if i.backward]
    if len(backward) <= NESTED:
        return len(backward)
    ends = [(i.operand, 1) for i in backward] + [(i.cell + 1, -1) for i in backward]
    depth = most = 0
    for _, change in sorted(ends):
        depth += change
        most = max(most, depth)
    return most
