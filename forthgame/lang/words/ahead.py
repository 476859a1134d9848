"""Lists of move words found ahead, for 64 positions together, while no word changes the board."""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang.cells import (
    Block,
    board_cell,
    load32,
    load64,
    lowest_bit,
    owned_from,
    set_system,
    settled,
    store32,
    store64,
    system,
)
from forthgame.lang.word import helper, inlined_helper
from forthgame.lang.words.scanned import (
    moves_of,
    moves_of_piece,
    next_player_to_scan,
    piece_cell,
    positions_to_scan,
)


@helper
def steady_list_of(vm: Block, pos: int, owner: int, drops: bool) -> int:
    """The list to go through at a position where there may be one, or 0."""
    if not drops:
        return moves_of(vm, board_cell(vm, load32(vm, at.BOARD) + pos * 4))
    set_system(vm, at.A_PIECE, (owner & at.PLAYER_MASK) | 1)
    return piece_cell(vm, 1, 2)


@inlined_helper
def left_from(vm: Block, ahead: int) -> int:
    """Bits of the next 64 positions: which of them a generation goes through."""
    left = positions_to_scan(vm) - ahead
    if left >= 64:
        return -1
    return (1 << left) - 1 if left > 0 else 0


@inlined_helper
def advance_by_bits(vm: Block, drops: bool) -> int:
    """The next list while no word changes the board or the player, of moves or of `drops`.

    64 positions are looked at together: `SCAN_BITS` says which of the last 64 are left, where a
    piece of the player stands or one may be dropped; `SCAN_AHEAD` where the next 64 begin.
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
        bits = left_from(vm, ahead)
        if not drops:
            bits &= owned_from(vm, ahead, owner)
        ahead += 64


@helper
def drop_list_behind(vm: Block, index: int) -> int:
    """The list of drops of the first type behind one that has any, which is then scanned; or 0."""
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
    """Begin with the next 64 positions that are left; false at the end."""
    ahead = load32(vm, at.SCAN_AHEAD)
    while ahead >= positions_to_scan(vm):
        if not next_player_to_scan(vm):
            return False
        ahead = 0
    store64(vm, at.SCAN_BITS, left_from(vm, ahead))
    store32(vm, at.SCAN_AHEAD, ahead + 64)
    return True


@helper
def advance_by_bits_with_drops(vm: Block) -> int:
    """With drops: as `advance_by_piece`, for 64 positions together as `advance_by_bits` does it."""
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
