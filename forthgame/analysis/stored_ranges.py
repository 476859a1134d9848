"""Intervals of the numbers that words store in variables and arrays.

Numbers are followed from callers to callees and back, into words that are compiled into moves, and
through memory: a block of memory, a variable or an array, holds what some word stores in it. Blocks
start empty and intervals grow until nothing changes; intervals that keep growing are widened. The
result is a guess: stores at unknown addresses and by the interpreter of the script are overlooked,
cells of the board that are increased or decreased are expected to stay among the numbers that are
stored there otherwise. So whoever uses it has to check it.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable
from functools import reduce

from forthgame.analysis.effect_summary import Access, AddressKind, accesses, is_own
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.intervals import (
    ANY,
    TRACKED_ITEMS,
    WIDENING_DELAY,
    IntervalAnalysis,
    Items,
    Range,
    State,
    hull,
    joined,
)
from forthgame.analysis.program import Program
from forthgame.words.effect_sets import CHANGING
from forthgame.words.word_sets import FETCHING, STORING

Block = tuple[bool, int]  # whether it is in the storage of a board, and its first address or offset
CONSTANT = {"ON": (-1, -1), "OFF": (0, 0)}
GIVEN = frozenset(("!", "C!", "later!"))  # words that store the number below the address
BASED = frozenset((AddressKind.ELEMENT, AddressKind.INSIDE))


class StoredRanges(IntervalAnalysis):
    """Finds the intervals of blocks of memory, for words that are run from some roots.

    `entry_of` returns the entry of a token.
    """

    def __init__(
        self,
        program: Program,
        players: int,
        roots: Iterable[int],
        entry_of: Callable[[int], int | None],
    ) -> None:
        super().__init__(program, players)
        self._entry_of = entry_of
        self._compiled: dict[int, set[int]] = {}  # entries of words that a function compiles
        self._literals: dict[int, Range] = {}  # numbers that it compiles before them
        self._contents: dict[Block, Range] = {}
        self._readers: dict[Block, set[int]] = {}
        self._callers: dict[int, set[int]] = {}
        self._arguments: dict[int, Items] = dict.fromkeys(roots, ())
        self._changes = Counter[int | Block]()
        self._todo = dict.fromkeys(self._arguments)
        self._follow()
        while empty := self._readers.keys() - self._contents.keys():
            self._contents.update(dict.fromkeys(empty, ANY))  # they were filled before the game
            self._again(sorted(set[int]().union(*(self._readers[each] for each in empty))))
            self._follow()
        self._firsts = {
            moves: sorted(number for kind, number in self._contents if kind == moves)
            for moves in (False, True)
        }

    def content(self, moves: bool, address: int) -> Range | None:
        """Return the interval of a cell of the script, or of the storage of a board if it `moves`.

        Return None if it is unknown.
        """
        firsts = self._firsts[moves]
        place = bisect(firsts, address) - 1
        found = ANY if place < 0 else self._contents[moves, firsts[place]]
        return None if found == ANY else found

    def _follow(self) -> None:
        """Read functions again until nothing changes."""
        while self._todo:
            entry = next(iter(self._todo))
            del self._todo[entry]
            self._read_again(self._program.function(entry))

    def _read_again(self, function: Function) -> None:
        entry = function.entry
        before = self._left.get(entry)
        self._program.infer(entry)
        left = self._read(function, self._arguments[entry])
        if left is not None and left != before:
            self._left[entry] = left if before is None else self._join(entry, before, left)
            self._again(self._callers.get(entry, ()))

    def _join(self, place: int, known: Items, items: Items) -> Items:
        """Join items that a function leaves or is given; widen intervals that keep growing."""
        found = joined(known, items)
        return found if found == known else joined(known, items, self._grows(place))

    def _again(self, entries: Iterable[int]) -> None:
        self._todo.update(dict.fromkeys(entries))

    def _grows(self, place: int | Block) -> bool:
        """Return whether an interval has grown so often that it is to be widened."""
        self._changes[place] += 1
        return self._changes[place] > WIDENING_DELAY

    def _behind(self, function: Function, instruction: Instruction, state: State) -> State | None:
        name, items = instruction.name, state[0]
        if name == "(CALL)":
            self._callers.setdefault(instruction.operand, set()).add(function.entry)
        elif name in FETCHING and (found := self._accessed(function, instruction)):
            fetched = self._fetch(function, found)
            return None if fetched is None else ((*items[:-1], fetched), state[1])
        elif name in STORING or name == "later!":
            self._store(name, items, self._accessed(function, instruction))
        elif name == "COMPILE-LITERAL":
            number = items[-1] if items else ANY
            self._literals[function.entry] = hull(
                self._literals.get(function.entry, number), number
            )
            self._give_literals(function.entry)
        elif name == "(COMPILE)" and (entry := self._entry_of(instruction.operand)) is not None:
            self._compiled.setdefault(function.entry, set()).add(entry)
            self._give_literals(function.entry)
        return super()._behind(function, instruction, state)

    def _called(self, instruction: Instruction, state: State) -> State | None:
        callee = instruction.operand
        self._give(callee, state[0][:-1] if instruction.drops else state[0])
        return super()._called(instruction, state) if callee in self._left else None

    def _give(self, callee: int, items: Items) -> None:
        """Note the items that a function is given."""
        known = self._arguments.get(callee)
        given = items if known is None else self._join(callee, known, items)
        if given != known:
            self._arguments[callee] = given
            self._again([callee])

    def _give_literals(self, function: int) -> None:
        """Give the words that a function compiles into moves the numbers that it compiles."""
        literal = self._literals.get(function)
        for entry in self._compiled.get(function, ()):
            self._give(entry, () if literal is None else (literal,) * TRACKED_ITEMS)

    def _accessed(self, function: Function, instruction: Instruction) -> list[Block | None]:
        """Return the blocks that an instruction accesses; None stands for unknown ones."""
        found = list[Block | None]()
        for access in accesses(self._program, function).get(instruction.cell, ()):
            found += _blocks(access) or [None]
        return found

    def _fetch(self, function: Function, blocks: list[Block | None]) -> Range | None:
        """Return the interval of some blocks; None if nothing has been stored in them yet."""
        found = list[Range]()
        for block in blocks:
            if block is None:
                return ANY
            self._readers.setdefault(block, set()).add(function.entry)
            if block in self._contents:
                found.append(self._contents[block])
        return reduce(hull, found) if found else None

    def _store(self, name: str, items: Items, blocks: list[Block | None]) -> None:
        stored = CONSTANT.get(name, ANY)
        if name in GIVEN and len(items) > 1:
            stored = items[-2]
        for block in blocks:
            if block is None or (block[0] and name in CHANGING):
                continue
            known = self._contents.get(block, stored)
            grown = hull(known, stored)
            if block not in self._contents or grown != known:
                widened = block in self._contents and self._grows(block)
                self._contents[block] = ANY if widened else grown
                self._again(self._readers.get(block, ()))


def _blocks(access: Access) -> list[Block | None]:
    if access.kind is AddressKind.STORAGE and access.number >= 0:
        return [(True, access.number)]
    if access.kind is AddressKind.NUMBER and is_own(access.number):
        return [(False, access.number)]
    if access.kind in BASED:
        return [(False, base) if is_own(base) else None for base in access.bases]
    return []
