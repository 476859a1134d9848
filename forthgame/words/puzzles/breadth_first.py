"""Search for a shortest solution, with tables in memory lent by the host.

The memory lies outside the machine's block, because it grows with the search; registers hold its
distance from the block (`beyond.SOLVING`). It has two parts:

- a table of keys, entries of 16 bytes: key, then 1 + the offset of the position's record, or 0 for
  a position in which the puzzle ends; in a depth-first search, a number of turns instead
- a log of records: offset of the parent's record (8 bytes), then the turn and the board cell by
  cell in 16 bits each; larger numbers are stored as ESCAPE and two halves

Partial moves may go back and forth within a turn, so the positions between them are recorded too:
in breadth-first search in a table of the current turn, in depth-first search in the table of
bounds.

`stdlib.4th` has the searches, `forthgame/search/puzzles/` lends the memory and reads the results.
"""

from __future__ import annotations

from forthgame.words.core.sparse_storage import use_all
from forthgame.words.lists.position_history import uncompared
from forthgame.words.registers import extension_registers as more, memory_layout as at
from forthgame.words.search import transposition_table as table
from forthgame.words.table.memory_access import (
    Block,
    board_cell,
    charge,
    load32,
    load64,
    outer16,
    outer64,
    set_board_cell,
    set_outer16,
    set_outer64,
    set_system,
    settled,
    store64,
    system,
)
from forthgame.words.table.row import Group, helper, plain

puzzle = Group("search")
EARLY = 1  # flags: positions are judged when entered, because no judgement needs their list
WITH_TURNS = 2  # positions with different turn numbers are different
TURNS_COUNT = 8  # depth-first search: the end of the game may depend on the turn number
BACKWARD = 4  # search from the solution backward: the sum of moves is recorded
ENTRY = 16
ESCAPE = -32768
LOW, HIGH = -32767, 32767
FULLEST = 7  # eighths of the table that may be filled
TURN_MASK = at.TRANSPOSITION_LIMIT - 1  # for the table of a turn, in the unused transposition table
MOST_WITHIN = at.TRANSPOSITION_LIMIT // 2
DEEPEST_TURN = 1000  # limit for successive partial moves, the same as in solve.py


@helper
def flag(vm: Block, bit: int) -> bool:
    return load64(vm, more.SOLVE_FLAGS) & bit != 0


@helper
def key_here(vm: Block) -> int:
    """Return the key of the current position, never 0."""
    standing = table.standing_key(vm) - uncompared(vm)
    key = table.position_key(vm, standing) if flag(vm, WITH_TURNS) else table.mixed(standing)
    return key if key != 0 else 1


@helper
def slot_of(vm: Block, base: int, mask: int, key: int) -> int:
    """Return the offset of the entry with a key, or of the empty entry for it."""
    index = key & mask
    for _ in range(mask):
        place = base + index * ENTRY
        kept = outer64(vm, place)
        if kept == key or kept == 0:
            return place
        index = (index + 1) & mask
    return base + index * ENTRY


@helper
def put_number(vm: Block, place: int, value: int) -> int:
    """Write a cell into a record; return the offset after it."""
    if LOW <= value <= HIGH:
        set_outer16(vm, place, value)
        return place + 2
    set_outer16(vm, place, ESCAPE)
    set_outer16(vm, place + 2, value & 0xFFFF)
    set_outer16(vm, place + 4, (value >> 16) & 0xFFFF)
    return place + 6


@helper
def number_at(vm: Block, place: int) -> int:
    value = outer16(vm, place)
    if value != ESCAPE:
        return value
    return (outer16(vm, place + 2) & 0xFFFF) | (outer16(vm, place + 4) << 16)


@helper
def behind_number(vm: Block, place: int) -> int:
    return place + (2 if outer16(vm, place) != ESCAPE else 6)


@helper
def most_bytes(vm: Block) -> int:
    return 16 + 6 * (at.TURN_BLOCK_CELLS + (settled(vm, at.BOARD_SIZE) >> 2))


@helper
def write_record(vm: Block) -> int:
    """Append the current position to the log; return the offset of its record."""
    start = load64(vm, more.SOLVE_END)
    place = load64(vm, more.SOLVE_LOG) + start
    begin = place
    set_outer64(vm, place, load64(vm, more.SOLVE_PARENT))
    place += 8
    for k in range(at.TURN_BLOCK_CELLS):
        place = put_number(vm, place, system(vm, at.TURN_BLOCK + k * 4))
    board = load32(vm, at.BOARD)
    cells = settled(vm, at.BOARD_SIZE) >> 2
    charge(vm, cells)
    for k in range(cells):
        place = put_number(vm, place, board_cell(vm, board + k * 4))
    store64(vm, more.SOLVE_END, start + ((place - begin + 7) & -8))
    return start


