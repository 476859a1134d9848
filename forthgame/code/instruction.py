"""One operation of threaded code read back: what it is, its operand, where the next one stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from forthgame.lang.facts import BRANCHES, ENDS
from forthgame.lang.word import Row
from forthgame.lang.words import TABLE
from forthgame.lazy import lazy

Item = TypeVar("Item")

ROWS = TABLE.operations()
HOSTS = [row for row in TABLE.rows if row.kind in ("host", "compile")]  # by the operand of (HOST)
NUMBERS = {row.name: number for number, row in enumerate(ROWS)}
ZERO_BRANCH = NUMBERS["0BRANCH"]
CELL_BITS = 24  # of the number of a cell of threaded code
FIRST_CELL = 4  # the cells before it belong to no word


@dataclass(frozen=True)
class Instruction:
    """An operation in threaded code: where it stands, its operand, where the next one stands."""

    cell: int
    row: Row
    name: str  # the row's, which is looked at often
    number: int
    operand: int
    next: int
    drops: bool = False  # a call of the word whose token is on top of the stack
    deferred: tuple[int, int] | None = None  # a call if this token is found at this address
    of_token: bool = False  # a fetch that gives one of the tokens of a table
    token: int | None = None  # a call, or a jump, if this token is on top of the stack
    fetched: bool = False  # the token on top is what the operation itself fetches

    @property
    def place(self) -> int:
        """The cell of threaded code that it stands for: `EXECUTE` may become several."""
        return place_of(self.cell)

    @property
    def backward(self) -> bool:
        """Whether it is a branch that goes back."""
        return self.name in BRANCHES and self.operand <= self.cell

    @lazy
    def ways(self) -> tuple[int, ...]:
        """The cells where it may go on in its function, the target of a branch first."""
        if self.name in BRANCHES:
            return (self.operand,) if self.name in ENDS else (self.operand, self.next)
        return () if self.name in ENDS else (self.next,)

    def another(self, name: str, operand: int) -> Instruction:
        """Another operation in its place."""
        number = NUMBERS[name]
        return replace(self, row=ROWS[number], name=name, number=number, operand=operand)


def place_of(cell: int) -> int:
    """Return the cell of threaded code that an instruction with a number stands for."""
    return cell & ((1 << CELL_BITS) - 1)


def rearranged(instruction: Instruction, taken: Sequence[Item]) -> tuple[Item, ...] | None:
    """What a word that only rearranges makes of the items that it takes; None if it does more."""
    effect = instruction.row.effect
    if instruction.row.kind != "shuffle" or effect.float_inputs:
        return None
    named = dict(zip(effect.inputs, taken, strict=True))
    return tuple(named[name] for name in effect.outputs)


def instruction_at(cells: Sequence[int], cell: int) -> Instruction:
    """The instruction in a cell that holds an operation."""
    number = cells[cell]
    row = ROWS[number]
    if row.operand is None:
        return Instruction(cell, row, row.name, number, 0, cell + 1)
    return Instruction(cell, row, row.name, number, cells[cell + 1], cell + 2)


def instructions(cells: Sequence[int], start: int, end: int) -> Iterator[Instruction]:
    """The instructions as they stand in a stretch of code, whether anything leads to them or not.

    Ends early at a cell that holds no operation.
    """
    cell = start
    while cell < end and 0 <= cells[cell] < len(ROWS):
        instruction = instruction_at(cells, cell)
        yield instruction
        cell = instruction.next
