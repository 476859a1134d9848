"""The best priority of the moves of a list, and their number where they are only counted."""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang.cells import (
    Block,
    arena_cell,
    load32,
    set_arena_cell,
    settled,
    store32,
    system,
    table_cell,
)
from forthgame.lang.word import helper, inlined_helper

PIECE = at.A_PIECE
COUNTED_MOST = 1 << 20  # moves of one list that are counted; fewer fit into the arena


@helper
def rank_of(vm: Block, type: int) -> int:
    """Priority rank of a move type: 1 is best, NO_RANK for those not listed."""
    table = settled(vm, at.PRIORITIES)
    if table != 0 and 0 <= type <= settled(vm, at.MOVE_TYPES):
        return table_cell(vm, table + type * 4)
    return at.NO_RANK


@inlined_helper
def count_move(vm: Block, target: int) -> None:
    """Count the recorded move if none before it has a better priority; note where it came from."""
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
        set_arena_cell(vm, place + 8, system(vm, PIECE))
    elif count >= COUNTED_MOST:
        store32(vm, at.RECORD_LIMIT, 0)
    set_arena_cell(vm, target + at.LIST_COUNT * 4, count + 1)
