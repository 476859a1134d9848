"""Selection of the next move word of a generation: pieces by position, move lists by piece.

`(next-candidate)` continues from the state in its registers. Machine code specialised for a game
(`compile/emitting/scan_loop.py`) asks for the next list instead; if no word changes the board in
between, 64 positions are tested at a time. A generation scans players, positions, then the move
lists of pieces.
"""

from __future__ import annotations

from forthgame.words.board.hand_counters import HAND_TYPES, find_hand_types, hand_type_behind
from forthgame.words.moves.completion import forget_record
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    board_cell,
    charge,
    load32,
    load64,
    lowest_bit,
    owned_from,
    positions_with,
    promising,
    set_system,
    settled,
    store32,
    store64,
    system,
    table_cell,
)
from forthgame.words.table.row import Group, helper, inlined_helper, plain


@helper
def piece_cell(vm: Block, type: int, index: int) -> int:
    """Return a cell of the piece table: 1 the moves, 2 the drops, 3 the value."""
    return table_cell(vm, settled(vm, at.PIECES) + (type - 1) * 16 + index * 4)


@helper
def next_player_to_scan(vm: Block) -> bool:
    """Select the next player whose bit is set; return False if there is none."""
    players = load32(vm, at.SCAN_PLAYERS) & 0xFFFFFFFE
    if players == 0:
        return False
    number = lowest_bit(players)
    store32(vm, at.SCAN_PLAYERS, players & (players - 1))
    if arena_cell(vm, load32(vm, at.GENERATING) + at.LIST_TURN * 4) != 1:
        encoded = table_cell(vm, settled(vm, at.PLAYERS) + (number - 1) * 4)
        set_system(vm, at.A_PLAYER, encoded)
        set_system(vm, at.A_FOR_PLAYER, encoded)
    if settled(vm, extension_registers.HANDS) != 0:
        find_hand_types(vm, system(vm, at.A_FOR_PLAYER))
    return True


@helper
def positions_to_scan(vm: Block) -> int:
    limit = settled(vm, at.POSITIONS)
    scanned = system(vm, at.A_SCAN_POSITIONS)
    return scanned if scanned < limit else limit


@helper
def moves_of_piece(vm: Block, pos: int, owner: int) -> int:
    """Return the move list of the owner's piece on a position, else 0.

    The piece becomes the current one.
    """
    piece = board_cell(vm, load32(vm, at.BOARD) + pos * 4)
    return moves_of(vm, piece) if piece & at.PLAYER_MASK == owner else 0


@helper
def moves_of(vm: Block, piece: int) -> int:
    """Return the move list of a piece and make it the current one; 0 if it has none."""
    type = piece & at.PIECE_MASK
    if 1 <= type <= settled(vm, at.SCAN_PIECES):  # empty positions have type 0
        entry = piece_cell(vm, type, 1)
        if entry != 0:
            set_system(vm, at.A_PIECE, piece)
            return entry
    return 0


candidate = Group("move lists")


@helper
def advance_by_position(vm: Block) -> int:
    """Return the list of the next piece with moves, in a game without drops; -1 at the end.

    The next position is tested alone, then 64 at a time. Continue with the next player at the end
    of the board.
    """
    pos = load32(vm, at.SCAN_POSITION) + 1
    while True:
        limit = positions_to_scan(vm)
        owner = system(vm, at.A_FOR_PLAYER)
        board = load32(vm, at.BOARD)
        if pos < limit:
            entry = moves_of_piece(vm, pos, owner)
            if entry != 0:
                store32(vm, at.SCAN_POSITION, pos)
                return entry
            pos += 1
        while pos < limit:
            start = pos - (pos & 63)
            bits = positions_with(vm, board, start, at.PLAYER_MASK, owner) & (-1 << (pos - start))
            if limit - start < 64:
                bits &= (1 << (limit - start)) - 1
            while bits != 0:
                pos = start + lowest_bit(bits)
                bits &= bits - 1
                entry = moves_of(vm, board_cell(vm, board + pos * 4))
                if entry != 0:
                    store32(vm, at.SCAN_POSITION, pos)
                    return entry
            pos = start + 64
        charge(vm, limit >> 1)
        if not next_player_to_scan(vm):
            return -1
        pos = 0


@helper
def next_position(vm: Block) -> int:
    """Return the next position, continuing with the next player; -1 at the end."""
    pos = load32(vm, at.SCAN_POSITION) + 1
    while pos >= positions_to_scan(vm):
        if not next_player_to_scan(vm):
            return -1
        pos = 0
    return pos


