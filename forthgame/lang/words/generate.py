"""Generating moves, walking the lists, applying a move and writing it as text.

A generation is a loop of threaded code (`stdlib.4th`): `(begin-generation)`, then for each token
that `(next-candidate)` gives the word is run in a frame of its own, then `(end-generation)`.
"""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang.cells import (
    Block,
    byte,
    cell,
    load32,
    load64,
    set_byte,
    set_cell,
    store8,
    store32,
    store64,
)
from forthgame.lang.word import Group, helper
from forthgame.lang.words.board import contents, on_board, set_contents
from forthgame.lang.words.move import (
    ACTION_BYTES,
    MOVE_BYTES,
    commit,
    forget_record,
    record,
    record_address,
)
from forthgame.lang.words.text import text_length

generate = Group("move lists")
LIST_BYTES = at.LIST_CELLS * 4
ADDRESSES = at.SAVED_ADDRESSES
REGISTERS = at.SAVED_REGISTERS
SEARCH_STATUS = at.SYSTEM_CELLS["$searchStatus"]
RESERVE = 64 * 16  # room that a move in the making keeps when a list is opened behind it


def room_for_list(vm: Block) -> int:
    """Guard: the move arena takes another list."""
    return 0 if record_address(vm) + RESERVE + LIST_BYTES <= at.ARENA_END else -259


@helper
def save_context(vm: Block, place: int) -> None:
    """Keep what a generation changes in the header of its list."""
    for k in range(len(ADDRESSES)):
        set_cell(vm, place + k * 4, cell(vm, ADDRESSES[k]))
    for k in range(len(REGISTERS)):
        set_cell(vm, place + (len(ADDRESSES) + k) * 4, load32(vm, REGISTERS[k]))


@helper
def restore_context(vm: Block, place: int) -> None:
    """Put it back."""
    for k in range(len(ADDRESSES)):
        set_cell(vm, ADDRESSES[k], cell(vm, place + k * 4))
    for k in range(len(REGISTERS)):
        store32(vm, REGISTERS[k], cell(vm, place + (len(ADDRESSES) + k) * 4))


@generate.word("(begin-generation)", "( players filter turn? -- )",
               "Open a list for the moves of the players whose bits are set, of one type or of any (0).",
               guard=room_for_list, hidden=True)  # fmt: skip
def begin(vm: Block, players: int, filter: int, turn: int) -> None:
    start = load32(vm, at.ARENA_TOP)
    address = start
    if load32(vm, at.GENERATING) != 0:
        address = record_address(vm) + RESERVE
        if address < start:
            address = start
    set_cell(vm, address + at.LIST_PREVIOUS * 4, load32(vm, at.LIST))
    set_cell(vm, address + at.LIST_COUNT * 4, 0)
    set_cell(vm, address + at.LIST_FIRST * 4, 0)
    set_cell(vm, address + at.LIST_LAST * 4, address + at.LIST_FIRST * 4)
    set_cell(vm, address + at.LIST_START * 4, start)
    set_cell(vm, address + at.LIST_RANK * 4, at.NO_RANK)
    set_cell(vm, address + at.LIST_WORST * 4, 0)
    set_cell(vm, address + at.LIST_TURN * 4, turn)
    save_context(vm, address + at.LIST_SAVED * 4)
    store32(vm, at.LIST, address)
    set_cell(vm, at.A_MOVES_LIST, address)
    store32(vm, at.ARENA_TOP, address + LIST_BYTES)
    store32(vm, at.RECORD, address + LIST_BYTES)
    store32(vm, at.GENERATING, address)
    store32(vm, at.SCAN_FILTER, filter)
    store32(vm, at.SCAN_PLAYERS, players)
    store32(vm, at.SCAN_POSITION, 0)
    store32(vm, at.SCAN_PIECE, -1)
    store32(vm, at.SCAN_ENTRY, 0)
    set_cell(vm, at.A_PASSED, 0)
    forget_record(vm)


