"""Which memory words read, and in which they store, by the blocks that defining words reserve.

A block is a variable, a table, an array. An address that is worked out from one in the same
straight piece of code, as in `table I CELLS + @`, counts as inside it: an index that leads out of
it is a mistake of the script.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.patience import present_look
from forthgame.code.program import Program
from forthgame.game.addresses import gives_named, is_own, straight
from forthgame.lang import layout as at
from forthgame.lang.doing import CHANGING, WRITING
from forthgame.lang.facts import APPENDING, FETCHING, FILLING, RINGS, STORAGE, that

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

STREAMS = that(lambda row: row.group == "random and time" and "addr" not in row.effect.inputs)
STRINGS = frozenset(('"COUNT', '"SIZE', '"=', '"MOVE', '"APPEND', "TYPE"))
READING = FETCHING | CHANGING | FILLING | STRINGS | RINGS | STREAMS | {"HERE", "(DEFER)"}
STORING = WRITING | RINGS | STREAMS
ADDRESSES = ("addr", "source", "target", "str")  # what stack comments call them
BOTH = '"='  # two addresses, which its comment calls otherwise
ARRAY = "(CELLS)"  # it adds an index to the address that it has
COMPUTING = "arithmetic"  # the group of words whose result depends on their items alone
DEEPEST = 8  # operations that an address is followed through
OF_RINGS, OF_STREAMS, OF_BOARD = -1, -2, -3  # in place of an address
Before = Mapping[int, Instruction]  # the instruction before a cell
Seen = tuple[frozenset[int], int | None]  # addresses in a sum; the cell where it begins, if seen


@dataclass(frozen=True)
class Used:
    """Memory that words use.

    named    addresses that stand before the words that use them
    blocks   where the blocks of these begin
    inside   where the others begin, in which addresses are worked out
    """

    named: frozenset[int]
    blocks: frozenset[int]
    inside: frozenset[int]


class Blocks:
    """The blocks of memory that the words of a machine have reserved."""

    def __init__(self, forth: Forth) -> None:
        words = forth.dictionary.words
        self._starts = sorted(word.token for word in words if is_own(word.token))

    def start(self, address: int) -> int:
        """Where the block of an address begins; cells of the engine are blocks of their own."""
        number = bisect_right(self._starts, address) if is_own(address) else 0
        return self._starts[number - 1] if number else address

    def used(
        self, program: Program, functions: Iterable[Function], names: frozenset[str]
    ) -> Used | None:
        """What functions use by some of the words `names`; None if an address is not seen.

        Storage of the board does not count.
        """
        named: set[int] = set()
        inside: set[int] = set()
        look = present_look()
        for function in functions:
            before = straight(function)
            for each in function.instructions.values():
                if each.name not in names or gives_named(program, before.get(each.cell), STORAGE):
                    continue
                look()
                found = _addresses(before, each)
                if found is None:
                    return None
                named |= found[0]
                inside |= set(map(self.start, found[1] - {OF_BOARD}))
        blocks = frozenset(map(self.start, named))
        return Used(frozenset(named), blocks, frozenset(inside))


def _addresses(before: Before, access: Instruction) -> tuple[set[int], set[int]] | None:
    """The addresses that a word is given, and those that others are worked out from."""
    if access.name in RINGS | STREAMS:
        return set(), {OF_RINGS if access.name in RINGS else OF_STREAMS}
    if access.name in ("HERE", "(DEFER)"):
        return set(), {at.A_DP if access.name == "HERE" else access.operand}
    if access.name in APPENDING:
        return None
    named: set[int] = set()
    inside: set[int] = set()
    place: int | None = access.cell
    items = access.row.effect.inputs
    wanted = [access.name == BOTH or item in ADDRESSES for item in items]
    for number in reversed(range(wanted.index(True) if True in wanted else len(items), len(items))):
        direct = None if place is None else before.get(place)
        if wanted[number] and direct is not None and direct.name == "LIT":
            named.add(direct.operand)
            place = direct.cell
            continue
        seen = None if place is None else _item(before, place, DEEPEST)
        if wanted[number]:
            if seen is None or not seen[0]:
                return None
            inside |= seen[0]
        place = None if seen is None else seen[1]
    return named, inside


def _item(before: Before, cell: int, depth: int) -> Seen | None:
    """What is seen of the item on top of the stack before a cell."""
    each = before.get(cell)
    if each is None or not depth:
        return None
    if each.name == "LIT":
        return frozenset((each.operand,) if is_own(each.operand) else ()), each.cell
    effect = each.row.effect
    if len(effect.outputs) != 1:
        return None
    inputs = _items(before, each.cell, len(effect.inputs), depth - 1)
    begin = None if inputs is None else inputs[1]
    if each.name == ARRAY:
        return frozenset((each.operand,)), begin
    if each.name in STORAGE:
        return frozenset((OF_BOARD,)), begin
    if not effect.inputs:
        return frozenset(), each.cell
    if each.name in FETCHING and inputs is not None:  # an index, or an address that nobody sees
        return frozenset(), begin
    return inputs if each.row.group == COMPUTING else None


def _items(before: Before, cell: int, count: int, depth: int) -> Seen | None:
    """The same of several, the top first."""
    found: frozenset[int] = frozenset()
    place: int | None = cell
    for _ in range(count):
        seen = None if place is None else _item(before, place, depth)
        if seen is None:
            return (found, None) if found else None
        found, place = found | seen[0], seen[1]
    return found, place