@helper
def advance_by_drop(vm: Block) -> int:
    """Return the drop list at the next position, if one type is only dropped; -1 at the end."""
    pos = next_position(vm)
    if pos < 0:
        return -1
    store32(vm, at.SCAN_POSITION, pos)
    set_system(vm, at.A_PIECE, (system(vm, at.A_FOR_PLAYER) & at.PLAYER_MASK) | 1)
    return piece_cell(vm, 1, 2)


@helper
def only_one_drops(vm: Block) -> bool:
    one = settled(vm, at.DROP_COUNT) == 1 and settled(vm, at.SCAN_PIECES) == 1
    return one and settled(vm, at.MOVING_COUNT) == 0


@helper
def advance(vm: Block) -> int:
    """Find the next list of move words and set its piece and position; return the list or -1."""
    if settled(vm, at.DROP_COUNT) == 0:
        return advance_by_position(vm)
    if settled(vm, extension_registers.HANDS) != 0:
        return advance_by_hand(vm)
    return advance_by_drop(vm) if only_one_drops(vm) else advance_by_piece(vm)


@inlined_helper
def advance_steadily(vm: Block) -> int:
    """Like `advance`, for words that change nothing."""
    if settled(vm, at.DROP_COUNT) == 0:
        return advance_by_bits(vm, False)
    if settled(vm, extension_registers.HANDS) != 0:
        return advance_by_bits(vm, False) if nothing_to_drop(vm) else advance_by_hand(vm)
    return advance_by_bits(vm, True) if only_one_drops(vm) else advance_by_bits_with_drops(vm)


@helper
def advance_by_piece(vm: Block) -> int:
    """Return the next list in a game with drops: at each position moves, then drops by type."""
    moving = settled(vm, at.MOVING_COUNT) != 0
    pos = load32(vm, at.SCAN_POSITION)
    index = load32(vm, at.SCAN_PIECE)
    entry = 0
    while entry == 0:
        index += 1
        if index > settled(vm, at.SCAN_PIECES):
            charge(vm, settled(vm, at.SCAN_PIECES))
            pos = next_position(vm)
            if pos < 0:
                return -1
            store32(vm, at.SCAN_POSITION, pos)
            index = 0 if moving else 1
        owner = system(vm, at.A_FOR_PLAYER)
        if index == 0:
            entry = moves_of_piece(vm, pos, owner)
        else:
            entry = piece_cell(vm, index, 2)
            if entry != 0:
                set_system(vm, at.A_PIECE, (owner & at.PLAYER_MASK) | index)
    store32(vm, at.SCAN_PIECE, index)
    return entry


@helper
def advance_by_hand(vm: Block) -> int:
    """Return the next list in a game with hands: at each position moves, then drops from hand."""
    pos = load32(vm, at.SCAN_POSITION)
    index = load32(vm, at.SCAN_PIECE)
    owner = system(vm, at.A_FOR_PLAYER)
    limit = positions_to_scan(vm)
    entry = 0
    while entry == 0:
        index = hand_type_behind(vm, owner, index)
        if index > 0:
            entry = piece_cell(vm, index, 2)
            set_system(vm, at.A_PIECE, (owner & at.PLAYER_MASK) | index)
        else:
            pos += 1
            while pos >= limit:
                charge(vm, limit >> 1)
                if not next_player_to_scan(vm):
                    return -1
                pos = 0
                owner = system(vm, at.A_FOR_PLAYER)
                limit = positions_to_scan(vm)
            entry = moves_of_piece(vm, pos, owner)
    store32(vm, at.SCAN_POSITION, pos)
    store32(vm, at.SCAN_PIECE, index)
    store64(vm, at.SCAN_BITS, 0)
    store32(vm, at.SCAN_AHEAD, pos + 1)
    return entry


@helper
def nothing_to_drop(vm: Block) -> bool:
    """Return whether the last player is being scanned and has nothing in hand to drop.

    Hands cannot change before the end of the generation, because moves are only recorded.
    """
    few = settled(vm, at.SCAN_PIECES) < HAND_TYPES
    return (
        few and load64(vm, extension_registers.HAND_TYPES) == 0 and load32(vm, at.SCAN_PLAYERS) == 0
    )


# -- lists found in advance, for 64 positions at a time, if no word changes the board -------------


@helper
def steady_list_of(vm: Block, pos: int, owner: int, drops: bool) -> int:
    """Return the list at a position that may have one, or 0."""
    if not drops:
        return moves_of(vm, board_cell(vm, load32(vm, at.BOARD) + pos * 4))
    set_system(vm, at.A_PIECE, (owner & at.PLAYER_MASK) | 1)
    return piece_cell(vm, 1, 2)


