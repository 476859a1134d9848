"""Texts of moves, and words that build texts in `$buffer`."""

from __future__ import annotations

from forthgame.words.core.strings import text_length
from forthgame.words.moves.move_lists import move_given
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.memory_layout import ACTION_BYTES, MOVE_BYTES
from forthgame.words.table.memory_access import (
    Block,
    byte,
    cell,
    charge,
    load32,
    player_number,
    set_byte,
    store32,
)
from forthgame.words.table.row import Group, helper, plain

notation = Group("move lists")


@helper
def put(vm: Block, c: int) -> None:
    """Append a byte to the move text, unless it is full."""
    count = load32(vm, at.TEXT_COUNT)
    if count < at.TEXT_SIZE - 2:
        set_byte(vm, at.TEXT_BUFFER + count, c)
        set_byte(vm, at.TEXT_BUFFER + count + 1, 0)
        store32(vm, at.TEXT_COUNT, count + 1)


@helper
def put_text(vm: Block, str: int) -> None:
    for k in range(text_length(vm, str)):
        put(vm, byte(vm, str + k))


@helper
def put_number(vm: Block, n: int) -> None:
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
    put_name(vm, load32(vm, at.NAMES), pos, load32(vm, at.POSITIONS))


@helper
def put_piece(vm: Block, piece: int) -> None:
    put_name(
        vm, load32(vm, at.PIECE_NAMES), (piece & at.PIECE_MASK) - 1, load32(vm, at.PIECE_COUNT)
    )


@helper
def put_player(vm: Block, player: int) -> None:
    number = player_number(player)
    put_name(vm, load32(vm, at.PLAYER_NAMES), number - 1, load32(vm, at.PLAYER_COUNT))


@helper
def put_action(vm: Block, action: int) -> None:
    kind = cell(vm, action + at.KIND_OFFSET)
    a = cell(vm, action)
    b = cell(vm, action + 4)
    ended = load32(vm, at.TEXT_POSITION)
    if kind == at.ACT_LITERAL or kind == at.ACT_WORD or kind > at.ACT_PASS:
        return
    put_space(vm)
    if kind <= at.ACT_MOVE_TAKE:
        put_piece(vm, cell(vm, action + 8))
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


@notation.word(
    "$MoveString",
    "( move -- str )",
    "Write a move as text to `$buffer` and give its address.",
    guard=move_given,
)
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
    charge(vm, count)
    for k in range(count):
        if load32(vm, at.TEXT_COUNT) >= at.TEXT_SIZE - 2:
            break
        action = move + MOVE_BYTES + k * ACTION_BYTES
        if cell(vm, action + at.KIND_OFFSET) != at.ACT_PASS:
            put_action(vm, action)
    if load32(vm, at.TEXT_COUNT) == start:
        for c in (80, 97, 115, 115):
            put(vm, c)
    return at.TEXT_BUFFER


# -- building a text in `$buffer`
# -------------------------------------------------------------------


@helper
def resume_text(vm: Block) -> None:
    """Continue at the end of the buffer, which a script may have changed."""
    store32(vm, at.TEXT_COUNT, text_length(vm, at.TEXT_BUFFER))


@helper
def put_mark(vm: Block, c: int) -> None:
    resume_text(vm)
    put_space(vm)
    put(vm, c)
    put(vm, 32)


@notation.word("^string", "( str -- )", "Append a text to `$buffer`.")
def append_string(vm: Block, str: int) -> None:
    resume_text(vm)
    put_text(vm, str)


@notation.word("^number", "( n -- )", "Append a number to `$buffer`.")
def append_number(vm: Block, n: int) -> None:
    resume_text(vm)
    put_number(vm, n)


@notation.word("^char", "( c -- )", "Append a character to `$buffer`.")
def append_char(vm: Block, c: int) -> None:
    resume_text(vm)
    put(vm, c)


@notation.word("^position", "( pos -- )", "Append the name of a position to `$buffer`.")
def append_position(vm: Block, pos: int) -> None:
    resume_text(vm)
    put_position(vm, pos)


@notation.word("^piece-type", "( type -- )", "Append the name of a piece type to `$buffer`.")
def append_piece_type(vm: Block, type: int) -> None:
    resume_text(vm)
    put_piece(vm, type)


@notation.word("^player", "( player -- )", "Append the name of a player to `$buffer`.")
def append_player(vm: Block, player: int) -> None:
    resume_text(vm)
    put_player(vm, player)


notation.words(
    plain(
        "^x",
        "( -- )",
        "Append the sign of a capture, with spaces around it.",
        lambda vm: put_mark(vm, 120),
    ),
    plain(
        "^-",
        "( -- )",
        "Append the sign of a move, with spaces around it.",
        lambda vm: put_mark(vm, 45),
    ),
    plain(
        "^=",
        "( -- )",
        "Append the sign of a change, with spaces around it.",
        lambda vm: put_mark(vm, 61),
    ),
)


@notation.word("^trim", "( -- )", "Remove spaces from the end of `$buffer`.")
def trim(vm: Block) -> None:
    resume_text(vm)
    count = load32(vm, at.TEXT_COUNT)
    while count > 0 and byte(vm, at.TEXT_BUFFER + count - 1) == 32:
        count -= 1
        set_byte(vm, at.TEXT_BUFFER + count, 0)
    store32(vm, at.TEXT_COUNT, count)
