"""The transposition table of a search.

An entry is a 64-bit key, a score, and a cell that packs the depth (8 bits), the kind of bound (2
bits), whether the whole subtree was searched to the end of the game (1 bit), and the best move's
hash (21 bits). A key covers the whole board record, the turn and an unfinished partial move. The
table lies in the block, or in larger memory lent by the host.

Several machines may share a table without locks: the key of an entry is stored xored with the rest,
so a half-written entry matches no position (lockless hashing: Hyatt and Mann, 2002).
"""

from __future__ import annotations

from forthgame.words.core.sparse_storage import used_end
from forthgame.words.registers import memory_layout as at, proof_nodes as by
from forthgame.words.table.memory_access import (
    Block,
    board_cell,
    charge,
    load32,
    load64,
    outer64,
    set_outer64,
    settled,
    store64,
    system,
    wrap32,
)
from forthgame.words.table.row import helper

TURN_NUMBER_CELL = 4  # of the turn block
LEAF_MASK = at.LEAVES_SEEN_LIMIT - 1
HASH_BITS = 22
HASH_MASK = (1 << HASH_BITS) - 1
HINT_MASK = (1 << 21) - 1  # of the hash in an entry
EXACT = 0
AT_LEAST = 1
AT_MOST = 2
FIRST = 0x1E3779B97F4A7C15
SECOND = 0x3F58476D1CE4E5B9


@helper
def mixed(value: int) -> int:
    """Mix the bits of a number (after splitmix64, 2014)."""
    value = (value ^ ((value >> 30) & 0x3FFFFFFFF)) * SECOND
    return value ^ ((value >> 27) & 0x1FFFFFFFFF)


@helper
def prepare_keys(vm: Block) -> None:
    """Fill the table of random numbers, one for each cell of a board record, on first use."""
    used = min(settled(vm, at.BOARD_SIZE) >> 2, at.KEY_LIMIT)
    if used > 0 and load64(vm, at.KEYS + (used - 1) * 8) == 0:
        for k in range(used):
            store64(vm, at.KEYS + k * 8, mixed(mixed((k + 1) * FIRST)) | 1)


@helper
def prepare_table(vm: Block) -> None:
    """Use the table of the block unless the host has lent another."""
    if load64(vm, by.TABLE_MASK) == 0:
        store64(vm, by.TABLE_BASE, at.TRANSPOSITIONS)
        store64(vm, by.TABLE_MASK, at.TRANSPOSITION_LIMIT - 1)


@helper
def cells_key(vm: Block, board: int, first: int, end: int) -> int:
    """Return the contribution of some cells of a record to its key."""
    key = 0
    for k in range(first, min(end, at.KEY_LIMIT)):
        key += load64(vm, at.KEYS + k * 8) * (board_cell(vm, board + k * 4) & 0xFFFFFFFF)
    for k in range(max(first, at.KEY_LIMIT), end):
        key += mixed((k + 1) * FIRST) * (board_cell(vm, board + k * 4) & 0xFFFFFFFF)
    return key


@helper
def record_key(vm: Block, cells: int) -> int:
    """Return a key of the first cells of the current board record."""
    board = load32(vm, at.BOARD)
    charge(vm, cells >> 2)
    if settled(vm, at.RARE) == 0:
        return FIRST + cells_key(vm, board, 0, cells)
    key = FIRST + cells_key(vm, board, 0, min(used_end(vm) + 3 >> 2, cells))
    return key + cells_key(vm, board, settled(vm, at.RARE_END) >> 2, cells)  # the rest is empty


@helper
def standing_key(vm: Block) -> int:
    """Return a key of the current position without the number of the turn.

    Zobrist's sum (1970) of a random number times each cell, computed over the whole record: an
    incremental sum would miss stores by `!`.
    """
    key = record_key(vm, settled(vm, at.BOARD_SIZE) >> 2)
    for k in range(at.TURN_BLOCK_CELLS):
        if k != TURN_NUMBER_CELL:
            key += mixed(((k + 1) << 52) ^ (system(vm, at.TURN_BLOCK + k * 4) & 0xFFFFFFFF))
    return key


@helper
def position_key(vm: Block, standing: int) -> int:
    """Add the number of the turn, which scripts may read, to a key."""
    turn = system(vm, at.TURN_BLOCK + TURN_NUMBER_CELL * 4) & 0xFFFFFFFF
    return mixed(standing + mixed(((TURN_NUMBER_CELL + 1) << 52) ^ turn))


@helper
def entry_place(vm: Block, key: int, depth: int) -> int:
    """Return the offset of the entry that a key may be in.

    Positions at the depth limit have a separate table that fits a processor's cache.
    """
    if depth <= 0:
        return at.LEAVES_SEEN + (key & LEAF_MASK) * 16
    return load64(vm, by.TABLE_BASE) + (key & load64(vm, by.TABLE_MASK)) * 16


@helper
def marked(vm: Block, key: int) -> int:
    """Return the key as stored by this search, so that entries of earlier ones do not match.

    Every search starts with an empty table in effect, and no search depends on another.
    """
    return key ^ (load32(vm, at.SEARCH_SERIAL) * FIRST)


@helper
def find_entry(vm: Block, key: int, depth: int) -> int:
    """Return the entry of a position without its key, or 0."""
    place = entry_place(vm, key, depth)
    entry = outer64(vm, place + 8)
    return entry if outer64(vm, place) ^ entry == marked(vm, key) else 0


@helper
def entry_score(entry: int) -> int:
    return wrap32(entry)


@helper
def entry_depth(entry: int) -> int:
    """Return the searched depth of an entry; negative if only captures were tried."""
    return ((entry >> 32) & 255) - 64


@helper
def entry_bound(entry: int) -> int:
    """Return EXACT, AT_LEAST or AT_MOST."""
    return (entry >> 40) & 3


@helper
def entry_partly(entry: int) -> int:
    """Return -1 if a position in the subtree was evaluated before the end of the game, else 0."""
    return -((entry >> 42) & 1)


@helper
def entry_move(entry: int) -> int:
    """Return the low bits of the best move's hash, 0 if none was found."""
    return (entry >> 43) & HINT_MASK


@helper
def store_entry(
    vm: Block, key: int, score: int, depth: int, bound: int, partly: int, move: int
) -> None:
    place = entry_place(vm, key, depth)
    kept = 1 if depth < -63 else min(depth + 64, 255)  # nonzero, so that no entry is 0
    facts = kept | (bound << 8) | ((partly & 1) << 10) | ((move & HINT_MASK) << 11)
    entry = (score & 0xFFFFFFFF) | (facts << 32)
    set_outer64(vm, place, marked(vm, key) ^ entry)
    set_outer64(vm, place + 8, entry)