@helper
def read_record(vm: Block, start: int) -> int:
    """Load the position of a record; return the offset of the next record."""
    begin = load64(vm, more.SOLVE_LOG) + start
    place = begin + 8
    for k in range(at.TURN_BLOCK_CELLS):
        set_system(vm, at.TURN_BLOCK + k * 4, number_at(vm, place))
        place = behind_number(vm, place)
    board = load32(vm, at.BOARD)
    cells = settled(vm, at.BOARD_SIZE) >> 2
    charge(vm, cells)
    use_all(vm)
    for k in range(cells):
        set_board_cell(vm, board + k * 4, number_at(vm, place))
        place = behind_number(vm, place)
    return start + ((place - begin + 7) & -8)


@puzzle.word("(begin-solving)", "( -- )", "Prepare the keys of positions.", hidden=True)
def begin_solving(vm: Block) -> None:
    charge(vm, settled(vm, at.BOARD_SIZE) >> 2)
    table.prepare_keys(vm)


puzzle.words(
    plain(
        "(judge-early?)",
        "( -- ? )",
        "True if positions are judged without their list of moves.",
        lambda vm: -1 if flag(vm, EARLY) else 0,
        hidden=True,
    ),
)


@puzzle.word(
    "(judge-late?)", "( -- ? )", "True if the expanded position has to be judged.", hidden=True
)
def judge_late(vm: Block) -> int:
    if flag(vm, EARLY):
        return 0
    return 0 if flag(vm, BACKWARD) and load64(vm, more.SOLVE_PARENT) == 0 else -1


# -- positions within a turn ----------------------------------------------------------------------


@helper
def is_new_in_turn(vm: Block, key: int) -> int:
    """Record a position of the current turn; return whether it is new.

    Entries contain the number of the turn, so those of other turns are ignored.
    """
    turn = load64(vm, more.SOLVE_TURN) + 1  # empty entries have 0
    index = table.mixed(key) & TURN_MASK
    place = at.TRANSPOSITIONS + index * ENTRY
    while load64(vm, place + 8) == turn:
        if load64(vm, place) == key:
            return 0
        index = (index + 1) & TURN_MASK
        place = at.TRANSPOSITIONS + index * ENTRY
    if load64(vm, more.SOLVE_WITHIN) < MOST_WITHIN:
        store64(vm, more.SOLVE_WITHIN, load64(vm, more.SOLVE_WITHIN) + 1)
        store64(vm, place, key)
        store64(vm, place + 8, turn)
    return -1


@helper
def too_deep(vm: Block) -> bool:
    """Return whether too many partial moves follow each other: each has a copy of the board."""
    return load32(vm, at.BOARD_DEPTH) > DEEPEST_TURN


def turn_ends(vm: Block) -> int:
    """Guard: the number of partial moves of the current turn is within limits."""
    return -318 if too_deep(vm) or load64(vm, more.SOLVE_WITHIN) >= MOST_WITHIN else 0


puzzle.words(
    plain(
        "(new-in-turn?)",
        "( -- ? )",
        "True if the partial move has led to a position that is new in this turn.",
        lambda vm: is_new_in_turn(vm, key_here(vm)),
        guard=turn_ends,
        hidden=True,
    ),
)


# -- breadth-first search -------------------------------------------------------------------------


def room_for_record(vm: Block) -> int:
    """Guard: log and table have room for another position."""
    if load64(vm, more.SOLVE_TABLE) == 0 or load64(vm, more.SOLVE_LOG) == 0:
        return -306
    if load64(vm, more.SOLVE_END) + most_bytes(vm) > load64(vm, more.SOLVE_ROOM):
        return -306
    most = (load64(vm, more.SOLVE_MASK) >> 3) * FULLEST
    return 0 if load64(vm, more.SOLVE_COUNT) < most else -306


@helper
def note_edge(vm: Block, key: int, record: int) -> None:
    """Add a move to a sum to which a move and its reverse contribute 0.

    `record` is 1 + the offset of the position after the move, 0 if the puzzle ends there.
    """
    before = load64(vm, more.SOLVE_KEY)
    edge = table.mixed(before * 3 + key) - table.mixed(key * 3 + before)
    store64(vm, more.SOLVE_EDGE, edge)
    store64(vm, more.SOLVE_EDGES, load64(vm, more.SOLVE_EDGES) + edge)
    if record > load64(vm, more.SOLVE_LAYER):
        store64(vm, more.SOLVE_FRESH, load64(vm, more.SOLVE_FRESH) + edge)


@puzzle.word("(enter-position)", "( -- new? )", "Record the current position, unless it is known.",
             guard=room_for_record, hidden=True)  # fmt: skip
