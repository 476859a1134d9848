"""The rare part of a board record: large arrays, which most positions leave empty.

Copying and comparing positions costs as much as a record is long. Where a game has large arrays,
`RARE_USED` knows how far into them anything has ever been stored, in any record of the machine:
behind that all records hold zeros, which need not be copied and add nothing to a key. The mark
only rises. Whatever stores at an address that a script chooses notes it by `note_stored`; whoever
brings in records from elsewhere uses `use_all`, or raises the mark.
"""

from __future__ import annotations

from forthgame.lang import calling
from forthgame.lang import layout as at
from forthgame.lang.cells import (
    Block,
    copy_block,
    load32,
    settled,
    stir,
    store32,
    stored_in_records,
)
from forthgame.lang.word import helper


@helper
def used_end(vm: Block) -> int:
    """The byte of a record where the rest of its rare part is empty."""
    used = max(load32(vm, calling.RARE_USED), settled(vm, at.RARE))
    return min(used, settled(vm, at.RARE_END))


@helper
def use_all(vm: Block) -> None:
    """Take all of the rare part for used from now on, if there is one."""
    if settled(vm, at.RARE) != 0:
        store32(vm, calling.RARE_USED, settled(vm, at.RARE_END))


@helper
def note_data_stored(vm: Block, address: int) -> None:
    """Note that data of the script has been stored from an address on (see lookahead.py)."""
    if address < load32(vm, calling.STORED):
        store32(vm, calling.STORED, address)


@helper
def note_stored(vm: Block, address: int, size: int) -> None:
    """Note that bytes have been stored at an address that the script has chosen."""
    stir(vm, address, size)
    if address + size > at.BOARDS:
        stored_in_records(vm, address, size)
    if address < at.BOARDS and address + size > at.TEXT_BUFFER:
        note_data_stored(vm, address)


@helper
def copy_board(vm: Block, target: int, source: int) -> None:
    """Copy a record, but for what is empty in both; places are bytes of the block."""
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
