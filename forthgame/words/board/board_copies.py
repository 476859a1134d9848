"""Copies of the board, used by scripts and searches for looking ahead."""

from __future__ import annotations

from forthgame.words.core.sparse_storage import copy_board
from forthgame.words.registers import extension_registers as more, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    charge,
    copy_block,
    load32,
    set_system,
    settled,
    store32,
)
from forthgame.words.table.row import Group, helper, plain

board = Group("board")


def room_for_board(vm: Block) -> int:
    size = settled(vm, at.BOARD_SIZE) + at.TURN_BLOCK_SIZE
    return 0 if load32(vm, at.BOARD) + 2 * size <= at.BOARDS_END else -260


def board_pushed(vm: Block) -> int:
    depth = load32(vm, at.BOARD_DEPTH)
    if settled(vm, more.EVENTS_LEAVE) != 0 and 0 < depth <= load32(vm, more.EVENT_DEPTH):
        return -317
    return 0 if depth > 0 else -261


@helper
def turn_kept(vm: Block) -> int:
    """Return the offset of the turn saved after the current board record."""
    return at.MEMORY + load32(vm, at.BOARD) + settled(vm, at.BOARD_SIZE)


@helper
def recall_turn(vm: Block) -> None:
    copy_block(vm, at.MEMORY + at.TURN_BLOCK, turn_kept(vm), at.TURN_BLOCK_SIZE)


@helper
def select_board(vm: Block, address: int, depth: int) -> None:
    """Make a board record current, and update `$board` for scripts."""
    store32(vm, at.BOARD, address)
    store32(vm, at.BOARD_DEPTH, depth)
    set_system(vm, at.A_BOARD, address)


@helper
def copy_down(vm: Block, depth: int) -> int:
    """Copy the newest board over the one at a depth; return the address of that one."""
    newest = load32(vm, at.BOARD)
    more = load32(vm, at.BOARD_DEPTH) - depth
    place = newest - more * (settled(vm, at.BOARD_SIZE) + at.TURN_BLOCK_SIZE)
    copy_board(vm, at.MEMORY + place, at.MEMORY + newest)
    return place


@helper
def past_mark(vm: Block) -> int:
    """Return the offset of the current board's mark of its past (see position_history.py)."""
    return at.PLAYED_MARKS + max(0, min(load32(vm, at.BOARD_DEPTH), at.MARK_LIMIT - 1)) * 4


@helper
def keep_past(vm: Block) -> None:
    """Save the number of recorded positions, and whether the newest is the current one."""
    if settled(vm, more.PLAYED_USED) != 0:
        stands = load32(vm, more.PLAYED_STANDS) & 1
        store32(vm, past_mark(vm), load32(vm, more.PLAYED_COUNT) * 2 + stands)


@helper
def recall_past(vm: Block) -> None:
    """Restore the past of the board that is current again."""
    if settled(vm, more.PLAYED_USED) != 0:
        mark = load32(vm, past_mark(vm))
        store32(vm, more.PLAYED_COUNT, mark >> 1)
        store32(vm, more.PLAYED_STANDS, -(mark & 1))


@board.word(
    "$CloneBoard", "( -- )", "Push a copy of the position and go on with it.", guard=room_for_board
)
@helper
def clone_board(vm: Block) -> None:
    size = settled(vm, at.BOARD_SIZE)
    source = load32(vm, at.BOARD)
    target = source + size + at.TURN_BLOCK_SIZE
    keep_past(vm)
    charge(vm, size >> 5)
    copy_board(vm, at.MEMORY + target, at.MEMORY + source)
    select_board(vm, target, load32(vm, at.BOARD_DEPTH) + 1)


@board.word(
    "$DeallocateBoard",
    "( -- )",
    "Discard the copy and go back to the position before it.",
    guard=board_pushed,
)
@helper
def drop_board(vm: Block) -> None:
    size = settled(vm, at.BOARD_SIZE) + at.TURN_BLOCK_SIZE
    select_board(vm, load32(vm, at.BOARD) - size, load32(vm, at.BOARD_DEPTH) - 1)
    recall_past(vm)


@board.word(
    "(push-position)", "( -- )", "Push a copy of the board and the turn.", guard=room_for_board
)
def push_position(vm: Block) -> None:
    copy_block(vm, turn_kept(vm), at.MEMORY + at.TURN_BLOCK, at.TURN_BLOCK_SIZE)
    clone_board(vm)


board.words(
    plain(
        "(board-depth)",
        "( -- n )",
        "Give the number of copies of the board.",
        lambda vm: load32(vm, at.BOARD_DEPTH),
        hidden=True,
    ),
)


def pushed_since(vm: Block, depth: int) -> int:
    return 0 if 0 <= depth < load32(vm, at.BOARD_DEPTH) else -261


@board.word("(pop-to)", "( n -- )", "Return to the board and turn of the time with n copies.",
            guard=pushed_since, hidden=True)  # fmt: skip
def pop_to(vm: Block, depth: int) -> None:
    while load32(vm, at.BOARD_DEPTH) > depth:
        charge(vm, 1)
        drop_board(vm)
    recall_turn(vm)


@board.word("(pop-position)", "( -- )", "Return to the board and turn before.", guard=board_pushed)
def pop_position(vm: Block) -> None:
    drop_board(vm)
    recall_turn(vm)
