"""Counting the moves of a turn without making a list of them.

A count of leaves needs a number, a random game a number and one move. Where running the move
words twice gives the same moves and nobody looks at the list (`game/countable.py`), `add-move` only
counts (`count_move` in `move.py`) and notes entry, position and piece of the word that was run. A
move that is wanted is made by running that one word again. Where machine code knows how, moves are
counted without running any word (`vm/compiler/generation/tally.py`).
"""

from __future__ import annotations

from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.cells import (
    Block,
    arena_cell,
    board_cell,
    cell,
    charge,
    load32,
    load64,
    lowest_bit,
    number_of_bits,
    set_arena_cell,
    set_cell,
    set_system,
    settled,
    store32,
    system,
    table_cell,
    tally,
    tally_drop,
    tally_entry,
)
from forthgame.lang.word import Group, helper
from forthgame.lang.words.candidate import positions_to_scan
from forthgame.lang.words.generate import drop_list, list_error, open_list
from forthgame.lang.words.priority import rank_of

counting = Group("move lists")
SKIP = 16  # bytes of a note
MOST_SITES = 160  # moves of all move words together, for each position, that are tallied
TALLIED_POSITIONS = 6400  # of a board, for whose bits there is room
SITES_BYTES = 656  # room for the entries that make them, and a 0
BITS = at.COUNTED + SKIP + SITES_BYTES
CONTINUED = 1  # added to an entry: another move of it, behind that with the number before
NOT_COUNTED = -1

if BITS + TALLIED_POSITIONS // 64 * MOST_SITES * 8 > at.COUNTED_END:
    raise AssertionError("the bits of moves do not fit their place")


@helper
def place_of(i: int) -> int:
    """Forth address of what is noted of a move that was counted."""
    return at.COUNTED - at.MEMORY + i * SKIP


@counting.word("(countable?)", "( -- ? )", "Whether the moves of a turn may be counted only.",
               hidden=True)  # fmt: skip
def countable(vm: Block) -> int:
    return settled(vm, beyond.COUNTABLE)


@counting.word("(only-count)", "( -- )", "Count the moves of the list that has been opened.",
               hidden=True)  # fmt: skip
def only_count(vm: Block) -> None:
    store32(vm, beyond.COUNTING, 1)
    store32(vm, beyond.TALLIED, 0)
    keep_scratch(vm)


@helper
def keep_scratch(vm: Block) -> None:
    """Note the variables that move words write before they read them."""
    for k in range(settled(vm, beyond.SCRATCH_COUNT)):
        found = cell(vm, settled(vm, beyond.SCRATCH_PLACES + k * 4))
        store32(vm, beyond.SCRATCH_KEPT + k * 4, found)


@helper
def restore_scratch(vm: Block) -> None:
    """Put them back: counting leaves no trace, whether words are run for it or not."""
    for k in range(settled(vm, beyond.SCRATCH_COUNT)):
        place = settled(vm, beyond.SCRATCH_PLACES + k * 4)
        set_cell(vm, place, load32(vm, beyond.SCRATCH_KEPT + k * 4))


@counting.word("(all-counted)", "( -- )", "Put back the variables that move words write.",
               hidden=True)  # fmt: skip
def all_counted(vm: Block) -> None:
    restore_scratch(vm)


@helper
def entry_place(number: int) -> int:
    """Forth address where an entry that was tallied is kept, or NOT_COUNTED, by its first move."""
    return at.COUNTED - at.MEMORY + SKIP + number * 4


