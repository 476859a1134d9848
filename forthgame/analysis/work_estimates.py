"""Estimate the work of words, so that loops need not check for a stop in every pass.

The unit is one short instruction of threaded code. `WORK_LIMIT` of them take 1 to 2 ms; at most two
or three times as much runs between two checks.
"""

from __future__ import annotations

from collections.abc import Callable

from forthgame.analysis.function import Function, Loop
from forthgame.analysis.instruction import Instruction, place_of
from forthgame.words.table.row import Row
from forthgame.words.word_sets import FILLING, UNBOUNDED

WORK_LIMIT = 1 << 20
LONG = WORK_LIMIT >> 7  # an instruction that may scan a list or a board
LONGER = WORK_LIMIT >> 3  # one that may scan the whole memory
SHORT_GROUPS = frozenset(("stack", "arithmetic", "control", "memory", "board", "floats"))
LONG_WORDS = frozenset(("$CloneBoard", "material-balance"))
Callee = Callable[[int], int]


def work_of(function: Function, callee: Callee) -> int:
    """Return the work of one call of a function between checks, at most `WORK_LIMIT`."""
    return _stretch(function, sorted(function.instructions, key=_in_code), function.loops, callee)


def work_of_turn(function: Function, loop: Loop, callee: Callee) -> int:
    """Return the work of one pass of a loop, at most `WORK_LIMIT`."""
    cells = sorted(filter(loop.has, function.instructions), key=_in_code)
    inner = {start: other for start, other in function.loops.items() if start > loop.start}
    return _stretch(function, cells, inner, callee)


def _stretch(function: Function, cells: list[int], loops: dict[int, Loop], callee: Callee) -> int:
    total, position = 0, 0
    while position < len(cells) and total < WORK_LIMIT:
        loop = loops.get(cells[position])
        if loop is None:
            total += _work(function.instructions[cells[position]], callee)
            position += 1
            continue
        if loop.end > cells[-1] or loop.turns is None:
            return WORK_LIMIT
        total += loop.turns * work_of_turn(function, loop, callee)
        position = cells.index(loop.end) + 1
    return min(total, WORK_LIMIT)


def _in_code(cell: int) -> tuple[int, int]:
    return place_of(cell), cell


def _work(instruction: Instruction, callee: Callee) -> int:
    if instruction.name == "(CALL)":
        return callee(instruction.operand) + 4
    return WORK_LIMIT if instruction.name in UNBOUNDED else work_of_row(instruction.row)


def work_of_row(row: Row) -> int:
    """Return the work of an operation that calls no word."""
    if row.name in FILLING:
        return LONGER
    return 1 if row.group in SHORT_GROUPS and row.name not in LONG_WORDS else LONG
