"""Priority ranks of a list, and counting of moves that are not recorded."""

from __future__ import annotations

from forthgame.words.registers import extension_registers, memory_layout as at
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

PASSED_OVER = 2  # value of COUNTING until the wanted move is reached in a rerun
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
    left = load32(vm, extension_registers.RECALLED_LEFT) - 1
    store32(vm, extension_registers.RECALLED_LEFT, left)
    if left == 0:
        store32(vm, extension_registers.COUNTING, 0)


@inlined_helper
def leave_out(vm: Block, target: int) -> None:
    """Count or skip a move instead of making it."""
    if counting(vm) == PASSED_OVER:
        pass_over(vm, target)
    else:
        count_move(vm, target)
