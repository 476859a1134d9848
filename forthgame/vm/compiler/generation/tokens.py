"""Items of the stack that may be one of several tokens, or lead to one in a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from forthgame.code.instruction import Instruction
from forthgame.lang.layout import CELL

Items = tuple[int | None, ...]  # the items on top of a stack that are followed, the top last

# Items that are the token of some direction, and what `EXECUTE` becomes for them. No cell holds
# such a number.
ANY_DIRECTION, ANY_SYMMETRIC = 1 << 32, 1 << 33
ANY = {"(DIRECTION)": ANY_DIRECTION, "(SYMMETRIC)": ANY_SYMMETRIC}
ALONG = {ANY_DIRECTION: "(ALONG)", ANY_SYMMETRIC: "(ALONG-SYMMETRIC)"}
IN_TABLE = 1 << 34  # added to the first address of a table: an item that is some address in it
SOME = 1 << 36  # added to the number of a set: an item that is one of its tokens
MOST_TOKENS = 8  # of a set
ADDING = frozenset(("+", "-"))


class TokenTables:
    """Tables with tokens that nothing changes: cells that lie beside each other.

    `sure` has the numbers in them by the addresses of their cells.
    """

    def __init__(self, sure: Mapping[int, int]) -> None:
        self._sure = sure
        self._starts: dict[int, int] = {}  # the first address of a table, by each of its addresses
        self._numbers: dict[int, list[int]] = {}
        for address in sorted(sure):
            start = self._starts[address] = self._starts.get(address - CELL, address)
            self._numbers.setdefault(start, []).append(sure[address])

    def numbers(self, item: int | None) -> Sequence[int]:
        """Return the numbers in the table into which an item leads; none for other items."""
        if item is None or not IN_TABLE <= item < SOME:
            return ()
        return self._numbers[item - IN_TABLE]

    def are_in(self, items: Items) -> bool:
        """Return whether an item leads to a table."""
        places = (each for each in items if each is not None)
        return any(each in self._starts or IN_TABLE <= each < SOME for each in places)

    def place(self, instruction: Instruction, items: Items) -> int | None:
        """Return the address that an instruction makes of the top items, if it is in a table."""
        top = items[-1] if items else None
        if instruction.name == "(CELLS)":
            if top is not None and top < ANY_DIRECTION:
                return instruction.operand + CELL * top
            return self._in_table(instruction.operand)
        if instruction.name not in ADDING or len(items) < 2:
            return None
        for one, other in (items[-2:], items[:-3:-1]):
            if one is not None and IN_TABLE <= one < SOME:
                return one
            if other is None and (found := self._in_table(one)) is not None:
                return found
        return None

    def _in_table(self, address: int | None) -> int | None:
        """Return the item that is some address in the table that an address lies in."""
        start = None if address is None else self._starts.get(address)
        return None if start is None else start + IN_TABLE


class TokenSets:
    """Sets of tokens that items of the stack may be."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}
        self._sets: list[tuple[int, ...]] = []

    def item(self, tokens: Iterable[int]) -> int | None:
        """Return the item that may be each of some tokens; None if they are none, or too many."""
        found = tuple(sorted(set(tokens)))
        if not 0 < len(found) <= MOST_TOKENS:
            return None
        if len(found) == 1:
            return found[0]
        if found not in self._numbers:
            self._numbers[found] = len(self._sets)
            self._sets.append(found)
        return SOME + self._numbers[found]

    def tokens(self, item: int | None) -> tuple[int, ...]:
        """Return the tokens of such an item; none for others."""
        return self._sets[item - SOME] if item is not None and item >= SOME else ()


def numbers_among(items: Items) -> Items:
    """Return the items that are numbers; None for others."""
    return tuple(None if item is None or item >= ANY_DIRECTION else item for item in items)
