"""Generating moves and walking the lists.

A generation is a loop of threaded code (`stdlib.4th`): `(begin-generation)`, then for each token
that `(next-candidate)` gives the word is run in a frame of its own, then `(end-generation)`.
"""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang.cells import (
    Block,
    arena_cell,
    board_cell,
    load32,
    load64,
    lowest_bit,
    positions_with,
    set_arena_cell,
    set_system,
    settled,
    store32,
    store64,
    system,
    table_cell,
)
from forthgame.lang.word import Group, helper, inlined_helper
from forthgame.lang.words.move import (
    ACTION_BYTES,
    MOVE_BYTES,
    commit,
    forget_record,
    record,
    set_record_limit,
)

generate = Group("move lists")
LIST_BYTES = at.LIST_CELLS * 4
ADDRESSES = at.SAVED_ADDRESSES
REGISTERS = at.SAVED_REGISTERS
RESERVE = 64 * 16  # room that a move in the making keeps when a list is opened behind it


def room_for_list(vm: Block) -> int:
    """Guard: the move arena takes another list."""
    start = load32(vm, at.ARENA_TOP)
    if load32(vm, at.GENERATING) != 0 and load32(vm, at.RECORD_END) + RESERVE > start:
        start = load32(vm, at.RECORD_END) + RESERVE
    return 0 if start + LIST_BYTES + RESERVE <= at.ARENA_END else -259


@helper
def save_context(vm: Block, place: int) -> None:
    """Keep what a generation changes in the header of its list."""
    for k in range(len(ADDRESSES)):
        set_arena_cell(vm, place + k * 4, system(vm, ADDRESSES[k]))
    for k in range(len(REGISTERS)):
        set_arena_cell(vm, place + (len(ADDRESSES) + k) * 4, load32(vm, REGISTERS[k]))


@helper
def restore_context(vm: Block, place: int) -> None:
    """Put it back."""
    for k in range(len(ADDRESSES)):
        set_system(vm, ADDRESSES[k], arena_cell(vm, place + k * 4))
    for k in range(len(REGISTERS)):
        store32(vm, REGISTERS[k], arena_cell(vm, place + (len(ADDRESSES) + k) * 4))


@generate.word("(begin-generation)", "( players filter turn? -- )",
               "Open a list for moves of the players whose bits are set, of one type or any (0).",
               guard=room_for_list, hidden=True)  # fmt: skip
def begin(vm: Block, players: int, filter: int, turn: int) -> None:
    start = load32(vm, at.ARENA_TOP)
    address = start
    if load32(vm, at.GENERATING) != 0:
        address = load32(vm, at.RECORD_END) + RESERVE
        if address < start:
            address = start
    set_arena_cell(vm, address + at.LIST_PREVIOUS * 4, load32(vm, at.LIST))
    set_arena_cell(vm, address + at.LIST_COUNT * 4, 0)
    set_arena_cell(vm, address + at.LIST_FIRST * 4, 0)
    set_arena_cell(vm, address + at.LIST_LAST * 4, address + at.LIST_FIRST * 4)
    set_arena_cell(vm, address + at.LIST_START * 4, start)
    set_arena_cell(vm, address + at.LIST_RANK * 4, at.NO_RANK)
    set_arena_cell(vm, address + at.LIST_WORST * 4, 0)
    set_arena_cell(vm, address + at.LIST_TURN * 4, turn)
    save_context(vm, address + at.LIST_SAVED * 4)
    store32(vm, at.LIST, address)
    set_system(vm, at.A_MOVES_LIST, address)
    store32(vm, at.ARENA_TOP, address + LIST_BYTES)
    store32(vm, at.RECORD, address + LIST_BYTES)
    store32(vm, at.GENERATING, address)
    store32(vm, at.SCAN_FILTER, filter)
    store32(vm, at.SCAN_PLAYERS, players)
    store32(vm, at.SCAN_POSITION, at.MAX_POSITIONS)  # behind the last: a player is taken first
    store32(vm, at.SCAN_PIECE, at.MAX_PIECES)
    store32(vm, at.SCAN_ENTRY, 0)
    set_system(vm, at.A_PASSED, 0)
    set_record_limit(vm)
    forget_record(vm)


