"""How much a word may do before the host is asked, so that loops need not ask in every turn.

Work is counted in instructions of threaded code, long ones as many. `PATIENCE` of it takes a
millisecond or two; no more than two or three times as much is done between two questions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from forthgame.lang.word import Row
from forthgame.vm.compiler.decode import BRANCHES, Function, Instruction

PATIENCE = 1 << 20
LONG = PATIENCE >> 7  # an instruction that may go through a list or a board
LONGER = PATIENCE >> 3  # one that may go through all the memory
SHORT_GROUPS = frozenset(("stack", "arithmetic", "control", "memory", "board", "floats"))
LONG_WORDS = frozenset(("$CloneBoard", "material-balance"))
LONGER_WORDS = frozenset(("CMOVE", "MOVE", "FILL", "ERASE"))
ENDLESS = frozenset(("EXECUTE", "(DEFER)", "(HOST)", "(FRAME)", "(CANDIDATE)"))
Callee = Callable[[int], int]


@dataclass(frozen=True)
class Loop:
    """The instructions from a cell to the last branch that goes back there."""

    start: int
    end: int  # the cell of that branch
    turns: int | None  # at most so many, if its bounds are constant
    counted: bool  # it ends with one `LOOP`, and nothing in it changes the limit or the index
    plain: bool  # nothing branches inside, but for one way out


def loops_of(function: Function) -> dict[int, Loop]:
    """The loops of a function by the cell where their body starts."""
    backward: dict[int, list[Instruction]] = {}
    for instruction in function.instructions.values():
        if instruction.name in BRANCHES and instruction.operand <= instruction.cell:
            backward.setdefault(instruction.operand, []).append(instruction)
    return {start: _loop(function, start, branches) for start, branches in backward.items()}


def _loop(function: Function, start: int, branches: list[Instruction]) -> Loop:
    end = max(branch.cell for branch in branches)
    body = [i for cell, i in function.instructions.items() if start <= cell <= end]
    single = len(branches) == 1 and branches[0].name == "(LOOP)"
    steady = single and not any(_takes_index(function, start, i) for i in body)
    counted = steady and not any(i.name == "LEAVE" for i in body)
    plain = sum(i.name in BRANCHES or i.name == "EXIT" for i in body) <= 2
    return Loop(start, end, _turns(function, start) if steady else None, counted, plain)


def _takes_index(function: Function, start: int, instruction: Instruction) -> bool:
    """Whether an instruction may take the index of the loop that starts at a cell."""
    if instruction.name != "R>":
        return False
    items = function.returns_at
    return items.get(instruction.cell, 0) <= items.get(start, 0)


def _turns(function: Function, start: int) -> int | None:
    """How often a loop may run, if two literals stand before its `(DO)`."""
    found = function.instructions
    do, first, limit = found.get(start - 1), found.get(start - 3), found.get(start - 5)
    if do is None or first is None or limit is None or {start - 1, start - 3} & function.leaders:
        return None
    if (do.name, first.name, limit.name) != ("(DO)", "LIT", "LIT"):
        return None
    return max(1, limit.operand - first.operand)


def work_of(function: Function, callee: Callee) -> int:
    """What a call of a function may do without asking, at most `PATIENCE`."""
    cells = sorted(function.instructions)
    return _stretch(function, cells, loops_of(function), callee)


def work_of_turn(function: Function, loop: Loop, callee: Callee) -> int:
    """What one turn of a loop may do."""
    cells = sorted(cell for cell in function.instructions if loop.start <= cell <= loop.end)
    inner = {start: other for start, other in loops_of(function).items() if start > loop.start}
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


def _work(instruction: Instruction, callee: Callee) -> int:
    if instruction.name == "(CALL)":
        return callee(instruction.operand) + 4
    return PATIENCE if instruction.name in ENDLESS else work_of_row(instruction.row)


def work_of_row(row: Row) -> int:
    """What an operation does that calls no word."""
    if row.name in LONGER_WORDS:
        return LONGER
    return 1 if row.group in SHORT_GROUPS and row.name not in LONG_WORDS else LONG
