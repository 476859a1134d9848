"""Whether words name the memory that they use."""

from __future__ import annotations

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.program import Program
from forthgame.game.reach import leaves_storage
from forthgame.lang.facts import STORAGE


def uses_elsewhere(program: Program, function: Function, names: frozenset[str]) -> bool:
    """Whether a function applies some of the words `names` at an address that it does not name.

    A variable is named, and so is storage of the board: that lies megabytes from the variables, so
    a wrong index does not lead to them. An element of an array is not: it may be any cell beside.
    """
    code = function.instructions
    before = {each.next: each for each in code.values() if each.next not in function.leaders}
    return any(
        each.name in names and not _gives_named(program, before.get(each.cell))
        for each in code.values()
    )


def _gives_named(program: Program, before: Instruction | None) -> bool:
    if before is None:
        return False
    called = before.name == "(CALL)" and leaves_storage(program, before.operand)
    return called or before.name == "LIT" or before.name in STORAGE
