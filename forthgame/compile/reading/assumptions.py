"""Assumptions about memory and turn under which the moves of a game have been read.

The move words were read with numbers that words of the script could change. `@tally_holds` compares
them before each tally; if they differ, words are run instead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace

from forthgame.analysis.intervals import Range, hull
from forthgame.compile.ir.ir_lines import IrLines, cells_from, define, load_item
from forthgame.compile.reading.list_questions import ListQuestions, Question
from forthgame.compile.reading.symbolic_values import StoredValue
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import MOST_QUESTIONS

MOST_BYTES = 2048  # of tables that are compared
AT_ONCE = 64  # bytes that are compared at once
PIECES_AT_ONCE = 16  # pieces that are compared at once
MOST_COMPARED = 512  # positions, if cells for all of them are compared
MOST_VALUES = 16  # of a cell, if a word is read for each value that it may have
NEAR = 64  # bytes from the base of a store at which it may write
HEAD = "define i32 @tally_holds(ptr %vm) noinline nounwind"


@dataclass(frozen=True)
class Stores:
    """The addresses at which words of a game store, and those from which others are computed.

    If some address is `unknown`, no table counts as constant.
    """

    numbers: Collection[int] = ()
    bases: Collection[int] = ()
    unknown: bool = True

    def spare(self, first: int, last: int) -> bool:
        """Return whether no store is likely to change a byte of a range."""
        if self.unknown:
            return False
        return not any(first - at.CELL < each <= last for each in self.numbers) and not any(
            first - NEAR <= each <= last for each in self.bases
        )


Contents = Callable[[bool, int], Range | None]  # of a cell, as `StoredRanges.content` finds them


@dataclass
class Assumptions:
    """The contents of bytes of memory, and the players whose moves could not be read.

    `types` has the greatest type that the piece at a position may have, `any_type` that of all
    pieces or 0 if it does not matter, `any_owner` the greatest code of their owners or 0, `values`
    the range of a cell, `items` the range of an array's items for positions, by its distance in
    cells from the pieces. `asked_words` have answers that are found out before. The board has a
    number of `positions`.
    """

    stores: Stores = field(default_factory=Stores)
    positions: int = 0
    any_type: int = 0
    any_owner: int = 0
    contents: Contents = lambda moves, address: None
    questions: ListQuestions | None = None
    asked_words: list[Question] = field(default_factory=list)
    content: dict[int, int] = field(default_factory=dict)
    types: dict[int, int] = field(default_factory=dict)
    values: dict[StoredValue, Range] = field(default_factory=dict)
    items: dict[int, Range] = field(default_factory=dict)
    unread: set[int] = field(default_factory=set)

    def __bool__(self) -> bool:
        return any(
            (self.content, self.types, self.any_type, self.any_owner, self.values, self.items,
             self.unread, self.asked_words)
        )  # fmt: skip

    def copy(self) -> Assumptions:
        """Return a copy, for `restore`."""
        return replace(
            self,
            asked_words=[*self.asked_words],
            content={**self.content},
            types={**self.types},
            values={**self.values},
            items={**self.items},
            unread={*self.unread},
        )

    def restore(self, copied: Assumptions) -> None:
        """Assume only what was assumed when a copy was made."""
        vars(self).update(vars(copied))

    def values_of(self, cell: StoredValue) -> Range | None:
        """Return the few values that a cell may have; None if they are unknown or many."""
        return _few(self.values.get(cell) or self.contents(cell.moves, cell.address))

    def items_of(self, plane: int) -> Range | None:
        """Return the few values that items of an array may have; None if unknown or many.

        The array begins `plane` cells after the pieces. Its items are 0 before they are stored.
        """
        found = self.items.get(plane) or self.contents(True, plane * at.CELL)
        if found is None or self.positions > MOST_COMPARED:
            return None
        return _few(hull(found, (0, 0)))

    def asked(self, question: Question, scratch: frozenset[int]) -> int | None:
        """Return the number of a question that is asked before a tally, None if it cannot be."""
        if question in self.asked_words:
            return self.asked_words.index(question)
        full = len(self.asked_words) == MOST_QUESTIONS
        if full or self.questions is None or not self.questions.answers(question.entry, scratch):
            return None
        self.asked_words.append(question)
        return len(self.asked_words) - 1

    def table_items(
        self, addresses: Collection[int], size: int, cell: Callable[[int], int]
    ) -> dict[int, int]:
        """Assume that a table does not change, and return its items of `size` bytes by address.

        `cell` reads a cell of memory. Return nothing if a store may change the table, or if there
        would be too much to compare.
        """
        first, last = min(addresses, default=0), max(addresses, default=0) + size - 1
        if not at.DATA <= first <= last < at.BOARDS_END or any(each % size for each in addresses):
            return {}
        read = {each + k for each in addresses for k in range(size)}
        if not self.stores.spare(first, last) or len(self.content.keys() | read) > MOST_BYTES:
            return {}
        self._assume(read, cell)
        return {each: cell(each) if size == at.CELL else self.content[each] for each in addresses}

    def constant(self, address: int, cell: Callable[[int], int]) -> int:
        """Assume that a cell does not change, and return its number."""
        self._assume(range(address, address + at.CELL), cell)
        return cell(address)

    def _assume(self, addresses: Iterable[int], cell: Callable[[int], int]) -> None:
        for each in addresses:
            within = each % at.CELL
            self.content[each] = cell(each - within) >> 8 * within & 0xFF

    def text(self) -> str:
        """Return the function that compares all that is assumed with the memory."""
        return define(HEAD, self._write)

    def _write(self, o: IrLines) -> None:
        unequal = "0"
        for first, numbers in self._stretches():
            place = o.value(f"getelementptr i8, ptr {o.register(at.MEMORY)}, i64 {first}")
            kind = f"<{len(numbers)} x i8>"
            found = o.value(f"load {kind}, ptr {place}, align 1")
            wanted = ", ".join(f"i8 {number}" for number in numbers)
            bits = o.value(f"xor {kind} {found}, < {wanted} >")
            more = o.value(f"bitcast {kind} {bits} to i{8 * len(numbers)}")
            some = o.value(f"icmp ne i{8 * len(numbers)} {more}, 0")
            unequal = o.value(f"or i32 {unequal}, {o.value(f'zext i1 {some} to i32')}")
        limits = [(0, at.PIECE_MASK, (0, self.any_type)), (0, at.PLAYER_MASK, (0, self.any_owner))]
        limits = [each for each in limits if each[2][1]]
        limits += [(plane, -1, limit) for plane, limit in self.items.items()]
        for plane, mask, limit in limits:
            for first in range(0, self.positions, PIECES_AT_ONCE):
                some = self._some_outside(o, plane, first, mask, limit)
                unequal = o.value(f"or i32 {unequal}, {some}")
        for square, greatest in sorted(self.types.items()):
            piece = load_item(o, str(square * at.CELL), True, "@")
            type = o.value(f"and i32 {piece}, {at.PIECE_MASK}")
            so = o.value(f"icmp ugt i32 {type}, {greatest}")
            unequal = o.value(f"or i32 {unequal}, {o.value(f'zext i1 {so} to i32')}")
        for cell, (low, high) in self.values.items():
            above = o.value(
                f"sub i32 {load_item(o, str(cell.address), cell.moves, cell.fetched)}, {low}"
            )
            so = o.value(f"icmp ugt i32 {above}, {high - low}")
            unequal = o.value(f"or i32 {unequal}, {o.value(f'zext i1 {so} to i32')}")
        number = o.value(f"and i32 {o.value(f'lshr i32 {o.cell(at.A_PLAYER)}, 11')}, 31")
        unread = sum(1 << player for player in self.unread)
        there = o.value(f"and i32 {o.value(f'lshr i32 {unread}, {number}')}, 1")
        unequal = o.value(f"or i32 {unequal}, {there}")
        so = o.value(f"icmp eq i32 {unequal}, 0")
        o.do(f"ret i32 {o.value(f'sext i1 {so} to i32')}")

    def _some_outside(self, o: IrLines, plane: int, first: int, mask: int, limits: Range) -> str:
        """Write whether cells for some positions have numbers outside of limits under a mask.

        The cells begin `plane` cells after the pieces, the positions with `first`.
        """
        low, high = limits
        count = min(PIECES_AT_ONCE, self.positions - first)
        board = o.value(f"sext i32 {o.load('i32', at.BOARD)} to i64")
        cells = cells_from(o, board, start=str(plane + first), count=count)
        masked = o.value(f"and <{count} x i32> {cells}, {_repeated(mask, count)}")
        above = o.value(f"sub <{count} x i32> {masked}, {_repeated(low, count)}")
        found = o.value(f"icmp ugt <{count} x i32> {above}, {_repeated(high - low, count)}")
        bits = o.value(f"bitcast <{count} x i1> {found} to i{count}")
        return o.value(f"zext i1 {o.value(f'icmp ne i{count} {bits}, 0')} to i32")

    def _stretches(self) -> list[tuple[int, list[int]]]:
        """Return the contents in stretches of adjacent bytes, by the first address."""
        found: list[tuple[int, list[int]]] = []
        for address in sorted(self.content):
            first, numbers = found[-1] if found else (0, [])
            if not found or address != first + len(numbers) or len(numbers) == AT_ONCE:
                found.append((address, numbers := []))
            numbers.append(self.content[address])
        return found


def _few(found: Range | None) -> Range | None:
    """Return a range of few values, else None.

    Numbers that nothing limits below are expected not to be negative.
    """
    if found is None:
        return None
    low, high = found
    if low == at.LOWEST and high >= 0:
        low = 0
    return (low, high) if high - low < MOST_VALUES else None


def _repeated(number: int, count: int) -> str:
    return f"<{', '.join([f'i32 {number}'] * count)}>"
