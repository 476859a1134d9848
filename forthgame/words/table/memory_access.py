"""The memory operations that primitives are made of, and the semantics of integers.

Functions without a body are intrinsics: `compile/primitives/intrinsics.py` gives each its LLVM
instructions when numba compiles the primitives. `vm` is the address of the machine's block; offsets
are in bytes.
"""

from __future__ import annotations

from typing import Any

from forthgame.words.registers import memory_layout as at
from forthgame.words.table.row import helper

Block = Any
MEMORY = at.MEMORY


def load8(vm: Block, offset: int) -> int:
    """Return the unsigned byte at an offset of the block."""


def load16(vm: Block, offset: int) -> int:
    """Return the signed 16-bit value at an offset of the block."""


def load32(vm: Block, offset: int) -> int:
    """Return the cell at an offset of the block."""


def load64(vm: Block, offset: int) -> int:
    """Return the 64-bit value at an offset of the block."""


def store8(vm: Block, offset: int, value: int) -> None:
    """Store the low byte."""


def store16(vm: Block, offset: int, value: int) -> None:
    """Store the low 16 bits."""


def store32(vm: Block, offset: int, value: int) -> None:
    """Store a cell."""


def store64(vm: Block, offset: int, value: int) -> None:
    """Store 64 bits."""


def load_float(vm: Block, offset: int) -> float:
    """Return the 32-bit float at an offset of the block."""


def store_float(vm: Block, offset: int, value: float) -> None:
    """Store a 32-bit float."""


def outer16(vm: Block, offset: int) -> int:
    """Return a signed 16-bit value of memory outside the block, which the host has lent."""


def outer32(vm: Block, offset: int) -> int:
    """Return a signed 32-bit value of memory outside the block."""


def outer64(vm: Block, offset: int) -> int:
    """Return a 64-bit value of memory outside the block."""


def set_outer16(vm: Block, offset: int, value: int) -> None:
    """Store 16 bits in memory outside the block."""


def set_outer32(vm: Block, offset: int, value: int) -> None:
    """Store 32 bits in memory outside the block."""


def set_outer64(vm: Block, offset: int, value: int) -> None:
    """Store 64 bits in memory outside the block."""


def publish64(vm: Block, offset: int, value: int) -> None:
    """Store 64 bits in memory outside the block, after all earlier stores (release order)."""


def settled(vm: Block, register: int) -> int:
    """Return one of the registers `layout.SETTLED`: a constant in the machine code of a game."""


def copy_block(vm: Block, target: int, source: int, size: int) -> None:
    """Copy bytes inside the block; the ranges may overlap."""


def copy_batch(vm: Block, target: int, source: int, size: int) -> None:
    """Copy bytes between the block and a record that the host keeps outside."""


def fill_block(vm: Block, target: int, value: int, size: int) -> None:
    """Fill bytes of the block."""


def quotient64(a: int, b: int) -> int:
    """Return the quotient truncated toward zero; b is not 0, nor -1 for the least a."""
    whole = abs(a) // abs(b)
    return whole if (a < 0) == (b < 0) else -whole


def remainder64(a: int, b: int) -> int:
    """Return the remainder of `quotient64`, with the sign of a."""
    return a - b * quotient64(a, b)


def wrap32(value: int) -> int:
    """Wrap a 64-bit number to a cell."""
    return ((value + 0x80000000) & 0xFFFFFFFF) - 0x80000000


@helper
def pack(first: int, second: int) -> int:
    """Pack two cells into the 64-bit value that a body with two outputs returns."""
    return (first & 0xFFFFFFFF) | (second << 32)


@helper
def player_number(player: int) -> int:
    """Return the number of a player, from 1, given their code or a piece of theirs."""
    return (player >> 11) & 31


# Accesses of cells at valid Forth addresses. The names tell LLVM about aliasing: `cell` may alias
# any of them, the others lie in parts of the memory that do not overlap.


def cell(vm: Block, address: int) -> int:
    """Return the cell at any Forth address."""


def set_cell(vm: Block, address: int, value: int) -> None:
    """Store a cell at any Forth address."""


def system(vm: Block, address: int) -> int:
    """Return a system cell."""


def set_system(vm: Block, address: int, value: int) -> None:
    """Store a system cell."""


def board_cell(vm: Block, address: int) -> int:
    """Return a cell of a board record."""


