"""Changes to the order of turns by a move: continue elsewhere, repeat, skip a player.

They are stored in two cells of the board record, so they belong to the position: the turn wanted by
the move being applied, and the players whose turns are skipped.
"""

from __future__ import annotations

from forthgame.words.board.turns import RECORD_SIZE, go_to_turn, is_out, present_turn
from forthgame.words.moves.recording import record, record_error
from forthgame.words.registers import extension_registers as more, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    board_cell,
    load32,
    player_number,
    set_board_cell,
    set_system,
    settled,
    system,
)
from forthgame.words.table.row import Group, helper, plain

moves = Group("moves", newer=True)
order = Group("turns", newer=True)
GO, OUT, IN = 1, 2, 3  # kinds of changes


@helper
def turns_change(vm: Block) -> int:
    """Guard: the order of turns may change, and the move has room for another action."""
    return record_error(vm) if settled(vm, more.TURN_NEXT_CELL) != 0 else -297


@helper
def is_turn(vm: Block, offset: int) -> bool:
    return 0 <= offset < settled(vm, at.TURN_LIMIT) and offset % RECORD_SIZE == 0


def to_label(vm: Block, label: int) -> int:
    """Guard: as `turns_change`, and the label is a turn."""
    if not is_turn(vm, label):
        return -299
    return turns_change(vm)


def of_player(vm: Block, player: int) -> int:
    """Guard: as `turns_change`, and the argument is a player."""
    if not 1 <= player_number(player) <= settled(vm, at.PLAYER_COUNT):
        return -296
    return turns_change(vm)


moves.words(
    plain(
        "continue-at",
        "( label -- )",
        "Continue with the turn at a `{label}` after this move.",
        lambda vm, label: record(vm, more.ACT_TURN, 0, GO, label),
        guard=to_label,
        keeps="turns",
    ),
    plain(
        "again",
        "( -- )",
        "Repeat the same turn after this move.",
        lambda vm: record(vm, more.ACT_TURN, 0, GO, system(vm, at.A_TURN_OFFSET)),
        guard=turns_change,
        keeps="turns",
    ),
    plain(
        "out",
        "( player -- )",
        "Skip the player's turns from this move on.",
        lambda vm, player: record(vm, more.ACT_TURN, 0, OUT, player_number(player)),
        guard=of_player,
        keeps="turns",
    ),
    plain(
        "in",
        "( player -- )",
        "Give the player turns again from this move on.",
        lambda vm, player: record(vm, more.ACT_TURN, 0, IN, player_number(player)),
        guard=of_player,
        keeps="turns",
    ),
)


@helper
def change_turns(vm: Block, kind: int, value: int) -> None:
    """Set the next turn, or start or stop skipping a player."""
    board = load32(vm, at.BOARD)
    if settled(vm, more.TURN_NEXT_CELL) == 0:
        return
    if kind == GO:
        set_board_cell(vm, board + settled(vm, more.TURN_NEXT_CELL), value + 1)
        return
    place = board + settled(vm, more.TURN_OUT_CELL)
    bit = 1 << (value & 31)
    players = board_cell(vm, place) & ~bit
    set_board_cell(vm, place, players | bit if kind == OUT else players)


order.words(
    plain(
        "out?",
        "( player -- ? )",
        "True if the player's turns are skipped.",
        lambda vm, player: -1 if is_out(vm, player) else 0,
        keeps="turns",
    ),
    plain(
        "(turns-change?)",
        "( -- ? )",
        "True if the script changes the order of turns.",
        lambda vm: -1 if settled(vm, more.TURN_NEXT_CELL) != 0 else 0,
        hidden=True,
    ),
)


@order.word("(wanted-turn?)", "( -- ? )", "Go to the turn that the move asked for; true if there "
            "is one.", hidden=True)  # fmt: skip
def take_wanted(vm: Block) -> int:
    place = load32(vm, at.BOARD) + settled(vm, more.TURN_NEXT_CELL)
    wanted = board_cell(vm, place) - 1
    set_board_cell(vm, place, 0)
    if not is_turn(vm, wanted):
        return 0
    set_system(vm, at.A_TURN_NUMBER, system(vm, at.A_TURN_NUMBER) + 1)
    go_to_turn(vm, wanted)
    return -1


@order.word("(skip-out)", "( -- )", "Go on to the turn of a player who is not out.", hidden=True)
def skip_out(vm: Block) -> None:
    if settled(vm, more.TURN_OUT_CELL) != 0:
        offset = system(vm, at.A_TURN_OFFSET)
        found = present_turn(vm, offset)
        if found != offset:
            go_to_turn(vm, found)
