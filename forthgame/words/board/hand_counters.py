"""Hands and bits of board cells: the parts of a board record changed by words beyond Axiom.

After a record's storage come the cells of marks, one per position and plane, then a counter for
each player and type.
"""

from __future__ import annotations

from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    board_cell,
    charge,
    load32,
    load64,
    lowest_bit,
    player_number,
    set_board_cell,
    settled,
    store64,
    system,
    table_cell,
)
from forthgame.words.table.row import helper

TO_OWNER = 2  # value of `$recycle` with which a piece goes to its owner's hand
HAND_TYPES = 63  # types, from 1 on, that have a bit in the register HAND_TYPES


@helper
def counter(vm: Block, piece: int) -> int:
    """Return the Forth address of a hand's counter (player | type), 0 if there is none."""
    start = settled(vm, extension_registers.HANDS)
    number = player_number(piece)
    type = piece & at.PIECE_MASK
    types = settled(vm, at.PIECE_COUNT)
    if start == 0 or not 1 <= number <= settled(vm, at.PLAYER_COUNT) or not 1 <= type <= types:
        return 0
    return load32(vm, at.BOARD) + start + ((number - 1) * types + type - 1) * 4


@helper
def in_hand(vm: Block, piece: int) -> int:
    address = counter(vm, piece)
    return board_cell(vm, address) if address != 0 else 0


@helper
def set_hand(vm: Block, piece: int, number: int) -> None:
    """Set the number of pieces in hand, at least 0."""
    address = counter(vm, piece)
    if address != 0:
        set_board_cell(vm, address, min(max(number, 0), at.HIGHEST))


@helper
def add_to_hand(vm: Block, piece: int, number: int) -> None:
    set_hand(vm, piece, in_hand(vm, piece) + number)


@helper
def gain(vm: Block, piece: int) -> None:
    """Add a captured piece to a hand, as `$recycle` says.

    If it is ON, a piece of another player goes to the hand of the player to move; if it is
    `#ToOwner`, any piece goes to the hand of its owner.
    """
    way = system(vm, at.A_RECYCLE)
    if settled(vm, extension_registers.HANDS) != 0 and way != 0:
        type = piece & at.PIECE_MASK
        owner = piece & at.PLAYER_MASK
        player = system(vm, at.A_PLAYER) & at.PLAYER_MASK
        holder = owner if way == TO_OWNER else player
        taken = way == TO_OWNER or owner != player
        if taken and 1 <= type <= settled(vm, at.PIECE_COUNT):
            unpromoted = table_cell(vm, settled(vm, at.PIECES) + (type - 1) * 16)
            add_to_hand(vm, holder | (unpromoted if unpromoted != 0 else type), 1)


@helper
def dropped_from_hand(vm: Block, owner: int, type: int) -> bool:
    drops = table_cell(vm, settled(vm, at.PIECES) + (type - 1) * 16 + 8)
    return drops != 0 and in_hand(vm, (owner & at.PLAYER_MASK) | type) > 0


@helper
def find_hand_types(vm: Block, owner: int) -> None:
    """Record the types that a player can drop, once for the scan of all positions."""
    types = settled(vm, at.SCAN_PIECES)
    bits = 0
    charge(vm, types)
    for type in range(1, min(types, HAND_TYPES) + 1):
        if dropped_from_hand(vm, owner, type):
            bits |= 1 << (type - 1)
    store64(vm, extension_registers.HAND_TYPES, bits)


@helper
def hand_type_behind(vm: Block, owner: int, type: int) -> int:
    """Return the next type after another that can be dropped, 0 if there is none."""
    types = settled(vm, at.SCAN_PIECES)
    if type < HAND_TYPES:
        bits = load64(vm, extension_registers.HAND_TYPES) >> type
        if bits != 0:
            return type + 1 + lowest_bit(bits)
        type = HAND_TYPES
    for other in range(type + 1, types + 1):
        if dropped_from_hand(vm, owner, other):
            charge(vm, other - type)
            return other
    charge(vm, max(types - type, 0))
    return 0


@helper
def hand_balance(vm: Block, player: int) -> int:
    """Return the value of a player's hand minus the values of the other hands."""
    total = 0
    types = settled(vm, at.PIECE_COUNT)
    charge(vm, settled(vm, at.PLAYER_COUNT) * types)
    for number in range(settled(vm, at.PLAYER_COUNT)):
        owner = table_cell(vm, settled(vm, at.PLAYERS) + number * 4) & at.PLAYER_MASK
        for type in range(1, types + 1):
            count = in_hand(vm, owner | type)
            value = count * table_cell(vm, settled(vm, at.PIECES) + (type - 1) * 16 + 12)
            total += value if owner == player else -value
    return total


@helper
def set_bits(vm: Block, place: int, mask: int, bits: int) -> None:
    """Set bits in a cell of the board record, unless it is the cell of an empty position."""
    if 0 <= place < settled(vm, at.BOARD_SIZE) >> 2:
        address = load32(vm, at.BOARD) + place * 4
        before = board_cell(vm, address)
        if before != 0 or place >= settled(vm, at.POSITIONS):
            set_board_cell(vm, address, (before & ~mask) | (bits & mask))
