"""Text: output goes to a buffer in the block, which the host empties."""

from __future__ import annotations

from forthgame.words.core.sparse_storage import note_stored
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    byte,
    cell,
    charge,
    load32,
    set_byte,
    store8,
    store32,
)
from forthgame.words.table.row import Group, helper, plain

text = Group("text")
TEXT_LIMIT = 4096


def room_to_print(vm: Block) -> int:
    """Guard: the output buffer has room, else the host empties it first."""
    return 4 if load32(vm, at.OUT_COUNT) > at.OUTPUT_SIZE - at.OUTPUT_MARGIN else 0


@helper
def print_byte(vm: Block, c: int) -> None:
    count = load32(vm, at.OUT_COUNT)
    store8(vm, at.OUTPUT + count, c)
    store32(vm, at.OUT_COUNT, count + 1)


@helper
def digits(vm: Block, n: int) -> int:
    """Write n in the current base, reversed, above PAD; return the number of characters."""
    base = cell(vm, at.A_BASE)
    if base < 2 or base > 36:
        base = 10
    value = 0 - n if n < 0 else n  # in 64 bits, because the lowest cell has no negative
    count = 0
    while True:
        digit = value % base
        value //= base
        set_byte(vm, at.PAD + 128 + count, digit + 48 if digit < 10 else digit + 55)
        count += 1
        if value == 0:
            break
    if n < 0:
        set_byte(vm, at.PAD + 128 + count, 45)
        count += 1
    return count


@helper
def print_digits(vm: Block, count: int) -> None:
    for k in range(count):
        print_byte(vm, byte(vm, at.PAD + 128 + count - 1 - k))


@text.word(".", "( n -- )", "Print a number and a space.", guard=room_to_print)
def print_number(vm: Block, n: int) -> None:
    print_digits(vm, digits(vm, n))
    print_byte(vm, 32)


@text.word(
    ".R",
    "( n width -- )",
    "Print a number right-aligned in a field of the given width.",
    guard=room_to_print,
)
def print_right(vm: Block, n: int, width: int) -> None:
    count = digits(vm, n)
    charge(vm, max(min(width, TEXT_LIMIT), 0) >> 1)
    for _ in range(min(width, TEXT_LIMIT) - count):
        print_byte(vm, 32)
    print_digits(vm, count)


@text.word(
    "(NUMBER)", "( n -- )", "Write a number as text to PAD.", "42 (NUMBER) PAD C@ -> 52", open=True
)
def number_text(vm: Block, n: int) -> None:
    count = digits(vm, n)
    for k in range(count):
        set_byte(vm, at.PAD + k, byte(vm, at.PAD + 128 + count - 1 - k))
    set_byte(vm, at.PAD + count, 0)


text.words(
    plain(
        "EMIT",
        "( c -- )",
        "Print one character.",
        lambda vm, c: print_byte(vm, c),
        guard=room_to_print,
    ),
    plain("CR", "( -- )", "Print a line end.", lambda vm: print_byte(vm, 10), guard=room_to_print),
    plain("SPACE", "( -- )", "Print a space.", lambda vm: print_byte(vm, 32), guard=room_to_print),
    plain("TAB", "( -- )", "Print a tab.", lambda vm: print_byte(vm, 9), guard=room_to_print),
)


@text.word("TYPE", "( str -- )", "Print a text that ends with a 0 byte.", guard=room_to_print)
@helper
def type_text(vm: Block, str: int) -> None:
    for k in range(text_length(vm, str)):
        print_byte(vm, byte(vm, str + k))


@text.word(
    '"COUNT',
    "( str -- n )",
    "Give the length of a text, without the 0 byte at its end.",
    '0 PAD ! PAD "COUNT -> 0',
)
@helper
def text_length(vm: Block, str: int) -> int:
    """Return the bytes of a text before its 0, at most TEXT_LIMIT; 0 if it cannot be read."""
    count = 0
    while (
        count < TEXT_LIMIT
        and str + count >= at.MEMORY_LOW
        and str + count < at.READ_END
        and byte(vm, str + count) != 0
    ):
        count += 1
    charge(vm, count >> 1)
    return count


text.words(
    plain(
        '"SIZE',
        "( str -- bytes )",
        "Give the number of bytes that a text takes in whole cells, with room for the 0 byte.",
        lambda vm, str: (text_length(vm, str) // 4 + 1) * 4,
        '0 PAD ! PAD "SIZE -> 4',
    ),
)


def text_fits(vm: Block, source: int, target: int) -> int:
    size = text_length(vm, source) + 1
    return 0 if target >= at.MEMORY_LOW and target + size <= at.WRITE_END else -9


@text.word('"MOVE', "( source target -- )", "Copy a text.",
           '65 PAD ! PAD PAD 8 + "MOVE PAD 8 + C@ -> 65',
           guard=text_fits)  # fmt: skip
@helper
def move_text(vm: Block, source: int, target: int) -> None:
    size = text_length(vm, source)
    for k in range(size):
        set_byte(vm, target + k, byte(vm, source + k))
    set_byte(vm, target + size, 0)
    note_stored(vm, target, size + 1)


def appended_fits(vm: Block, source: int, target: int) -> int:
    size = text_length(vm, source) + text_length(vm, target) + 1
    return 0 if target >= at.MEMORY_LOW and target + size <= at.WRITE_END else -9


text.words(
    plain(
        '"APPEND',
        "( source target -- )",
        "Append the first text to the second.",
        lambda vm, source, target: move_text(vm, source, target + text_length(vm, target)),
        '65 PAD ! PAD PAD "APPEND PAD "COUNT -> 2',
        guard=appended_fits,
    ),
)


@text.word('"=', "( a b -- ? )", "True if two texts are equal.", 'PAD PAD "= -> -1')
def same_text(vm: Block, a: int, b: int) -> int:
    size = text_length(vm, a)
    if size != text_length(vm, b):
        return 0
    for k in range(size):
        if byte(vm, a + k) != byte(vm, b + k):
            return 0
    return -1


text.words(
    plain(
        "(PRINT)",
        "( -- )",
        "Print the text stored at an address.",
        lambda vm, operand: type_text(vm, operand),
        operand="addr",
        guard=room_to_print,
        hidden=True,
    ),
)
