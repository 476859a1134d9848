"""Counting the moves of a turn for 64 positions at a time, where machine code knows how.

`cells.tally` notes for each move that a word may make the positions where it makes it
(`vm/compiler/generation/tally.py`). A move that is wanted is found from these bits.
"""

from __future__ import annotations

from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.cells import (
    Block,
    arena_cell,
    board_cell,
    load32,
    load64,
    lowest_bit,
    nth_bit,
    number_of_bits,
    set_arena_cell,
    set_system,
    settled,
    store32,
    system,
    table_cell,
    tally,
    tally_behind,
    tally_drop,
    tally_entry,
    tally_sites,
)
from forthgame.lang.word import Group, helper
from forthgame.lang.words.generate import (
    list_error,
    next_header,
    push_header,
    rest_record,
)
from forthgame.lang.words.priority import rank_of
from forthgame.lang.words.scanned import positions_to_scan

tallying = Group("move lists")
SKIP = 16  # bytes of a note
MOST_SITES = 160  # moves of all move words together, for each position, that are tallied
TALLIED_POSITIONS = 6400  # of a board, for whose bits there is room
SITES_BYTES = 656  # room for the entries that make them, and a 0
BITS = at.COUNTED + SKIP + SITES_BYTES
CONTINUED = 1  # added to an entry: another move of it, behind that with the number before
NOT_COUNTED = -1
FEW_SITES = 12
NUMBER = (1 << 20) - 1
POSITION, BEFORE = 20, 40  # where a position and a number of moves stand beside a number

if BITS + TALLIED_POSITIONS // 64 * MOST_SITES * 8 > at.COUNTED_END:
    raise AssertionError("the bits of moves do not fit their place")


@helper
def place_of(i: int) -> int:
    """Forth address of what is noted of a move that was counted."""
    return at.COUNTED - at.MEMORY + i * SKIP


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


