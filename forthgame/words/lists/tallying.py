"""Counting the moves of a turn for 64 positions at a time, in games supported by machine code.

`memory_access.tally` computes, for each possible move of a word, the positions at which it is made
(`compile/tallying/tally_writer.py`). A wanted move is found from these bits.

`memory_access.make` applies such a move without recording it (`compile/tallying/move_maker.py`). It
requires that nothing reads the move itself; its address and the last position, which scripts can
see, are the same as if it had been recorded. When leaves are counted, the bits of each list's tally
are saved and visited in the order of the moves in the list.
"""

from __future__ import annotations

from forthgame.words.board.board import on_board
from forthgame.words.moves.completion import rank_of
from forthgame.words.moves.move_lists import list_error, next_header, push_header, rest_record
from forthgame.words.moves.next_move_word import positions_to_scan
from forthgame.words.moves.recording import note_last_of_move
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    all_made,
    arena_cell,
    board_cell,
    last_made,
    load32,
    load64,
    lowest_bit,
    made,
    make,
    nth_bit,
    number_of_bits,
    set_arena_cell,
    set_system,
    settled,
    some_made,
    store32,
    store64,
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
BITS = at.COUNTED + SKIP
CONTINUED, RUN = 1, 2  # bits of an entry: not the first of its moves; its word has to be run
ROW = ~(CONTINUED | RUN)  # mask of the address of an entry
# the number that stands for all entries; a type of moves less is that of the entries of the type
TOGETHER = -1
HOLDS = -1  # the number whose entry is 0 if what machine code assumes does not hold
MIXES = -2  # the number whose entry is 0 if no entry has to be run
FEW_SITES = 12
NUMBER = (1 << 20) - 1
POSITION, BEFORE = 20, 40  # shifts of a position and of a number of moves in a packed move

if BITS + TALLIED_POSITIONS // 64 * MOST_SITES * 8 > at.COUNTED_END:
    raise AssertionError("the bits of moves do not fit their place")


@helper
def place_of(i: int) -> int:
    return at.COUNTED - at.MEMORY + i * SKIP


