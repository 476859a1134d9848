"""What runs when a move is applied: the part that `partial` leaves for later, and what it needs."""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang.cells import Block, cell, load32, set_cell
from forthgame.lang.word import Group, helper
from forthgame.lang.words.generate import is_move

deferred = Group("moves")


@helper
def go_on(vm: Block, partial: int) -> None:
    """Make the move that is being applied a partial one; while moves are generated, nothing."""
    move = cell(vm, at.A_MOVE_ADDRESS)
    if load32(vm, at.SCAN_ACTIVE) == 0 and is_move(vm, move):
        set_cell(vm, move + at.MOVE_PARTIAL * 4, partial)


@deferred.word(
    "(partial)",
    "( -- )",
    "When the move is applied, let the player continue the turn, as `partial` does.",
    open=True,
)
def partial_now(vm: Block) -> None:
    go_on(vm, 1)


@deferred.word(
    "(partial-move-type)",
    "( type -- )",
    "When the move is applied, let the player continue the turn with moves of that type.",
    open=True,
)
def partial_type_now(vm: Block, type: int) -> None:
    go_on(vm, 1 + type)


@deferred.word("(move?)", "( move -- ? )", "Whether a move stands at an address.", hidden=True)
def move_stands(vm: Block, move: int) -> int:
    return -1 if is_move(vm, move) else 0


@deferred.word("(player-name)", "( player -- str )", "Name of a player, 0 if there is none.",
               hidden=True)  # fmt: skip
def player_name(vm: Block, player: int) -> int:
    number = (player & at.PLAYER_NUMBER_MASK) >> 11
    if 1 <= number <= load32(vm, at.PLAYER_COUNT):
        return cell(vm, load32(vm, at.PLAYER_NAMES) + (number - 1) * 4)
    return 0