@helper
def piece_cell(vm: Block, type: int, index: int) -> int:
    """A cell of the piece table: 1 the moves, 2 the drops, 3 the value."""
    return cell(vm, load32(vm, at.PIECES) + (type - 1) * 16 + index * 4)


@helper
def next_player_to_scan(vm: Block) -> bool:
    """Take the next player whose bit is set; false when there is none left."""
    players = load32(vm, at.SCAN_PLAYERS)
    for number in range(1, 32):
        if players & (1 << number):
            store32(vm, at.SCAN_PLAYERS, players & ~(1 << number))
            if cell(vm, load32(vm, at.GENERATING) + at.LIST_TURN * 4) != 1:
                encoded = cell(vm, load32(vm, at.PLAYERS) + (number - 1) * 4)
                set_cell(vm, at.A_PLAYER, encoded)
                set_cell(vm, at.A_FOR_PLAYER, encoded)
            return True
    return False


@helper
def find_moves_here(vm: Block, pos: int) -> None:
    """Look up the moves of the piece on a position if it belongs to the player of the turn."""
    piece = contents(vm, pos)
    type = piece & at.PIECE_MASK
    if (
        piece != 0
        and piece & at.PLAYER_MASK == cell(vm, at.A_FOR_PLAYER)
        and 1 <= type <= load32(vm, at.SCAN_PIECES)
    ):
        store32(vm, at.SCAN_ENTRY, piece_cell(vm, type, 1))
        set_cell(vm, at.A_PIECE, piece)


@helper
def advance(vm: Block) -> bool:
    """Go to the next piece or position to try; false at the end. SCAN_ENTRY is set if it has a list."""
    pos = load32(vm, at.SCAN_POSITION)
    index = load32(vm, at.SCAN_PIECE)
    if index < 0:
        if not next_player_to_scan(vm):
            return False
        pos = -1
        index = at.MAX_PIECES
    index += 1
    if index > load32(vm, at.SCAN_PIECES) or load32(vm, at.DROP_COUNT) == 0:
        pos += 1
        index = 0
        store32(vm, at.SCAN_POSITION, pos)
        if pos >= load32(vm, at.POSITIONS) or pos >= cell(vm, at.A_SCAN_POSITIONS):
            store32(vm, at.SCAN_PIECE, -1)
            store32(vm, at.SCAN_POSITION, -1)
            return True
        store32(vm, at.SCAN_PIECE, 0)
        find_moves_here(vm, pos)
        return True
    store32(vm, at.SCAN_PIECE, index)
    entry = piece_cell(vm, index, 2)
    if entry != 0:
        store32(vm, at.SCAN_ENTRY, entry)
        set_cell(vm, at.A_PIECE, (cell(vm, at.A_FOR_PLAYER) & at.PLAYER_MASK) | index)
    return True


@generate.word("(next-candidate)", "( -- xt )",
               "Token of the next move word to run, with `here`, `from` and the piece set; 0 at the end.",
               hidden=True)  # fmt: skip
def next_candidate(vm: Block) -> int:
    forget_record(vm)
    while True:
        entry = load32(vm, at.SCAN_ENTRY)
        if entry != 0:
            xt = cell(vm, entry)
            if xt == 0:
                store32(vm, at.SCAN_ENTRY, 0)
            else:
                type = cell(vm, entry + 4)
                store32(vm, at.SCAN_ENTRY, entry + 8)
                wanted = load32(vm, at.SCAN_FILTER)
                if wanted == 0 or wanted == type:
                    store32(vm, at.SCAN_TYPE, type)
                    store32(vm, at.SCAN_ACTIVE, 1)
                    pos = load32(vm, at.SCAN_POSITION)
                    set_cell(vm, at.A_HERE, pos)
                    set_cell(vm, at.A_FROM, pos)
                    return xt
        elif not advance(vm):
            store32(vm, at.SCAN_ACTIVE, 0)
            return 0


