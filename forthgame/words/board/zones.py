"""Membership of positions in zones, from bit sets by zone and player."""

from __future__ import annotations

from forthgame.words.board.board import on_board
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import Block, player_number, settled, system, table_cell
from forthgame.words.table.row import Group, helper, plain

board = Group("board", newer=True)


@helper
def in_zone(vm: Block, pos: int, zone: int) -> int:
    if not on_board(vm, pos) or not 0 <= zone < settled(vm, extension_registers.ZONE_COUNT):
        return 0
    player = player_number(system(vm, at.A_PLAYER))
    row = table_cell(vm, settled(vm, extension_registers.ZONE_TABLE) + (zone * 32 + player) * 4)
    return -((table_cell(vm, row + (pos >> 5) * 4) >> (pos & 31)) & 1)


board.words(
    plain(
        "in-zone?",
        "( zone -- ? )",
        "True if the current position lies in a zone of the player to move.",
        lambda vm, zone: in_zone(vm, system(vm, at.A_HERE), zone),
    ),
    plain(
        "in-zone-at?",
        "( pos zone -- ? )",
        "True if a position lies in a zone of the player to move.",
        lambda vm, pos, zone: in_zone(vm, pos, zone),
    ),
)
