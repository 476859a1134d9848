"""The places and pieces of moves, read from the bytes of a list without making Move objects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from forthgame.words.registers import memory_layout as at

CODE = at.PLAYER_MASK | at.PIECE_MASK  # the bits of a cell for player and type
TAKING = at.ACT_MOVE_TAKE
HEAD_ROWS = at.MOVE_CELLS // at.ACTION_CELLS  # rows of four cells before the actions of a move
ROW = at.ACTION_CELLS
ROW_SHIFT = 4  # bytes of a row, as a power of two
ROW_MASK = (1 << ROW_SHIFT) - 1
MARK = at.MOVE_MARK.to_bytes(at.CELL, "little")
MARK_BYTE = at.CELL * at.MOVE_MARK_CELL
SHIFT = at.LIST_BYTES - at.ARENA  # from an address to a byte of the list
STEPPING = b"....[%c%c]\0\0\0" % (at.ACT_MOVE, TAKING)  # piece and kind after the second operand
PLACING = b"........%c\0\0\0" % at.ACT_ADD  # the other operands and the kind after the first
TURN_CELLS = at.TURN_BLOCK_CELLS


class Outline(NamedTuple):
    """The places of a move by number, and codes of its piece: player and type.

    source  the position that the piece leaves; -1 for a drop or pass
    target  the position that it ends on; -1 for a pass
    piece   the piece that moves first or is placed; 0 for a pass
    became  the piece after a change of type or a replacement; 0 if it stays what it is
    takes   whether pieces are captured
    """

    source: int
    target: int
    piece: int
    became: int
    takes: bool


Kinds = frozenset[int]  # of positions or types, by number
Found = tuple[int, Outline]  # the cell where a move begins, and its outline


class MoveOutlines:
    """The outlines of the moves in a list, each decoded on demand.

    `arena` is the list as bytes, `whole` the position's turn and board. Moves that were struck from
    the list are still in its bytes: `number` finds out.
    """

    __slots__ = ("_arena", "_by_target", "_cells", "_heads", "_known", "_numbers", "_whole")

    def __init__(self, arena: bytes, whole: bytes) -> None:
        self._arena = arena
        self._cells = memoryview(arena).cast("i")
        self._whole = whole
        self._known: dict[int, Outline] = {}
        self._by_target: dict[int, list[Outline]] | None = None
        self._heads: list[int] | None = None  # the cell where each move of the list begins
        self._numbers: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._all_heads)

    def __iter__(self) -> Iterator[Outline]:
        return map(self.at_head, self._all_heads)

    @property
    def _all_heads(self) -> list[int]:
        heads = self._heads
        if heads is None:
            heads = [*self._linked()]
            self._numbers = {head: number for number, head in enumerate(heads)}
            self._heads = heads  # assigned when complete: other threads may read it
        return heads

    def _linked(self) -> Iterator[int]:
        cells = self._cells
        link = cells[at.LIST_FIRST] if self._arena else 0
        while link:
            head = link + SHIFT >> 2
            yield head
            link = cells[head]

    def outline(self, number: int) -> Outline:
        """Return the outline of the move with a number."""
        return self.at_head(self._all_heads[number])

    def at_head(self, head: int) -> Outline:
        """Return the outline of the move that begins at a cell of the list."""
        found = self._known.get(head)
        if found is None:
            found = self._known[head] = self._decoded(head)
        return found

    def number(self, head: int) -> int:
        """Return the number of the move that begins at a cell; -1 if the list does not have it."""
        if self._heads is not None:
            return self._numbers.get(head, -1)
        cells, number, link = self._cells, 0, self._cells[at.LIST_FIRST]
        wanted = (head << 2) - SHIFT
        while link != wanted:
            if not link:
                return -1
            link = cells[link + SHIFT >> 2]
            number += 1
        return number

    def numbers(self, found: list[Found]) -> list[int]:
        """Return the numbers of those moves that are in the list."""
        return [number for head, _ in found if (number := self.number(head)) >= 0]

    def _decoded(self, head: int) -> Outline:
        cells = self._cells
        count, start = cells[head + at.MOVE_COUNT], head + at.MOVE_CELLS
        if count == 1 or (count == 2 and cells[start + 2 * ROW - 1] >= at.ACT_LITERAL):
            a, b, c, kind = cells[start : start + ROW]
            if kind == at.ACT_MOVE:
                return Outline(a, b, c & CODE, 0, False)
        board = memoryview(self._whole).cast("i")[TURN_CELLS:]
        source = target = placed = -1
        piece = put = 0
        left: set[int] = set()  # positions whose pieces have moved or are captured
        takes = changes = False
        rows = cells[start : start + ROW * count].tolist()
        for k in range(0, len(rows), ROW):
            a, b, c, kind = rows[k : k + ROW]
            if kind <= TAKING:
                left.add(a)
                if source < 0:
                    source, target, piece = a, b, c & CODE
                elif a == target:
                    target = b
                taken = b if kind == TAKING else -1
            elif kind == at.ACT_CAPTURE:
                taken = a
            else:
                if kind == at.ACT_ADD:
                    if placed < 0:
                        placed, put = a, b & CODE
                    changes = True
                elif kind == at.ACT_TYPE:
                    changes = True
                continue
            if taken >= 0 and taken not in left and board[taken]:
                left.add(taken)
                takes = True
        if source < 0:
            return Outline(-1, placed, put, 0, takes)
        became = self._changed(rows, target, piece) if changes else 0
        return Outline(source, target, piece, became, takes)

    def _changed(self, rows: list[int], target: int, piece: int) -> int:
        """Return the last piece that actions put on the target, 0 if it is the moved one."""
        became = 0
        for k in range(0, len(rows), ROW):
            a, b, _, kind = rows[k : k + ROW]
            if a == target and kind == at.ACT_TYPE:
                became = piece & ~at.PIECE_MASK | b & at.PIECE_MASK
            elif a == target and kind == at.ACT_ADD:
                became = b & CODE
        return 0 if became == piece else became

    # -- moves by their target ------------------------------------------------------------------

    def prepare(self) -> None:
        """Decode all moves, for callers that need most of them."""
        found: dict[int, list[Outline]] = {}
        for outline in self:
            found.setdefault(outline.target, []).append(outline)
        self._by_target = found

    def reaching(self, target: int) -> list[Outline]:
        """Return the outlines of the listed moves by which pieces come to a position."""
        if self._by_target is not None:
            return [outline for outline in self._by_target.get(target, ()) if outline.source >= 0]
        return [outline for head, outline in self.moved_to(target) if self.number(head) >= 0]

    def moved_to(
        self, target: int, sources: Kinds | None = None, kinds: Kinds | None = None
    ) -> list[Found]:
        """Return the moves of pieces that end on a position, in order, with the struck ones.

        Moves of one step that begin elsewhere than on `sources`, or are of other types than
        `kinds`, may be left out.
        """
        found: list[Found] = []
        cells, place, newest = self._cells, -1, -1
        arena, search = self._arena, _pattern(target, STEPPING).search
        mark_before = arena.rfind
        while match := search(arena, place + 1):  # those that overlap, too
            place = match.start()
            if place & ROW_MASK != at.CELL:
                continue
            mark = mark_before(MARK, 0, place)
            begins = mark & ROW_MASK == MARK_BYTE or mark < 0  # else it is a number of the script
            head = mark - MARK_BYTE >> 2 if begins else self._head_before(mark)
            if head < 0 or head == newest:
                continue
            cell = place >> 2
            row = (cell - head) // ROW - HEAD_ROWS
            if row == 0 and (
                (kinds is not None and cells[cell + 1] & at.PIECE_MASK not in kinds)
                or (sources is not None and cells[cell - 1] not in sources)
            ):
                continue
            if 0 <= row < cells[head + at.MOVE_COUNT]:
                outline = self.at_head(head)
                if outline.target == target:
                    found.append((head, outline))
                    newest = head
        return found

    def of_type(self, kind: int, source: int, target: int) -> list[Found]:
        """Return the moves of pieces of a type between two positions, in order."""
        return [
            (head, outline)
            for head, outline in self.moved_to(target)
            if outline.source == source and outline.piece & at.PIECE_MASK == kind
        ]

    def placed_on(self, target: int) -> list[Found]:
        """Return the moves that place a new piece on a position, in order, with the struck ones."""
        found: list[Found] = []
        place = -1
        while match := _pattern(target, PLACING).search(self._arena, place + 1):
            place = match.start()
            head = self._head_before(place) if place & ROW_MASK == 0 else -1
            row = ((place >> 2) - head) // ROW - HEAD_ROWS
            if head >= 0 and 0 <= row < self._cells[head + at.MOVE_COUNT]:
                outline = self.at_head(head)
                if (outline.source, outline.target) == (-1, target):
                    found += [(head, outline)] if found[-1:] != [(head, outline)] else []
        return found

    def ending_on(self, target: int) -> list[int]:
        """Return the numbers of all moves that end on a position."""
        return sorted(self.numbers([*self.moved_to(target), *self.placed_on(target)]))

    def passing(self) -> list[int]:
        """Return the numbers of the moves without a target."""
        return [k for k, outline in enumerate(self) if outline.target < 0]

    def _head_before(self, place: int) -> int:
        """Return the cell where the move of an action begins; below 0 if none does."""
        while True:
            place = self._arena.rfind(MARK, 0, place)
            if place & ROW_MASK == MARK_BYTE or place < 0:  # else it is a number of the script
                return place - MARK_BYTE >> 2


@cache
def _pattern(target: int, after: bytes) -> re.Pattern[bytes]:
    return re.compile(re.escape(target.to_bytes(at.CELL, "little")) + after, re.DOTALL)
