"""Whether words name the memory that they use."""

from __future__ import annotations

from collections.abc import Collection

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.patience import present_look
from forthgame.code.program import Program
from forthgame.lang import layout as at
from forthgame.lang.facts import ENDS, FETCHING, FILLING, STORAGE, STORING, that

ON_BOARD = STORAGE | {"board[]"}  # they give an address in a board
ELEMENTS = ON_BOARD | {"(CELLS)"}  # and these one of a script's array too
AT_ONE = FETCHING | STORING | {"later!"}  # they take an address from the top of the stack
# and these use addresses in other ways, or may
ELSEWHERE = that(lambda row: not {"addr", "str"}.isdisjoint(row.effect.inputs)) - AT_ONE
ELSEWHERE |= FILLING | that(lambda row: row.group == "text" and bool(row.effect.inputs))
ELSEWHERE |= {"(HOST)"}
MOVING_UP = frozenset(("+", "-"))  # an address in a table from its beginning


def straight(function: Function) -> dict[int, Instruction]:
    """The instruction before a cell, where no other way leads to the cell."""
    present_look()()
    code = function.instructions.values()
    return {each.next: each for each in code if each.next not in function.leaders}


def is_own(address: int) -> bool:
    """Whether an address is that of the script's own memory, and neither of boards nor behind."""
    return at.DATA <= address < at.DATA_END


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
    before = straight(function)
    return any(
        each.name in names
        and not each.of_token
        and not gives_named(program, before.get(each.cell), giving)
        for each in function.instructions.values()
    )


def gives_named(program: Program, before: Instruction | None, giving: frozenset[str]) -> bool:
    """Whether an instruction is one of `giving`, or calls a word that leaves board storage."""
    if before is None:
        return False
    called = before.name == "(CALL)" and leaves_storage(program, before.operand)
    return called or before.name in giving


def addresses_in(functions: Collection[Function]) -> set[int]:
    """Return the numbers that functions push and may use as addresses.

    If the address of every fetch and store is pushed right before it, these are those numbers; if
    one is worked out, any number may be an address.
    """
    found: set[int] = set()
    for function in functions:
        named = _named_addresses(function)
        if named is None:
            return set().union(*(each.literals() for each in functions))
        found |= named
    return found


def _named_addresses(function: Function) -> set[int] | None:
    """Return the addresses of a function's fetches and stores, None if one is worked out."""
    before, found = straight(function), set[int]()
    for each in function.instructions.values():
        if each.name in ELSEWHERE:
            return None
        if each.name not in AT_ONE:
            continue
        giving = before.get(each.cell)
        if giving is not None and giving.name == "LIT":
            found.add(giving.operand)
        elif giving is None or not (giving.name in ELEMENTS or _is_in_table(giving, before)):
            return None
    return found


def overlapping(address: int) -> range:
    """Return the addresses of cells that a fetch or a store at an address may share bytes with.

    It takes eight bytes at most.
    """
    return range(address - at.CELL + 1, address + 8)


def named_for(names: frozenset[str], function: Function) -> set[int]:
    """Return the addresses that a function pushes right before one of some words."""
    before = straight(function)
    giving = (
        before.get(each.cell) for each in function.instructions.values() if each.name in names
    )
    return {each.operand for each in giving if each is not None and each.name == "LIT"}


def _is_in_table(adding: Instruction, before: dict[int, Instruction]) -> bool:
    """Whether an instruction adds something to the address of a script's table."""
    if adding.name not in MOVING_UP:
        return False
    last = before.get(adding.cell)
    first = None if last is None else before.get(last.cell)
    return any(
        each is not None and each.name == "LIT" and is_own(each.operand) for each in (last, first)
    )
