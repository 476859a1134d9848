"""Bounds of indexes into the storage of a board.

Beside an array lies other storage, before the first one the positions, and after the last one
memory that is not part of the position.
"""

from __future__ import annotations

from forthgame.analysis.effect_summary import Access, AddressKind
from forthgame.analysis.function import Function, used_by
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.intervals import IntervalAnalysis
from forthgame.analysis.program import Program
from forthgame.rules.declaration.declaration import Declaration
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import STORAGE

WIDTH = {"(ARRAY)": at.CELL, "(BYTES)": 1}  # bytes of an item
BYTES = frozenset(("C@", "C!"))  # they access one byte


def storage(declaration: Declaration) -> list[tuple[int, int]]:
    offsets = sorted(word.operand or 0 for word, _ in declaration.stored)
    end = len(declaration.positions) * at.CELL + declaration.storage_size
    return list(zip(offsets, [*offsets[1:], end], strict=False))


class IndexBounds:
    """Checks addresses by the ranges of their indexes."""

    def __init__(self, declaration: Declaration) -> None:
        self._players = len(declaration.players)
        self._ends = dict(storage(declaration))
        self._ranges: dict[Program, IntervalAnalysis] = {}

    def holds(self, program: Program, access: Access) -> bool:
        giving = access.giving if access.kind is AddressKind.STORAGE else None
        return (
            giving is not None
            and giving.name in STORAGE
            and self.stays(program, access.function, giving)
        )

    def stays(self, program: Program, function: Function, giving: Instruction) -> bool:
        """Return whether the cell or byte at an address is always in the storage it names.

        `giving` is the instruction of the function that pushes the address.
        """
        width = WIDTH.get(giving.name)
        if width is None:
            return True
        if program not in self._ranges:
            self._ranges[program] = IntervalAnalysis(program, self._players)
        low, high = self._ranges[program].before(function, giving.cell)
        following = used_by(function, giving)
        size = 1 if following is not None and following.name in BYTES else at.CELL
        room = self._ends.get(giving.operand, 0) - giving.operand
        return low >= 0 and high * width + size <= room