@helper
def keep_best(vm: Block, address: int) -> None:
    """Unlink the moves of a list that are not of its best priority rank."""
    best = cell(vm, address + at.LIST_RANK * 4)
    link = address + at.LIST_FIRST * 4
    move = cell(vm, link)
    count = 0
    while move != 0:
        following = cell(vm, move)
        if rank_here(vm, cell(vm, move + at.MOVE_TYPE * 4)) == best:
            set_cell(vm, link, move)
            link = move
            count += 1
        move = following
    set_cell(vm, link, 0)
    set_cell(vm, address + at.LIST_COUNT * 4, count)
    set_cell(vm, address + at.LIST_LAST * 4, link)


@helper
def rank_here(vm: Block, type: int) -> int:
    """Priority rank of a move type."""
    if 0 <= type <= load32(vm, at.MOVE_TYPES):
        return cell(vm, load32(vm, at.PRIORITIES) + type * 4)
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
        cell(vm, address + at.LIST_COUNT * 4) == 0
        and cell(vm, at.A_PASS_FORCED) != 0
        and cell(vm, at.A_PARTIAL) == 0
        and cell(vm, address + at.LIST_TURN * 4) >= 0
    ):
        forget_record(vm)
        store32(vm, at.SCAN_TYPE, 0)
        record(vm, at.ACT_PASS, 0, 0, 0)
        commit(vm)
    if load32(vm, at.PRIORITIES) != 0:
        best = cell(vm, address + at.LIST_RANK * 4)
        if best < cell(vm, address + at.LIST_WORST * 4):
            keep_best(vm, address)
    restore_context(vm, address + at.LIST_SAVED * 4)


@generate.word(
    "(abandon-generation)", "( -- )", "Put everything about lists back to none.", hidden=True
)
def abandon(vm: Block) -> None:
    store32(vm, at.LIST, 0)
    set_cell(vm, at.A_MOVES_LIST, 0)
    store32(vm, at.ARENA_TOP, at.ARENA)
    store32(vm, at.RECORD, at.ARENA)
    store32(vm, at.GENERATING, 0)
    store32(vm, at.SCAN_ACTIVE, 0)
    store32(vm, at.LIST_READY, 0)
    forget_record(vm)


def list_open(vm: Block) -> int:
    """Guard: there is a move list."""
    return 0 if load32(vm, at.LIST) != 0 else -262


@generate.word("$DeallocateMoves", "( -- )", "Drop the newest move list; the one before is current again.",
               guard=list_open)  # fmt: skip
def deallocate(vm: Block) -> None:
    address = load32(vm, at.LIST)
    previous = cell(vm, address + at.LIST_PREVIOUS * 4)
    store32(vm, at.ARENA_TOP, cell(vm, address + at.LIST_START * 4))
    store32(vm, at.LIST, previous)
    set_cell(vm, at.A_MOVES_LIST, previous)
    if load32(vm, at.GENERATING) == 0:
        store32(vm, at.RECORD, load32(vm, at.ARENA_TOP))


@generate.word("move-count", "( -- n )", "Number of moves in the newest list.")
def move_count(vm: Block) -> int:
    address = load32(vm, at.LIST)
    return cell(vm, address + at.LIST_COUNT * 4) if address != 0 else 0


@generate.word("stalemate?", "( -- ? )", "True when the newest list has no moves.")
def stalemate(vm: Block) -> int:
    address = load32(vm, at.LIST)
    return -1 if address == 0 or cell(vm, address + at.LIST_COUNT * 4) == 0 else 0


@generate.word("$FirstMove", "( -- move )", "First move of the newest list, 0 if it has none.")
def first_move(vm: Block) -> int:
    address = load32(vm, at.LIST)
    return cell(vm, address + at.LIST_FIRST * 4) if address != 0 else 0


@helper
def is_move(vm: Block, move: int) -> bool:
    """Whether a move stands at an address."""
    return (
        at.ARENA <= move <= at.ARENA_END - MOVE_BYTES
        and move & 3 == 0
        and cell(vm, move + at.MOVE_MARK_CELL * 4) == at.MOVE_MARK
    )


