"""What a generation scans: players, positions, and the lists of the pieces that stand there."""

from __future__ import annotations

from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.cells import (
    Block,
    arena_cell,
    board_cell,
    load32,
    lowest_bit,
    set_system,
    settled,
    store32,
    system,
    table_cell,
)
from forthgame.lang.word import helper
from forthgame.lang.words.counters import find_hand_types


@helper
def piece_cell(vm: Block, type: int, index: int) -> int:
    """A cell of the piece table: 1 the moves, 2 the drops, 3 the value."""
    return table_cell(vm, settled(vm, at.PIECES) + (type - 1) * 16 + index * 4)


@helper
def next_player_to_scan(vm: Block) -> bool:
    """Take the next player whose bit is set; false when there is none left."""
    players = load32(vm, at.SCAN_PLAYERS) & 0xFFFFFFFE
    if players == 0:
        return False
    number = lowest_bit(players)
    store32(vm, at.SCAN_PLAYERS, players & (players - 1))
    if arena_cell(vm, load32(vm, at.GENERATING) + at.LIST_TURN * 4) != 1:
        encoded = table_cell(vm, settled(vm, at.PLAYERS) + (number - 1) * 4)
        set_system(vm, at.A_PLAYER, encoded)
        set_system(vm, at.A_FOR_PLAYER, encoded)
    if settled(vm, beyond.HANDS) != 0:
        find_hand_types(vm, system(vm, at.A_FOR_PLAYER))
    return True


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