@inlined_helper
def left_from(vm: Block, ahead: int) -> int:
    """Return bits for the next 64 positions: 1 if they are to be scanned."""
    left = positions_to_scan(vm) - ahead
    if left >= 64:
        return -1
    return (1 << left) - 1 if left > 0 else 0


@inlined_helper
def advance_by_bits(vm: Block, drops: bool) -> int:
    """Return the next list of moves or of `drops`, if no word changes the board or the player.

    64 positions are tested at a time: `SCAN_BITS` has the remaining ones of the last 64, with a
    piece of the player or a possible drop; the next 64 begin at `SCAN_AHEAD`.
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
        bits = left_from(vm, ahead) & promising(vm, ahead)
        if not drops:
            bits &= owned_from(vm, ahead, owner)
        ahead += 64


@helper
def drop_list_behind(vm: Block, index: int) -> int:
    """Select the next type after `index` that has drops; return its list, or 0."""
    while index < settled(vm, at.SCAN_PIECES):
        index += 1
        entry = piece_cell(vm, index, 2)
        if entry != 0:
            set_system(vm, at.A_PIECE, (system(vm, at.A_FOR_PLAYER) & at.PLAYER_MASK) | index)
            store32(vm, at.SCAN_PIECE, index)
            return entry
    return 0


@helper
def go_on_ahead(vm: Block) -> bool:
    """Load the next 64 positions; return False at the end."""
    ahead = load32(vm, at.SCAN_AHEAD)
    while ahead >= positions_to_scan(vm):
        if not next_player_to_scan(vm):
            return False
        ahead = 0
    store64(vm, at.SCAN_BITS, left_from(vm, ahead) & promising(vm, ahead))
    store32(vm, at.SCAN_AHEAD, ahead + 64)
    return True


@helper
def advance_by_bits_with_drops(vm: Block) -> int:
    """Like `advance_by_piece`, but test 64 positions at a time."""
    while True:
        entry = drop_list_behind(vm, load32(vm, at.SCAN_PIECE))
        if entry != 0:
            return entry
        bits = load64(vm, at.SCAN_BITS)
        while bits == 0:
            if not go_on_ahead(vm):
                return -1
            bits = load64(vm, at.SCAN_BITS)
        store64(vm, at.SCAN_BITS, bits & (bits - 1))
        pos = load32(vm, at.SCAN_AHEAD) - 64 + lowest_bit(bits)
        store32(vm, at.SCAN_POSITION, pos)
        store32(vm, at.SCAN_PIECE, 0)
        if settled(vm, at.MOVING_COUNT) != 0:
            entry = moves_of_piece(vm, pos, system(vm, at.A_FOR_PLAYER))
            if entry != 0:
                return entry


# -- the next word --------------------------------------------------------------------------------


@helper
def filter_takes(vm: Block, type: int) -> bool:
    wanted = load32(vm, at.SCAN_FILTER)
    return wanted == 0 or wanted == type


@helper
def candidate_from(vm: Block, entry: int, steady: bool) -> int:
    """Return the token of the next move word, starting at an entry; 0 at the end.

    An entry of 0 stands for the next list. `steady` requires that all types are wanted, that words
    run since `(look-ahead)` have changed neither board nor player, and that nothing is left
    recorded.
    """
    if not steady:
        forget_record(vm)
    while True:
        if entry == 0:
            entry = advance_steadily(vm) if steady else advance(vm)
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


candidate.words(
    plain(
        "(next-candidate)",
        "( -- xt )",
        "Give the token of the next move word, with "
        "`here`, `from` and the piece set; 0 at the end.",
        lambda vm: candidate_from(vm, load32(vm, at.SCAN_ENTRY), False),
        hidden=True,
    ),
    plain(
        "(next-steady-list)",
        "( -- xt )",
        "Give the token of the next list's first move "
        "word, if all types are wanted, and the words run since `(look-ahead)` have "
        "changed neither board nor player and left nothing recorded.",
        lambda vm: candidate_from(vm, 0, True),
        hidden=True,
    ),
)


@candidate.word("(look-ahead)", "( -- )", "Restart the search for pieces after the current scan "
                "position.", hidden=True)  # fmt: skip
def look_ahead(vm: Block) -> None:
    forget_record(vm)
    store32(vm, at.SCAN_STIRRED, 0)
    store32(vm, at.SCAN_ACTIVE, 1)
    store64(vm, at.SCAN_BITS, 0)
    store32(vm, at.SCAN_AHEAD, load32(vm, at.SCAN_POSITION) + 1)