@helper
def piece_cell(vm: Block, type: int, index: int) -> int:
    """A cell of the piece table: 1 the moves, 2 the drops, 3 the value."""
    return table_cell(vm, settled(vm, at.PIECES) + (type - 1) * 16 + index * 4)


@helper
def next_player_to_scan(vm: Block) -> bool:
    """Take the next player whose bit is set; false when there is none left."""
    players = load32(vm, at.SCAN_PLAYERS)
    for number in range(1, 32):
        if players & (1 << number):
            store32(vm, at.SCAN_PLAYERS, players & ~(1 << number))
            if arena_cell(vm, load32(vm, at.GENERATING) + at.LIST_TURN * 4) != 1:
                encoded = table_cell(vm, settled(vm, at.PLAYERS) + (number - 1) * 4)
                set_system(vm, at.A_PLAYER, encoded)
                set_system(vm, at.A_FOR_PLAYER, encoded)
            return True
    return False


@helper
def positions_to_scan(vm: Block) -> int:
    """How many positions a generation goes through."""
    limit = settled(vm, at.POSITIONS)
    scanned = system(vm, at.A_SCAN_POSITIONS)
    return scanned if scanned < limit else limit


@helper
def moves_of_piece(vm: Block, pos: int, owner: int) -> int:
    """The list of moves of what stands on a position, if it is the owner's; else 0.

    The piece is then the current one.
    """
    piece = board_cell(vm, load32(vm, at.BOARD) + pos * 4)
    return moves_of(vm, piece) if piece & at.PLAYER_MASK == owner else 0


@helper
def moves_of(vm: Block, piece: int) -> int:
    """The list of moves of a piece, which is then the current one; or 0."""
    type = piece & at.PIECE_MASK
    if 1 <= type <= settled(vm, at.SCAN_PIECES):  # an empty position has type 0
        entry = piece_cell(vm, type, 1)
        if entry != 0:
            set_system(vm, at.A_PIECE, piece)
            return entry
    return 0


@helper
def advance_by_position(vm: Block) -> int:
    """Without drops: the list of the next piece with moves, at last the next player's; or -1."""
    pos = load32(vm, at.SCAN_POSITION) + 1
    while True:
        limit = positions_to_scan(vm)
        owner = system(vm, at.A_FOR_PLAYER)
        while pos < limit:
            entry = moves_of_piece(vm, pos, owner)
            if entry != 0:
                store32(vm, at.SCAN_POSITION, pos)
                return entry
            pos += 1
        if not next_player_to_scan(vm):
            return -1
        pos = 0


@helper
def advance_by_drop(vm: Block) -> int:
    """With one type that is only dropped: its list, at the next position; or -1."""
    pos = load32(vm, at.SCAN_POSITION) + 1
    if pos >= positions_to_scan(vm):
        if not next_player_to_scan(vm):
            return -1
        pos = 0
    store32(vm, at.SCAN_POSITION, pos)
    set_system(vm, at.A_PIECE, (system(vm, at.A_FOR_PLAYER) & at.PLAYER_MASK) | 1)
    return piece_cell(vm, 1, 2)


@helper
def steady_list_of(vm: Block, pos: int, owner: int, drops: bool) -> int:
    """The list to go through at a position where there may be one, or 0."""
    if not drops:
        return moves_of(vm, board_cell(vm, load32(vm, at.BOARD) + pos * 4))
    set_system(vm, at.A_PIECE, (owner & at.PLAYER_MASK) | 1)
    return piece_cell(vm, 1, 2)


