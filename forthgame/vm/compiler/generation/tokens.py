"""Stack items that may be one of several tokens, or address a table of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from forthgame.code.instruction import Instruction
from forthgame.lang.layout import CELL

Items = tuple[int | None, ...]  # the tracked items on top of a stack, the top last

# items that are the token of any direction, and their replacements of `EXECUTE`: outside of cells
ANY_DIRECTION, ANY_SYMMETRIC = 1 << 32, 1 << 33
ANY = {"(DIRECTION)": ANY_DIRECTION, "(SYMMETRIC)": ANY_SYMMETRIC}
ALONG = {ANY_DIRECTION: "(ALONG)", ANY_SYMMETRIC: "(ALONG-SYMMETRIC)"}
IN_TABLE = 1 << 34  # added to the first address of a table: any address in it
SOME = 1 << 36  # added to the number of a set: any of its tokens
MOST_TOKENS = 8  # of a set
ADDING = frozenset(("+", "-"))


class TokenTables:
    """Constant tables of tokens: adjacent cells that are never changed.

    `sure` has their contents by address.
    """

    def __init__(self, sure: Mapping[int, int]) -> None:
        self._sure = sure
        self._starts: dict[int, int] = {}  # first address of the table, by address
        self._numbers: dict[int, list[int]] = {}
        for address in sorted(sure):
            start = self._starts[address] = self._starts.get(address - CELL, address)
            self._numbers.setdefault(start, []).append(sure[address])

    def numbers(self, item: int | None) -> Sequence[int]:
        """Return the contents of the table that an item addresses; none for other items."""
        if item is None or not IN_TABLE <= item < SOME:
            return ()
        return self._numbers[item - IN_TABLE]

    def are_in(self, items: Items) -> bool:
        """Return whether some item addresses a table."""
        places = (each for each in items if each is not None)
        return any(each in self._starts or IN_TABLE <= each < SOME for each in places)

    def place(self, instruction: Instruction, items: Items) -> int | None:
        """Return the address that an instruction computes from the top items, if in a table."""
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
        start = None if address is None else self._starts.get(address)
        return None if start is None else start + IN_TABLE


class TokenSets:
    """Sets of tokens that an item may be."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}
        self._sets: list[tuple[int, ...]] = []

    def item(self, tokens: Iterable[int]) -> int | None:
        """Return the item that may be any of some tokens; None for no tokens, or too many."""
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
        """Return the tokens of an item that stands for a set; none for others."""
        return self._sets[item - SOME] if item is not None and item >= SOME else ()


def numbers_among(items: Items) -> Items:
    return tuple(None if item is None or item >= ANY_DIRECTION else item for item in items)
