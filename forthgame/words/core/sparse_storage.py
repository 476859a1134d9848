"""The rare part of a board record: large arrays that are empty in most positions.

The cost of copying and comparing positions grows with the size of a record. In games with large
arrays, `RARE_USED` marks the end of what has ever been stored in them, in any record of the
machine: after it all records hold zeros, which need no copy and contribute nothing to keys. The
mark only rises. Stores at addresses chosen by scripts call `note_stored`; code that loads records
from outside calls `use_all`, or raises the mark.
"""

from __future__ import annotations

from forthgame.words.registers import call_registers, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    copy_block,
    load32,
    settled,
    stir,
    store32,
    stored_in_records,
)
from forthgame.words.table.row import helper


@helper
def used_end(vm: Block) -> int:
    """Return the offset in a record after which its rare part is empty."""
    return min(
        max(load32(vm, call_registers.RARE_USED), settled(vm, at.RARE)), settled(vm, at.RARE_END)
    )


@helper
def use_all(vm: Block) -> None:
    """Mark all of the rare part as used, if there is one."""
    if settled(vm, at.RARE) != 0:
        store32(vm, call_registers.RARE_USED, settled(vm, at.RARE_END))


@helper
def note_data_stored(vm: Block, address: int) -> None:
    """Record a store into the script's data from an address on (see memory_snapshot.py)."""
    if address < load32(vm, call_registers.STORED):
        store32(vm, call_registers.STORED, address)


@helper
def note_stored(vm: Block, address: int, size: int) -> None:
    """Record a store at an address chosen by the script."""
    stir(vm, address, size)
    if address + size > at.BOARDS:
        stored_in_records(vm, address, size)
    if address < at.BOARDS and address + size > at.TEXT_BUFFER:
        note_data_stored(vm, address)


@helper
def copy_board(vm: Block, target: int, source: int) -> None:
    """Copy a record without the part that is empty in both; arguments are offsets in the block."""
    size = settled(vm, at.BOARD_SIZE)
    start = settled(vm, at.RARE)
    if start == 0:
        copy_block(vm, target, source, size)
    else:
        copy_block(vm, target, source, start)
        used = used_end(vm)
        if used > start:
            copy_block(vm, target + start, source + start, used - start)
        end = settled(vm, at.RARE_END)
        if end < size:
            copy_block(vm, target + end, source + end, size - end)