@inlined_helper
def advance_by_bits(vm: Block, drops: bool) -> int:
    """The next list while no word changes the board or the player, of moves or of `drops`.

    64 positions are looked at together: `SCAN_BITS` says where in the last 64 a piece of the
    player, or for drops an empty position, is left; `SCAN_AHEAD` where the next 64 begin.
    """
    bits = load64(vm, at.SCAN_BITS)
    ahead = load32(vm, at.SCAN_AHEAD)
    while True:
        owner = system(vm, at.A_FOR_PLAYER)
        while bits != 0:
            pos = ahead - 64 + lowest_bit(bits)
            bits &= bits - 1
            entry = steady_list_of(vm, pos, owner, drops)
            if entry != 0:
                store64(vm, at.SCAN_BITS, bits)
                store32(vm, at.SCAN_AHEAD, ahead)
                store32(vm, at.SCAN_POSITION, pos)
                return entry
        if ahead >= positions_to_scan(vm):
            if not next_player_to_scan(vm):
                return -1
            ahead = 0
            owner = system(vm, at.A_FOR_PLAYER)
        board = load32(vm, at.BOARD)
        if drops:
            bits = positions_with(vm, board, ahead, -1, 0)
        else:
            bits = positions_with(vm, board, ahead, at.PLAYER_MASK, owner)
        left = positions_to_scan(vm) - ahead
        if left < 64:
            bits &= (1 << left) - 1
        ahead += 64


@helper
def only_one_drops(vm: Block) -> bool:
    """Whether there is one type of pieces, which are dropped and never moved."""
    one = settled(vm, at.DROP_COUNT) == 1 and settled(vm, at.SCAN_PIECES) == 1
    return one and settled(vm, at.MOVING_COUNT) == 0


@helper
def advance(vm: Block) -> int:
    """The list of move words that is to be gone through next, or -1; its piece and position."""
    if settled(vm, at.DROP_COUNT) == 0:
        return advance_by_position(vm)
    return advance_by_drop(vm) if only_one_drops(vm) else advance_by_piece(vm)


@inlined_helper
def advance_steadily(vm: Block, empty: bool) -> int:
    """The same where words change nothing; `empty` if all begin with `empty? verify`."""
    if settled(vm, at.DROP_COUNT) == 0:
        return advance_by_bits(vm, False)
    if empty and only_one_drops(vm):
        return advance_by_bits(vm, True)
    return advance(vm)


@helper
def advance_by_piece(vm: Block) -> int:
    """With drops: at each position first the moves of what stands there, then drops by type."""
    first = 1 if settled(vm, at.MOVING_COUNT) == 0 else 0
    pos = load32(vm, at.SCAN_POSITION)
    index = load32(vm, at.SCAN_PIECE)
    owner = system(vm, at.A_FOR_PLAYER)
    limit = positions_to_scan(vm)
    entry = 0
    while entry == 0:
        index += 1
        if index > settled(vm, at.SCAN_PIECES):
            pos += 1
            index = first
            if pos >= limit:
                if not next_player_to_scan(vm):
                    return -1
                pos = 0
                owner = system(vm, at.A_FOR_PLAYER)
                limit = positions_to_scan(vm)
        if index == 0:
            entry = moves_of_piece(vm, pos, owner) if pos < limit else 0
        else:
            entry = piece_cell(vm, index, 2)
            if entry != 0:
                set_system(vm, at.A_PIECE, (owner & at.PLAYER_MASK) | index)
    store32(vm, at.SCAN_POSITION, pos)
    store32(vm, at.SCAN_PIECE, index)
    return entry


@helper
def filter_takes(vm: Block, type: int) -> bool:
    """Whether moves of a type are asked for."""
    wanted = load32(vm, at.SCAN_FILTER)
    return wanted == 0 or wanted == type


@helper
def candidate_from(vm: Block, entry: int, steady: bool, empty: bool) -> int:
    """Token of the move word at an entry or, if that is 0 or the end, of the next list's.

    It is `steady` if all types are asked for, and the words run since `(look-ahead)` have changed
    neither board nor player, and left nothing recorded; `empty` if they need an empty position.
    """
    if not steady:
        forget_record(vm)
    while True:
        if entry == 0:
            entry = advance_steadily(vm, empty) if steady else advance(vm)
            if entry < 0:
                store32(vm, at.SCAN_ENTRY, 0)
                store32(vm, at.SCAN_ACTIVE, 0)
                return 0
        xt = table_cell(vm, entry)
        if xt == 0:
            entry = 0
        else:
            type = table_cell(vm, entry + 4)
            entry += 8
            if steady or filter_takes(vm, type):
                store32(vm, at.SCAN_ENTRY, entry)
                store32(vm, at.SCAN_TYPE, type)
                if not steady:
                    store32(vm, at.SCAN_ACTIVE, 1)
                pos = load32(vm, at.SCAN_POSITION)
                set_system(vm, at.A_HERE, pos)
                set_system(vm, at.A_FROM, pos)
                return xt


