"""Positions of the game and of the current line, and the count of quiet turns.

A key is recorded at the beginning of a turn, after those of all earlier turns. Each copy of the
board stores their number, so returning to an earlier board restores its past. Only games whose
script names `repetitions`, `board-repetitions` or `cycle-turns` record keys; only those that name
`progress` or `quiet-turns` have a cell for the quiet turns in the board record.

A key is the sum over the cells of the record of a random number times the cell (as in
transposition_table.py), without `{uncompared}` cells; its low 16 bits are the index in the turn
order.
"""

from __future__ import annotations

from forthgame.words.board.turns import (
    RECORD_SIZE,
    first_chooser,
    following_turn,
    number_of_choosers,
    present_turn,
)
from forthgame.words.core.sparse_storage import used_end
from forthgame.words.moves.recording import record, record_error
from forthgame.words.registers import extension_registers as more, memory_layout as at
from forthgame.words.search import transposition_table as table
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    board_cell,
    charge,
    load32,
    load64,
    set_board_cell,
    settled,
    store32,
    store64,
    system,
    table_cell,
)
from forthgame.words.table.row import Group, helper, plain

history = Group("board", newer=True)
moves = Group("moves", newer=True)
ONE = -65536  # bits of a key that identify the board
SAME_TURN = -1


@helper
def uncompared(vm: Block) -> int:
    """Return the contribution to a key of the cells declared `{uncompared}`."""
    ranges = settled(vm, more.UNCOMPARED)
    if ranges == 0:
        return 0
    board = load32(vm, at.BOARD)
    total = 0
    for k in range(table_cell(vm, ranges)):
        first = table_cell(vm, ranges + 4 + k * 8)
        count = table_cell(vm, ranges + 8 + k * 8)
        charge(vm, count >> 2)
        end = min(first + count, at.KEY_LIMIT)
        rare = settled(vm, at.RARE) >> 2
        if rare != 0 and rare <= first and end <= settled(vm, at.RARE_END) >> 2:
            end = min(end, used_end(vm) + 3 >> 2)
        for i in range(first, end):
            total += load64(vm, at.KEYS + i * 8) * (board_cell(vm, board + i * 4) & 0xFFFFFFFF)
    return total