def enter_position(vm: Block) -> int:
    key = key_here(vm)
    slot = slot_of(vm, load64(vm, more.SOLVE_TABLE), load64(vm, more.SOLVE_MASK), key)
    known = outer64(vm, slot) == key
    record = outer64(vm, slot + 8) if known else load64(vm, more.SOLVE_END) + 1
    if flag(vm, BACKWARD) and record != 0 and is_new_in_turn(vm, key) != 0:
        note_edge(vm, key, record)
    if known:
        return 0
    start = write_record(vm)
    set_outer64(vm, slot, key)
    set_outer64(vm, slot + 8, start + 1)
    store64(vm, more.SOLVE_COUNT, load64(vm, more.SOLVE_COUNT) + 1)
    store64(vm, more.SOLVE_LAST, start)
    store64(vm, more.SOLVE_SLOT, slot)
    other = load64(vm, more.SOLVE_OTHER)
    if other != 0 and load64(vm, more.SOLVE_FOUND) == 0:
        met = slot_of(vm, other, load64(vm, more.SOLVE_OTHER_MASK), key)
        if outer64(vm, met) == key and outer64(vm, met + 8) != 0:
            store64(vm, more.SOLVE_FOUND, start + 1)
            store64(vm, more.SOLVE_MET, outer64(vm, met + 8))
    return -1


def record_entered(vm: Block) -> int:
    """Guard: the newest record is that of the position entered last."""
    return 0 if load64(vm, more.SOLVE_SLOT) != 0 else -306


@puzzle.word("(drop-record)", "( -- )", "Remove the record of the last position, in which the "
             "puzzle is over, unless it is the solution.", guard=record_entered,
             hidden=True)  # fmt: skip
def drop_record(vm: Block) -> None:
    start = load64(vm, more.SOLVE_LAST)
    slot = load64(vm, more.SOLVE_SLOT)
    store64(vm, more.SOLVE_SLOT, 0)
    if load64(vm, more.SOLVE_FOUND) == start + 1:
        return
    store64(vm, more.SOLVE_END, start)
    set_outer64(vm, slot + 8, 0)
    if flag(vm, BACKWARD):
        edge = load64(vm, more.SOLVE_EDGE)
        store64(vm, more.SOLVE_EDGES, load64(vm, more.SOLVE_EDGES) - edge)
        store64(vm, more.SOLVE_FRESH, load64(vm, more.SOLVE_FRESH) - edge)


@puzzle.word("(next-record)", "( -- ? )", "Load the next position of the layer; false if the host "
             "has to be asked.", hidden=True)  # fmt: skip
def next_record(vm: Block) -> int:
    start = load64(vm, more.SOLVE_READ)
    count = load64(vm, more.SOLVE_COUNT)
    if start >= load64(vm, more.SOLVE_LAYER) or load64(vm, more.SOLVE_FOUND) != 0:
        return 0
    if count >= load64(vm, more.SOLVE_MOST) or count >= load64(vm, more.SOLVE_LIMIT):
        return 0
    if load64(vm, more.SOLVE_END) + most_bytes(vm) > load64(vm, more.SOLVE_ROOM):
        return 0
    store64(vm, more.SOLVE_PARENT, start)
    store64(vm, more.SOLVE_TURN, load64(vm, more.SOLVE_TURN) + 1)
    store64(vm, more.SOLVE_WITHIN, 0)
    store64(vm, more.SOLVE_READ, read_record(vm, start))
    store64(vm, more.SOLVE_EDGES_BEFORE, load64(vm, more.SOLVE_EDGES))
    store64(vm, more.SOLVE_FRESH_BEFORE, load64(vm, more.SOLVE_FRESH))
    if flag(vm, BACKWARD):
        store64(vm, more.SOLVE_KEY, key_here(vm))
    return -1


@puzzle.word("(reached)", "( -- )", "Record the current position as a solution.", hidden=True)
def reached(vm: Block) -> None:
    if load64(vm, more.SOLVE_FOUND) == 0:
        place = more.SOLVE_LAST if flag(vm, EARLY) else more.SOLVE_PARENT
        store64(vm, more.SOLVE_FOUND, load64(vm, place) + 1)


puzzle.words(
    plain(
        "(solved?)",
        "( -- ? )",
        "True if a solution has been found.",
        lambda vm: -1 if load64(vm, more.SOLVE_FOUND) != 0 else 0,
        hidden=True,
    ),
)


def table_lent(vm: Block) -> int:
    return 0 if load64(vm, more.SOLVE_TABLE) != 0 else -306


@puzzle.word("(rehash)", "( -- )", "Fill the table from the other one, which is released.",
             guard=table_lent, hidden=True)  # fmt: skip
def rehash(vm: Block) -> None:
    base, mask = load64(vm, more.SOLVE_TABLE), load64(vm, more.SOLVE_MASK)
    old = load64(vm, more.SOLVE_OTHER)
    if old == 0:
        return
    for k in range(load64(vm, more.SOLVE_OTHER_MASK) + 1):
        key = outer64(vm, old + k * ENTRY)
        if key != 0:
            slot = slot_of(vm, base, mask, key)
            set_outer64(vm, slot, key)
            set_outer64(vm, slot + 8, outer64(vm, old + k * ENTRY + 8))
