"""Tokens that a stack item may be: a known one, one of several, or that of any direction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product

from forthgame.analysis.constant_folding import folded
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.program import Program
from forthgame.analysis.token_cells import TokenCells
from forthgame.words.registers.memory_layout import CELL

TokenEntry = Callable[[int], int | None]
Numbers = dict[str, dict[int, int]]  # of directions, by replacement of `EXECUTE` and token
Items = tuple[int | None, ...]  # the tracked items on top of a stack, the top last

# items that are the token of any direction, and their replacements of `EXECUTE`: outside of cells
ANY_DIRECTION, ANY_SYMMETRIC = 1 << 32, 1 << 33
ANY = {"(DIRECTION)": ANY_DIRECTION, "(SYMMETRIC)": ANY_SYMMETRIC}
ALONG = {ANY_DIRECTION: "(ALONG)", ANY_SYMMETRIC: "(ALONG-SYMMETRIC)"}
IN_TABLE = 1 << 34  # added to the first address of a table: any address in it
SOME = 1 << 36  # added to the number of a set: any of its items
MOST_ITEMS = 8  # of a set
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

    def has(self, item: int) -> bool:
        """Return whether an item is the address of a cell in a table."""
        return item in self._starts or IN_TABLE <= item < SOME

    def common(self, items: Iterable[int]) -> int | None:
        """Return the item for any address in the table that all the items address, or None."""
        found = {self._in_table(each) if each < IN_TABLE else each for each in items}
        return found.pop() if len(found) == 1 else None

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


class ItemSets:
    """Sets of items: tokens of words, and addresses in tables of tokens."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}
        self._sets: list[tuple[int, ...]] = []

    def item(self, items: Iterable[int]) -> int | None:
        """Return the item that may be any of some items; None for no items, or too many."""
        found = tuple(sorted(set(items)))
        if not 0 < len(found) <= MOST_ITEMS:
            return None
        if len(found) == 1:
            return found[0]
        if found not in self._numbers:
            self._numbers[found] = len(self._sets)
            self._sets.append(found)
        return SOME + self._numbers[found]

    def items(self, item: int) -> tuple[int, ...]:
        """Return the items that an item may be: itself if it is no set."""
        return self._sets[item - SOME] if item >= SOME else (item,)


def numbers_among(items: Items) -> Items:
    return tuple(None if item is None or item >= ANY_DIRECTION else item for item in items)


