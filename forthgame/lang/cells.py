"""The few operations that primitives are made of, and the only place integer semantics are written.

The functions without a body are names: `vm/primitives/intrinsics.py` gives each its LLVM
instructions when numba compiles the primitives. `vm` is the address of the machine's block;
offsets are in bytes.
"""

from __future__ import annotations

from typing import Any

from forthgame.lang import layout as at
from forthgame.lang.word import helper

Block = Any
MEMORY = at.MEMORY


def load8(vm: Block, offset: int) -> int:
    """The unsigned byte at an offset of the block."""
    return 0


def load16(vm: Block, offset: int) -> int:
    """The signed 16-bit value at an offset of the block."""
    return 0


def load32(vm: Block, offset: int) -> int:
    """The cell at an offset of the block."""
    return 0


def load64(vm: Block, offset: int) -> int:
    """The 64-bit value at an offset of the block."""
    return 0


def store8(vm: Block, offset: int, value: int) -> None:
    """Store the low byte."""


def store16(vm: Block, offset: int, value: int) -> None:
    """Store the low 16 bits."""


def store32(vm: Block, offset: int, value: int) -> None:
    """Store a cell."""


def store64(vm: Block, offset: int, value: int) -> None:
    """Store 64 bits."""


def load_float(vm: Block, offset: int) -> float:
    """The 32-bit float at an offset of the block."""
    return 0.0


def store_float(vm: Block, offset: int, value: float) -> None:
    """Store a 32-bit float."""


def outer16(vm: Block, offset: int) -> int:
    """A signed 16-bit value of memory outside the block, which the host has lent (puzzle.py)."""
    return 0


def outer32(vm: Block, offset: int) -> int:
    """A signed 32-bit value of memory outside the block."""
    return 0


def outer64(vm: Block, offset: int) -> int:
    """A 64-bit value of memory outside the block."""
    return 0


def set_outer16(vm: Block, offset: int, value: int) -> None:
    """Store 16 bits in memory outside the block."""


def set_outer32(vm: Block, offset: int, value: int) -> None:
    """Store 32 bits in memory outside the block."""


def set_outer64(vm: Block, offset: int, value: int) -> None:
    """Store 64 bits in memory outside the block."""


def publish64(vm: Block, offset: int, value: int) -> None:
    """The same, behind all that was stored before: a thread that sees it sees that too."""


def settled(vm: Block, register: int) -> int:
    """One of the registers `layout.SETTLED`: a constant in the machine code of a game."""
    return 0


def copy_block(vm: Block, target: int, source: int, size: int) -> None:
    """Copy bytes inside the block; the two places may overlap."""


def copy_batch(vm: Block, target: int, source: int, size: int) -> None:
    """Copy bytes between the block and a record that the host keeps outside of it."""


def fill_block(vm: Block, target: int, value: int, size: int) -> None:
    """Fill bytes of the block."""


def quotient64(a: int, b: int) -> int:
    """Quotient of two 64-bit numbers, toward zero; b is not 0, nor -1 for the least a."""
    whole = abs(a) // abs(b)
    return whole if (a < 0) == (b < 0) else -whole


def remainder64(a: int, b: int) -> int:
    """Remainder of the same division, with the sign of a."""
    return a - b * quotient64(a, b)


def wrap32(value: int) -> int:
    """The cell that a 64-bit number wraps to."""
    return ((value + 0x80000000) & 0xFFFFFFFF) - 0x80000000


@helper
def pack(first: int, second: int) -> int:
    """Two cells as the one 64-bit value that a body with two outputs returns."""
    return (first & 0xFFFFFFFF) | (second << 32)


# Cells at Forth addresses that are known to be good. The names say to LLVM which of them cannot be
# the same: `cell` may be any, the others lie in parts of the memory that do not overlap.


def cell(vm: Block, address: int) -> int:
    """The cell at any Forth address."""
    return 0


def set_cell(vm: Block, address: int, value: int) -> None:
    """Store a cell at any Forth address."""


def system(vm: Block, address: int) -> int:
    """A system cell."""
    return 0


def set_system(vm: Block, address: int, value: int) -> None:
    """Store a system cell."""


def board_cell(vm: Block, address: int) -> int:
    """A cell of a board record."""
    return 0


def set_board_cell(vm: Block, address: int, value: int) -> None:
    """Store a cell of a board record."""


