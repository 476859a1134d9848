"""Making tallied moves directly from their bits, without recording them.

`cells.make` applies a move made from a position (`compile/tallying/move_maker.py`). It requires
that nothing reads the move itself; its address and the last position, which scripts can see, are
the same as if it had been recorded.

When leaves are counted, the bits of each list's tally are saved and visited in the order of the
moves in the list.
"""

from __future__ import annotations

from forthgame.words.board.board import on_board
from forthgame.words.lists.tallying import (
    BEFORE,
    BITS,
    CONTINUED,
    MOST_SITES,
    NUMBER,
    POSITION,
    bits_place,
    is_counted,
    site_of,
    tallied_move,
    tallies_now,
)
from forthgame.words.moves.move_lists import list_error, next_header, rest_record
from forthgame.words.moves.recording import note_last_of_move
from forthgame.words.moves.scan_order import positions_to_scan
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    all_made,
    arena_cell,
    last_made,
    load32,
    load64,
    lowest_bit,
    made,
    make,
    number_of_bits,
    set_system,
    settled,
    some_made,
    store32,
    store64,
    tally_entry,
    tally_sites,
)
from forthgame.words.table.row import Group, helper, plain

making = Group("move lists")
MADE_A_MOVE = at.EVENT_NAMES.index("OnMakeAMove")
GENERATES = at.EVENT_NAMES.index("OnGenerateMoves")
ROOM = 64 * at.ACTION_CELLS * 4  # room for the actions that a move would have recorded
HEAD = 16  # bytes before saved bits: the address of the next move, and that of the list


making.words(
    plain(
        "(some-made?)",
        "( -- ? )",
        "True if a drawn move may be made without recording it.",
        lambda vm: some_made(vm),
        hidden=True,
    ),
)


@making.word("(make-tallied)", "( i -- ? )", "Apply move i of the newest list, if it is known and "
             "nothing reads the move itself; the turn advances.", hidden=True)  # fmt: skip
def make_tallied(vm: Block, i: int) -> int:
    address = load32(vm, at.LIST)
    if address == 0 or load32(vm, extension_registers.TALLIED) == 0 or not recordable_at_rest(vm):
        return 0
    if arena_cell(vm, address + at.LIST_FIRST * 4) != 0:
        return 0
    if not 0 <= i < arena_cell(vm, address + at.LIST_COUNT * 4):
        return 0
    found = tallied_move(vm, i)
    pos = (found >> POSITION) & NUMBER
    number = site_of(vm, found & NUMBER, pos, found >> BEFORE)
    if made(vm, number) == 0:
        return 0
    set_system(vm, at.A_MOVE_ADDRESS, load32(vm, at.RECORD))
    note_last_made(vm, number, pos)
    make(vm, number, pos)
    return -1


@helper
def recordable_at_rest(vm: Block) -> bool:
    """Return whether a word that records a move could run, and no event runs after moves."""
    return (
        load32(vm, at.GENERATING) == 0
        and load32(vm, at.EVENTS + MADE_A_MOVE * 4) == 0
        and load32(vm, at.FRAME_LEVEL) < at.LEVELS
        and load32(vm, at.RECORD_END) + ROOM <= load32(vm, at.RECORD_LIMIT)
        and list_error(vm) == 0
    )


@helper
def note_last_made(vm: Block, number: int, pos: int) -> None:
    last = last_made(vm, number, pos)
    if last >= 0:
        note_last_of_move(vm, last)


# -- counting leaves ------------------------------------------------------------------------------


@helper
def blocks(vm: Block) -> int:
    return (settled(vm, at.POSITIONS) + 63) // 64


@helper
def kept_bytes(vm: Block) -> int:
    return HEAD + blocks(vm) * tally_sites(vm) * 8


@helper
def kept_head(vm: Block, address: int) -> int:
    """Return the offset of a list's saved bits, placed by the index of the list."""
    behind = BITS + blocks(vm) * MOST_SITES * 8
    return behind + (address - at.LISTS) // at.LIST_BYTES * kept_bytes(vm)


@helper
def has_place(vm: Block, address: int) -> bool:
    return kept_head(vm, address) + kept_bytes(vm) <= at.COUNTED_END


@helper
def is_kept(vm: Block) -> bool:
    address = load32(vm, at.LIST)
    if address == 0 or not has_place(vm, address):
        return False
    return load64(vm, kept_head(vm, address) + 8) == address