@generate.word("(next-candidate)", "( -- xt )",
               "Token of the next move word, with `here`, `from` and the piece set; 0 at the end.",
               hidden=True)  # fmt: skip
def next_candidate(vm: Block) -> int:
    return candidate_from(vm, load32(vm, at.SCAN_ENTRY), False, False)


@generate.word("(next-list)", "( -- xt )",
               "The same when the last list is at its end, whatever its register says.",
               hidden=True)  # fmt: skip
def next_list(vm: Block) -> int:
    return candidate_from(vm, 0, False, False)


@generate.word("(next-steady-list)", "( -- xt )",
               "The same if all types are asked for, and the words run since `(look-ahead)` "
               "change neither board nor player, and leave nothing recorded.",
               hidden=True)  # fmt: skip
def next_steady_list(vm: Block) -> int:
    return candidate_from(vm, 0, True, False)


@generate.word("(next-empty-list)", "( -- xt )",
               "The same if all move words begin with `empty? verify`.",
               hidden=True)  # fmt: skip
def next_empty_list(vm: Block) -> int:
    return candidate_from(vm, 0, True, True)


@generate.word("(look-ahead)", "( -- )",
               "Look anew where pieces are, from behind the position whose moves are tried.",
               hidden=True)  # fmt: skip
def look_ahead(vm: Block) -> None:
    forget_record(vm)
    store32(vm, at.SCAN_ACTIVE, 1)
    store64(vm, at.SCAN_BITS, 0)
    store32(vm, at.SCAN_AHEAD, load32(vm, at.SCAN_POSITION) + 1)


@helper
def keep_best(vm: Block, address: int) -> None:
    """Unlink the moves of a list that are not of its best priority rank."""
    best = arena_cell(vm, address + at.LIST_RANK * 4)
    link = address + at.LIST_FIRST * 4
    move = arena_cell(vm, link)
    count = 0
    while move != 0:
        following = arena_cell(vm, move)
        if rank_here(vm, arena_cell(vm, move + at.MOVE_TYPE * 4)) == best:
            set_arena_cell(vm, link, move)
            link = move
            count += 1
        move = following
    set_arena_cell(vm, link, 0)
    set_arena_cell(vm, address + at.LIST_COUNT * 4, count)
    set_arena_cell(vm, address + at.LIST_LAST * 4, link)


@helper
def rank_here(vm: Block, type: int) -> int:
    """Priority rank of a move type."""
    if 0 <= type <= settled(vm, at.MOVE_TYPES):
        return table_cell(vm, settled(vm, at.PRIORITIES) + type * 4)
    return at.NO_RANK


def list_growable(vm: Block) -> int:
    """Guard: the move arena takes another move."""
    return 0 if load32(vm, at.ARENA_TOP) + MOVE_BYTES + 2 * ACTION_BYTES <= at.ARENA_END else -259


@generate.word("(end-generation)", "( -- )",
               "Close the list: forced pass, priorities; put back what the generation changed.",
               guard=list_growable, hidden=True)  # fmt: skip
def end(vm: Block) -> None:
    address = load32(vm, at.GENERATING)
    if address == 0:
        return
    if (
        arena_cell(vm, address + at.LIST_COUNT * 4) == 0
        and system(vm, at.A_PASS_FORCED) != 0
        and system(vm, at.A_PARTIAL) == 0
        and arena_cell(vm, address + at.LIST_TURN * 4) >= 0
    ):
        forget_record(vm)
        store32(vm, at.SCAN_TYPE, 0)
        record(vm, at.ACT_PASS, 0, 0, 0)
        commit(vm)
    if settled(vm, at.PRIORITIES) != 0:
        best = arena_cell(vm, address + at.LIST_RANK * 4)
        if best < arena_cell(vm, address + at.LIST_WORST * 4):
            keep_best(vm, address)
    restore_context(vm, address + at.LIST_SAVED * 4)
    set_record_limit(vm)