def move_given(vm: Block, move: int) -> int:
    """Guard: it is a move."""
    return 0 if is_move(vm, move) else -263


@generate.word("$NextMove", "( move -- move' )", "The move behind it in its list, 0 at the end.",
               guard=move_given)  # fmt: skip
def next_move(vm: Block, move: int) -> int:
    return cell(vm, move)


@generate.word(".moveType", "( move -- addr )", "Address of the move's type.")
def move_type_address(move: int) -> int:
    return move + at.MOVE_TYPE * 4


@generate.word(".moveCFA", "( move -- xt )", "The token that applies the move to the board.")
def move_token(move: int) -> int:
    return move + at.MOVE_MARK_CELL * 4


@generate.word("(move-partial)", "( move -- n )", "0, or 1 and the type that may follow the move.",
               guard=move_given, hidden=True)  # fmt: skip
def move_partial(vm: Block, move: int) -> int:
    return cell(vm, move + at.MOVE_PARTIAL * 4)


@generate.word("(move-at)", "( i -- move )", "Move i of the newest list, counted from 0, or 0.",
               hidden=True)  # fmt: skip
def move_at(vm: Block, i: int) -> int:
    address = load32(vm, at.LIST)
    move = cell(vm, address + at.LIST_FIRST * 4) if address != 0 else 0
    while move != 0 and i > 0:
        move = cell(vm, move)
        i -= 1
    return move


# -- applying a move ------------------------------------------------------------------------------


@helper
def run_actions(vm: Block, place: int, count: int) -> int:
    """Do actions on the board from an address on; give how many were done before a compiled one."""
    for k in range(count):
        action = place + k * ACTION_BYTES
        kind = cell(vm, action)
        a = cell(vm, action + 4)
        if kind >= at.ACT_LITERAL and kind <= at.ACT_WORD:
            return k
        if on_board(vm, a):
            if kind <= at.ACT_MOVE_TAKE:
                set_contents(vm, a, 0)
                target = cell(vm, action + 8)
                if on_board(vm, target):
                    set_contents(vm, target, cell(vm, action + 12))
            elif kind == at.ACT_CAPTURE:
                set_contents(vm, a, 0)
            elif kind == at.ACT_ADD:
                set_contents(vm, a, cell(vm, action + 8))
            elif contents(vm, a) != 0 and kind <= at.ACT_OWNER:
                mask = at.PIECE_MASK if kind == at.ACT_TYPE else at.PLAYER_MASK
                set_contents(vm, a, (contents(vm, a) & ~mask) | cell(vm, action + 8))
    return count


def applicable(vm: Block, move: int) -> int:
    """Guard: it is a move."""
    return 0 if is_move(vm, move) else -263


@generate.word("(apply-simple)", "( move -- )", "Apply a move that has no compiled words in it.",
               guard=applicable, hidden=True)  # fmt: skip
def apply_simple(vm: Block, move: int) -> None:
    run_actions(vm, move + MOVE_BYTES, cell(vm, move + at.MOVE_COUNT * 4))


@generate.word("(run-actions)", "( move k -- k' )",
               "Apply actions from number k on, up to a compiled one: `(action-kind)` tells which.",
               guard=move_given, hidden=True)  # fmt: skip
def run_some_actions(vm: Block, move: int, k: int) -> int:
    count = cell(vm, move + at.MOVE_COUNT * 4)
    if k < 0 or k >= count:
        store32(vm, at.ACTION_KIND, 0)
        return k
    done = k + run_actions(vm, move + MOVE_BYTES + k * ACTION_BYTES, count - k)
    if done >= count:
        store32(vm, at.ACTION_KIND, 0)
        return done
    action = move + MOVE_BYTES + done * ACTION_BYTES
    store32(vm, at.ACTION_KIND, cell(vm, action))
    store32(vm, at.ACTION_VALUE, cell(vm, action + 4))
    return done + 1


