"""Which blocks of memory words read, and in which they store.

A block is what a defining word has reserved: a variable, a table, an array. An address that is
worked out from one in the same straight piece of code, as in `table I CELLS + @`, counts as inside
it: an index that leads out of it is a mistake of the script.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.program import Program
from forthgame.game.addresses import gives_named, is_own, straight
from forthgame.lang.facts import FETCHING, FILLING, STORAGE

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

DEEPEST = 12  # operations that an address is followed through
ARRAY = "(CELLS)"  # it adds an index to the address that it has
COMPUTING = "arithmetic"  # the group of words whose result depends on their items alone
Before = Mapping[int, Instruction]  # the instruction before a cell
Seen = tuple[frozenset[int], int | None]  # addresses in a sum; the cell where it begins, if seen


def blocks_used(
    forth: Forth, program: Program, functions: Iterable[Function], names: frozenset[str]
) -> frozenset[int] | None:
    """Where the blocks begin in which functions apply some of the words `names`.

    Storage of the board does not count. None if one is applied at an address that is not seen.
    """
    starts = sorted(word.token for word in forth.dictionary.words if is_own(word.token))
    found: set[int] = set()
    for function in functions:
        before = straight(function)
        for each in function.instructions.values():
            if each.name not in names or gives_named(program, before.get(each.cell), STORAGE):
                continue
            seen = _addresses(before, each)
            if not seen:
                return None
            found |= {_block(starts, address) for address in seen}
    return frozenset(found)


def _block(starts: list[int], address: int) -> int:
    """Where the block of an address begins; cells of the engine are blocks of their own."""
    number = bisect_right(starts, address) if is_own(address) else 0
    return starts[number - 1] if number else address


def _addresses(before: Before, access: Instruction) -> frozenset[int]:
    """The addresses from which that of an access is worked out; none if that is not seen."""
    direct = before.get(access.cell)
    if direct is not None and direct.name == "LIT" and access.name not in FILLING:
        return frozenset((direct.operand,))
    count = len(access.row.effect.inputs) if access.name in FILLING else 1
    seen = _items(before, access.cell, count, DEEPEST)
    whole = access.name not in FILLING or (seen is not None and seen[1] is not None)
    return seen[0] if seen is not None and whole else frozenset()


def _items(before: Before, cell: int, count: int, depth: int) -> Seen | None:
    """What is seen of the items on top of the stack before a cell, the top first."""
    found: frozenset[int] = frozenset()
    at: int | None = cell
    for _ in range(count):
        seen = None if at is None else _item(before, at, depth)
        if seen is None:
            return (found, None) if found else None
        found, at = found | seen[0], seen[1]
    return found, at


def _item(before: Before, cell: int, depth: int) -> Seen | None:
    """The same of the top item."""
    each = before.get(cell)
    if each is None or not depth:
        return None
    if each.name == "LIT":
        return frozenset((each.operand,) if is_own(each.operand) else ()), each.cell
    effect = each.row.effect
    if len(effect.outputs) != 1 or each.name == "(CALL)":
        return None
    inside = _items(before, each.cell, len(effect.inputs), depth - 1)
    if each.name == ARRAY:
        return frozenset((each.operand,)), inside[1] if inside is not None else None
    if not effect.inputs:
        return frozenset(), each.cell
    if inside is None:
        return None
    if each.name in FETCHING:  # an index, or an address that nobody sees
        return frozenset(), inside[1]
    return inside if each.row.group == COMPUTING else None