@helper
def kept_place(vm: Block, start: int, number: int) -> int:
    """Return the offset of the newest list's bits of a move for 64 positions from `start` on."""
    first = kept_head(vm, load32(vm, at.LIST)) + HEAD
    return first + (start // 64 * tally_sites(vm) + number) * 8


@making.word("(all-made?)", "( -- ? )", "True if all moves of the turn can be made without "
             "recording them, as far as known without a list.", hidden=True)  # fmt: skip
def are_all_made(vm: Block) -> int:
    largest = all_made(vm)
    if largest == 0 or not tallies_now(vm) or not recordable_at_rest(vm):
        return 0
    if load32(vm, at.EVENTS + GENERATES * 4) != 0 or not has_place(vm, next_header(vm)):
        return 0
    longest = settled(vm, at.POSITIONS) * tally_sites(vm) * largest  # size of the list in bytes
    return -1 if load32(vm, at.ARENA_TOP) + longest + ROOM <= load32(vm, at.RECORD_LIMIT) else 0


@making.word("(keep-tally)", "( -- ? )", "Save the bits of the newest list, and reserve the "
             "memory of its moves; false, with no effect, if it has recorded moves or is empty.",
             hidden=True)  # fmt: skip
def keep_tally(vm: Block) -> int:
    address = load32(vm, at.LIST)
    if address == 0 or not has_place(vm, address):
        return 0
    first = arena_cell(vm, address + at.LIST_FIRST * 4)
    if first != 0 or arena_cell(vm, address + at.LIST_COUNT * 4) == 0:
        return 0
    begin = arena_cell(vm, address + at.LIST_BEGIN * 4)
    store64(vm, kept_head(vm, address), begin)
    store64(vm, kept_head(vm, address) + 8, address)
    end = begin
    last = 0
    limit = positions_to_scan(vm)
    for start in range(0, settled(vm, at.POSITIONS), 64):
        highest = -1
        counted = False
        for number in range(tally_sites(vm)):
            if tally_entry(vm, number) & CONTINUED == 0:
                counted = start < limit and is_counted(vm, number)
            bits = load64(vm, bits_place(start, number)) if counted else 0
            store64(vm, kept_place(vm, start, number), bits)
            end += number_of_bits(bits) * made(vm, number)
            if bits != 0:
                top = highest_bit(bits)
                if top >= highest:
                    highest = top
                    last = (start + top) << POSITION | number
    note_last_made(vm, last & NUMBER, last >> POSITION)
    store32(vm, at.ARENA_TOP, end)
    rest_record(vm)
    return -1


@helper
def highest_bit(bits: int) -> int:
    """Return the index of the highest set bit, 0 if there is none."""
    place = 0
    width = 32
    while width > 0:
        if (bits >> (place + width)) & ((1 << width) - 1) != 0:
            place += width
        width >>= 1
    return place


@making.word("(next-kept)", "( move -- move' )", "Give the next saved move after a move or 0; 0 "
             "at the end.", hidden=True)  # fmt: skip
def next_kept(vm: Block, move: int) -> int:
    if not is_kept(vm):
        return 0
    pos = (move - 1) >> 8 if move > 0 else 0
    number = ((move - 1) & 255) + 1 if move > 0 else 0
    number = kept_at(vm, pos, number)
    if number < 0:
        pos = kept_behind(vm, pos + 1)
        number = kept_at(vm, pos, 0) if pos >= 0 else 0
    return (pos << 8 | number) + 1 if number >= 0 and pos >= 0 else 0


@helper
def kept_at(vm: Block, pos: int, number: int) -> int:
    """Return the number of the first saved move of a position from `number` on, or -1."""
    start = pos & ~63
    for k in range(number, tally_sites(vm)):
        if (load64(vm, kept_place(vm, start, k)) >> (pos - start)) & 1 != 0:
            return k
    return -1


@helper
def kept_behind(vm: Block, pos: int) -> int:
    """Return the first position from `pos` on that has saved moves, or -1."""
    while pos < settled(vm, at.POSITIONS):
        start = pos & ~63
        some = 0
        for k in range(tally_sites(vm)):
            some |= load64(vm, kept_place(vm, start, k))
        some &= -1 << (pos - start)
        if some != 0:
            return start + lowest_bit(some)
        pos = start + 64
    return -1


@making.word(
    "(make-kept)", "( move -- )", "Apply the move that `(next-kept)` has just given.", hidden=True
)
def make_kept(vm: Block, move: int) -> None:
    number = (move - 1) & 255
    pos = (move - 1) >> 8
    if not on_board(vm, pos):
        return
    head = kept_head(vm, load32(vm, at.LIST))
    address = load64(vm, head)
    set_system(vm, at.A_MOVE_ADDRESS, address)
    store64(vm, head, address + made(vm, number))
    make(vm, number, pos)
