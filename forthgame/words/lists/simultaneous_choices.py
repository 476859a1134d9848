"""Simultaneous choices: the choosers of a turn, their choices, and applying them.

A choice is a ply that only sets two cells of the board record to a key of the move. After the last
choice, the list of each chooser is generated again on the same position, and `chosen` returns the
move with that key to OnTogether. So a position contains no addresses of moves, and a number that is
not the key of a move causes an error instead of a wrong move.
"""

from __future__ import annotations

from forthgame.words.board.turns import (
    RECORD_SIZE,
    first_chooser,
    go_to_turn,
    number_of_choosers,
    present_turn,
    turn_cell,
)
from forthgame.words.moves.move_lists import first_move, is_move
from forthgame.words.registers import extension_registers as more, memory_layout as at
from forthgame.words.registers.memory_layout import MOVE_BYTES
from forthgame.words.search import transposition_table as table
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    board_cell,
    charge,
    fill_block,
    load32,
    player_number,
    set_board_cell,
    settled,
    store32,
    system,
)
from forthgame.words.table.row import Group, helper, plain

together = Group("turns", newer=True)


# -- choices stored in a position
# -------------------------------------------------------------------


@helper
def choice_place(vm: Block, player: int) -> int:
    start = load32(vm, at.BOARD) + settled(vm, more.CHOICE_CELL)
    return start + (player_number(player) - 1) * 8


@helper
def has_chosen(vm: Block, player: int) -> bool:
    """Return whether a player has chosen; the low cell of a key is never 0."""
    return 1 <= player_number(player) <= settled(vm, at.PLAYER_COUNT) and (
        board_cell(vm, choice_place(vm, player)) != 0
    )


@helper
def choosers_now(vm: Block) -> int:
    """Return the number of choosers of the current turn, 1 for an ordinary turn."""
    return number_of_choosers(vm, system(vm, at.A_TURN_OFFSET))


@helper
def turn_of_chooser(vm: Block, i: int) -> int:
    return first_chooser(vm, system(vm, at.A_TURN_OFFSET)) + i * RECORD_SIZE


@helper
def may_choose(vm: Block, i: int) -> bool:
    """Return whether a chooser has not chosen yet and is not out."""
    offset = turn_of_chooser(vm, i)
    return not has_chosen(vm, turn_cell(vm, offset, 0)) and present_turn(vm, offset) == offset


@helper
def is_pending(vm: Block) -> bool:
    """Return whether some players have chosen in this turn and others have not."""
    if settled(vm, more.CHOICE_CELL) == 0:
        return False
    for i in range(choosers_now(vm)):
        if has_chosen(vm, turn_cell(vm, turn_of_chooser(vm, i), 0)):
            return True
    return False


@helper
def move_key(vm: Block, move: int) -> int:
    count = arena_cell(vm, move + at.MOVE_COUNT * 4)
    key = table.mixed(table.FIRST + arena_cell(vm, move + at.MOVE_TYPE * 4))
    charge(vm, count)
    for k in range(count * at.ACTION_CELLS):
        cell = arena_cell(vm, move + MOVE_BYTES + k * 4) & 0xFFFFFFFF
        key = table.mixed(key * 3 + cell)
    return key | 1


@helper
def move_with_key(vm: Block, low: int, high: int) -> int:
    """Return the first move of the newest list with a key, 0 if there is none."""
    move = first_move(vm)
    while move != 0:
        charge(vm, 2)
        key = move_key(vm, move)
        if key & 0xFFFFFFFF == low & 0xFFFFFFFF and (key >> 32) & 0xFFFFFFFF == high & 0xFFFFFFFF:
            return move
        move = arena_cell(vm, move)
    return 0


# -- choosing
# ----------------------------------------------------------------------------------------


