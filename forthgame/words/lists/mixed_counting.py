"""Counting moves if machine code can tally some move words of a game and has to run the others.

While the other words run (`(count-scan)`), generated code skips the entries that are tallied, and
`count_move` notes each move. Then the notes become bits as well: an entry that is run has some
numbers of its own, and the n-th of them has the positions at which its word makes more than n
moves. So moves are drawn from these bits as from any tally, in the order that their list would
have. Moves of entries that are tallied but have been run, for example by the interpreter, are left
out. If there are too many moves for the bits, the list is made.
"""

from __future__ import annotations

from forthgame.words.lists.counted_moves import only_count, restore_scratch
from forthgame.words.lists.tallying import (
    BITS,
    MIXES,
    MOST_SITES,
    ROW,
    RUN,
    SKIP,
    bits_place,
    blocks,
    tally_all,
    tally_holds,
)
from forthgame.words.moves.completion import MIXED
from forthgame.words.moves.move_lists import move_count
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    copy_block,
    load32,
    load64,
    set_arena_cell,
    store32,
    store64,
    tally_behind,
    tally_drop,
    tally_entry,
)
from forthgame.words.table.row import Group, helper

mixing = Group("move lists")


@mixing.word("(count-untallied)", "( -- )", "Count the moves of the open list; entries that can be "
             "tallied may be left out until `(all-counted)`.", hidden=True)  # fmt: skip
def count_untallied(vm: Block) -> None:
    only_count(vm)
    if tally_entry(vm, MIXES) != 0 and tally_holds(vm):
        store32(vm, extension_registers.COUNTING, MIXED)


@mixing.word("(all-counted)", "( -- ? )", "Tally the entries that have not been run, and restore "
             "the variables that move words write; true if not all counted moves were recorded.",
             hidden=True)  # fmt: skip
def all_counted(vm: Block) -> int:
    restore_scratch(vm)
    if load32(vm, extension_registers.COUNTING) == MIXED:
        return 0 if add_tally(vm) else -1
    return -1 if move_count(vm) > at.COUNTED_LIMIT else 0


@helper
def add_tally(vm: Block) -> bool:
    """Tally the list whose other moves are noted; return whether there was room for all moves."""
    address = load32(vm, at.GENERATING)
    noted = arena_cell(vm, address + at.LIST_COUNT * 4)
    notes = BITS + blocks(vm) * MOST_SITES * 8
    if noted > at.COUNTED_LIMIT or notes + noted * SKIP > at.COUNTED_END:
        return False
    copy_block(vm, notes, BITS - SKIP, noted * SKIP)  # bits are stored over them
    total = tally_all(vm, address, load32(vm, at.SCAN_FILTER))
    notes -= at.MEMORY
    entry = type = pos = number = nth = -1
    for k in range(noted):
        note = notes + k * SKIP
        found = number
        if arena_cell(vm, note) != entry or arena_cell(vm, note + 8) & at.PIECE_MASK != type:
            entry = arena_cell(vm, note)
            type = arena_cell(vm, note + 8) & at.PIECE_MASK
            found = run_number(vm, entry - 8, type)
        place = arena_cell(vm, note + 4)
        nth = nth + 1 if found == number and place == pos else 0
        number = found
        pos = place
        if number >= 0:
            if number + nth >= tally_behind(vm, number):
                return False
            bits = bits_place(pos & ~63, number + nth)
            store64(vm, bits, load64(vm, bits) | 1 << (pos & 63))
            total += 1
    set_arena_cell(vm, address + at.LIST_COUNT * 4, total)
    return True


@helper
def run_number(vm: Block, address: int, type: int) -> int:
    """Return the first number of an entry that is run, by its address and the type; -1 for others.

    The type distinguishes entries that drop pieces.
    """
    number = 0
    entry = tally_entry(vm, 0)
    while entry != 0:
        dropped = tally_drop(vm, number)
        if entry & ROW == address and entry & RUN != 0 and (dropped == 0 or dropped == type):
            return number
        number = tally_behind(vm, number)
        entry = tally_entry(vm, number)
    return -1
