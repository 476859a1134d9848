"""Whether words name the memory that they use."""

from __future__ import annotations

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.patience import present_look
from forthgame.code.program import Program
from forthgame.lang.facts import ENDS, STORAGE


def leaves_storage(program: Program, entry: int, depth: int = 4) -> bool:
    """Whether the last thing a word does is to give an address of board storage.

    That is found once for each word and depth: a word may call another at thousands of places.
    """
    key = ("leaves storage", entry, depth)
    found = program.found.get(key)
    if found is None:
        found = program.found[key] = _leaves_storage(program, entry, depth)
    return found


def _leaves_storage(program: Program, entry: int, depth: int) -> bool:
    present_look()()
    function = program.function(entry)
    if function.refused or depth == 0:
        return False
    code = function.instructions
    ends = {cell for cell, instruction in code.items() if instruction.name == "EXIT"}
    before = {i.next: i for i in code.values() if i.name not in ENDS}
    last = [before.get(cell) for cell in ends]
    last += [before.get(i.cell) for i in code.values() if i.name == "BRANCH" and i.operand in ends]
    return bool(ends) and all(
        i is not None
        and (
            i.name in STORAGE
            or i.name == "BRANCH"
            or (i.name == "(CALL)" and leaves_storage(program, i.operand, depth - 1))
        )
        for i in last
    )


def uses_elsewhere(
    program: Program,
    function: Function,
    names: frozenset[str],
    but: frozenset[str] = frozenset(),
    literals: bool = True,
) -> bool:
    """Whether a function applies some of the words `names` at an address that it does not name.

    A variable is named, and so is storage of the board: that lies megabytes from the variables, so
    a wrong index does not lead to them. An element of an array is not, for it may be any cell
    beside, unless `but` has the word that gives it. Without `literals` only storage is named.
    """
    giving = STORAGE | but | ({"LIT"} if literals else set())
    code = function.instructions
    before = {each.next: each for each in code.values() if each.next not in function.leaders}
    return any(
        each.name in names and not _gives_named(program, before.get(each.cell), giving)
        for each in code.values()
    )


def _gives_named(program: Program, before: Instruction | None, giving: frozenset[str]) -> bool:
    if before is None:
        return False
    called = before.name == "(CALL)" and leaves_storage(program, before.operand)
    return called or before.name in giving
