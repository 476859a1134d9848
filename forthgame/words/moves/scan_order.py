"""The objects that a generation scans: players, positions, and the move lists of pieces."""

from __future__ import annotations

from forthgame.words.board.hand_counters import find_hand_types
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import (
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
from forthgame.words.table.row import helper


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