@generate.word(
    "(abandon-generation)", "( -- )", "Put everything about lists back to none.", hidden=True
)
def abandon(vm: Block) -> None:
    store32(vm, at.LIST, 0)
    set_system(vm, at.A_MOVES_LIST, 0)
    store32(vm, at.ARENA_TOP, at.ARENA)
    store32(vm, at.RECORD, at.ARENA)
    store32(vm, at.GENERATING, 0)
    store32(vm, at.SCAN_ACTIVE, 0)
    store32(vm, at.LIST_READY, 0)
    set_record_limit(vm)
    forget_record(vm)


def list_open(vm: Block) -> int:
    """Guard: there is a move list."""
    return 0 if load32(vm, at.LIST) != 0 else -262


@generate.word("$DeallocateMoves", "( -- )", "Drop the newest move list.",
               guard=list_open)  # fmt: skip
def deallocate(vm: Block) -> None:
    address = load32(vm, at.LIST)
    previous = arena_cell(vm, address + at.LIST_PREVIOUS * 4)
    store32(vm, at.ARENA_TOP, arena_cell(vm, address + at.LIST_START * 4))
    store32(vm, at.LIST, previous)
    set_system(vm, at.A_MOVES_LIST, previous)
    if load32(vm, at.GENERATING) == 0:
        store32(vm, at.RECORD, load32(vm, at.ARENA_TOP))
        forget_record(vm)
    set_record_limit(vm)


@generate.word("move-count", "( -- n )", "Number of moves in the newest list.")
def move_count(vm: Block) -> int:
    address = load32(vm, at.LIST)
    return arena_cell(vm, address + at.LIST_COUNT * 4) if address != 0 else 0


@generate.word("stalemate?", "( -- ? )", "True when the newest list has no moves.")
def stalemate(vm: Block) -> int:
    address = load32(vm, at.LIST)
    return -1 if address == 0 or arena_cell(vm, address + at.LIST_COUNT * 4) == 0 else 0


@generate.word("$FirstMove", "( -- move )", "First move of the newest list, 0 if it has none.")
def first_move(vm: Block) -> int:
    address = load32(vm, at.LIST)
    return arena_cell(vm, address + at.LIST_FIRST * 4) if address != 0 else 0


@helper
def is_move(vm: Block, move: int) -> bool:
    """Whether a move stands at an address."""
    return (
        at.ARENA <= move <= at.ARENA_END - MOVE_BYTES
        and move & 3 == 0
        and arena_cell(vm, move + at.MOVE_MARK_CELL * 4) == at.MOVE_MARK
    )


def move_given(vm: Block, move: int) -> int:
    """Guard: it is a move."""
    return 0 if is_move(vm, move) else -263


@generate.word("$NextMove", "( move -- move' )", "The move behind it in its list, 0 at the end.",
               guard=move_given)  # fmt: skip
def next_move(vm: Block, move: int) -> int:
    return arena_cell(vm, move)


@generate.word(".moveType", "( move -- addr )", "Address of the move's type.")
def move_type_address(move: int) -> int:
    return move + at.MOVE_TYPE * 4


@generate.word(".moveCFA", "( move -- xt )", "The token that applies the move to the board.")
def move_token(move: int) -> int:
    return move + at.MOVE_MARK_CELL * 4


@generate.word("(move-partial)", "( move -- n )", "0, or 1 and the type that may follow the move.",
               guard=move_given, hidden=True)  # fmt: skip
def move_partial(vm: Block, move: int) -> int:
    return arena_cell(vm, move + at.MOVE_PARTIAL * 4)


@generate.word("(move-at)", "( i -- move )", "Move i of the newest list, counted from 0, or 0.",
               hidden=True)  # fmt: skip
def move_at(vm: Block, i: int) -> int:
    address = load32(vm, at.LIST)
    move = arena_cell(vm, address + at.LIST_FIRST * 4) if address != 0 else 0
    while move != 0 and i > 0:
        move = arena_cell(vm, move)
        i -= 1
    return move
