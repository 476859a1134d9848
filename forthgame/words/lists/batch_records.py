"""Batches of positions: records outside the block, loaded into the machine one by one.

A record holds, in this order: the turn, cells from RECORD_STATE on, the random streams, the list's
header, the board, the list's moves, keys of past positions. The table has a row of eight cells,
ROW_CHOSEN and so on, for each position.

A State and its machine share the current position between two calls from Python. A call that asks
for moves or a result leaves it unchanged, whatever the script writes: `(keep-position)` saves it
and `(restore-position)` restores it.
"""

from __future__ import annotations

from forthgame.words.board.board_copies import select_board
from forthgame.words.core.sparse_storage import copy_board, use_all
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
    copy_batch,
    copy_block,
    load32,
    load64,
    outer32,
    set_arena_cell,
    set_outer32,
    settled,
    store32,
    system,
)
from forthgame.words.table.row import Group, helper, plain

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


batch = Group("move lists")
# cells: bytes of moves, number of recorded positions, whether the newest is current, whether there
# is a list
RECORD_STATE = 32
RECORD_STREAMS = 48
STREAMS_SIZE = at.RANDOM2 + 4 * at.RANDOM_CELLS - at.RANDOM
RECORD_ENTROPY = RECORD_STREAMS + STREAMS_SIZE
RECORD_HEADER = (RECORD_ENTROPY + 8 + 63) // 64 * 64
RECORD_BOARD = RECORD_HEADER + at.LIST_BYTES
ROW_BYTES = 32
ROW_CHOSEN = 0  # the move to play, negative for none
ROW_COUNT = 4  # number of legal moves
ROW_RESULT = 8  # the result of the game for the player to move
ROW_PLAYER = 12  # code of that player
ROW_TURN = 16  # number of the turn
ROW_ENDING = 20  # number of the deciding ending
ROW_SCORED = 24  # whether that ending has scores
ROW_DONE = 28  # whether the row is valid: 0 while the position is processed


@helper
def board_room(vm: Block) -> int:
    return (settled(vm, at.BOARD_SIZE) + 63) // 64 * 64


@helper
def record_of(vm: Block, i: int) -> int:
    """Return the distance from the block to a record."""
    return load64(vm, call_registers.BATCH_RECORDS) + i * load64(vm, call_registers.BATCH_STRIDE)


@helper
def row_of(vm: Block, i: int) -> int:
    return load64(vm, call_registers.BATCH_TABLE) + i * ROW_BYTES


def in_batch(vm: Block, i: int) -> int:
    return 0 if 0 <= i < load32(vm, call_registers.BATCH_END) else -9


def batch_begun(vm: Block) -> int:
    return 0 if load32(vm, call_registers.BATCH_AT) < load32(vm, call_registers.BATCH_END) else -9


@batch.word(
    "(batch-load)", "( i -- )", "Load a position of the batch.", guard=in_batch, hidden=True
)
def batch_load(vm: Block, i: int) -> None:
    record = record_of(vm, i)
    size = settled(vm, at.BOARD_SIZE)
    moves = outer32(vm, record + RECORD_STATE)
    charge(vm, (size + moves) >> 5)
    store32(vm, call_registers.BATCH_AT, i)
    set_outer32(vm, row_of(vm, i) + ROW_DONE, 0)
    copy_batch(vm, at.KEPT_TURN, record, at.TURN_BLOCK_SIZE)
    use_all(vm)
    copy_batch(vm, at.KEPT_BOARD, record + RECORD_BOARD, size)
    copy_batch(vm, at.RANDOM, record + RECORD_STREAMS, STREAMS_SIZE)
    copy_batch(vm, at.ENTROPY, record + RECORD_ENTROPY, 8)
    copy_batch(vm, at.MEMORY + at.KEPT_HEADER, record + RECORD_HEADER, at.LIST_BYTES)
    behind = record + RECORD_BOARD + board_room(vm)
    copy_batch(vm, at.MEMORY + at.ARENA, behind, moves)
    store32(vm, call_registers.OFFERED, outer32(vm, record + RECORD_STATE + 12))
    store32(vm, call_registers.OFFERED_TOP, at.ARENA + moves)
    if settled(vm, more.PLAYED_USED) != 0:
        count = outer32(vm, record + RECORD_STATE + 4)
        charge(vm, count >> 3)
        store32(vm, call_registers.KEPT_COUNT, count)
        store32(vm, call_registers.KEPT_STANDS, outer32(vm, record + RECORD_STATE + 8))
        copy_batch(vm, at.PLAYED_KEYS, behind + load32(vm, call_registers.BATCH_MOVES), count * 8)
    restore_position(vm)