class TokenItems:
    """Find the tokens that an item may be, also after joins."""

    def __init__(
        self,
        program: Program,
        token_entry: TokenEntry,
        sure: TokenCells,
        apart: int | None,
    ) -> None:
        """Use the entries of tokens from `token_entry`, and the cells with known tokens in `sure`.

        If `apart` is None, tokens of several directions do not become that of any direction.
        """
        self._program, self._token_entry = program, token_entry
        self._sure, self._apart = sure.fixed, apart
        self._variables = sure.variables
        self._tables, self._sets = TokenTables(sure.fixed), ItemSets()
        self.reads_tables = False  # set if a result relies on the contents of tables
        self.numbers: Numbers = {}
        self._mixed = False  # set if an item may be a direction of both kinds

    def _entry_of(self, item: int | None) -> int | None:
        return None if item is None else self._token_entry(item)

    def _direction(self, token: int | None) -> Instruction | None:
        """Return the operation of a token's word if it is a direction."""
        entry = self._entry_of(token)
        if entry is None:
            return None
        code = self._program.function(entry).instructions
        does = code.get(entry)
        only = does is not None and does.name in ANY and len(code) == 2  # followed by EXIT
        return does if only else None

    def _any_or_same(self, item: int) -> int:
        """Return the item for any direction if the token is one, and register it."""
        does = self._direction(item)
        if does is None:
            return item
        self.numbers.setdefault(ALONG[ANY[does.name]], {})[item] = does.operand
        return ANY[does.name]

    def _from_tables(self, instruction: Instruction, items: Items) -> int | None:
        """Return the item that an instruction reads or addresses in a table of tokens, or None."""
        if instruction.name == "@":
            return self._read(items[-1]) if items else None
        return self._for_each(instruction, items[-2:])

    def _read(self, address: int | None) -> int | None:
        """Return the item that the cell at an address in tables contains, or None."""
        if address is None:
            return None
        if address in self._sure:
            return self._sure[address]
        places = self._sets.items(address)
        numbers = [self._sure[each] for each in places if each in self._sure]
        if len(numbers) < len(places):  # the index into a table is unknown
            numbers += [n for each in places for n in self._tables.numbers(each)]
        addresses = [n for n in numbers if self._tables.has(n)]
        return self._any_of(addresses or [n for n in numbers if self._entry_of(n)])

    def _for_each(self, instruction: Instruction, items: Items) -> int | None:
        """Return the address in tables that an instruction computes from any items of the sets."""
        if not self._address_tables(items):
            return self._tables.place(instruction, items)
        found = set[int]()
        for each in product(*(self._sets.items(k) if k is not None else (k,) for k in items)):
            result = self._tables.place(instruction, each)
            if result is None:
                numbers = folded(instruction.name, numbers_among(each))
                result = numbers[0] if numbers and len(numbers) == 1 else None
            if result is None:
                return None
            found.add(result)
        return self._sets.item(found) if all(map(self._tables.has, found)) else None

    def _address_tables(self, items: Items) -> bool:
        """Return whether one of the items is certainly an address in tables."""
        return any(
            item is not None and all(map(self._tables.has, self._sets.items(item)))
            for item in items
        )

    def _variable_items(self, address: int | None) -> tuple[int, ...]:
        """Return the items that the variable at an address may hold; none for other cells."""
        items = () if address is None else self._variables.get(address, ())
        return tuple(filter(None, items))

    def _any_of(self, numbers: Sequence[int]) -> int | None:
        """Return the item that may be any of some tokens or addresses; None if it is unknown.

        With a single number, an index outside of its table would go unnoticed.
        """
        if numbers and all(map(self._tables.has, numbers)):
            return self._united(numbers) if len(set(numbers)) > 1 else None
        kind = self._kind_of({self._any_or_same(token) for token in numbers})
        if kind is None and len(set(numbers)) > 1:
            kind = self._sets.item(numbers)
        self.reads_tables |= kind is not None
        return kind

    def _united(self, addresses: Sequence[int]) -> int | None:
        """Return the item for several addresses in tables: any in one table, or any of a set."""
        return self._tables.common(addresses) or self._sets.item(addresses)

    def _kind_of(self, kinds: set[int]) -> int | None:
        """Return the common kind of directions, or None if some items are not directions.

        Directions without a symmetric one may be mixed with those that have one: they stand for
        themselves.
        """
        if len(kinds) == 1:
            kind = kinds.pop()
            return kind if kind in ALONG else None
        if kinds != ALONG.keys():
            return None
        self._mixed = True
        return ANY_SYMMETRIC

    def _joined(self, a: Items, b: Items) -> Items:
        """Return the common items of two states, aligned at the top."""
        count = min(len(a), len(b))
        pairs = zip(a[len(a) - count :], b[len(b) - count :], strict=True)
        return tuple(x if x == y else self._either(x, y) for x, y in pairs)

    def _either(self, a: int | None, b: int | None) -> int | None:
        """Return the item that may be either of two; None if that is unknown."""
        if a is None or b is None:
            return None
        if self._apart is not None or a in ALONG or b in ALONG:
            kind = self._kind_of({self._any_or_same(a), self._any_or_same(b)})
            if kind is not None:
                return kind
        both = (*self._sets.items(a), *self._sets.items(b))
        if all(map(self._tables.has, both)):
            return self._united(both)
        return self._sets.item(both) if all(map(self._is_word, both)) else None

    def _possible(self, item: int) -> tuple[int, ...]:
        """Return what an item may be: words, or addresses in tables; none if something else."""
        found = self._sets.items(item)
        return found if all(map(self._tables.has, found)) else self._words_of(item)

    def _is_word(self, item: int) -> bool:
        return item < ANY_DIRECTION and self._entry_of(item) is not None

    def _words_of(self, item: int) -> tuple[int, ...]:
        """Return the words that an item may be; none if it may be something else."""
        found = self._sets.items(item)
        return found if all(map(self._is_word, found)) else ()
