"""Tokens that a stack item may be: a known one, one of several, or that of any direction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from forthgame.code.instruction import Instruction
from forthgame.code.program import Program
from forthgame.code.token_cells import TokenCells
from forthgame.vm.compiler.generation.tokens import (
    ALONG,
    ANY,
    ANY_DIRECTION,
    ANY_SYMMETRIC,
    Items,
    TokenSets,
    TokenTables,
)

TokenEntry = Callable[[int], int | None]
Numbers = dict[str, dict[int, int]]  # of directions, by replacement of `EXECUTE` and token


class TokenItems:
    """Find the tokens that an item may be, also after joins."""

    def __init__(
        self,
        program: Program,
        token_entry: TokenEntry,
        sure: TokenCells,
        apart: int | None,
    ) -> None:
        """`token_entry` returns the entry of a token, `sure` has the cells that hold tokens.

        If `apart` is None, tokens of several directions do not become that of any direction.
        """
        self._program, self._token_entry = program, token_entry
        self._sure, self._apart = sure.fixed, apart
        self._variables = sure.variables
        self._tables, self._sets = TokenTables(sure.fixed), TokenSets()
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
        if instruction.name != "@":
            return self._tables.place(instruction, items)
        item = items[-1] if items else None
        if item is None or item in self._sure:
            return None if item is None else self._sure[item]
        return self._any_of([n for n in self._tables.numbers(item) if self._entry_of(n)])

    def _held(self, address: int | None) -> tuple[int, ...]:
        """Return the tokens that the variable at an address may hold; none for other cells."""
        tokens = () if address is None else self._variables.get(address, ())
        return tuple(filter(None, tokens))

    def _any_of(self, tokens: Sequence[int]) -> int | None:
        """Return the item that may be any of some tokens; None if there are too many."""
        kind = self._kind_of({self._any_or_same(token) for token in tokens})
        # with a single token, an index outside of the table would go unnoticed
        if kind is None and len(set(tokens)) > 1:
            kind = self._sets.item(tokens)
        self.reads_tables |= kind is not None
        return kind

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
        if self._apart is not None:
            kind = self._kind_of({self._any_or_same(a), self._any_or_same(b)})
            if kind is not None:
                return kind
        both = self._words_of(a), self._words_of(b)
        return self._sets.item((*both[0], *both[1])) if all(both) else None

    def _words_of(self, item: int) -> tuple[int, ...]:
        """Return the words that an item may be; none if it may be something else."""
        if item < ANY_DIRECTION:
            return () if self._entry_of(item) is None else (item,)
        return self._sets.tokens(item)