@helper
def turn_to_come(vm: Block) -> int:
    """Return the index of the turn that begins now, or after the move being applied.

    After a partial move, or while OnIsLegal? judges one, the turn continues.
    """
    offset = system(vm, at.A_TURN_OFFSET)
    asked = load32(vm, more.ASKED_MOVE)
    partial = system(vm, at.A_PARTIAL)
    if asked != 0:
        partial = arena_cell(vm, asked + at.MOVE_PARTIAL * 4)
    if load32(vm, more.PLAYED_STANDS) == 0 and partial == 0:
        wanted = 0
        if settled(vm, more.TURN_NEXT_CELL) != 0:
            wanted = board_cell(vm, load32(vm, at.BOARD) + settled(vm, more.TURN_NEXT_CELL))
        last = first_chooser(vm, offset) + (number_of_choosers(vm, offset) - 1) * RECORD_SIZE
        offset = present_turn(vm, wanted - 1 if wanted > 0 else following_turn(vm, last))
    return (first_chooser(vm, offset) // RECORD_SIZE) & ~ONE


@helper
def recurring_key(vm: Block) -> int:
    table.prepare_keys(vm)
    key = table.record_key(vm, min(settled(vm, at.BOARD_SIZE) >> 2, at.KEY_LIMIT))
    return (table.mixed(key - uncompared(vm)) & ONE) | turn_to_come(vm)


@helper
def noted_before(vm: Block) -> int:
    count = load32(vm, more.PLAYED_COUNT)
    if load32(vm, more.PLAYED_STANDS) != 0:
        count -= 1
    return min(count, at.PLAYED_LIMIT)


@helper
def earlier(vm: Block, bits: int) -> int:
    """Count earlier occurrences of the current position, comparing some bits of the key."""
    count = noted_before(vm)
    key = recurring_key(vm) & bits
    found = 0
    charge(vm, count >> 2)
    for k in range(count):
        if load64(vm, at.PLAYED_KEYS + k * 8) & bits == key:
            found += 1
    return found


@helper
def turns_since_occurrences(vm: Block) -> int:
    """Return a hash of the numbers of turns since each occurrence of the current position."""
    count = noted_before(vm)
    key = recurring_key(vm)
    charge(vm, count >> 2)
    turns = 0
    for k in range(count):
        if load64(vm, at.PLAYED_KEYS + k * 8) == key:
            turns = table.mixed(turns + count - k)
    return turns


@helper
def with_past(vm: Block, key: int) -> int:
    """Return the search key of a position, including its number of earlier occurrences.

    If the script names `cycle-turns`, the times of these occurrences are included too.
    """
    if settled(vm, more.PLAYED_USED) == 0:
        return key
    if settled(vm, more.CYCLES_USED) != 0:
        return table.mixed(key + turns_since_occurrences(vm))
    return table.mixed(key + earlier(vm, SAME_TURN))


def kept(vm: Block) -> int:
    """Guard: keys of positions are recorded."""
    return 0 if settled(vm, more.PLAYED_USED) != 0 else -297


history.words(
    plain(
        "repetitions",
        "( -- n )",
        "Count how often this position has occurred with the same turn, this time included. "
        "Pieces and storage are compared, except what is `{uncompared}`.",
        lambda vm: 1 + earlier(vm, SAME_TURN),
        guard=kept,
        keeps="past",
    ),
    plain(
        "board-repetitions",
        "( -- n )",
        "Count how often this position has occurred, whatever the turn was.",
        lambda vm: 1 + earlier(vm, ONE),
        guard=kept,
        keeps="past",
    ),
)


def cycles_counted(vm: Block) -> int:
    """Guard: the script names `cycle-turns`."""
    return 0 if settled(vm, more.CYCLES_USED) != 0 else -297


@history.word("cycle-turns", "( n -- turns )", "Count the turns since this position occurred n "
              "occurrences ago, compared as by `repetitions`; 0 if it has not occurred so often.",
              guard=cycles_counted, keeps="cycles")  # fmt: skip
@helper
def turns_of_cycles(vm: Block, cycles: int) -> int:
    count = noted_before(vm)
    key = recurring_key(vm)
    charge(vm, count >> 2)
    k = count
    while k > 0 and cycles > 0:
        k -= 1
        if load64(vm, at.PLAYED_KEYS + k * 8) == key:
            cycles -= 1
            if cycles == 0:
                return count - k
    return 0


def counted(vm: Block) -> int:
    return 0 if settled(vm, more.QUIET_CELL) != 0 else -297


history.words(
    plain(
        "quiet-turns",
        "( -- n )",
        "Count the turns since a move that ran `progress`, or since the game began.",
        lambda vm: max(0, board_cell(vm, load32(vm, at.BOARD) + settled(vm, more.QUIET_CELL))),
        guard=counted,
        keeps="quiet",
    ),
)


def progressing(vm: Block) -> int:
    """Guard: quiet turns are counted, and the move has room for another action."""
    return record_error(vm) if settled(vm, more.QUIET_CELL) != 0 else -297


moves.words(
    plain(
        "progress",
        "( -- )",
        "Restart the count of quiet turns with this move.",
        lambda vm: record(vm, more.ACT_PROGRESS, 0, 0, 0),
        guard=progressing,
        keeps="quiet",
    ),
)


# -- recording positions --------------------------------------------------------------------------


def room_for_key(vm: Block) -> int:
    if settled(vm, more.PLAYED_USED) == 0:
        return 0
    return 0 if 0 <= load32(vm, more.PLAYED_COUNT) < at.PLAYED_LIMIT else -298


@history.word("(note-position)", "( -- )", "Record the position at the beginning of a turn.",
              guard=room_for_key, hidden=True)  # fmt: skip
def note_position(vm: Block) -> None:
    if settled(vm, more.PLAYED_USED) != 0:
        store32(vm, more.PLAYED_STANDS, -1)
        count = load32(vm, more.PLAYED_COUNT)
        store64(vm, at.PLAYED_KEYS + count * 8, recurring_key(vm))
        store32(vm, more.PLAYED_COUNT, count + 1)


@history.word("(count-turn)", "( -- )", "Count a quiet turn.", hidden=True)
def count_turn(vm: Block) -> None:
    if settled(vm, more.QUIET_CELL) != 0:
        place = load32(vm, at.BOARD) + settled(vm, more.QUIET_CELL)
        set_board_cell(vm, place, min(board_cell(vm, place), 0x7FFFFFFE) + 1)