@helper
def is_of_game(vm: Block, player: int) -> bool:
    """Whether a number is the code of a player, and no other that a script has stored for one."""
    number = (player & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT - 1
    if not 0 <= number < settled(vm, at.PLAYER_COUNT):
        return False
    return table_cell(vm, settled(vm, at.PLAYERS) + number * 4) == player


@helper
def tallies(vm: Block) -> bool:
    """Whether machine code is run that tallies moves."""
    return tally_entry(vm, 0) != 0 and load32(vm, at.OPEN_DEFINITION) == 0


@helper
def counts(vm: Block) -> bool:
    """Whether the list of a turn is to be counted."""
    found = settled(vm, beyond.COUNTABLE)
    return tallies(vm) if found == beyond.ONLY_TALLIED else found != 0


@helper
def tallies_now(vm: Block) -> bool:
    """Whether it tallies those of the turn: scripts may have stored what is no player."""
    if not tallies(vm):
        return False
    player = system(vm, at.A_PLAYER)
    moved = system(vm, at.A_FOR_PLAYER)
    return is_of_game(vm, player) and (moved == player or is_of_game(vm, moved))


@tallying.word("(tally?)", "( -- ? )", "Whether the moves of the turn can be tallied.",
               hidden=True)  # fmt: skip
def can_tally(vm: Block) -> int:
    return -1 if tallies_now(vm) else 0


@helper
def tally_all(vm: Block, address: int, filter: int) -> int:
    """Count the moves for a list, of one type or any (0); the header gets their priority rank."""
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
        number = tally_behind(vm, number)
        entry = tally_entry(vm, number)
    set_arena_cell(vm, address + at.LIST_RANK * 4, best)
    store32(vm, beyond.TALLIED, 1)
    return total


@tallying.word("(tally)", "( -- )", "Count the moves of the list that has been opened, 64 "
               "positions at a time.", hidden=True)  # fmt: skip
def tally_moves(vm: Block) -> None:
    address = load32(vm, at.GENERATING)
    total = tally_all(vm, address, load32(vm, at.SCAN_FILTER))
    set_arena_cell(vm, address + at.LIST_COUNT * 4, total)


@tallying.word("(tally-at-rest)", "( filter -- ? )",
               "Push a list of the turn that is counted so, of one type or any (0). False and "
               "nothing done where that takes more: nothing may be generated meanwhile.",
               hidden=True)  # fmt: skip
def tally_at_rest(vm: Block, filter: int) -> int:
    if not tallies(vm) or load32(vm, at.GENERATING) != 0 or list_error(vm) != 0:
        return 0
    address = next_header(vm)
    passed = system(vm, at.A_PASSED)
    set_system(vm, at.A_PASSED, 0)
    total = tally_all(vm, address, filter)
    set_system(vm, at.A_PASSED, passed)
    if total > settled(vm, at.MOVE_LIMIT) or (total == 0 and system(vm, at.A_PASS_FORCED) != 0):
        return 0
    best = arena_cell(vm, address + at.LIST_RANK * 4)
    push_header(vm, 1)
    set_arena_cell(vm, address + at.LIST_RANK * 4, best)
    set_arena_cell(vm, address + at.LIST_COUNT * 4, total)
    rest_record(vm)
    return -1


@helper
def note_tallied(vm: Block, i: int) -> None:
    """Note where move i of a tally comes from, at the first place of the notes."""
    found = tallied_move(vm, i)
    number = found & NUMBER
    pos = (found >> POSITION) & NUMBER
    piece = board_cell(vm, load32(vm, at.BOARD) + pos * 4)
    if tally_drop(vm, number) != 0:
        piece = (system(vm, at.A_FOR_PLAYER) & at.PLAYER_MASK) | tally_drop(vm, number)
    set_arena_cell(vm, place_of(0), tally_entry(vm, number) + 8)  # the entry behind its own
    set_arena_cell(vm, place_of(0) + 4, pos)
    set_arena_cell(vm, place_of(0) + 8, piece)
    set_arena_cell(vm, place_of(0) + 12, found >> BEFORE)  # how many its word makes before


@helper
def tallied_move(vm: Block, i: int) -> int:
    """The number of the first move of the entry that makes move i of a tally; from bit POSITION on
    its position, and from bit BEFORE on how many moves its word makes there before it."""
    start = 0
    while start < at.MAX_POSITIONS:
        count = moves_within(vm, start, 0, 64)
        if i < count and tally_entry(vm, 1) == 0:  # one word, which makes one move at most
            place = nth_bit(vm, load64(vm, bits_place(start, 0)), i)
            return (start + place) << POSITION
        if i < count:
            return move_in(vm, i, start)
        i -= count
        start += 64
    return 0


@helper
def is_counted(vm: Block, number: int) -> bool:
    """Whether the moves of an entry belong to the list, of which the first has a number."""
    return arena_cell(vm, entry_place(number)) != NOT_COUNTED


@helper
def moves_within(vm: Block, start: int, first: int, width: int) -> int:
    """How many moves the positions from `first` on make, of the 64 from `start` on."""
    mask = (1 << width) - 1 if width < 64 else -1
    count = 0
    number = 0
    while number < tally_sites(vm):
        behind = tally_behind(vm, number)
        if is_counted(vm, number):
            for k in range(number, behind):
                count += number_of_bits((load64(vm, bits_place(start, k)) >> first) & mask)
        number = behind
    return count


@helper
def some_within(vm: Block, start: int) -> int:
    """The bits of those of 64 positions from `start` on that make moves."""
    some = 0
    number = 0
    while number < tally_sites(vm):
        behind = tally_behind(vm, number)
        if is_counted(vm, number):
            for k in range(number, behind):
                some |= load64(vm, bits_place(start, k))
        number = behind
    return some


@helper
def move_in(vm: Block, i: int, start: int) -> int:
    """The same within 64 positions, of which some have moves.

    With few sites halves of the positions are looked at, else those that have moves.
    """
    if tally_sites(vm) > FEW_SITES:
        some = some_within(vm, start)
        while some != 0:
            place = lowest_bit(some)
            some &= some - 1
            count = moves_within(vm, start, place, 1) if some != 0 else i + 1
            if i < count:
                return move_at_place(vm, i, start, place)
            i -= count
        return 0
    place = 0
    width = 32
    while width > 1 and width >= settled(vm, at.POSITIONS):  # at most half of a small board
        width >>= 1
    while width > 0:
        count = moves_within(vm, start, place, width)
        if i >= count:
            i -= count
            place += width
        width >>= 1
    return move_at_place(vm, i, start, place)


@helper
def move_at_place(vm: Block, i: int, start: int, place: int) -> int:
    """The same of one position."""
    number = 0
    while number < tally_sites(vm):
        behind = tally_behind(vm, number)
        if is_counted(vm, number):
            count = 0
            for k in range(number, behind):
                count += (load64(vm, bits_place(start, k)) >> place) & 1
            if i < count:
                return number | (start + place) << POSITION | i << BEFORE
            i -= count
        number = behind
    return 0


@helper
def site_of(vm: Block, first: int, pos: int, before: int) -> int:
    """The number of the move that an entry makes at a position when it has made some before."""
    start = pos & ~63
    number = first
    last = tally_behind(vm, first) - 1
    while number < last:
        before -= (load64(vm, bits_place(start, number)) >> (pos - start)) & 1
        if before < 0:
            return number
        number += 1
    return number
