"""Counting the moves of a turn for 64 positions at a time, in games supported by machine code.

`cells.tally` computes, for each possible move of a word, the positions at which it is made
(`compile/tallying/tally_writer.py`). A wanted move is found from these bits.
"""

from __future__ import annotations

from forthgame.words.moves.move_lists import list_error, next_header, push_header, rest_record
from forthgame.words.moves.priorities import rank_of
from forthgame.words.moves.scan_order import positions_to_scan
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import (
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
from forthgame.words.table.row import Group, helper, plain

tallying = Group("move lists")
SKIP = 16  # bytes of a note
MOST_SITES = 160  # limit for the moves of all move words together, for each position
TALLIED_POSITIONS = 6400  # limit for the positions of a board
SITES_BYTES = 656  # room for the entries of these moves, and a 0
BITS = at.COUNTED + SKIP + SITES_BYTES
CONTINUED = 1  # added to an entry for each further move of it
NOT_COUNTED = -1
FEW_SITES = 12
NUMBER = (1 << 20) - 1
POSITION, BEFORE = 20, 40  # shifts of a position and of a number of moves in a packed move

if BITS + TALLIED_POSITIONS // 64 * MOST_SITES * 8 > at.COUNTED_END:
    raise AssertionError("the bits of moves do not fit their place")


@helper
def place_of(i: int) -> int:
    return at.COUNTED - at.MEMORY + i * SKIP


@helper
def entry_place(number: int) -> int:
    """Return the Forth address that holds a tallied entry, or NOT_COUNTED, by its first move."""
    return at.COUNTED - at.MEMORY + SKIP + number * 4


@helper
def bits_place(start: int, number: int) -> int:
    return BITS + (start // 64 * MOST_SITES + number) * 8


@helper
def tallied_count(vm: Block, number: int) -> int:
    """Tally an entry, given the number of its first move; return how many moves it makes."""
    limit = positions_to_scan(vm)
    count = 0
    for start in range(0, limit, 64):
        left = limit - start
        count += tally(vm, start, number, (1 << left) - 1 if left < 64 else -1)
    return count


@helper
def is_of_game(vm: Block, player: int) -> bool:
    """Return whether a number is the code of a player; scripts may store others."""
    number = (player & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT - 1
    if not 0 <= number < settled(vm, at.PLAYER_COUNT):
        return False
    return table_cell(vm, settled(vm, at.PLAYERS) + number * 4) == player


@helper
def tallies(vm: Block) -> bool:
    return tally_entry(vm, 0) != 0 and load32(vm, at.OPEN_DEFINITION) == 0


@helper
def counts(vm: Block) -> bool:
    """Return whether the list of a turn is to be counted."""
    found = settled(vm, extension_registers.COUNTABLE)
    return tallies(vm) if found == extension_registers.ONLY_TALLIED else found != 0


@helper
def tallies_now(vm: Block) -> bool:
    """Return whether the current turn can be tallied; scripts may have stored an invalid player."""
    if not tallies(vm):
        return False
    player = system(vm, at.A_PLAYER)
    moved = system(vm, at.A_FOR_PLAYER)
    return is_of_game(vm, player) and (moved == player or is_of_game(vm, moved))


tallying.words(
    plain(
        "(tally?)",
        "( -- ? )",
        "True if the moves of the turn can be tallied.",
        lambda vm: -1 if tallies_now(vm) else 0,
        hidden=True,
    ),
)


@helper
def tally_all(vm: Block, address: int, filter: int) -> int:
    """Count the moves of a list, of one type or any (0); store their best rank in its header."""
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
    store32(vm, extension_registers.TALLIED, 1)
    return total


@tallying.word("(tally)", "( -- )", "Count the moves of the list that has been opened, 64 "
               "positions at a time.", hidden=True)  # fmt: skip
def tally_moves(vm: Block) -> None:
    address = load32(vm, at.GENERATING)
    total = tally_all(vm, address, load32(vm, at.SCAN_FILTER))
    set_arena_cell(vm, address + at.LIST_COUNT * 4, total)


@tallying.word("(tally-at-rest)", "( filter -- ? )", "Push a tallied list of the turn, of one "
               "type or any (0); false, with no effect, if that is not possible or during a "
               "generation.", hidden=True)  # fmt: skip
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
    """Record the origin of move i of a tally in the first note."""
    found = tallied_move(vm, i)
    number = found & NUMBER
    pos = (found >> POSITION) & NUMBER
    piece = board_cell(vm, load32(vm, at.BOARD) + pos * 4)
    if tally_drop(vm, number) != 0:
        piece = (system(vm, at.A_FOR_PLAYER) & at.PLAYER_MASK) | tally_drop(vm, number)
    set_arena_cell(vm, place_of(0), tally_entry(vm, number) + 8)  # the entry after its own
    set_arena_cell(vm, place_of(0) + 4, pos)
    set_arena_cell(vm, place_of(0) + 8, piece)
    set_arena_cell(vm, place_of(0) + 12, found >> BEFORE)  # moves that its word makes before it


@helper
def tallied_move(vm: Block, i: int) -> int:
    """Return move i of a tally, packed.

    Bits from 0 on hold the number of the first move of its entry, bits from POSITION on its
    position, bits from BEFORE on the number of moves that its word makes there before it.
    """
    start = 0
    while start < at.MAX_POSITIONS:
        count = moves_within(vm, start, 0, 64)
        if i < count and tally_entry(vm, 1) == 0:  # a single word that makes at most one move
            return (start + nth_bit(vm, load64(vm, bits_place(start, 0)), i)) << POSITION
        if i < count:
            return move_in(vm, i, start)
        i -= count
        start += 64
    return 0


@helper
def is_counted(vm: Block, number: int) -> bool:
    """Return whether an entry is in the list, given the number of its first move."""
    return arena_cell(vm, entry_place(number)) != NOT_COUNTED


@helper
def moves_within(vm: Block, start: int, first: int, width: int) -> int:
    """Count the moves of `width` positions from `first` on, within the 64 from `start` on."""
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
    """Return bits for those of 64 positions from `start` on that have moves."""
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
    """Return move i, packed, of 64 positions that include it.

    Search by bisection if there are few sites, else over the positions that have moves.
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
    """Return move i, packed, of one position."""
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
    """Return the number of the move that an entry makes at a position after `before` others."""
    start = pos & ~63
    number = first
    last = tally_behind(vm, first) - 1
    while number < last:
        before -= (load64(vm, bits_place(start, number)) >> (pos - start)) & 1
        if before < 0:
            return number
        number += 1
    return number
