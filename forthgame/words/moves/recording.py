"""Recording of moves; the board does not change until a move is applied."""

from __future__ import annotations

import functools

from forthgame.words.board.board import contents, on_board
from forthgame.words.board.turns import number_of_choosers
from forthgame.words.core.memory import append_cell
from forthgame.words.moves.completion import (
    ROOM,
    bytes_recorded,
    commit,
    forget_record,
    nothing_recorded,
)
from forthgame.words.registers import extension_registers as by, memory_layout as at
from forthgame.words.registers.memory_layout import ACTION_BYTES, MOVE_BYTES
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    board_cell,
    counting,
    load32,
    set_arena_cell,
    set_board_cell,
    set_system,
    settled,
    store32,
    system,
)
from forthgame.words.table.row import Group, helper, plain

move = Group("moves")


@helper
def record_error(vm: Block) -> int:
    """Return 0 if the current move has room for another action, else an error number."""
    limit = load32(vm, at.RECORD_LIMIT)
    if load32(vm, at.RECORD_END) <= limit:
        return 0
    if limit == 0:
        return -259
    long = bytes_recorded(vm) + MOVE_BYTES > at.MANY_ACTIONS * ACTION_BYTES
    return -257 if long or limit < at.ARENA_END - ROOM else -259


def recordable(vm: Block) -> int:
    return record_error(vm)


recording = functools.partial(plain, guard=recordable)


@helper
def record(vm: Block, kind: int, a: int, b: int, c: int) -> None:
    """Append an action; advance only the length if the move is counted and never compared."""
    address = load32(vm, at.RECORD_END)
    if counting(vm) == 0 or settled(vm, by.SELECTS) & by.UNIQUE != 0:
        set_arena_cell(vm, address, a)
        set_arena_cell(vm, address + 4, b)
        set_arena_cell(vm, address + 8, c)
        set_arena_cell(vm, address + at.KIND_OFFSET, kind)
    store32(vm, at.RECORD_END, address + ACTION_BYTES)


@helper
def note_last(vm: Block, pos: int) -> None:
    """Set `last`, if the script reads it."""
    if settled(vm, by.LAST_UNUSED) == 0:
        set_system(vm, at.A_LAST, pos)


@helper
def note_last_of_move(vm: Block, pos: int) -> None:
    """Set `last` for a move that is applied, and store it in the position."""
    note_last(vm, pos)
    if settled(vm, by.LAST_CELL) != 0:
        set_board_cell(vm, load32(vm, at.BOARD) + settled(vm, by.LAST_CELL), pos + 1)


@helper
def recall_last(vm: Block) -> None:
    """Restore `last` from the position."""
    if settled(vm, by.LAST_CELL) != 0:
        place = load32(vm, at.BOARD) + settled(vm, by.LAST_CELL)
        set_system(vm, at.A_LAST, board_cell(vm, place) - 1)


@helper
def record_place(vm: Block, pos: int, kind: int, a: int, b: int, c: int) -> None:
    """Append an action that ends on a position; do nothing off the board."""
    if on_board(vm, pos):
        record(vm, kind, a, b, c)
        if counting(vm) == 0:
            note_last(vm, pos)


@helper
def record_piece(vm: Block, player: int, type: int, pos: int) -> None:
    record_place(vm, pos, at.ACT_ADD, pos, (player & at.PLAYER_MASK) | (type & at.PIECE_MASK), 0)


@helper
def record_current(vm: Block, pos: int) -> None:
    """Append the creation of a piece of the current type for the for-player."""
    record_piece(vm, system(vm, at.A_FOR_PLAYER), system(vm, at.A_PIECE), pos)


@helper
def record_capture(vm: Block, pos: int) -> None:
    record_place(vm, pos, at.ACT_CAPTURE, pos, 0, 0)


@helper
def record_type(vm: Block, type: int, pos: int) -> None:
    record_place(vm, pos, at.ACT_TYPE, pos, type & at.PIECE_MASK, 0)


@helper
def record_owner(vm: Block, player: int, pos: int) -> None:
    record_place(vm, pos, at.ACT_OWNER, pos, player & at.PLAYER_MASK, 0)


