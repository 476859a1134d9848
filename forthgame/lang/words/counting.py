"""Counting the moves of a turn without making a list of them.

A count of leaves needs a number, a random game a number and one move. Where running the move words
twice gives the same moves and nobody looks at the list (`game/counting.py`), `add-move` only counts
(`count_move` in `move.py`) and notes entry, position and piece of the word that was run. A move that
is wanted is made by running that one word again.
"""

from __future__ import annotations

from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.cells import (
    Block,
    arena_cell,
    charge,
    load32,
    set_arena_cell,
    set_system,
    settled,
    store32,
    table_cell,
)
from forthgame.lang.word import Group, helper
from forthgame.lang.words.generate import drop_list, list_error, open_list

counting = Group("move lists")
SKIP = at.COUNTED_CELLS * 4


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
    return -1 if count > at.COUNTED_LIMIT else 0


def noted(vm: Block, i: int) -> int:
    """Guard: there is a note of a move, and room for another list."""
    address = load32(vm, at.LIST)
    count = arena_cell(vm, address + at.LIST_COUNT * 4) if address != 0 else 0
    if not 0 <= i < count or i >= at.COUNTED_LIMIT:
        return -259
    return list_error(vm)


@counting.word("(begin-again)", "( i -- skip )",
               "Open the list again for the word that makes move i, which adds `skip` others first.",
               guard=noted, hidden=True)  # fmt: skip
def begin_again(vm: Block, i: int) -> int:
    address = load32(vm, at.LIST)
    count = arena_cell(vm, address + at.LIST_COUNT * 4)
    place = place_of(i)
    entry = arena_cell(vm, place)
    pos = arena_cell(vm, place + 4)
    piece = arena_cell(vm, place + 8)
    first = i
    while first > 0 and same_word(vm, place_of(first - 1), place):
        first -= 1
    charge(vm, i - first)
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
    return i - first


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
    return move