@batch.word("(batch-save)", "( i -- ? )", "Save the current position and its list in the batch; "
            "false if there is no room.", guard=in_batch, hidden=True)  # fmt: skip
def batch_save(vm: Block, i: int) -> int:
    record = record_of(vm, i)
    size = settled(vm, at.BOARD_SIZE)
    moves = load32(vm, at.ARENA_TOP) - at.ARENA
    count = load32(vm, more.PLAYED_COUNT) if settled(vm, more.PLAYED_USED) != 0 else 0
    if moves > load32(vm, call_registers.BATCH_MOVES) or count > load32(
        vm, call_registers.BATCH_KEYS
    ):
        return 0
    charge(vm, (size + moves) >> 5)
    copy_batch(vm, record, TURN, at.TURN_BLOCK_SIZE)
    set_outer32(vm, record + RECORD_STATE, moves)
    set_outer32(vm, record + RECORD_STATE + 12, -1)
    copy_batch(vm, record + RECORD_BOARD, BOARDS, size)
    copy_batch(vm, record + RECORD_STREAMS, at.RANDOM, STREAMS_SIZE)
    copy_batch(vm, record + RECORD_ENTROPY, at.ENTROPY, 8)
    copy_batch(vm, record + RECORD_HEADER, at.MEMORY + at.KEPT_HEADER, at.LIST_BYTES)
    behind = record + RECORD_BOARD + board_room(vm)
    copy_batch(vm, behind, at.MEMORY + at.ARENA, moves)
    if count > 0:
        charge(vm, count >> 3)
        set_outer32(vm, record + RECORD_STATE + 4, count)
        set_outer32(vm, record + RECORD_STATE + 8, load32(vm, more.PLAYED_STANDS))
        copy_batch(vm, behind + load32(vm, call_registers.BATCH_MOVES), at.PLAYED_KEYS, count * 8)
    set_outer32(vm, row_of(vm, i) + ROW_DONE, -1)
    return -1


batch.words(
    plain(
        "(batch-chosen)",
        "( i -- k )",
        "Give the move to play in a position of the batch.",
        lambda vm, i: outer32(vm, row_of(vm, i) + ROW_CHOSEN),
        guard=in_batch,
        hidden=True,
    ),
    plain(
        "(batch-more?)",
        "( i -- ? )",
        "True if the batch has a position with the index.",
        lambda vm, i: -1 if i < load32(vm, call_registers.BATCH_END) else 0,
        hidden=True,
    ),
)


@batch.word("(batch-result)", "( count result -- )", "Store the number of moves and the result of "
            "the current position.", guard=batch_begun, hidden=True)  # fmt: skip
def batch_result(vm: Block, count: int, result: int) -> None:
    row = row_of(vm, load32(vm, call_registers.BATCH_AT))
    set_outer32(vm, row + ROW_COUNT, count)
    set_outer32(vm, row + ROW_RESULT, result)
    set_outer32(vm, row + ROW_PLAYER, system(vm, at.A_PLAYER))
    set_outer32(vm, row + ROW_TURN, system(vm, at.A_TURN_NUMBER))
    ending = load32(vm, more.ENDING_FOUND) if settled(vm, more.ENDING_COUNT) != 0 else 0
    set_outer32(vm, row + ROW_ENDING, ending)
    set_outer32(vm, row + ROW_SCORED, load32(vm, more.ENDING_SCORED) if ending != 0 else 0)


@batch.word("(batch-return)", "( number result score -- )", "Store the result and the score of a "
            "player.", guard=batch_begun, hidden=True)  # fmt: skip
def batch_return(vm: Block, number: int, result: int, score: int) -> None:
    players = settled(vm, at.PLAYER_COUNT) + 1
    place = load32(vm, call_registers.BATCH_AT) * 2 * players + number
    returns = load64(vm, call_registers.BATCH_RETURNS)
    set_outer32(vm, returns + place * 4, result)
    set_outer32(vm, returns + (place + players) * 4, score)