@helper
def bits_place(start: int, number: int) -> int:
    """Where the bits of a move are kept for 64 positions from `start` on."""
    return BITS + (start // 64 * MOST_SITES + number) * 8


@helper
def tallied_count(vm: Block, number: int) -> int:
    """How many moves an entry makes, of which the first has a number; their bits are kept."""
    limit = positions_to_scan(vm)
    count = 0
    for start in range(0, limit, 64):
        left = limit - start
        count += tally(vm, start, number, (1 << left) - 1 if left < 64 else -1)
    return count


@counting.word("(tally?)", "( -- ? )", "Whether the moves of all move words can be tallied.",
               hidden=True)  # fmt: skip
def can_tally(vm: Block) -> int:
    return -1 if tally_entry(vm, 0) != 0 and load32(vm, at.OPEN_DEFINITION) == 0 else 0


@counting.word("(tally)", "( -- )", "Count the moves of the list that has been opened, 64 "
               "positions at a time.", hidden=True)  # fmt: skip
def tally_moves(vm: Block) -> None:
    address = load32(vm, at.GENERATING)
    filter = load32(vm, at.SCAN_FILTER)
    best = at.NO_RANK
    total = 0
    number = 0
    entry = tally_entry(vm, 0)
    while entry != 0:
        type = table_cell(vm, entry + 4)
        rank = rank_of(vm, type)
        count = 0
        if rank <= best and (filter == 0 or type == filter):
            count = tallied_count(vm, number)
        if count > 0 and rank < best:
            best = rank
            total = 0
            for k in range(number):
                set_arena_cell(vm, entry_place(k), NOT_COUNTED)
        total += count
        set_arena_cell(vm, entry_place(number), entry if count > 0 else NOT_COUNTED)
        number = number_behind(vm, number)
        entry = tally_entry(vm, number)
    set_arena_cell(vm, address + at.LIST_COUNT * 4, total)
    set_arena_cell(vm, address + at.LIST_RANK * 4, best)
    store32(vm, beyond.TALLIED, 1)


@helper
def note_tallied(vm: Block, i: int) -> None:
    """Note where move i of a tally comes from, at the first place of the notes."""
    start = 0
    while start < at.MAX_POSITIONS:
        count = 0
        bits = 0
        number = 0
        counted = False
        entry = tally_entry(vm, 0)
        while entry != 0:
            if entry & CONTINUED == 0:
                counted = arena_cell(vm, entry_place(number)) != NOT_COUNTED
            if counted:
                found = load64(vm, bits_place(start, number))
                bits |= found
                count += number_of_bits(found)
            number += 1
            entry = tally_entry(vm, number)
        if i < count:
            note_in(vm, i, start, bits)
            return
        i -= count
        start += 64


@helper
def note_in(vm: Block, i: int, start: int, bits: int) -> None:
    """The same within 64 positions, of which some have moves."""
    while bits != 0:
        place = lowest_bit(bits)
        bits &= bits - 1
        number = 0
        while tally_entry(vm, number) != 0:
            first = number
            count = 0
            last = number_behind(vm, number)
            if arena_cell(vm, entry_place(first)) != NOT_COUNTED:
                for k in range(first, last):
                    count += (load64(vm, bits_place(start, k)) >> place) & 1
            number = last
            if i < count:
                note_place(vm, tally_entry(vm, first) + 8, start + place, i)
                note_drop(vm, tally_drop(vm, first))
                return
            i -= count


@helper
def number_behind(vm: Block, number: int) -> int:
    """The number behind those of the moves of an entry, of which the first has a number."""
    number += 1
    while tally_entry(vm, number) & CONTINUED != 0:
        number += 1
    return number


@helper
def note_place(vm: Block, entry: int, pos: int, skip: int) -> None:
    """Note one move: the entry behind its own, its position, and how many its word makes before."""
    set_arena_cell(vm, place_of(0), entry)
    set_arena_cell(vm, place_of(0) + 4, pos)
    set_arena_cell(vm, place_of(0) + 8, board_cell(vm, load32(vm, at.BOARD) + pos * 4))
    set_arena_cell(vm, place_of(0) + 12, skip)


@helper
def note_drop(vm: Block, type: int) -> None:
    """Note that the move drops a piece of a type, if it is not 0."""
    if type != 0:
        piece = (system(vm, at.A_FOR_PLAYER) & at.PLAYER_MASK) | type
        set_arena_cell(vm, place_of(0) + 8, piece)


@counting.word("(counted?)", "( -- ? )", "Whether the newest list has only been counted.",
               hidden=True)  # fmt: skip
def counted(vm: Block) -> int:
    address = load32(vm, at.LIST)
    if settled(vm, beyond.COUNTABLE) == 0 or address == 0:
        return 0
    made = arena_cell(vm, address + at.LIST_FIRST * 4) != 0
    return 0 if made or arena_cell(vm, address + at.LIST_COUNT * 4) == 0 else -1


@counting.word("(too-many?)", "( -- ? )", "Whether not all moves that were counted are noted.",
               hidden=True)  # fmt: skip
def too_many(vm: Block) -> int:
    address = load32(vm, at.LIST)
    count = arena_cell(vm, address + at.LIST_COUNT * 4) if address != 0 else 0
    return -1 if count > at.COUNTED_LIMIT and load32(vm, beyond.TALLIED) == 0 else 0


def noted(vm: Block, i: int) -> int:
    """Guard: there is a note of a move, and room for another list."""
    address = load32(vm, at.LIST)
    count = arena_cell(vm, address + at.LIST_COUNT * 4) if address != 0 else 0
    if not 0 <= i < count or (i >= at.COUNTED_LIMIT and load32(vm, beyond.TALLIED) == 0):
        return -259
    return list_error(vm)


@counting.word("(begin-again)", "( i -- skip )",
               "Open the list again for the word that makes move i, behind `skip` others.",
               guard=noted, hidden=True)  # fmt: skip
def begin_again(vm: Block, i: int) -> int:
    address = load32(vm, at.LIST)
    count = arena_cell(vm, address + at.LIST_COUNT * 4)
    skip = 0
    if load32(vm, beyond.TALLIED) != 0:
        note_tallied(vm, i)
        i = 0
        skip = arena_cell(vm, place_of(0) + 12)
    place = place_of(i)
    entry = arena_cell(vm, place)
    pos = arena_cell(vm, place + 4)
    piece = arena_cell(vm, place + 8)
    first = i
    while first > 0 and same_word(vm, place_of(first - 1), place):
        first -= 1
    skip += i - first
    charge(vm, skip)
    keep_scratch(vm)
    drop_list(vm)
    open_list(vm, 0, 0, 1)
    store32(vm, beyond.RECALLED, count)
    store32(vm, beyond.RECALLED_WORD, table_cell(vm, entry - 8))
    store32(vm, at.SCAN_TYPE, table_cell(vm, entry - 4))
    store32(vm, at.SCAN_ENTRY, entry)
    store32(vm, at.SCAN_POSITION, pos)
    store32(vm, at.SCAN_ACTIVE, 1)
    set_system(vm, at.A_HERE, pos)
    set_system(vm, at.A_FROM, pos)
    set_system(vm, at.A_PIECE, piece)
    return skip


@helper
def same_word(vm: Block, a: int, b: int) -> bool:
    """Whether two moves were made by one run of a word."""
    same = arena_cell(vm, a) == arena_cell(vm, b) and arena_cell(vm, a + 4) == arena_cell(vm, b + 4)
    return same and arena_cell(vm, a + 8) == arena_cell(vm, b + 8)


@counting.word("(word-again)", "( -- xt )", "The word that is run again.", hidden=True)
def word_again(vm: Block) -> int:
    return load32(vm, beyond.RECALLED_WORD)


@counting.word("(made-again)", "( skip -- move )",
               "The move that was wanted; the list has its number again.", hidden=True)  # fmt: skip
def made_again(vm: Block, skip: int) -> int:
    address = load32(vm, at.LIST)
    move = arena_cell(vm, address + at.LIST_FIRST * 4)
    charge(vm, skip)
    while move != 0 and skip > 0:
        move = arena_cell(vm, move)
        skip -= 1
    set_arena_cell(vm, address + at.LIST_COUNT * 4, load32(vm, beyond.RECALLED))
    restore_scratch(vm)
    return move
