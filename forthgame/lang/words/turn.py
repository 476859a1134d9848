"""The turn order and the current turn."""

from __future__ import annotations

from forthgame.lang import beyond as more
from forthgame.lang import layout as at
from forthgame.lang.cells import (
    Block,
    board_cell,
    load32,
    player_number,
    set_system,
    settled,
    system,
    table_cell,
)
from forthgame.lang.word import Group, helper

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


@turn.word("current-player", "( -- player )", "The player to move.")
def current_player(vm: Block) -> int:
    return system(vm, at.A_PLAYER)


@turn.word("for-player", "( -- player )", "The player whose pieces are moved.")
def for_player(vm: Block) -> int:
    return system(vm, at.A_FOR_PLAYER)


@turn.word("of-type", "( -- type )", "The move type that the turn asks for; 0 stands for any.")
def of_type(vm: Block) -> int:
    return system(vm, at.A_OF_TYPE)


@turn.word("turn-number", "( -- n )", "The number of the turn, counted from 1.")
def turn_number(vm: Block) -> int:
    return system(vm, at.A_TURN_NUMBER)


@turn.word("turn-offset", "( -- offset )", "The offset of the turn in the turn order, in bytes.")
def turn_offset(vm: Block) -> int:
    return system(vm, at.A_TURN_OFFSET)


@turn.word(
    "next-turn-offset",
    "( offset -- offset' )",
    "Give the offset of the turn after the one at an offset.",
)
@helper
def following_turn(vm: Block, offset: int) -> int:
    following = offset + RECORD_SIZE
    return following if following < settled(vm, at.TURN_LIMIT) else settled(vm, at.TURN_REPEAT)


@turn.word(
    "turn-offset-to-player", "( offset -- player )", "Give the player of the turn at an offset."
)
def turn_offset_to_player(vm: Block, offset: int) -> int:
    return turn_cell(vm, offset, 0)


@turn.word(
    "(turn-type)", "( offset -- type )", "Give the move type of the turn at an offset.", hidden=True
)
def turn_type(vm: Block, offset: int) -> int:
    return turn_cell(vm, offset, 2)


@turn.word("(turns)", "( -- n )", "Give the number of turns in the turn order.", hidden=True)
@helper
def turns_declared(vm: Block) -> int:
    return settled(vm, at.TURN_LIMIT) // RECORD_SIZE


@turn.word("next-player", "( -- player )", "The player of the next turn.")
def next_player(vm: Block) -> int:
    following = following_turn(vm, system(vm, at.A_TURN_OFFSET))
    return turn_cell(vm, present_turn(vm, following), 0)


@turn.word("$SetTurn", "( offset -- )", "Go to the turn at an offset.")
@helper
def go_to_turn(vm: Block, offset: int) -> None:
    set_system(vm, at.A_TURN_OFFSET, offset)
    set_system(vm, at.A_PLAYER, turn_cell(vm, offset, 0))
    set_system(vm, at.A_FOR_PLAYER, turn_cell(vm, offset, 1))
    set_system(vm, at.A_OF_TYPE, turn_cell(vm, offset, 2))
    set_system(vm, at.A_PARTIAL, 0)


@turn.word("(player-of)", "( number -- player )", "Give the player with a number, counted from 1; "
           "0 if there is none.", hidden=True)  # fmt: skip
def player_of(vm: Block, number: int) -> int:
    if 1 <= number <= settled(vm, at.PLAYER_COUNT):
        return table_cell(vm, settled(vm, at.PLAYERS) + (number - 1) * 4)
    return 0


@turn.word("(player-count)", "( -- n )", "Give the number of players.", hidden=True)
def player_count(vm: Block) -> int:
    return settled(vm, at.PLAYER_COUNT)


@turn.word(
    "(bit)", "( player -- mask )", "Give the bit of a player in a set of players.", hidden=True
)
def bit_of(vm: Block, player: int) -> int:
    return 1 << player_number(player)


@turn.word(
    "(event-token)", "( number -- xt )", "Give the token of an event word, or 0.", hidden=True
)
def event_token(vm: Block, number: int) -> int:
    return load32(vm, at.EVENTS + (number & 31) * 4)