together.words(
    plain(
        "(together?)",
        "( -- ? )",
        "True if several players choose in this turn.",
        lambda vm: -1 if choosers_now(vm) > 1 else 0,
        hidden=True,
    ),
    plain(
        "(pending?)",
        "( -- ? )",
        "True if some players have chosen in this turn, and others have not.",
        lambda vm: -1 if is_pending(vm) else 0,
        hidden=True,
    ),
    plain(
        "(choosers)",
        "( -- n )",
        "Give the number of choosers of this turn, including players who are out.",
        choosers_now,
        hidden=True,
    ),
    plain(
        "(chooser)",
        "( i -- player )",
        "Give a chooser by number, from 0; 0 for a player with no choice to make.",
        lambda vm, i: turn_cell(vm, turn_of_chooser(vm, i), 0) if may_choose(vm, i) else 0,
        hidden=True,
    ),
    plain(
        "(to-chooser)",
        "( i -- )",
        "Go to the turn of a chooser.",
        lambda vm, i: go_to_turn(vm, turn_of_chooser(vm, i)),
        hidden=True,
    ),
)


@together.word("(to-first-chooser)", "( -- ? )", "Go to the first chooser with a choice to make; "
               "false if there is none.", hidden=True)  # fmt: skip
def to_first_chooser(vm: Block) -> int:
    for i in range(choosers_now(vm)):
        if may_choose(vm, i):
            go_to_turn(vm, turn_of_chooser(vm, i))
            return -1
    return 0


def can_be_chosen(vm: Block, move: int) -> int:
    """Guard: the argument is a whole move of a turn with simultaneous choices."""
    if load32(vm, more.APPLYING) != 0:
        return -313
    if settled(vm, more.CHOICE_CELL) == 0 or not is_move(vm, move):
        return -263
    if not 1 <= player_number(system(vm, at.A_PLAYER)) <= settled(vm, at.PLAYER_COUNT):
        return -296  # the script has written to $player
    return 0 if arena_cell(vm, move + at.MOVE_PARTIAL * 4) == 0 else -310


@together.word("(note-choice)", "( move -- )", "Store the choice of the player to move.",
               guard=can_be_chosen, hidden=True)  # fmt: skip
def note_choice(vm: Block, move: int) -> None:
    key = move_key(vm, move)
    place = choice_place(vm, system(vm, at.A_PLAYER))
    set_board_cell(vm, place, key)
    set_board_cell(vm, place + 4, key >> 32)


# -- applying the choices -------------------------------------------------------------------------


def not_applying(vm: Block) -> int:
    """Guard: no choices are being applied, and the game has simultaneous choices."""
    if load32(vm, more.APPLYING) != 0:
        return -313
    return 0 if settled(vm, more.CHOICE_CELL) != 0 else -311


@together.word("(open-choices)", "( -- )", "Begin to apply the choices: generate the lists of the "
               "choosers again.", guard=not_applying, hidden=True)  # fmt: skip
def open_choices(vm: Block) -> None:
    store32(vm, more.APPLYING, -1)
    store32(vm, more.CHOICE_FIRST, turn_of_chooser(vm, 0))
    store32(vm, more.CHOICE_LIST, 0)
    store32(vm, more.CHOICE_BASE, load32(vm, at.LIST))
    store32(vm, more.CHOICE_BOARD, load32(vm, at.BOARD))
    store32(vm, more.CHOICE_LAZY, load32(vm, more.CHECK_MODE))
    store32(vm, more.CHECK_MODE, 0)
    store32(vm, more.CHOICE_NEXT, 0)
    fill_block(vm, more.CHOICE_MOVES, 0, at.MAX_PLAYERS * 4)


@together.word(
    "(to-next-choice)", "( -- ? )", "Go to the turn of the next player who has chosen.", hidden=True
)
def to_next_choice(vm: Block) -> int:
    k = load32(vm, more.CHOICE_NEXT)
    while k < choosers_now(vm):
        offset = turn_of_chooser(vm, k)
        k += 1
        if has_chosen(vm, turn_cell(vm, offset, 0)):
            store32(vm, more.CHOICE_NEXT, k)
            go_to_turn(vm, offset)
            return -1
    return 0


@helper
def chosen_in_list(vm: Block, player: int) -> int:
    if not has_chosen(vm, player):
        return 0
    place = choice_place(vm, player)
    return move_with_key(vm, board_cell(vm, place), board_cell(vm, place + 4))