@helper
def record_drop(vm: Block, type: int, pos: int) -> None:
    """Append the placing of a piece of the for-player, taken from their hand if there are hands."""
    player = system(vm, at.A_FOR_PLAYER)
    record_piece(vm, player, type, pos)
    if settled(vm, by.HANDS) != 0 and on_board(vm, pos):
        dropped = (player & at.PLAYER_MASK) | (type & at.PIECE_MASK)
        record(vm, by.ACT_HAND, dropped, -1, 0)  # room is guaranteed by ROOM


def movable(vm: Block, source: int, target: int) -> int:
    """Guard: there is a piece to move, or a position is off the board and nothing happens."""
    if on_board(vm, source) and on_board(vm, target) and contents(vm, source) == 0:
        return -258
    return record_error(vm)


@move.word("move", "( source target -- )", "Move the piece that now stands on source to target.",
           guard=movable)  # fmt: skip
def move_piece(vm: Block, source: int, target: int) -> None:
    if on_board(vm, source) and on_board(vm, target):
        kind = at.ACT_MOVE if contents(vm, target) == 0 else at.ACT_MOVE_TAKE
        record_place(vm, target, kind, source, target, contents(vm, source))


move.words(
    recording(
        "capture",
        "( -- )",
        "Take the piece on the current position.",
        lambda vm: record_capture(vm, system(vm, at.A_HERE)),
    ),
    recording(
        "capture-at",
        "( pos -- )",
        "Take the piece on a position.",
        lambda vm, pos: record_capture(vm, pos),
    ),
    recording(
        "drop",
        "( -- )",
        "Put a piece of the current type on `here` for `for-player`.",
        lambda vm: record_drop(vm, system(vm, at.A_PIECE), system(vm, at.A_HERE)),
    ),
    recording(
        "drop-piece",
        "( type -- )",
        "Put a piece of a type on `here` for `for-player`.",
        lambda vm, type: record_drop(vm, type, system(vm, at.A_HERE)),
    ),
    recording(
        "drop-piece-at",
        "( type pos -- )",
        "Put a piece of a type on pos for `for-player`.",
        lambda vm, type, pos: record_drop(vm, type, pos),
    ),
    recording(
        "create",
        "( -- )",
        "Create a piece of the current type on the current position.",
        lambda vm: record_current(vm, system(vm, at.A_HERE)),
    ),
    recording(
        "create-at",
        "( pos -- )",
        "Create a piece of the current type on a position.",
        lambda vm, pos: record_current(vm, pos),
    ),
    recording(
        "create-player",
        "( player -- )",
        "Create a player's piece of the current type on the current position.",
        lambda vm, player: record_piece(vm, player, system(vm, at.A_PIECE), system(vm, at.A_HERE)),
    ),
    recording(
        "create-player-at",
        "( player pos -- )",
        "Create a player's piece of the current type on a position.",
        lambda vm, player, pos: record_piece(vm, player, system(vm, at.A_PIECE), pos),
    ),
    recording(
        "create-piece-type",
        "( type -- )",
        "Create a piece of a type on the current position.",
        lambda vm, type: record_piece(vm, system(vm, at.A_FOR_PLAYER), type, system(vm, at.A_HERE)),
    ),
    recording(
        "create-piece-type-at",
        "( type pos -- )",
        "Create a piece of a type on a position.",
        lambda vm, type, pos: record_piece(vm, system(vm, at.A_FOR_PLAYER), type, pos),
    ),
    recording(
        "create-player-piece-type",
        "( player type -- )",
        "Create a player's piece of a type on the current position.",
        lambda vm, player, type: record_piece(vm, player, type, system(vm, at.A_HERE)),
    ),
    recording(
        "create-player-piece-type-at",
        "( player type pos -- )",
        "Create a player's piece of a type on a position.",
        lambda vm, player, type, pos: record_piece(vm, player, type, pos),
    ),
    recording(
        "change-type",
        "( type -- )",
        "Change the type of the piece on the current position.",
        lambda vm, type: record_type(vm, type, system(vm, at.A_HERE)),
    ),
    recording(
        "change-type-at",
        "( type pos -- )",
        "Change the type of the piece on a position.",
        lambda vm, type, pos: record_type(vm, type, pos),
    ),
    recording(
        "change-owner",
        "( player -- )",
        "Change the owner of the piece on the current position.",
        lambda vm, player: record_owner(vm, player, system(vm, at.A_HERE)),
    ),
    recording(
        "change-owner-at",
        "( player pos -- )",
        "Change the owner of the piece on a position.",
        lambda vm, player, pos: record_owner(vm, player, pos),
    ),
)