def positions_with(vm: Block, board: int, start: int, mask: int, wanted: int) -> int:
    """Bits for 64 positions from `start` on: whether their cells are `wanted` under a mask.

    `board` is the Forth address of the board's first cell; there must be memory behind the last.
    """
    return 0


def promising(vm: Block, start: int) -> int:
    """Bits for 64 positions from `start` on: false where no word of any list adds a move.

    It is asked only where words change nothing. All are true where machine code does not know.
    """
    return -1


def owned_from(vm: Block, start: int, owner: int) -> int:
    """Which of 64 positions from a start on have pieces of a player, given by the code.

    It is `positions_with` for the board, called and not written into the loop that goes on.
    """
    return 0


def stands_for(vm: Block, player: int, direction: int) -> int:
    """The direction that stands for another one for a player, by their numbers.

    -1 where the machine code does not know.
    """
    return -1


def tally(vm: Block, start: int, number: int, within: int) -> int:
    """Note for 64 positions from `start` on where an entry of a move list makes its moves.

    Gives how many. The first of them has the `number`; positions without a bit of `within` are left
    out. Machine code knows it for some games: see `vm/compiler/generation/tally.py`.
    """
    return 0


def tally_entry(vm: Block, number: int) -> int:
    """Forth address of the entry that makes a move that is tallied, 0 behind the last.

    1 more if it is the same entry as that of the move before.
    """
    return 0


def tally_drop(vm: Block, number: int) -> int:
    """The type of pieces that a move which is tallied drops, 0 if it moves what stands there."""
    return 0


def tally_behind(vm: Block, number: int) -> int:
    """The number behind those of the moves of an entry, of which one has a number."""
    return 0


def tally_sites(vm: Block) -> int:
    """How many numbers moves have that are tallied."""
    return 0


def make(vm: Block, number: int, pos: int) -> None:
    """Do what the move with a number does that is made from a position: see `made`."""


def made(vm: Block, number: int) -> int:
    """0, or how many bytes the move would take in a list that machine code makes without a list.

    It does so for some words: see `vm/compiler/generation/making.py`.
    """
    return 0


def last_made(vm: Block, number: int, pos: int) -> int:
    """The position where the last action of such a move ends, -1 if none ends on a position."""
    return 0


def some_made(vm: Block) -> int:
    """Whether it makes any move of the game so."""
    return 0


def all_made(vm: Block) -> int:
    """The most bytes that a move takes if it makes all of them so, and lists have all; else 0."""
    return 0


def nth_bit(vm: Block, bits: int, n: int) -> int:
    """The place of the set bit with n set bits below it; there must be one."""
    return 0


def counting(vm: Block) -> int:
    """Whether the moves of the list in the making are only counted: `beyond.COUNTING`.

    Machine code that is run for nothing else knows that they are.
    """
    return 0


def charge(vm: Block, steps: int) -> None:
    """Count work that grows with some size as so many steps more: a step is a few nanoseconds.

    Only the interpreter counts; machine code looks at the clock instead. Words that charge are
    computed in `lang/facts.py`.
    """


def stir(vm: Block, address: int, size: int) -> None:
    """Set `SCAN_STIRRED` if bytes outside of the data have been stored, which may be the board.

    Only machine code does: nothing that the interpreter runs is quiet for a list in the making.
    """


def stored_in_records(vm: Block, address: int, size: int) -> None:
    """Raise the mark of the rare part of records to the end of what has been stored there.

    What is stored into another record than the current one, at whatever place, raises it to the
    end of the part. Never written into its callers, whose stores are hardly ever there.
    """


def lowest_bit(bits: int) -> int:
    """The place of the lowest bit of a number that is not 0."""
    return 0


def promise_below(value: int, limit: int) -> None:
    """Say that a number is from 0 to a limit less 1: what depends on it is not looked at again."""


def number_of_bits(bits: int) -> int:
    """How many bits of a number are set."""
    return 0


def table_cell(vm: Block, address: int) -> int:
    """A cell of the tables behind the fence."""
    return 0


def arena_cell(vm: Block, address: int) -> int:
    """A cell of the move arena."""
    return 0


def set_arena_cell(vm: Block, address: int, value: int) -> None:
    """Store a cell of the move arena."""


@helper
def byte(vm: Block, address: int) -> int:
    """The byte at a Forth address that is known to be good."""
    return load8(vm, MEMORY + address)


@helper
def set_byte(vm: Block, address: int, value: int) -> None:
    """Store a byte at a Forth address that is known to be good."""
    store8(vm, MEMORY + address, value)