@generate.word(
    "(action-kind)", "( -- n )", "0 at the end, 7 for a number, 8 for a token.", hidden=True
)
def action_kind(vm: Block) -> int:
    return load32(vm, at.ACTION_KIND)


@generate.word("(action-value)", "( -- n )", "The number or the token.", hidden=True)
def action_value(vm: Block) -> int:
    return load32(vm, at.ACTION_VALUE)


@generate.word("(simple-move?)", "( move -- ? )", "Whether no compiled word is among the actions.",
               guard=move_given, hidden=True)  # fmt: skip
def simple_move(vm: Block, move: int) -> int:
    return -1 if cell(vm, move + at.MOVE_FLAGS * 4) == 0 else 0


@generate.word("(list-ready)", "( -- ? )", "Whether a partial move has left the list of what follows; "
               "the answer is used up.", hidden=True)  # fmt: skip
def take_list_ready(vm: Block) -> int:
    ready = load32(vm, at.LIST_READY)
    store32(vm, at.LIST_READY, 0)
    return ready


@generate.word("(set-list-ready)", "( -- )", "Say that it has.", hidden=True)
def set_list_ready(vm: Block) -> None:
    store32(vm, at.LIST_READY, -1)


@generate.word("(count-leaves)", "( n -- )", "Add to the leaves counted.", hidden=True)
def count_leaves(vm: Block, n: int) -> None:
    store64(vm, at.LEAVES, load64(vm, at.LEAVES) + n)


# -- the text of a move -----------------------------------------------------------------------------


@helper
def put(vm: Block, c: int) -> None:
    """Append a byte to the move text; what does not fit is left out."""
    count = load32(vm, at.TEXT_COUNT)
    if count < at.TEXT_SIZE - 2:
        set_byte(vm, at.TEXT_BUFFER + count, c)
        set_byte(vm, at.TEXT_BUFFER + count + 1, 0)
        store32(vm, at.TEXT_COUNT, count + 1)


@helper
def put_text(vm: Block, str: int) -> None:
    """Append a text."""
    for k in range(text_length(vm, str)):
        put(vm, byte(vm, str + k))


