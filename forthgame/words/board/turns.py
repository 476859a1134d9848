"""The turn order and the current turn."""

from __future__ import annotations

from forthgame.words.registers import extension_registers as more, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    board_cell,
    load32,
    player_number,
    set_system,
    settled,
    system,
    table_cell,
)
from forthgame.words.table.row import Group, helper, plain

turn = Group("turns")
RECORD_SIZE = 12  # bytes of a turn: player, for-player, of-type


@helper
def turn_cell(vm: Block, offset: int, index: int) -> int:
    """Return a cell of the turn at a byte offset, 0 outside the turn order."""
    if 0 <= offset < settled(vm, at.TURN_LIMIT):
        return table_cell(vm, settled(vm, at.TURN_TABLE) + offset + index * 4)
    return 0


@helper
def is_out(vm: Block, player: int) -> bool:
    place = settled(vm, more.TURN_OUT_CELL)
    if place == 0:
        return False
    return (board_cell(vm, load32(vm, at.BOARD) + place) >> player_number(player)) & 1 != 0


@helper
def present_turn(vm: Block, offset: int) -> int:
    """Return the first turn from an offset on whose player is not out, else the offset."""
    if settled(vm, more.TURN_OUT_CELL) == 0:
        return offset
    found = offset
    for _ in range(turns_declared(vm)):
        if not is_out(vm, turn_cell(vm, found, 0)):
            return found
        found = following_turn(vm, found)
    return offset


@helper
def first_chooser(vm: Block, offset: int) -> int:
    """Return the first of the simultaneous turns with the one at an offset: see together.py."""
    if settled(vm, more.CHOICE_CELL) == 0 or not 0 <= offset < settled(vm, at.TURN_LIMIT):
        return offset
    return table_cell(vm, settled(vm, more.CHOICE_TURNS) + offset // RECORD_SIZE * 8)


@helper
def number_of_choosers(vm: Block, offset: int) -> int:
    """Return the number of simultaneous turns, 1 for an ordinary turn."""
    if settled(vm, more.CHOICE_CELL) == 0 or not 0 <= offset < settled(vm, at.TURN_LIMIT):
        return 1
    return table_cell(vm, settled(vm, more.CHOICE_TURNS) + offset // RECORD_SIZE * 8 + 4)


@helper
def following_turn(vm: Block, offset: int) -> int:
    following = offset + RECORD_SIZE
    return following if following < settled(vm, at.TURN_LIMIT) else settled(vm, at.TURN_REPEAT)


@helper
def turns_declared(vm: Block) -> int:
    return settled(vm, at.TURN_LIMIT) // RECORD_SIZE


@helper
def go_to_turn(vm: Block, offset: int) -> None:
    set_system(vm, at.A_TURN_OFFSET, offset)
    set_system(vm, at.A_PLAYER, turn_cell(vm, offset, 0))
    set_system(vm, at.A_FOR_PLAYER, turn_cell(vm, offset, 1))
    set_system(vm, at.A_OF_TYPE, turn_cell(vm, offset, 2))
    set_system(vm, at.A_PARTIAL, 0)


def turn_number(vm: Block) -> int:
    return system(vm, at.A_TURN_NUMBER)


turn.words(
    plain(
        "current-player", "( -- player )", "The player to move.", lambda vm: system(vm, at.A_PLAYER)
    ),
    plain(
        "for-player",
        "( -- player )",
        "The player whose pieces are moved.",
        lambda vm: system(vm, at.A_FOR_PLAYER),
    ),
    plain(
        "of-type",
        "( -- type )",
        "The move type that the turn asks for; 0 stands for any.",
        lambda vm: system(vm, at.A_OF_TYPE),
    ),
    plain(
        "turn-number",
        "( -- n )",
        "The number of the turn, counted from 1.",
        turn_number,
    ),
    plain(
        "turn-offset",
        "( -- offset )",
        "The offset of the turn in the turn order, in bytes.",
        lambda vm: system(vm, at.A_TURN_OFFSET),
    ),
    plain(
        "next-turn-offset",
        "( offset -- offset' )",
        "Give the offset of the turn after the one at an offset.",
        following_turn,
    ),
    plain(
        "turn-offset-to-player",
        "( offset -- player )",
        "Give the player of the turn at an offset.",
        lambda vm, offset: turn_cell(vm, offset, 0),
    ),
    plain(
        "(turn-type)",
        "( offset -- type )",
        "Give the move type of the turn at an offset.",
        lambda vm, offset: turn_cell(vm, offset, 2),
        hidden=True,
    ),
    plain(
        "(turns)",
        "( -- n )",
        "Give the number of turns in the turn order.",
        turns_declared,
        hidden=True,
    ),
)


@turn.word("next-player", "( -- player )", "The player of the next turn.")
def next_player(vm: Block) -> int:
    following = following_turn(vm, system(vm, at.A_TURN_OFFSET))
    return turn_cell(vm, present_turn(vm, following), 0)


turn.words(
    plain("$SetTurn", "( offset -- )", "Go to the turn at an offset.", go_to_turn),
)


@turn.word("(player-of)", "( number -- player )", "Give the player with a number, counted from 1; "
           "0 if there is none.", hidden=True)  # fmt: skip
def player_of(vm: Block, number: int) -> int:
    if 1 <= number <= settled(vm, at.PLAYER_COUNT):
        return table_cell(vm, settled(vm, at.PLAYERS) + (number - 1) * 4)
    return 0


turn.words(
    plain(
        "(player-count)",
        "( -- n )",
        "Give the number of players.",
        lambda vm: settled(vm, at.PLAYER_COUNT),
        hidden=True,
    ),
    plain(
        "(bit)",
        "( player -- mask )",
        "Give the bit of a player in a set of players.",
        lambda vm, player: 1 << player_number(player),
        hidden=True,
    ),
    plain(
        "(event-token)",
        "( number -- xt )",
        "Give the token of an event word, or 0.",
        lambda vm, number: load32(vm, at.EVENTS + (number & 31) * 4),
        hidden=True,
    ),
)