@move.word("partial", "( -- )", "Let the player continue the turn after this move.")
def partial(vm: Block) -> None:
    store32(vm, at.RECORD_PARTIAL, 1)


@move.word(
    "partial-move-type", "( type -- )", "Let the player continue the turn with a move of this type."
)
def partial_move_type(vm: Block, type: int) -> None:
    store32(vm, at.RECORD_PARTIAL, 1 + type)


def compilable(vm: Block) -> int:
    """Guard: an open definition or a move takes the word; otherwise nothing happens."""
    return 5 if load32(vm, at.OPEN_DEFINITION) != 0 else record_error(vm)


@move.word("(COMPILE)", "( -- )", "Append a word to the move being recorded.", operand="xt",
           guard=compilable, hidden=True, asks=True)  # fmt: skip
def compile_word(vm: Block, operand: int) -> None:
    if load32(vm, at.SCAN_ACTIVE) != 0:
        record(vm, at.ACT_WORD, operand, 0, 0)
        store32(vm, at.RECORD_COMPILED, 1)


@move.word(
    "COMPILE-LITERAL",
    "( n -- )",
    "Append a number to the move being recorded, or to the open definition.",
    guard=compilable,
    asks=True,
)
def compile_literal(vm: Block, n: int) -> None:
    if load32(vm, at.SCAN_ACTIVE) != 0:
        record(vm, at.ACT_LITERAL, n, 0, 0)
        store32(vm, at.RECORD_COMPILED, 1)


def cell_compilable(vm: Block) -> int:
    """Guard: an open definition takes the cell, or the dictionary has room for it."""
    if load32(vm, at.OPEN_DEFINITION) != 0:
        return 5
    return 0 if at.DATA <= system(vm, at.A_DP) <= settled(vm, at.DATA_LIMIT) - 4 else -8


move.word(",", "( n -- )", "Append a cell to the dictionary, or a token to the open definition.",
          "HERE 7 , @ -> 7", guard=cell_compilable, asks=True)(append_cell)  # fmt: skip


def committable(vm: Block) -> int:
    """Guard: the current move has room for another action, and is within its limit."""
    if bytes_recorded(vm) + MOVE_BYTES > settled(vm, at.ACTION_LIMIT):
        return -257
    if settled(vm, by.CHOICE_CELL) != 0 and load32(vm, at.RECORD_PARTIAL) != 0:
        generating = load32(vm, at.GENERATING)
        of_turn = generating != 0 and arena_cell(vm, generating + at.LIST_TURN * 4) == 1
        if of_turn and number_of_choosers(vm, system(vm, at.A_TURN_OFFSET)) > 1:
            return -310
    return record_error(vm)


@move.word("add-move", "( -- )", "Add the recorded actions as one move and begin an empty record.",
           guard=committable)  # fmt: skip
def add_move(vm: Block) -> None:
    if nothing_recorded(vm):
        forget_record(vm)
    else:
        commit(vm)


@move.word("$Pass", "( -- )", "Add the recorded actions as a pass.", guard=committable)
@helper
def pass_always(vm: Block) -> None:
    if nothing_recorded(vm):
        record(vm, at.ACT_PASS, 0, 0, 0)
    commit(vm)


@move.word("Pass", "( -- )", "Add a pass, at most one in a generation.", guard=committable)
@helper
def pass_turn(vm: Block) -> None:
    if system(vm, at.A_PASSED) == 0:
        set_system(vm, at.A_PASSED, -1)
        pass_always(vm)
    else:
        forget_record(vm)


@move.word("PassNoPartial", "( -- )", "Add a pass, except after a partial move.", guard=committable)
def pass_no_partial(vm: Block) -> None:
    if system(vm, at.A_PARTIAL) == 0:
        pass_turn(vm)
    else:
        forget_record(vm)
