"""Attributes of pieces and marks of positions: named groups of bits.

An attribute lies in the upper 16 bits of the piece's cell. Marks lie in cells after the board's
storage; a plane has one cell for each position. The operand of a word packs the lowest bit (5
bits), the number of bits (5 bits), and the plane.
"""

from __future__ import annotations

from forthgame.words.board.board import contents, on_board
from forthgame.words.board.hand_counters import set_bits
from forthgame.words.moves.recording import record, record_error
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import Block, board_cell, load32, settled, system
from forthgame.words.table.row import Group, helper, plain

board = Group("board")
move = Group("moves")
attributes = Group("attributes")  # at once: generations do not expect that


@helper
def mask_of(operand: int) -> int:
    return (1 << ((operand >> 5) & 31)) - 1


@helper
def bits_of(cell: int, operand: int) -> int:
    return (cell >> (operand & 31)) & mask_of(operand)


@helper
def mark_place(vm: Block, operand: int, pos: int) -> int:
    """Return the index in the board record of the cell with a mark of a position, -1 if none."""
    plane = operand >> 10
    if not on_board(vm, pos) or not 0 <= plane < settled(vm, extension_registers.MARK_PLANES):
        return -1
    return (settled(vm, extension_registers.MARKS) >> 2) + plane * settled(vm, at.POSITIONS) + pos


@helper
def mark_of(vm: Block, operand: int, pos: int) -> int:
    place = mark_place(vm, operand, pos)
    return bits_of(board_cell(vm, load32(vm, at.BOARD) + place * 4), operand) if place >= 0 else 0


def recording(vm: Block) -> int:
    """Guard: a move word is running, and its move has room for another action."""
    return record_error(vm) if load32(vm, at.SCAN_ACTIVE) != 0 else -290


@helper
def record_bits(vm: Block, operand: int, place: int, n: int) -> None:
    """Record the setting of bits in a cell of the board record, unless the cell is -1."""
    if place >= 0:
        shift = operand & 31
        mask = mask_of(operand)
        record(vm, extension_registers.ACT_BITS, place, mask << shift, (n & mask) << shift)


@helper
def set_bits_now(vm: Block, operand: int, place: int, n: int) -> None:
    """Set bits in a cell of the board record, unless the cell is -1."""
    shift = operand & 31
    mask = mask_of(operand)
    set_bits(vm, place, mask << shift, (n & mask) << shift)


@helper
def record_mark(vm: Block, operand: int, pos: int, n: int) -> None:
    record_bits(vm, operand, mark_place(vm, operand, pos), n)


@helper
def piece_place(vm: Block, pos: int) -> int:
    """Return the index of a piece's cell in the board record, -1 off the board."""
    return pos if on_board(vm, pos) else -1


board.words(
    plain(
        "(ATTRIBUTE)",
        "( -- n )",
        "Give an attribute of the piece here, 0 if there is none.",
        lambda vm, operand: bits_of(contents(vm, system(vm, at.A_HERE)), operand),
        operand="bits",
        hidden=True,
    ),
    plain(
        "(ATTRIBUTE-AT)",
        "( pos -- n )",
        "Give an attribute of the piece there, 0 if there is none.",
        lambda vm, operand, pos: bits_of(contents(vm, pos), operand),
        operand="bits",
        hidden=True,
    ),
    plain(
        "(MARK)",
        "( -- n )",
        "Give a mark of the current position.",
        lambda vm, operand: mark_of(vm, operand, system(vm, at.A_HERE)),
        operand="bits",
        hidden=True,
    ),
    plain(
        "(MARK-AT)",
        "( pos -- n )",
        "Give a mark of a position.",
        lambda vm, operand, pos: mark_of(vm, operand, pos),
        operand="bits",
        hidden=True,
    ),
)
move.words(
    plain(
        "(ATTRIBUTE!)",
        "( n -- )",
        "Set an attribute of the piece here.",
        lambda vm, operand, n: record_bits(vm, operand, piece_place(vm, system(vm, at.A_HERE)), n),
        operand="bits",
        guard=recording,
        hidden=True,
    ),
    plain(
        "(ATTRIBUTE-AT!)",
        "( n pos -- )",
        "Set an attribute of the piece there.",
        lambda vm, operand, n, pos: record_bits(vm, operand, piece_place(vm, pos), n),
        operand="bits",
        guard=recording,
        hidden=True,
    ),
    plain(
        "(MARK!)",
        "( n -- )",
        "Set a mark of the current position.",
        lambda vm, operand, n: record_mark(vm, operand, system(vm, at.A_HERE), n),
        operand="bits",
        guard=recording,
        hidden=True,
    ),
    plain(
        "(MARK-AT!)",
        "( n pos -- )",
        "Set a mark of a position.",
        lambda vm, operand, n, pos: record_mark(vm, operand, pos, n),
        operand="bits",
        guard=recording,
        hidden=True,
    ),
)
attributes.words(
    plain(
        "(ATTRIBUTE-NOW!)",
        "( n pos -- )",
        "Set an attribute of the piece there at once.",
        lambda vm, operand, n, pos: set_bits_now(vm, operand, piece_place(vm, pos), n),
        operand="bits",
        hidden=True,
    ),
    plain(
        "(MARK-NOW!)",
        "( n pos -- )",
        "Set a mark of a position at once.",
        lambda vm, operand, n, pos: set_bits_now(vm, operand, mark_place(vm, operand, pos), n),
        operand="bits",
        hidden=True,
    ),
)
