"""Completion of moves: append them to the current list, or count them."""

from __future__ import annotations

from forthgame.words.moves.preferences import add_levels, is_chosen, is_counted, is_new
from forthgame.words.moves.priorities import count_one, leave_out, rank_of
from forthgame.words.registers import extension_registers as by, memory_layout as at
from forthgame.words.registers.memory_layout import ACTION_BYTES, MOVE_BYTES
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    counting,
    load32,
    set_arena_cell,
    settled,
    store32,
)
from forthgame.words.table.row import helper, inlined_helper

ROOM = 2 * ACTION_BYTES  # for one action, and one added by a pass or by the end of the move


@helper
def set_record_limit(vm: Block) -> None:
    """Limit the current move to the space before the first list opened after it."""
    limit = at.ARENA_END - ROOM
    outer = load32(vm, at.GENERATING)
    if outer != 0:
        newest = load32(vm, at.LIST)
        charge(vm, (newest - outer) // at.LIST_BYTES)
        while newest > outer:
            begin = arena_cell(vm, newest + at.LIST_BEGIN * 4)
            if begin > load32(vm, at.RECORD):
                limit = begin - ROOM - 1
            newest -= at.LIST_BYTES
    store32(vm, at.RECORD_LIMIT, limit)


@helper
def forget_record(vm: Block) -> None:
    """Start an empty move."""
    store32(vm, at.RECORD_END, load32(vm, at.RECORD) + MOVE_BYTES)
    store32(vm, at.RECORD_PARTIAL, 0)
    store32(vm, at.RECORD_COMPILED, 0)
    if settled(vm, by.SELECTS) != 0:
        store32(vm, by.CURRENT_SELECTION, 0)


@inlined_helper
def bytes_recorded(vm: Block) -> int:
    """Return the size of the current move's actions in bytes.

    Masked to a cell, so that the optimiser can compute it if the actions are written in sequence.
    """
    return load32(vm, at.RECORD_END) - load32(vm, at.RECORD) - MOVE_BYTES & 0xFFFFFFFF


@inlined_helper
def nothing_recorded(vm: Block) -> bool:
    return bytes_recorded(vm) == 0


@inlined_helper
def link_record(vm: Block, target: int, address: int, type: int) -> None:
    """Append the move at an address to a list."""
    set_arena_cell(vm, arena_cell(vm, target + at.LIST_LAST * 4), address)
    set_arena_cell(vm, target + at.LIST_LAST * 4, address)
    set_arena_cell(vm, target + at.LIST_COUNT * 4, arena_cell(vm, target + at.LIST_COUNT * 4) + 1)
    if settled(vm, at.PRIORITIES) != 0:
        rank = rank_of(vm, type)
        if rank < arena_cell(vm, target + at.LIST_RANK * 4):
            set_arena_cell(vm, target + at.LIST_RANK * 4, rank)
        if rank > arena_cell(vm, target + at.LIST_WORST * 4):
            set_arena_cell(vm, target + at.LIST_WORST * 4, rank)
    end = load32(vm, at.RECORD_END)
    if end >= load32(vm, at.ARENA_TOP):
        store32(vm, at.ARENA_TOP, end)
        store32(vm, at.RECORD, end)
    else:  # a list was opened after the move: continue after that list
        store32(vm, at.RECORD, load32(vm, at.ARENA_TOP))
        set_record_limit(vm)


@inlined_helper
def write_header(vm: Block, type: int) -> None:
    """Write the header of the recorded move, which is in no list yet."""
    address = load32(vm, at.RECORD)
    flags = load32(vm, at.RECORD_COMPILED)
    if settled(vm, by.SELECTS) != 0:
        flags |= add_levels(vm)
    count = bytes_recorded(vm) // ACTION_BYTES
    set_arena_cell(vm, address, 0)
    set_arena_cell(vm, address + at.MOVE_TYPE * 4, type)
    set_arena_cell(vm, address + at.MOVE_PARTIAL * 4, load32(vm, at.RECORD_PARTIAL))
    set_arena_cell(vm, address + at.MOVE_MARK_CELL * 4, at.MOVE_MARK)
    set_arena_cell(vm, address + at.MOVE_COUNT * 4, count)
    set_arena_cell(vm, address + at.MOVE_FLAGS * 4, flags)


@inlined_helper
def count_chosen(vm: Block, target: int) -> None:
    """Count the recorded move if it is preferred; write it if it has to be compared as unique."""
    if not is_counted(vm, target):
        return
    if load32(vm, by.CURRENT_SELECTION) & by.SAID_UNIQUE != 0:
        address = load32(vm, at.RECORD)
        type = load32(vm, at.SCAN_TYPE)
        write_header(vm, type)
        if is_new(vm, target, address):
            link_record(vm, target, address, type)
    else:
        count_one(vm, target)


@inlined_helper
def commit(vm: Block) -> None:
    """Append the recorded move to the list being generated, or count it; start an empty one."""
    target = load32(vm, at.GENERATING)
    if counting(vm) != 0:
        if settled(vm, by.SELECTS) != 0:
            count_chosen(vm, target)
        else:
            leave_out(vm, target)
    elif target != 0:
        address = load32(vm, at.RECORD)
        type = load32(vm, at.SCAN_TYPE)
        write_header(vm, type)
        if settled(vm, by.SELECTS) == 0 or is_chosen(vm, target, address):
            link_record(vm, target, address, type)
    forget_record(vm)
