"""How much a word may do before the host is asked, so that loops need not ask in every turn.

Work is counted in instructions of threaded code, long ones as many. `PATIENCE` of it takes a
millisecond or two; no more than two or three times as much is done between two questions.
"""

from __future__ import annotations

from collections.abc import Callable

from forthgame.code.function import Function, Loop
from forthgame.code.instruction import Instruction, place_of
from forthgame.lang.facts import FILLING, UNBOUNDED
from forthgame.lang.word import Row

PATIENCE = 1 << 20
LONG = PATIENCE >> 7  # an instruction that may go through a list or a board
LONGER = PATIENCE >> 3  # one that may go through all the memory
SHORT_GROUPS = frozenset(("stack", "arithmetic", "control", "memory", "board", "floats"))
LONG_WORDS = frozenset(("$CloneBoard", "material-balance"))
Callee = Callable[[int], int]


def work_of(function: Function, callee: Callee) -> int:
    """What a call of a function may do without asking, at most `PATIENCE`."""
    cells = sorted(function.instructions, key=_in_code)
    return _stretch(function, cells, function.loops, callee)


def work_of_turn(function: Function, loop: Loop, callee: Callee) -> int:
    """What one turn of a loop may do."""
    cells = sorted(filter(loop.has, function.instructions), key=_in_code)
    inner = {start: other for start, other in function.loops.items() if start > loop.start}
    return _stretch(function, cells, inner, callee)


def _stretch(function: Function, cells: list[int], loops: dict[int, Loop], callee: Callee) -> int:
    """Work of some instructions that follow each other, loops among them."""
    total, position = 0, 0
    while position < len(cells) and total < PATIENCE:
        loop = loops.get(cells[position])
        if loop is None:
            total += _work(function.instructions[cells[position]], callee)
            position += 1
            continue
        if loop.end > cells[-1] or loop.turns is None:
            return PATIENCE
        total += loop.turns * work_of_turn(function, loop, callee)
        position = cells.index(loop.end) + 1
    return min(total, PATIENCE)


def _in_code(cell: int) -> tuple[int, int]:
    """Where an instruction stands among others."""
    return place_of(cell), cell


def _work(instruction: Instruction, callee: Callee) -> int:
    if instruction.name == "(CALL)":
        return callee(instruction.operand) + 4
    return PATIENCE if instruction.name in UNBOUNDED else work_of_row(instruction.row)


def work_of_row(row: Row) -> int:
    """What an operation does that calls no word."""
    if row.name in FILLING:
        return LONGER
    return 1 if row.group in SHORT_GROUPS and row.name not in LONG_WORDS else LONG
