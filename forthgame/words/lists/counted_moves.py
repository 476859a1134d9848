"""Counting the moves of a turn without building their list.

Counting leaves needs a number; a random game needs a number and one move. If rerunning the move
words gives the same moves and nothing reads the list (`rules/facts/move_counting.py`), `add-move`
only counts (`count_move` in `recording.py`) and records entry, position and piece of the word that
was run. A wanted move is made by rerunning that word and skipping the moves before it. For some
games, machine code counts without running words (`compile/tallying/tally_writer.py`).
"""

from __future__ import annotations

from forthgame.words.lists.tallying import counts, note_tallied, place_of
from forthgame.words.moves.completion import PASSED_OVER, forget_record
from forthgame.words.moves.move_lists import (
    close_list,
    context_place,
    drop_list,
    first_move,
    is_move,
    list_error,
    list_growable,
    move_count,
    open_list,
    rest_record,
)
from forthgame.words.moves.recording import note_last
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.registers.memory_layout import ACTION_BYTES, MOVE_BYTES
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    cell,
    charge,
    load32,
    set_arena_cell,
    set_cell,
    set_system,
    settled,
    store32,
    system,
    table_cell,
)
from forthgame.words.table.row import Group, helper, plain

counting = Group("move lists")


counting.words(
    plain(
        "(countable?)",
        "( -- ? )",
        "True if the moves of a turn can be counted without a list.",
        lambda vm: -1 if counts(vm) else 0,
        hidden=True,
    ),
    plain(
        "(leaves-countable?)",
        "( -- ? )",
        "True if they can be counted if only their number is needed.",
        lambda vm: settled(vm, extension_registers.LEAVES_COUNTABLE),
        hidden=True,
    ),
)


@counting.word("(only-count)", "( -- )", "Count the moves of the open list instead of making them.",
               hidden=True)  # fmt: skip
@helper
def only_count(vm: Block) -> None:
    store32(vm, extension_registers.COUNTING, 1)
    store32(vm, extension_registers.TALLIED, 0)
    keep_scratch(vm)


@counting.word("(keep-scratch)", "( -- )", "Save the variables that move words write before they "
               "read them.", hidden=True)  # fmt: skip
@helper
def keep_scratch(vm: Block) -> None:
    """Save the variables that move words write before they read them."""
    count, table = (
        settled(vm, extension_registers.SCRATCH_COUNT),
        settled(vm, extension_registers.SCRATCH_PLACES),
    )
    for k in range(count):
        found = cell(vm, table_cell(vm, table + k * 4))
        store32(vm, at.MEMORY + table + (count + k) * 4, found)


@counting.word("(restore-scratch)", "( -- )", "Restore these variables.", hidden=True)
@helper
def restore_scratch(vm: Block) -> None:
    """Restore these variables: counting leaves no trace, even if it runs words."""
    count, table = (
        settled(vm, extension_registers.SCRATCH_COUNT),
        settled(vm, extension_registers.SCRATCH_PLACES),
    )
    for k in range(count):
        found = load32(vm, at.MEMORY + table + (count + k) * 4)
        set_cell(vm, table_cell(vm, table + k * 4), found)


@counting.word("(counted?)", "( -- ? )", "True if the newest list was only counted.", hidden=True)
def counted(vm: Block) -> int:
    if settled(vm, extension_registers.COUNTABLE) == 0 or move_count(vm) == 0:
        return 0
    return -1 if first_move(vm) == 0 else 0


def noted(vm: Block, i: int) -> int:
    """Guard: the move was recorded, and there is room for another list."""
    if not 0 <= i < move_count(vm) or (
        i >= at.COUNTED_LIMIT and load32(vm, extension_registers.TALLIED) == 0
    ):
        return -259
    return list_error(vm)


@counting.word("(begin-again)", "( i -- )", "Reopen the list for the word that makes move i; "
               "earlier moves are skipped.", guard=noted, hidden=True)  # fmt: skip