@helper
def put_number(vm: Block, n: int) -> None:
    """Append a number in decimal."""
    if n < 0:
        put(vm, 45)
        n = 0 - n
    unit = 1
    while unit * 10 <= n:
        unit *= 10
    while unit > 0:
        put(vm, 48 + (n // unit) % 10)
        unit //= 10


@helper
def put_space(vm: Block) -> None:
    """Append a space unless the text is empty or ends with one."""
    count = load32(vm, at.TEXT_COUNT)
    if count > 0 and byte(vm, at.TEXT_BUFFER + count - 1) != 32:
        put(vm, 32)


@helper
def put_name(vm: Block, table: int, index: int, count: int) -> None:
    """Append a name from a table of texts, or the number if there is none."""
    if 0 <= index < count:
        put_text(vm, cell(vm, table + index * 4))
    else:
        put_number(vm, index)


@helper
def put_position(vm: Block, pos: int) -> None:
    """Append the name of a position."""
    put_name(vm, load32(vm, at.NAMES), pos, load32(vm, at.POSITIONS))


@helper
def put_piece(vm: Block, piece: int) -> None:
    """Append the name of a piece's type."""
    put_name(
        vm, load32(vm, at.PIECE_NAMES), (piece & at.PIECE_MASK) - 1, load32(vm, at.PIECE_COUNT)
    )


@helper
def put_player(vm: Block, player: int) -> None:
    """Append the name of a player."""
    number = (player & at.PLAYER_NUMBER_MASK) >> 11
    put_name(vm, load32(vm, at.PLAYER_NAMES), number - 1, load32(vm, at.PLAYER_COUNT))


@helper
def put_action(vm: Block, action: int) -> None:
    """Append one action's notation."""
    kind = cell(vm, action)
    a = cell(vm, action + 4)
    b = cell(vm, action + 8)
    ended = load32(vm, at.TEXT_POSITION)
    if kind == at.ACT_LITERAL or kind == at.ACT_WORD:
        return
    put_space(vm)
    if kind <= at.ACT_MOVE_TAKE:
        put_piece(vm, cell(vm, action + 12))
        put(vm, 32)
        put_position(vm, a)
        put(vm, 32)
        put(vm, 45 if kind == at.ACT_MOVE else 120)
        put(vm, 32)
        put_position(vm, b)
        store32(vm, at.TEXT_POSITION, b)
    elif kind == at.ACT_CAPTURE:
        put(vm, 120)
        put(vm, 32)
        put_position(vm, a)
        store32(vm, at.TEXT_POSITION, a)
    elif kind == at.ACT_ADD:
        put_player(vm, b)
        put(vm, 32)
        put_piece(vm, b)
        put(vm, 32)
        put_position(vm, a)
        store32(vm, at.TEXT_POSITION, a)
    elif kind <= at.ACT_OWNER:
        put(vm, 61)
        put(vm, 32)
        if kind == at.ACT_TYPE:
            put_piece(vm, b)
        else:
            put_player(vm, b)
        if a != ended:
            put(vm, 32)
            put(vm, 111)
            put(vm, 110)
            put(vm, 32)
            put_position(vm, a)
        store32(vm, at.TEXT_POSITION, a)


@generate.word("$MoveString", "( move -- str )", "The move as text, in a buffer that the next one takes.",
               guard=move_given)  # fmt: skip
def move_string(vm: Block, move: int) -> int:
    store32(vm, at.TEXT_COUNT, 0)
    set_byte(vm, at.TEXT_BUFFER, 0)
    store32(vm, at.TEXT_POSITION, -1)
    partial = cell(vm, move + at.MOVE_PARTIAL * 4)
    if partial != 0:
        for c in (112, 97, 114, 116, 105, 97, 108, 32):
            put(vm, c)
        put_number(vm, partial - 1)
        put(vm, 32)
    start = load32(vm, at.TEXT_COUNT)
    count = cell(vm, move + at.MOVE_COUNT * 4)
    for k in range(count):
        action = move + MOVE_BYTES + k * ACTION_BYTES
        if cell(vm, action) != at.ACT_PASS:
            put_action(vm, action)
    if load32(vm, at.TEXT_COUNT) == start:
        for c in (80, 97, 115, 115):
            put(vm, c)
    return at.TEXT_BUFFER


# -- what a search engine reports ------------------------------------------------------------------


@helper
def set_best_byte(vm: Block, k: int, c: int) -> None:
    """One byte of the text of the best move."""
    store8(vm, at.BEST_TEXT + k, c)


@generate.word("BestMove!", "( str -- )", "Report the best move so far: the last one is played.")
def best_move(vm: Block, str: int) -> None:
    count = text_length(vm, str)
    if count >= at.BEST_SIZE:
        count = at.BEST_SIZE - 1
    for k in range(count):
        set_best_byte(vm, k, byte(vm, str + k))
    store32(vm, at.BEST_COUNT, count)
    store32(vm, at.BEST_SERIAL, load32(vm, at.BEST_SERIAL) + 1)


@generate.word("(best-move-number!)", "( i -- )", "Report the best move by its number in the list.",
               hidden=True)  # fmt: skip
def best_move_number(vm: Block, i: int) -> None:
    store32(vm, at.BEST_COUNT, -2 - i)
    store32(vm, at.BEST_SERIAL, load32(vm, at.BEST_SERIAL) + 1)


@generate.word("CurrentMove!", "( str -- )", "Report the move under consideration.")
def current_move(str: int) -> None:
    return None


@generate.word("SearchStatus@", "( -- n )", "0 go on, 1 stop soon, 2 stop now.")
def search_status(vm: Block) -> int:
    return cell(vm, SEARCH_STATUS)


@generate.word("$Yield", "( -- )", "Let the host look at its events; nothing to do here.")
def yield_to_host() -> None:
    return None
