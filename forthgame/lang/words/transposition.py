"""The table of positions that a search has seen.

An entry is a 64-bit key, a score, and one cell that packs the depth (8 bits), whether the score is
exact or a bound (2 bits), whether all behind it was searched to the end of the game (1 bit) and the
best move's hash (21 bits). A key covers the whole board record, whose turn it is and what a partial
move has left open. The table lies in the block, or where the host has lent a larger one.

Several machines may search with one table. Nobody waits for another: the key of an entry is stored
combined with the rest, so an entry of which another machine has written half fits no position
(lockless hashing: Hyatt and Mann, 2002).
"""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang import proofs as by
from forthgame.lang.cells import (
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
from forthgame.lang.word import helper
from forthgame.lang.words.rare import used_end

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
HIGH = 0x1FFFFFFFFFFFFFF


@helper
def mixed(value: int) -> int:
    """A number whose bits all depend on all bits of another (after splitmix64, 2014)."""
    value = (value ^ ((value >> 30) & 0x3FFFFFFFF)) * SECOND
    return value ^ ((value >> 27) & 0x1FFFFFFFFF)


@helper
def prepare_keys(vm: Block) -> None:
    """Fill the table of a number for each cell of a board record, if it has not been done."""
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
    """What some cells of a record add to its key."""
    key = 0
    for k in range(first, min(end, at.KEY_LIMIT)):
        key += load64(vm, at.KEYS + k * 8) * (board_cell(vm, board + k * 4) & 0xFFFFFFFF)
    for k in range(max(first, at.KEY_LIMIT), end):
        key += mixed((k + 1) * FIRST) * (board_cell(vm, board + k * 4) & 0xFFFFFFFF)
    return key


@helper
def record_key(vm: Block, cells: int) -> int:
    """A key of so many cells of the current board record."""
    board = load32(vm, at.BOARD)
    charge(vm, cells >> 2)
    if settled(vm, at.RARE) == 0:
        return FIRST + cells_key(vm, board, 0, cells)
    key = FIRST + cells_key(vm, board, 0, min(used_end(vm) + 3 >> 2, cells))
    return key + cells_key(vm, board, settled(vm, at.RARE_END) >> 2, cells)  # the rest is empty


@helper
def standing_key(vm: Block) -> int:
    """A key of the position that stands, but for the number of the turn.

    Zobrist's sum (1970), each number times its cell. The record is read as a whole: scripts write
    to it with `!`, which no sum kept along could see.
    """
    key = record_key(vm, settled(vm, at.BOARD_SIZE) >> 2)
    for k in range(at.TURN_BLOCK_CELLS):
        if k != TURN_NUMBER_CELL:
            key += mixed(((k + 1) << 52) ^ (system(vm, at.TURN_BLOCK + k * 4) & 0xFFFFFFFF))
    return key


@helper
def position_key(vm: Block, standing: int) -> int:
    """The key under which a position is entered: scripts may ask for the number of the turn."""
    turn = system(vm, at.TURN_BLOCK + TURN_NUMBER_CELL * 4) & 0xFFFFFFFF
    return mixed(standing + mixed(((TURN_NUMBER_CELL + 1) << 52) ^ turn))


@helper
def entry_place(vm: Block, key: int, depth: int) -> int:
    """Offset of the entry that a key may be in.

    Positions at the end of the depth have a table of their own, which fits a processor's cache.
    """
    if depth <= 0:
        return at.LEAVES_SEEN + (key & LEAF_MASK) * 16
    return load64(vm, by.TABLE_BASE) + (key & load64(vm, by.TABLE_MASK)) * 16


@helper
def marked(vm: Block, key: int) -> int:
    """The key as this search stores it: what earlier ones have left does not count.

    So the table is as good as empty when a search begins, and no search depends on another.
    """
    return key ^ (load32(vm, at.SEARCH_SERIAL) * FIRST)


@helper
def find_entry(vm: Block, key: int, depth: int) -> int:
    """A position's entry without its key, or 0."""
    place = entry_place(vm, key, depth)
    entry = outer64(vm, place + 8)
    return entry if outer64(vm, place) ^ entry == marked(vm, key) else 0


@helper
def entry_score(entry: int) -> int:
    """The score of an entry, in the view of the player to move."""
    return wrap32(entry)


@helper
def entry_depth(entry: int) -> int:
    """The depth it was searched to; below 0 where only captures were tried."""
    return ((entry >> 32) & 255) - 64


@helper
def entry_bound(entry: int) -> int:
    """EXACT, AT_LEAST or AT_MOST."""
    return (entry >> 40) & 3


@helper
def entry_partly(entry: int) -> int:
    """Whether something behind it was judged before the end of the game."""
    return -((entry >> 42) & 1)


@helper
def entry_move(entry: int) -> int:
    """The low bits of the best move's hash, 0 if none was found."""
    return (entry >> 43) & HINT_MASK


@helper
def store_entry(
    vm: Block, key: int, score: int, depth: int, bound: int, partly: int, move: int
) -> None:
    """Enter a position, over whatever was in its place."""
    place = entry_place(vm, key, depth)
    kept = 1 if depth < -63 else min(depth + 64, 255)  # no entry is 0
    facts = kept | (bound << 8) | ((partly & 1) << 10) | ((move & HINT_MASK) << 11)
    entry = (score & 0xFFFFFFFF) | (facts << 32)
    set_outer64(vm, place, marked(vm, key) ^ entry)
    set_outer64(vm, place + 8, entry)
