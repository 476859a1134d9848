"""Completion of moves: append them to the current list by priority, or count them."""

from __future__ import annotations

from forthgame.words.moves.preferences import add_levels, is_chosen, is_counted, is_new
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
    system,
    table_cell,
)
from forthgame.words.table.row import helper, inlined_helper

# values of COUNTING: until the wanted move is reached in a rerun; while tallied entries are skipped
PASSED_OVER, MIXED = 2, 3
COUNTED_MOST = 1 << 20  # limit for counted moves of one list; fewer fit into the arena


@helper
def rank_of(vm: Block, type: int) -> int:
    """Return the priority rank of a move type: 1 is best, NO_RANK for those not listed."""
    table = settled(vm, at.PRIORITIES)
    if table != 0 and 0 <= type <= settled(vm, at.MOVE_TYPES):
        return table_cell(vm, table + type * 4)
    return at.NO_RANK


@helper
def find_ranks(vm: Block, address: int) -> None:
    """Recompute the best and worst rank of a list from which moves have been removed."""
    if settled(vm, at.PRIORITIES) == 0:
        return
    best = at.NO_RANK
    worst = 0
    move = arena_cell(vm, address + at.LIST_FIRST * 4)
    charge(vm, arena_cell(vm, address + at.LIST_COUNT * 4))
    while move != 0:
        rank = rank_of(vm, arena_cell(vm, move + at.MOVE_TYPE * 4))
        best = min(best, rank)
        worst = max(worst, rank)
        move = arena_cell(vm, move)
    set_arena_cell(vm, address + at.LIST_RANK * 4, best)
    set_arena_cell(vm, address + at.LIST_WORST * 4, worst)


@inlined_helper
def count_one(vm: Block, target: int) -> None:
    """Count the recorded move without recording its origin."""
    count = arena_cell(vm, target + at.LIST_COUNT * 4)
    if count >= COUNTED_MOST:
        store32(vm, at.RECORD_LIMIT, 0)
    set_arena_cell(vm, target + at.LIST_COUNT * 4, count + 1)


@inlined_helper
def count_move(vm: Block, target: int) -> None:
    """Count the recorded move if its priority is best so far, and record its origin."""
    count = arena_cell(vm, target + at.LIST_COUNT * 4)
    if settled(vm, at.PRIORITIES) != 0:
        rank = rank_of(vm, load32(vm, at.SCAN_TYPE))
        best = arena_cell(vm, target + at.LIST_RANK * 4)
        if rank > best:
            return
        if rank < best:
            set_arena_cell(vm, target + at.LIST_RANK * 4, rank)
            count = 0
    if count < at.COUNTED_LIMIT:
        place = at.COUNTED - at.MEMORY + count * 16
        set_arena_cell(vm, place, load32(vm, at.SCAN_ENTRY))
        set_arena_cell(vm, place + 4, load32(vm, at.SCAN_POSITION))
        set_arena_cell(vm, place + 8, system(vm, at.A_PIECE))
    elif count >= COUNTED_MOST:
        store32(vm, at.RECORD_LIMIT, 0)
    set_arena_cell(vm, target + at.LIST_COUNT * 4, count + 1)


@helper
def pass_over(vm: Block, target: int) -> None:
    """Skip a move before the wanted one: see counted_moves.py."""
    set_arena_cell(vm, target + at.LIST_COUNT * 4, arena_cell(vm, target + at.LIST_COUNT * 4) + 1)
    left = load32(vm, by.RECALLED_LEFT) - 1
    store32(vm, by.RECALLED_LEFT, left)
    if left == 0:
        store32(vm, by.COUNTING, 0)


@inlined_helper
def leave_out(vm: Block, target: int) -> None:
    """Count or skip a move instead of making it."""
    if counting(vm) == PASSED_OVER:
        pass_over(vm, target)
    else:
        count_move(vm, target)


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