def begin_again(vm: Block, i: int) -> None:
    address = load32(vm, at.LIST)
    count = arena_cell(vm, address + at.LIST_COUNT * 4)
    skip = 0
    if load32(vm, extension_registers.TALLIED) != 0:
        note_tallied(vm, i)
        i = 0
        skip = arena_cell(vm, place_of(0) + 12)
    place = place_of(i)
    entry = arena_cell(vm, place)
    pos = arena_cell(vm, place + 4)
    piece = arena_cell(vm, place + 8)
    first = i
    while first > 0 and same_word(vm, place_of(first - 1), place):
        first -= 1
    skip += i - first
    charge(vm, skip)
    keep_scratch(vm)
    light = 1 if load32(vm, at.GENERATING) == 0 else 0
    if light != 0:
        reopen(vm, address)
    else:
        drop_list(vm)
        open_list(vm, 0, 0, 1)
    store32(vm, extension_registers.RECALLED_LIGHTLY, light)
    store32(vm, extension_registers.RECALLED, count)
    store32(vm, extension_registers.RECALLED_LAST, system(vm, at.A_LAST))
    store32(vm, extension_registers.RECALLED_WORD, table_cell(vm, entry - 8))
    store32(vm, at.SCAN_TYPE, table_cell(vm, entry - 4))
    store32(vm, at.SCAN_ENTRY, entry)
    store32(vm, at.SCAN_POSITION, pos)
    store32(vm, at.SCAN_ACTIVE, 1)
    set_system(vm, at.A_HERE, pos)
    set_system(vm, at.A_FROM, pos)
    set_system(vm, at.A_PIECE, piece)
    if skip != 0:
        store32(vm, extension_registers.RECALLED_LEFT, skip)
        store32(vm, extension_registers.COUNTING, PASSED_OVER)


@helper
def reopen(vm: Block, address: int) -> None:
    """Reopen the newest list, saving only the system cells that change.

    Nothing is being generated, so the record lies after the list and scan registers are unused.
    Actions recorded by a judging event, outside any move, are discarded.
    """
    forget_record(vm)
    place = context_place(address)
    set_arena_cell(vm, place, system(vm, at.A_HERE))
    set_arena_cell(vm, place + 4, system(vm, at.A_FROM))
    set_arena_cell(vm, place + 8, system(vm, at.A_PIECE))
    set_arena_cell(vm, place + 12, system(vm, at.A_PASSED))
    set_arena_cell(vm, address + at.LIST_COUNT * 4, 0)
    set_arena_cell(vm, address + at.LIST_RANK * 4, at.NO_RANK)
    store32(vm, at.GENERATING, address)
    set_system(vm, at.A_PASSED, 0)


@helper
def close_again(vm: Block, address: int) -> None:
    """Close the reopened list and restore the saved cells."""
    place = context_place(address)
    set_system(vm, at.A_HERE, arena_cell(vm, place))
    set_system(vm, at.A_FROM, arena_cell(vm, place + 4))
    set_system(vm, at.A_PIECE, arena_cell(vm, place + 8))
    set_system(vm, at.A_PASSED, arena_cell(vm, place + 12))
    store32(vm, at.SCAN_ACTIVE, 0)
    store32(vm, at.GENERATING, 0)
    rest_record(vm)


@helper
def same_word(vm: Block, a: int, b: int) -> bool:
    """Return whether two moves were made by the same run of a word."""
    same = arena_cell(vm, a) == arena_cell(vm, b) and arena_cell(vm, a + 4) == arena_cell(vm, b + 4)
    return same and arena_cell(vm, a + 8) == arena_cell(vm, b + 8)


counting.words(
    plain(
        "(word-again)",
        "( -- xt )",
        "Give the token of the word that is rerun.",
        lambda vm: load32(vm, extension_registers.RECALLED_WORD),
        hidden=True,
    ),
)


@helper
def note_last_action(vm: Block, move: int) -> None:
    """Set `last` to the end of a move's last action, whatever its word has recorded."""
    last = load32(vm, extension_registers.RECALLED_LAST)
    count = arena_cell(vm, move + at.MOVE_COUNT * 4) if is_move(vm, move) else 0
    for k in range(count):
        action = move + MOVE_BYTES + k * ACTION_BYTES
        kind = arena_cell(vm, action + at.KIND_OFFSET)
        if kind <= at.ACT_MOVE_TAKE:
            last = arena_cell(vm, action + 4)
        elif kind < at.ACT_LITERAL:
            last = arena_cell(vm, action)
    note_last(vm, last)


@counting.word("(made-again)", "( -- move )", "Close the reopened list and restore its count; "
               "give the wanted move.", guard=list_growable, hidden=True)  # fmt: skip
def made_again(vm: Block) -> int:
    address = load32(vm, at.LIST)
    if load32(vm, extension_registers.RECALLED_LIGHTLY) != 0:
        close_again(vm, address)
    else:
        close_list(vm)
    move = arena_cell(vm, address + at.LIST_FIRST * 4)
    note_last_action(vm, move)
    set_arena_cell(vm, address + at.LIST_COUNT * 4, load32(vm, extension_registers.RECALLED))
    restore_scratch(vm)
    return move
