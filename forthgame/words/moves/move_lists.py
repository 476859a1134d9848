"""Generations of moves, and access to move lists.

A generation is a loop of threaded code (`stdlib.4th`): `(begin-generation)`, then each word
returned by `(next-candidate)` runs in a frame of its own, then `(end-generation)`. Each list has a
place for the system cells and registers that its generation changes and restores.
"""

from __future__ import annotations

from forthgame.words.moves.completion import commit, forget_record, rank_of, set_record_limit
from forthgame.words.moves.preferences import unlink
from forthgame.words.moves.recording import recall_last, record
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.registers.memory_layout import ACTION_BYTES, MOVE_BYTES
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    copy_block,
    load32,
    set_arena_cell,
    set_system,
    settled,
    store32,
    system,
)
from forthgame.words.table.row import Group, helper, plain


@helper
def context_place(address: int) -> int:
    """Return the address where the generation of a list saves its state, out of scripts' reach."""
    return at.CONTEXTS - at.MEMORY + (address - at.LISTS) * (at.CONTEXT_BYTES // at.LIST_BYTES)


def _runs() -> list[tuple[int, int]]:
    """Return the saved ranges as (offset, size), merging adjacent cells."""
    offsets = [at.MEMORY + address for address in at.SAVED_ADDRESSES]
    runs: list[tuple[int, int]] = []
    for offset in sorted((*offsets, *at.SAVED_REGISTERS)):
        if runs and sum(runs[-1]) == offset:
            runs[-1] = (runs[-1][0], runs[-1][1] + at.CELL)
        else:
            runs.append((offset, at.CELL))
    return runs


RUNS = tuple(start for start, _ in _runs())
SIZES = tuple(size for _, size in _runs())
KEPT = tuple(at.MEMORY + sum(SIZES[:k]) for k in range(len(SIZES)))  # offsets from the place
KEPT_BYTES = sum(SIZES)

if len(RUNS) != 8:
    raise AssertionError("what a generation saves is written out below: eight runs of cells")


def _kept_at(address: int) -> int:
    """Return the offset of a saved system cell in the context."""
    offset = at.MEMORY + address
    runs = zip(RUNS, SIZES, KEPT, strict=True)
    return next(k - at.MEMORY + offset - s for s, size, k in runs if s <= offset < s + size)


HERE_KEPT, FROM_KEPT, PIECE_KEPT = map(_kept_at, (at.A_HERE, at.A_FROM, at.A_PIECE))


@helper
def leave_words(vm: Block, place: int) -> None:
    """Restore `here`, `from` and the piece after the last move word."""
    set_system(vm, at.A_HERE, arena_cell(vm, place + HERE_KEPT))
    set_system(vm, at.A_FROM, arena_cell(vm, place + FROM_KEPT))
    set_system(vm, at.A_PIECE, arena_cell(vm, place + PIECE_KEPT))


@helper
def save_context(vm: Block, place: int) -> None:
    copy_block(vm, place + KEPT[0], RUNS[0], SIZES[0])
    copy_block(vm, place + KEPT[1], RUNS[1], SIZES[1])
    copy_block(vm, place + KEPT[2], RUNS[2], SIZES[2])
    copy_block(vm, place + KEPT[3], RUNS[3], SIZES[3])
    copy_block(vm, place + KEPT[4], RUNS[4], SIZES[4])
    copy_block(vm, place + KEPT[5], RUNS[5], SIZES[5])
    copy_block(vm, place + KEPT[6], RUNS[6], SIZES[6])
    copy_block(vm, place + KEPT[7], RUNS[7], SIZES[7])
    if settled(vm, extension_registers.SELECTS) != 0:
        place += KEPT_BYTES
        for k in range(at.SAVED_SAID):
            set_arena_cell(
                vm, place + k * 4, load32(vm, extension_registers.CURRENT_SELECTION + k * 4)
            )


@helper
def restore_context(vm: Block, place: int) -> None:
    """Restore the state saved by `save_context`, and discard positions found in advance."""
    store32(vm, at.SCAN_STIRRED, 1)
    copy_block(vm, RUNS[0], place + KEPT[0], SIZES[0])
    copy_block(vm, RUNS[1], place + KEPT[1], SIZES[1])
    copy_block(vm, RUNS[2], place + KEPT[2], SIZES[2])
    copy_block(vm, RUNS[3], place + KEPT[3], SIZES[3])
    copy_block(vm, RUNS[4], place + KEPT[4], SIZES[4])
    copy_block(vm, RUNS[5], place + KEPT[5], SIZES[5])
    copy_block(vm, RUNS[6], place + KEPT[6], SIZES[6])
    copy_block(vm, RUNS[7], place + KEPT[7], SIZES[7])
    if settled(vm, extension_registers.SELECTS) != 0:
        place += KEPT_BYTES
        for k in range(at.SAVED_SAID):
            store32(
                vm, extension_registers.CURRENT_SELECTION + k * 4, arena_cell(vm, place + k * 4)
            )


NOWHERE = -1


@helper
def actions_of(vm: Block, move: int) -> int:
    """Return the number of a move's actions, and charge a step for each of them."""
    count = arena_cell(vm, move + at.MOVE_COUNT * 4)
    charge(vm, count)
    return count


@helper
def action_at(move: int, k: int) -> int:
    """Return the Forth address of action k of a move."""
    return move + MOVE_BYTES + k * ACTION_BYTES


@helper
def source_of(vm: Block, move: int) -> int:
    """Return the start of the first piece moved, else the first position changed, or -1."""
    first = NOWHERE
    for k in range(actions_of(vm, move)):
        action = action_at(move, k)
        kind = arena_cell(vm, action + at.KIND_OFFSET)
        if kind <= at.ACT_MOVE_TAKE:
            return arena_cell(vm, action)
        if first == NOWHERE and kind <= at.ACT_OWNER:
            first = arena_cell(vm, action)
    return first


@helper
def target_of(vm: Block, move: int) -> int:
    """Return the end of the path of the first piece moved, else the first position changed, or -1.

    Later steps continue the path if they start at its end.
    """
    found = NOWHERE
    moved = False
    for k in range(actions_of(vm, move)):
        action = action_at(move, k)
        kind = arena_cell(vm, action + at.KIND_OFFSET)
        if kind <= at.ACT_MOVE_TAKE:
            if not moved or arena_cell(vm, action) == found:
                found = arena_cell(vm, action + 4)
                moved = True
        elif found == NOWHERE and kind <= at.ACT_OWNER:
            found = arena_cell(vm, action)
    return found


generate = Group("move lists")
ACTION_SHIFT = 4  # converts a number of actions to bytes
RESERVE = 64 * 16  # room reserved for the current move when a list is opened after it


@helper
def next_header(vm: Block) -> int:
    newest = load32(vm, at.LIST)
    if (
        settled(vm, extension_registers.EVENTS_LEAVE) != 0
    ):  # lists that existed before the event stay in place
        newest = max(newest, load32(vm, extension_registers.EVENT_LIST))
    return newest + at.LIST_BYTES if newest != 0 else at.LISTS


@helper
def next_begin(vm: Block) -> int:
    """Return the address of the next list's moves, after the current move."""
    top = load32(vm, at.ARENA_TOP)
    if load32(vm, at.GENERATING) == 0:
        return top
    return max(top, load32(vm, at.RECORD_END) + RESERVE)


@helper
def list_error(vm: Block) -> int:
    """Guard: there is room for another list."""
    if next_header(vm) >= at.LISTS_END:
        return -276
    return 0 if next_begin(vm) + RESERVE <= at.ARENA_END else -259


@helper
def begin_scan(vm: Block, players: int) -> None:
    """Start a scan for the players whose bits are set."""
    store32(vm, at.SCAN_PLAYERS, players)
    store32(vm, at.SCAN_POSITION, at.MAX_POSITIONS)  # past the end: select a player first
    store32(vm, at.SCAN_PIECE, at.MAX_PIECES)
    store32(vm, at.SCAN_ENTRY, 0)


@helper
def select_list(vm: Block, address: int) -> None:
    """Make a list the newest one, and update `$movesList` for scripts."""
    store32(vm, at.LIST, address)
    set_system(vm, at.A_MOVES_LIST, address)


@helper
def push_header(vm: Block, turn: int) -> None:
    address = next_header(vm)
    begin = next_begin(vm)
    set_arena_cell(vm, address + at.LIST_PREVIOUS * 4, load32(vm, at.LIST))
    set_arena_cell(vm, address + at.LIST_COUNT * 4, 0)
    set_arena_cell(vm, address + at.LIST_FIRST * 4, 0)
    set_arena_cell(vm, address + at.LIST_LAST * 4, address + at.LIST_FIRST * 4)
    set_arena_cell(vm, address + at.LIST_START * 4, load32(vm, at.ARENA_TOP))
    set_arena_cell(vm, address + at.LIST_BEGIN * 4, begin)
    set_arena_cell(vm, address + at.LIST_RANK * 4, at.NO_RANK)
    set_arena_cell(vm, address + at.LIST_WORST * 4, 0)
    set_arena_cell(vm, address + at.LIST_TURN * 4, turn)
    if settled(vm, extension_registers.SELECTS) != 0:
        for k in range(extension_registers.LIST_BEST, extension_registers.LIST_SEEN + 1):
            set_arena_cell(vm, address + k * 4, 0)
    set_arena_cell(vm, address + extension_registers.LIST_PSEUDO * 4, 0)
    select_list(vm, address)
    store32(vm, at.ARENA_TOP, begin)


@generate.word("(begin-generation)", "( players filter turn? -- )",
               "Open a list for moves of the players whose bits are set, of one type or any (0).",
               guard=list_error, hidden=True)  # fmt: skip
@helper
def open_list(vm: Block, players: int, filter: int, turn: int) -> None:
    push_header(vm, turn)
    address = load32(vm, at.LIST)
    save_context(vm, context_place(address))
    store32(vm, extension_registers.COUNTING, 0)
    store32(vm, at.RECORD, load32(vm, at.ARENA_TOP))
    store32(vm, at.GENERATING, address)
    store32(vm, at.SCAN_FILTER, filter)
    begin_scan(vm, players)
    set_system(vm, at.A_PASSED, 0)
    set_record_limit(vm)
    forget_record(vm)
    recall_last(vm)


@helper
def keep_best(vm: Block, address: int) -> None:
    """Unlink the moves of a list that do not have its best priority rank."""
    best = arena_cell(vm, address + at.LIST_RANK * 4)
    link = address + at.LIST_FIRST * 4
    charge(vm, arena_cell(vm, address + at.LIST_COUNT * 4))
    while arena_cell(vm, link) != 0:
        move = arena_cell(vm, link)
        if rank_of(vm, arena_cell(vm, move + at.MOVE_TYPE * 4)) == best:
            link = move
        else:
            unlink(vm, address, link, move)


def list_growable(vm: Block) -> int:
    """Guard: the arena has room for another move, and the list is within its limit."""
    if load32(vm, at.ARENA_TOP) + MOVE_BYTES + 2 * ACTION_BYTES > at.ARENA_END:
        return -259
    address = load32(vm, at.GENERATING)
    moves = arena_cell(vm, address + at.LIST_COUNT * 4) if address != 0 else 0
    return 0 if moves <= settled(vm, at.MOVE_LIMIT) else -279


@helper
def drop_newer(vm: Block, address: int) -> None:
    """Drop the lists that move words have left open; later moves lie after theirs."""
    if load32(vm, at.LIST) > address:
        select_list(vm, address)


@helper
def rest_record(vm: Block) -> None:
    """Move the record after all lists if nothing is being generated."""
    if load32(vm, at.GENERATING) == 0:
        store32(vm, at.RECORD, load32(vm, at.ARENA_TOP))
        forget_record(vm)
    set_record_limit(vm)


@generate.word("(end-generation)", "( -- )", "Close the list, with forced pass and priorities, "
               "and restore what the generation changed.", guard=list_growable,
               hidden=True)  # fmt: skip
@helper
def close_list(vm: Block) -> None:
    address = load32(vm, at.GENERATING)
    if address == 0:
        return
    store32(vm, extension_registers.COUNTING, 0)
    if settled(vm, at.PRIORITIES) != 0:
        best = arena_cell(vm, address + at.LIST_RANK * 4)
        if best < arena_cell(vm, address + at.LIST_WORST * 4):  # false if only counted
            keep_best(vm, address)
    if (
        arena_cell(vm, address + at.LIST_COUNT * 4) == 0
        and system(vm, at.A_PASS_FORCED) != 0
        and system(vm, at.A_PARTIAL) == 0
        and arena_cell(vm, address + at.LIST_TURN * 4) >= 0
    ):
        forget_record(vm)
        store32(vm, at.SCAN_TYPE, 0)
        record(vm, at.ACT_PASS, 0, 0, 0)
        commit(vm)
        if (
            settled(vm, extension_registers.INVARIANT) != 0
            and arena_cell(vm, address + at.LIST_COUNT * 4) == 1
        ):
            move = arena_cell(vm, address + at.LIST_LAST * 4)  # no call of OnIsLegal?
            set_arena_cell(vm, move + at.MOVE_FLAGS * 4, extension_registers.LEGAL)
    restore_context(vm, context_place(address))
    drop_newer(vm, address)
    rest_record(vm)


@generate.word("(abandon-generation)", "( -- )", "Reset all lists to none.", hidden=True)
@helper
def drop_all(vm: Block) -> None:
    select_list(vm, 0)
    store32(vm, at.ARENA_TOP, at.ARENA)
    store32(vm, at.RECORD, at.ARENA)
    store32(vm, at.GENERATING, 0)
    store32(vm, at.SCAN_ACTIVE, 0)
    store32(vm, at.LIST_READY, 0)
    for register in at.RESET:
        store32(vm, register, 0)
    rest_record(vm)


def list_droppable(vm: Block) -> int:
    """Guard: there is a move list that is neither being generated nor in use by an event."""
    newest = load32(vm, at.LIST)
    if newest == 0:
        return -262
    if newest == load32(vm, extension_registers.STRIKING):
        return -282
    if settled(vm, extension_registers.CHOICE_CELL) != 0 and newest == load32(
        vm, extension_registers.CHOICE_LIST
    ):
        return -314
    if settled(vm, extension_registers.INVARIANT) != 0:
        if newest <= load32(vm, extension_registers.ASKED_LIST):
            return -277
        if load32(vm, extension_registers.ASKED_MOVE) != 0 and newest <= load32(
            vm, extension_registers.LIST_BEFORE
        ):
            return -277
    return 0 if newest > load32(vm, at.GENERATING) else -277


@generate.word("$DeallocateMoves", "( -- )", "Drop the newest move list.", guard=list_droppable)
@helper
def drop_list(vm: Block) -> None:
    address = load32(vm, at.LIST)
    top = arena_cell(vm, address + at.LIST_START * 4)
    if load32(vm, at.GENERATING) != 0:  # its moves may lie after the list
        top = max(top, load32(vm, at.RECORD))
    if (
        settled(vm, extension_registers.EVENTS_LEAVE) != 0
    ):  # keep the lists that existed before the event
        top = max(top, load32(vm, extension_registers.EVENT_TOP))
    store32(vm, at.ARENA_TOP, top)
    select_list(vm, arena_cell(vm, address + at.LIST_PREVIOUS * 4))
    rest_record(vm)


@generate.word("move-count", "( -- n )", "Count the moves of the newest list.")
@helper
def move_count(vm: Block) -> int:
    address = load32(vm, at.LIST)
    return arena_cell(vm, address + at.LIST_COUNT * 4) if address != 0 else 0


generate.words(
    plain(
        "stalemate?",
        "( -- ? )",
        "True if the newest list has no moves.",
        lambda vm: -1 if move_count(vm) == 0 else 0,
    ),
)


@generate.word("$FirstMove", "( -- move )", "Give the first move of the newest list, 0 if empty.")
@helper
def first_move(vm: Block) -> int:
    address = load32(vm, at.LIST)
    return arena_cell(vm, address + at.LIST_FIRST * 4) if address != 0 else 0


@helper
def is_move(vm: Block, move: int) -> bool:
    """Return whether an address holds a move with all its actions in the arena.

    The mark lies in a cell that no script writes: see `words/registers/memory_layout.py`. The
    number of actions is
    checked too, because a move of a dropped list may be partly overwritten.
    """
    return (
        at.ARENA <= move <= at.ARENA_END - MOVE_BYTES
        and move & (at.MOVE_UNIT - 1) == 0
        and arena_cell(vm, move + at.MOVE_MARK_CELL * 4) == at.MOVE_MARK
        and arena_cell(vm, move + at.MOVE_COUNT * 4) & 0xFFFFFFFF
        <= (at.ARENA_END - MOVE_BYTES - move) >> ACTION_SHIFT
    )


def move_given(vm: Block, move: int) -> int:
    return 0 if is_move(vm, move) else -263


generate.words(
    plain(
        "$NextMove",
        "( move -- move' )",
        "Give the next move of the list, 0 at its end.",
        lambda vm, move: arena_cell(vm, move),
        guard=move_given,
    ),
    plain(
        ".moveType",
        "( move -- addr )",
        "Give the address of a move's type.",
        lambda move: move + at.MOVE_TYPE * 4,
    ),
    plain(
        ".moveCFA",
        "( move -- xt )",
        "Give the token that applies a move to the board.",
        lambda move: move + at.MOVE_MARK_CELL * 4,
    ),
    plain(
        "(move-partial)",
        "( move -- n )",
        "Give 0, or 1 plus the move type that may follow.",
        lambda vm, move: arena_cell(vm, move + at.MOVE_PARTIAL * 4),
        guard=move_given,
        hidden=True,
    ),
)


@generate.word("(move-at)", "( i -- move )", "Give move i of the newest list, counted from 0, or "
               "0.", hidden=True)  # fmt: skip
def move_at(vm: Block, i: int) -> int:
    move = first_move(vm)
    charge(vm, min(max(i, 0), move_count(vm)))
    while move != 0 and i > 0:
        move = arena_cell(vm, move)
        i -= 1
    return move
