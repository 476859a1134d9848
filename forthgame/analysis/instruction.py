"""Decode single operations of threaded code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from forthgame.base.lazy import lazy
from forthgame.words.primitives import TABLE
from forthgame.words.table.row import Row
from forthgame.words.word_sets import BRANCHES, ENDS

Item = TypeVar("Item")

ROWS = TABLE.operations()
SIZES = [1 if row.operand is None else 2 for row in ROWS]  # of instructions, in cells
HOSTS = [row for row in TABLE.rows if row.kind in ("host", "compile")]  # by the operand of (HOST)
NUMBERS = {row.name: number for number, row in enumerate(ROWS)}
ZERO_BRANCH = NUMBERS["0BRANCH"]
CELL_BITS = 24  # bits of an instruction's number that hold the cell
FIRST_CELL = 4  # the cells before belong to no word


@dataclass(frozen=True)
class Instruction:
    """An operation in threaded code, with its operand and the cell of the next one."""

    cell: int
    row: Row
    name: str  # the row's name, cached because it is read often
    number: int
    operand: int
    next: int
    drops: bool = False  # a call of the word whose token is on top of the stack
    deferred: tuple[int, int] | None = None  # a call made if this token is found at this address
    of_token: bool = False  # a fetch of a token from a table
    token: int | None = None  # a call or jump made if this token is on top of the stack
    fetched: bool = False  # the operation itself fetches the token that is on top

    @property
    def place(self) -> int:
        """The cell of threaded code represented; `EXECUTE` may expand to several instructions."""
        return place_of(self.cell)

    @property
    def backward(self) -> bool:
        return self.name in BRANCHES and self.operand <= self.cell

    @property
    def stops(self) -> Row | None:
        """The row of a word of the host that never returns, such as `ABORT`."""
        host = HOSTS[self.operand] if self.name == "(HOST)" else None
        return host if host is not None and host.ends else None

    @lazy
    def ways(self) -> tuple[int, ...]:
        """The cells where control may continue in the function, a branch target first."""
        if self.name in BRANCHES:
            return (self.operand,) if self.name in ENDS else (self.operand, self.next)
        return () if self.name in ENDS or self.stops else (self.next,)

    def another(self, name: str, operand: int) -> Instruction:
        """Return an instruction with another operation and operand at the same cell."""
        number = NUMBERS[name]
        return replace(self, row=ROWS[number], name=name, number=number, operand=operand)


def place_of(cell: int) -> int:
    """Return the cell of threaded code that a numbered instruction represents."""
    return cell & ((1 << CELL_BITS) - 1)


def rearranged(instruction: Instruction, taken: Sequence[Item]) -> tuple[Item, ...] | None:
    """Return the items that a shuffle word leaves for the given ones, None for other words."""
    row = instruction.row
    return None if row.kind != "shuffle" or row.effect.float_inputs else shuffled(row, taken)


def shuffled(row: Row, taken: Sequence[Item]) -> tuple[Item, ...]:
    """Return the items that the shuffle word of a row leaves for the given ones."""
    named = dict(zip(row.effect.inputs, taken, strict=True))
    return tuple(named[name] for name in row.effect.outputs)


def instruction_at(cells: Sequence[int], cell: int) -> Instruction:
    number = cells[cell]
    row = ROWS[number]
    if row.operand is None:
        return Instruction(cell, row, row.name, number, 0, cell + 1)
    return Instruction(cell, row, row.name, number, cells[cell + 1], cell + 2)


def operation_cells(cells: Sequence[int], start: int, end: int) -> Iterator[int]:
    """Yield the cells of the operations in a stretch of code, as `instructions` decodes it."""
    cell = start
    while cell < end and 0 <= cells[cell] < len(SIZES):
        yield cell
        cell += SIZES[cells[cell]]


def instructions(cells: Sequence[int], start: int, end: int) -> Iterator[Instruction]:
    """Decode a stretch of code linearly, including unreachable instructions.

    Stop early at a cell that does not hold an operation.
    """
    cell = start
    while cell < end and 0 <= cells[cell] < len(ROWS):
        instruction = instruction_at(cells, cell)
        yield instruction
        cell = instruction.next
