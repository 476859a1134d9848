"""Pieces in hand: queries, and actions that change them."""

from __future__ import annotations

from forthgame.words.board.hand_counters import counter, in_hand, set_hand
from forthgame.words.moves.piece_attributes import recording
from forthgame.words.moves.recording import record
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import Block, system
from forthgame.words.table.row import Group, helper, plain

board = Group("board", newer=True)
move = Group("moves", newer=True)
hands = Group("hands", newer=True)  # at once: generations do not expect that


@helper
def held_by(player: int, type: int) -> int:
    """Combine a player and a type into a cell."""
    return (player & at.PLAYER_MASK) | (type & at.PIECE_MASK)


board.words(
    plain(
        "in-hand",
        "( -- n )",
        "The number of pieces of the current type that the player whose pieces are moved "
        "holds in hand.",
        lambda vm: in_hand(vm, held_by(system(vm, at.A_FOR_PLAYER), system(vm, at.A_PIECE))),
    ),
    plain(
        "in-hand-of",
        "( type player -- n )",
        "Give the number of pieces of a type that a player holds in hand.",
        lambda vm, type, player: in_hand(vm, held_by(player, type)),
    ),
)


@move.word(
    "to-hand", "( type player -- )", "Give a player a piece of a type in hand.", guard=recording
)
def to_hand(vm: Block, type: int, player: int) -> None:
    if counter(vm, held_by(player, type)) != 0:
        record(vm, extension_registers.ACT_HAND, held_by(player, type), 1, 0)


hands.words(
    plain(
        "in-hand!",
        "( n type player -- )",
        "Set the number of pieces of a type that a player holds in hand, immediately: for "
        "events, and for words compiled into a move.",
        lambda vm, n, type, player: set_hand(vm, held_by(player, type), n),
    ),
)