def set_board_cell(vm: Block, address: int, value: int) -> None:
    """Store a cell of a board record."""


def positions_with(vm: Block, board: int, start: int, mask: int, wanted: int) -> int:
    """Return a bit for each of 64 positions from `start` on: its cell under a mask is `wanted`.

    `board` is the Forth address of the board's first cell; memory must extend past the last one.
    """


def promising(vm: Block, start: int) -> int:
    """Return bits for 64 positions from `start` on: 0 if no word of any list adds a move there.

    Called only if words have no side effects. All bits are 1 if machine code has no answer.
    """


def owned_from(vm: Block, start: int, owner: int) -> int:
    """Return bits for 64 positions from a start on: 1 if a piece of the player stands there.

    The player is given by the code. Like `positions_with` for the board, but never inlined.
    """


def stands_for(vm: Block, player: int, direction: int) -> int:
    """Return the direction that replaces another one for a player, by their numbers.

    -1 if the machine code does not support it.
    """


def tally(vm: Block, start: int, number: int, within: int) -> int:
    """Record for 64 positions from `start` on at which an entry of a move list makes moves.

    Return how many. The first of them gets the `number`; positions outside `within` are skipped.
    Implemented by machine code for some games: see `compile/tallying/tally_writer.py`.
    """


def tally_entry(vm: Block, number: int) -> int:
    """Return the Forth address of the entry that makes a tallied move, 0 after the last.

    The address is odd if the previous move has the same entry.
    """


def tally_drop(vm: Block, number: int) -> int:
    """Return the type of piece that a tallied move drops, 0 if it moves a piece."""


def tally_behind(vm: Block, number: int) -> int:
    """Return the number after the last move of the entry that makes a numbered move."""


def tally_sites(vm: Block) -> int:
    """Return how many numbers tallied moves have."""


def make(vm: Block, number: int, pos: int) -> None:
    """Apply the numbered move made from a position: see `made`."""


def made(vm: Block, number: int) -> int:
    """Return the bytes of a move in a list, if machine code makes it without a list; else 0.

    Implemented for some words: see `compile/tallying/move_maker.py`.
    """


def last_made(vm: Block, number: int, pos: int) -> int:
    """Return the position at which the last action of such a move ends, -1 if there is none."""


def some_made(vm: Block) -> int:
    """Return whether machine code makes any move of the game this way."""


def all_made(vm: Block) -> int:
    """Return the most bytes of a move if machine code makes all moves this way, else 0."""


def nth_bit(vm: Block, bits: int, n: int) -> int:
    """Return the index of the set bit with n set bits below it, which must exist."""


def counting(vm: Block) -> int:
    """Return whether the moves of the current list are only counted: `beyond.COUNTING`.

    A constant in machine code that only counts.
    """


def charge(vm: Block, steps: int) -> None:
    """Count `steps` more steps for work that grows with some size; a step is a few nanoseconds.

    Only the interpreter counts; machine code checks the clock instead. `words/word_sets.py`
    computes the
    words that charge.
    """


def stir(vm: Block, address: int, size: int) -> None:
    """Set `SCAN_STIRRED` if bytes outside the data have been stored, which may be the board.

    Only machine code does this: the interpreter runs no word that is quiet for the current list.
    """


def stored_in_records(vm: Block, address: int, size: int) -> None:
    """Raise the mark of the used rare part of records to the end of a store.

    A store into another record than the current one raises it to the end of the part. Never
    inlined, because the callers' stores are rarely there.
    """


def lowest_bit(bits: int) -> int:
    """Return the index of the lowest set bit of a number other than 0."""


def promise_below(value: int, limit: int) -> None:
    """Promise the optimiser that 0 <= value < limit, so that later checks are removed."""


def number_of_bits(bits: int) -> int:
    """Return the number of set bits."""


def table_cell(vm: Block, address: int) -> int:
    """Return a cell of the tables above the fence."""


def arena_cell(vm: Block, address: int) -> int:
    """Return a cell of the move arena."""


def set_arena_cell(vm: Block, address: int, value: int) -> None:
    """Store a cell of the move arena."""


@helper
def byte(vm: Block, address: int) -> int:
    return load8(vm, MEMORY + address)


@helper
def set_byte(vm: Block, address: int, value: int) -> None:
    """Store a byte at a Forth address that is known to be good."""
    store8(vm, MEMORY + address, value)