def choice_there(vm: Block) -> int:
    if load32(vm, more.APPLYING) == 0 or load32(vm, at.LIST) == 0:
        return -311
    return 0 if chosen_in_list(vm, system(vm, at.A_PLAYER)) != 0 else -312


@together.word("(find-choice)", "( -- )", "Find the choice of the player to move in the newest "
               "list.", guard=choice_there, hidden=True)  # fmt: skip
def find_choice(vm: Block) -> None:
    player = system(vm, at.A_PLAYER)
    place = more.CHOICE_MOVES + (player_number(player) - 1) * 4
    store32(vm, place, chosen_in_list(vm, player))


@together.word("(all-chosen)", "( -- )", "Go to the turn of the first chooser, and forget the "
               "choices except for their moves.", hidden=True)  # fmt: skip
def all_chosen(vm: Block) -> None:
    store32(vm, more.CHOICE_LIST, load32(vm, at.LIST))
    store32(vm, more.PLAYED_STANDS, 0)
    go_to_turn(vm, load32(vm, more.CHOICE_FIRST))
    start = load32(vm, at.BOARD) + settled(vm, more.CHOICE_CELL)
    for k in range(settled(vm, at.PLAYER_COUNT) * 2):
        set_board_cell(vm, start + k * 4, 0)


def asked_together(vm: Block, player: int) -> int:
    """Guard: choices are being applied, and the argument is a player."""
    if load32(vm, more.APPLYING) == 0:
        return -311
    return 0 if 1 <= player_number(player) <= settled(vm, at.PLAYER_COUNT) else -296


together.words(
    plain(
        "chosen",
        "( player -- move )",
        "In OnTogether: give the move that a player has chosen, or 0 if the player does not "
        "choose in this turn. `move .moveCFA EXECUTE` applies it.",
        lambda vm, player: load32(vm, more.CHOICE_MOVES + (player_number(player) - 1) * 4),
        guard=asked_together,
    ),
)


def applying(vm: Block) -> int:
    return 0 if load32(vm, more.APPLYING) != 0 else -311


@together.word("(to-choice)", "( i -- move )", "Go to the turn of chooser i; give the chosen move.",
               guard=applying, hidden=True)  # fmt: skip
def to_choice(vm: Block, i: int) -> int:
    go_to_turn(vm, load32(vm, more.CHOICE_FIRST) + i * RECORD_SIZE)
    number = player_number(system(vm, at.A_PLAYER)) - 1
    return load32(vm, more.CHOICE_MOVES + number * 4) if number >= 0 else 0


def move_and_list(vm: Block, move: int) -> int:
    return 0 if is_move(vm, move) and load32(vm, at.LIST) != 0 else -263


@together.word("(same-move)", "( move -- move' )", "Give the equal move of the newest list.",
               guard=move_and_list, hidden=True)  # fmt: skip
def same_move(vm: Block, move: int) -> int:
    key = move_key(vm, move)
    return move_with_key(vm, key, key >> 32)


def left_as_it_was(vm: Block) -> int:
    """Guard: OnTogether has left the boards unchanged."""
    if load32(vm, more.APPLYING) == 0:
        return -311
    return 0 if load32(vm, at.BOARD) == load32(vm, more.CHOICE_BOARD) else -315


@together.word("(close-choices)", "( -- )", "End the turn of the last chooser after all choices "
               "have been applied.", guard=left_as_it_was, hidden=True)  # fmt: skip
def close_choices(vm: Block) -> None:
    store32(vm, more.APPLYING, 0)
    store32(vm, more.CHOICE_LIST, 0)
    store32(vm, more.CHECK_MODE, load32(vm, more.CHOICE_LAZY))
    offset = load32(vm, more.CHOICE_FIRST)
    go_to_turn(vm, offset + (number_of_choosers(vm, offset) - 1) * RECORD_SIZE)


@together.word(
    "(choices-open?)", "( -- ? )", "True if a list made for the choices is open.", hidden=True
)
def choices_open(vm: Block) -> int:
    newest = load32(vm, at.LIST)
    return -1 if newest != 0 and newest > load32(vm, more.CHOICE_BASE) else 0
