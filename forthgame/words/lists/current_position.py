"""The current position shared by a State and its machine between two calls from Python.

A call that asks for moves or a result leaves the position unchanged, whatever the script writes:
`(keep-position)` saves it and `(restore-position)` restores it.
"""

from __future__ import annotations

from forthgame.words.board.board_copies import select_board
from forthgame.words.core.sparse_storage import copy_board
from forthgame.words.moves.move_lists import drop_all, rest_record, select_list
from forthgame.words.registers import (
    call_registers,
    extension_registers as more,
    memory_layout as at,
)
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    copy_block,
    load32,
    set_arena_cell,
    settled,
    store32,
    system,
)
from forthgame.words.table.row import Group, helper

standing = Group("move lists")
TURN = at.MEMORY + at.TURN_BLOCK
BOARDS = at.MEMORY + at.BOARDS


@helper
def keep_position(vm: Block) -> None:
    copy_block(vm, at.KEPT_TURN, TURN, at.TURN_BLOCK_SIZE)
    copy_board(vm, at.KEPT_BOARD, BOARDS)
    if settled(vm, more.PLAYED_USED) != 0:
        if system(vm, at.A_PARTIAL) != 0:
            store32(vm, more.PLAYED_STANDS, 0)
        store32(vm, call_registers.KEPT_COUNT, load32(vm, more.PLAYED_COUNT))
        store32(vm, call_registers.KEPT_STANDS, load32(vm, more.PLAYED_STANDS))


@helper
def restore_position(vm: Block) -> None:
    """Restore the saved position, with its own list only, if it has one."""
    copy_block(vm, TURN, at.KEPT_TURN, at.TURN_BLOCK_SIZE)
    copy_board(vm, BOARDS, at.KEPT_BOARD)
    select_board(vm, at.BOARDS, 0)
    drop_all(vm)
    if load32(vm, call_registers.OFFERED) != 0:
        copy_block(vm, at.MEMORY + at.LISTS, at.MEMORY + at.KEPT_HEADER, at.LIST_BYTES)
        # if a script drops the list, its moves stay in place
        set_arena_cell(vm, at.LISTS + at.LIST_START * 4, load32(vm, call_registers.OFFERED_TOP))
        select_list(vm, at.LISTS)
        store32(vm, at.ARENA_TOP, load32(vm, call_registers.OFFERED_TOP))
        rest_record(vm)
    if settled(vm, more.PLAYED_USED) != 0:
        store32(vm, more.PLAYED_COUNT, load32(vm, call_registers.KEPT_COUNT))
        store32(vm, more.PLAYED_STANDS, load32(vm, call_registers.KEPT_STANDS))


@standing.word(
    "(keep-position)", "( -- )", "Save the current position, without a list.", hidden=True
)
def keep(vm: Block) -> None:
    charge(vm, settled(vm, at.BOARD_SIZE) >> 5)
    store32(vm, call_registers.OFFERED, 0)
    store32(vm, call_registers.OPENED, 0)
    keep_position(vm)


@standing.word("(restore-position)", "( -- )", "Restore the saved position.", hidden=True)
def restore(vm: Block) -> None:
    charge(vm, settled(vm, at.BOARD_SIZE) >> 5)
    restore_position(vm)


@standing.word("(offered)", "( -- n )", "Save the newest list as that of the current position; "
               "give the number of its moves.", hidden=True)  # fmt: skip
def offered(vm: Block) -> int:
    charge(vm, settled(vm, at.BOARD_SIZE) >> 5)
    store32(vm, call_registers.OFFERED, -1)
    store32(vm, call_registers.OFFERED_TOP, load32(vm, at.ARENA_TOP))
    copy_block(vm, at.MEMORY + at.KEPT_HEADER, at.MEMORY + at.LISTS, at.LIST_BYTES)
    if load32(vm, call_registers.OPENED) != 0:
        copy_board(vm, at.KEPT_BOARD, BOARDS)
    restore_position(vm)
    return arena_cell(vm, at.LISTS + at.LIST_COUNT * 4)


@standing.word("(listed)", "( -- n )", "Give the number of moves of the current position, -1 "
               "without a list.", hidden=True)  # fmt: skip
def listed(vm: Block) -> int:
    there = load32(vm, call_registers.OFFERED) != 0
    return arena_cell(vm, at.LISTS + at.LIST_COUNT * 4) if there else -1


@standing.word("(settle-list)", "( -- )", "Make the newest list the only one.", hidden=True)
def settle(vm: Block) -> None:
    address = load32(vm, at.LIST)
    if address == 0:
        return
    begin = arena_cell(vm, address + at.LIST_BEGIN * 4)
    size = load32(vm, at.ARENA_TOP) - begin
    shift = begin - at.ARENA
    charge(vm, (size >> 6) + arena_cell(vm, address + at.LIST_COUNT * 4))
    copy_block(vm, at.MEMORY + at.ARENA, at.MEMORY + begin, size)
    copy_block(vm, at.MEMORY + at.LISTS, at.MEMORY + address, at.LIST_BYTES)
    link = at.LISTS + at.LIST_FIRST * 4
    move = arena_cell(vm, link)
    while move != 0:
        set_arena_cell(vm, link, move - shift)
        link = move - shift
        move = arena_cell(vm, link)
    set_arena_cell(vm, at.LISTS + at.LIST_LAST * 4, link)
    set_arena_cell(vm, at.LISTS + at.LIST_PREVIOUS * 4, 0)
    set_arena_cell(vm, at.LISTS + at.LIST_START * 4, at.ARENA)
    set_arena_cell(vm, at.LISTS + at.LIST_BEGIN * 4, at.ARENA)
    select_list(vm, at.LISTS)
    store32(vm, at.ARENA_TOP, at.ARENA + size)
    rest_record(vm)