@helper
def bits_place(start: int, number: int) -> int:
    return BITS + (start // 64 * MOST_SITES + number) * 8


@helper
def tallied_count(vm: Block, number: int) -> int:
    """Tally an entry, given the number of its first move, or several, as `TOGETHER` says.

    Return how many moves they make.
    """
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
    if found > 0 and found & extension_registers.ONLY_DRAWN != 0 and not draws_one(vm):
        return False
    if found > 0 and found & extension_registers.ONLY_TALLIED != 0:
        return tallies(vm)
    return found != 0


@helper
def draws_one(vm: Block) -> bool:
    """Return whether OnIsLegal? is asked only about moves of a list as they are drawn."""
    return (
        load32(vm, extension_registers.CHECK_MODE) == extension_registers.DRAWN
        and load32(vm, extension_registers.EAGER) == 0
        and load32(vm, extension_registers.BY_AVERAGE) == 0
    )


@helper
def tallies_now(vm: Block) -> bool:
    """Return whether the current turn can be tallied without running words."""
    return tally_entry(vm, MIXES) == 0 and tally_holds(vm)


@helper
def tally_holds(vm: Block) -> bool:
    """Return whether tallies hold for the turn; scripts may have stored an invalid player."""
    if not tallies(vm) or tally_entry(vm, HOLDS) == 0:
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
    """Count the moves of a list, of one type or any (0); store their best rank in its header.

    Entries that are not in the list have no bits.
    """
    store32(vm, extension_registers.TALLIED, 1)
    if settled(vm, at.PRIORITIES) == 0:
        set_arena_cell(vm, address + at.LIST_RANK * 4, at.NO_RANK)
        if filter != 0:
            clear_bits(vm, 0, tally_sites(vm))
        return tallied_count(vm, TOGETHER - filter)
    best = at.NO_RANK
    total = 0
    number = 0
    entry = tally_entry(vm, 0)
    while entry != 0:
        type = table_cell(vm, (entry & ROW) + 4)
        rank = rank_of(vm, type)
        count = 0
        if rank <= best and (filter == 0 or type == filter):
            count = tallied_count(vm, number)
        else:
            clear_bits(vm, number, tally_behind(vm, number))
        if count > 0 and rank < best:
            best = rank
            total = 0
            clear_bits(vm, 0, number)
        total += count
        number = tally_behind(vm, number)
        entry = tally_entry(vm, number)
    set_arena_cell(vm, address + at.LIST_RANK * 4, best)
    return total


@helper
def clear_bits(vm: Block, first: int, limit: int) -> None:
    """Clear the bits of the moves from one number up to another."""
    for start in range(0, positions_to_scan(vm), 64):
        for number in range(first, limit):
            store64(vm, bits_place(start, number), 0)


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
    set_arena_cell(vm, place_of(0), (tally_entry(vm, number) & ROW) + 8)  # the entry after its own
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
        last = start + 64 >= settled(vm, at.POSITIONS)
        count = i + 1 if last else moves_within(vm, start, 0, 64)
        if i < count and tally_entry(vm, 1) == 0:  # a single word that makes at most one move
            return (start + nth_bit(vm, load64(vm, bits_place(start, 0)), i)) << POSITION
        if i < count:
            return move_in(vm, i, start)
        i -= count
        start += 64
    return 0


@helper
def moves_within(vm: Block, start: int, first: int, width: int) -> int:
    """Count the moves of `width` positions from `first` on, within the 64 from `start` on."""
    mask = (1 << width) - 1 if width < 64 else -1
    count = 0
    for number in range(tally_sites(vm)):
        count += number_of_bits((load64(vm, bits_place(start, number)) >> first) & mask)
    return count


@helper
def move_in(vm: Block, i: int, start: int) -> int:
    """Return move i, packed, of 64 positions that include it, found by bisection.

    If there are many sites, their bits are added for all positions at once.
    """
    if tally_sites(vm) > FEW_SITES:
        return move_by_sums(vm, i, start)
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
def site_bits(vm: Block, start: int, number: int) -> int:
    return load64(vm, bits_place(start, number)) if number < tally_sites(vm) else 0


@helper
def move_by_sums(vm: Block, i: int, start: int) -> int:
    """Return move i like `move_in`.

    The moves of each position are added in binary digits: bit p of `ones` is the last digit of the
    number at position p, and so on (carry-save adders, Harley and Seal).
    """
    ones = twos = fours = eights = sixteens = 0
    more = most = last = 0
    for number in range(0, tally_sites(vm), 4):
        a = site_bits(vm, start, number)
        b = site_bits(vm, start, number + 1)
        c = site_bits(vm, start, number + 2)
        d = site_bits(vm, start, number + 3)
        left = (ones & a) | ((ones ^ a) & b)
        ones ^= a ^ b
        right = (ones & c) | ((ones ^ c) & d)
        ones ^= c ^ d
        carry = (twos & left) | ((twos ^ left) & right)
        twos ^= left ^ right
        after = fours & carry
        fours ^= carry
        carry = eights & after
        eights ^= after
        after = sixteens & carry
        sixteens ^= carry
        carry = more & after
        more ^= after
        after = most & carry
        most ^= carry
        last ^= after
    place = 0
    width = 32
    while width > 0:
        mask = ((1 << width) - 1) << place
        count = number_of_bits(ones & mask) + 2 * number_of_bits(twos & mask)
        count += 4 * number_of_bits(fours & mask) + 8 * number_of_bits(eights & mask)
        if tally_sites(vm) > 15:
            count += 16 * number_of_bits(sixteens & mask) + 32 * number_of_bits(more & mask)
        if tally_sites(vm) > 63:
            count += 64 * number_of_bits(most & mask) + 128 * number_of_bits(last & mask)
        if i >= count:
            i -= count
            place += width
        width >>= 1
    return move_at_place(vm, i, start, place)


@helper
def move_at_place(vm: Block, i: int, start: int, place: int) -> int:
    """Return move i, packed, of one position."""
    number = 0
    before = i
    while number < tally_sites(vm):
        i -= (load64(vm, bits_place(start, number)) >> place) & 1
        if i < 0:
            first = first_of(vm, number)
            for k in range(first):
                before -= (load64(vm, bits_place(start, k)) >> place) & 1
            return first | (start + place) << POSITION | before << BEFORE
        number += 1
    return 0


@helper
def first_of(vm: Block, number: int) -> int:
    """Return the number of the first move of the entry that a move belongs to."""
    while tally_entry(vm, number) & CONTINUED != 0:
        number -= 1
    return number


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
        for number in range(tally_sites(vm)):
            bits = load64(vm, bits_place(start, number)) if start < limit else 0
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
