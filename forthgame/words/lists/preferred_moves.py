"""Selection of moves: preferences, chains that can be finished, and OnMoves.

Move words call `prefer`, `unique`, `must-finish` and `rank` for the current move; `preferences.py`
stores the results when the move is added. After all move words, `(close-list)` in `stdlib.4th`
looks ahead through partial moves and removes moves from the list.
"""

from __future__ import annotations

from forthgame.words.board.board import stored
from forthgame.words.moves.completion import find_ranks
from forthgame.words.moves.move_lists import (
    context_place,
    first_move,
    is_move,
    leave_words,
    move_given,
    source_of,
    target_of,
)
from forthgame.words.moves.preferences import compared, is_preferred_alike, levels_of, unlink
from forthgame.words.moves.recording import record, record_error
from forthgame.words.registers import extension_registers as by, memory_layout as at
from forthgame.words.search.move_ordering import taken_pieces
from forthgame.words.search.transposition_table import prepare_keys, standing_key
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    load32,
    load64,
    set_arena_cell,
    settled,
    store32,
    store64,
)
from forthgame.words.table.row import Group, helper, plain

lists = Group("move lists", newer=True)
moves = Group("moves", newer=True)

# -- attributes of the current move ---------------------------------------------------------------


def in_move_word(vm: Block) -> int:
    """Guard: a move word is running, in a game known to select moves."""
    if load32(vm, at.SCAN_ACTIVE) == 0:
        return -280
    return 0 if settled(vm, by.NAMED_CHOICES) != 0 else -280


def preferable(vm: Block) -> int:
    """Guard: as `in_move_word`, and the move has fewer than four preferences."""
    if load32(vm, at.SCAN_ACTIVE) == 0 or settled(vm, by.NAMED_CHOICES) == 0:
        return -280
    return 0 if load32(vm, by.CURRENT_SELECTION) & by.SAID_COUNT < by.PREFERENCE_LEVELS else -281


@moves.word(
    "prefer",
    "( n -- )",
    "Keep only those moves of the turn with the greatest number. A second number ranks "
    "moves whose first one is equal.",
    guard=preferable,
    selects=by.PREFER,
)
def prefer(vm: Block, n: int) -> None:
    if settled(vm, by.SELECTS) == 0:  # it makes no difference
        return
    said = load32(vm, by.CURRENT_SELECTION)
    store32(vm, by.PREFERENCES + (said & (by.PREFERENCE_LEVELS - 1)) * 4, n)
    store32(vm, by.CURRENT_SELECTION, said + 1)


@moves.word(
    "unique",
    "( -- )",
    "Add the move only if the list has no equal one: the same type and the same actions, "
    "in any order.",
    guard=in_move_word,
    selects=by.UNIQUE,
)
def unique(vm: Block) -> None:
    if settled(vm, by.SELECTS) == 0:
        return
    store32(vm, by.CURRENT_SELECTION, load32(vm, by.CURRENT_SELECTION) | by.SAID_UNIQUE)


moves.words(
    plain(
        "must-finish",
        "( -- )",
        "Offer the partial move only if the chain that it begins can be finished.",
        lambda vm: store32(
            vm, by.CURRENT_SELECTION, load32(vm, by.CURRENT_SELECTION) | by.SAID_FINISH
        ),
        guard=in_move_word,
        selects=by.MUST_FINISH,
    ),
)


@moves.word(
    "rank",
    "( n -- )",
    "Set how early a search tries the move: above 0 before all others, below 0 after them.",
    guard=in_move_word,
    selects=by.RANK,
)
def rank(vm: Block, n: int) -> None:
    said = load32(vm, by.CURRENT_SELECTION) & ((1 << by.RANK_SHIFT) - 1)
    own = min(max(n, -by.RANK_MOST), by.RANK_MOST)
    store32(vm, by.CURRENT_SELECTION, said | (own << by.RANK_SHIFT))


def storable(vm: Block, n: int, addr: int) -> int:
    """Guard: a move word is running, and the address is in board storage."""
    if load32(vm, at.SCAN_ACTIVE) == 0:
        return -280
    return record_error(vm) if stored(vm, addr - load32(vm, at.BOARD) & 0xFFFFFFFF) else -283


moves.words(
    plain(
        "later!",
        "( n addr -- )",
        "Store into a {variable} or an {array} when the move is applied.",
        lambda vm, n, addr: record(vm, by.ACT_STORE, addr - load32(vm, at.BOARD), n, 0),
        guard=storable,
    ),
)


# -- looking ahead through partial moves ----------------------------------------------------------


@lists.word("(chained?)", "( -- ? )", "True if the list being generated depends on the moves that "
            "follow partial ones.", hidden=True)  # fmt: skip
def is_chained(vm: Block) -> int:
    selects = settled(vm, by.SELECTS)
    if selects & (by.PREFER | by.MUST_FINISH) == 0:
        return 0
    target = load32(vm, at.GENERATING)
    if target == 0:
        return 0
    state = arena_cell(vm, target + by.LIST_STATE * 4)
    if state & by.LIST_PARTIAL == 0:
        return 0
    if state & by.LIST_FINISH != 0 or load32(vm, by.LOOKAHEAD_DEPTH) > 0:
        return -1
    return -1 if selects & by.PREFER and arena_cell(vm, target + at.LIST_COUNT * 4) > 1 else 0


@helper
def partial_from(vm: Block, move: int) -> int:
    passed = 0
    while move != 0 and arena_cell(vm, move + at.MOVE_PARTIAL * 4) == 0:
        move = arena_cell(vm, move)
        passed += 1
    charge(vm, passed)
    return move


@lists.word("(first-partial)", "( -- move )", "Give the first partial move of the list being "
            "generated, or 0.", hidden=True)  # fmt: skip
def first_partial(vm: Block) -> int:
    target = load32(vm, at.GENERATING)
    if target == 0:
        return 0
    place = target + by.LIST_STATE * 4
    set_arena_cell(vm, place, arena_cell(vm, place) | by.LIST_LOOKED)
    leave_words(vm, context_place(target))
    return partial_from(vm, arena_cell(vm, target + at.LIST_FIRST * 4))


lists.words(
    plain(
        "(next-partial)",
        "( move -- move' )",
        "Give the next partial move, or 0.",
        lambda vm, move: partial_from(vm, arena_cell(vm, move)),
        guard=move_given,
        hidden=True,
    ),
)


def not_too_deep(vm: Block) -> int:
    return 0 if load32(vm, by.LOOKAHEAD_DEPTH) < by.LOOK_LIMIT else -284


lists.words(
    plain(
        "(look-through)",
        "( -- )",
        "Record that the generation looks ahead through a partial move.",
        lambda vm: store32(vm, by.LOOKAHEAD_DEPTH, load32(vm, by.LOOKAHEAD_DEPTH) + 1),
        guard=not_too_deep,
        hidden=True,
    ),
)


@helper
def add_preferences(vm: Block, move: int, following: int) -> None:
    place = move + by.MOVE_PREFER * 4
    value = arena_cell(vm, place) + arena_cell(vm, following + by.MOVE_PREFER * 4)
    set_arena_cell(vm, place, value)
    levels, others = levels_of(vm, move), levels_of(vm, following)
    if levels != 0 and others != 0:
        for k in range(by.PREFERENCE_LEVELS - 1):
            value = arena_cell(vm, levels + k * 4) + arena_cell(vm, others + k * 4)
            set_arena_cell(vm, levels + k * 4, value)


@lists.word("(take-in)", "( move -- )", "Store in a partial move the best preferences that can "
            "follow, and whether the chain can be finished.", guard=move_given,
            hidden=True)  # fmt: skip
def take_in(vm: Block, move: int) -> None:
    store32(vm, by.LOOKAHEAD_DEPTH, max(load32(vm, by.LOOKAHEAD_DEPTH) - 1, 0))
    following = first_move(vm)
    if following != 0 and settled(vm, by.SELECTS) & by.PREFER != 0:
        add_preferences(vm, move, following)
    flags = arena_cell(vm, move + at.MOVE_FLAGS * 4)
    passed = 0
    while following != 0:
        passed += 1
        whole = arena_cell(vm, following + at.MOVE_PARTIAL * 4) == 0
        if whole or arena_cell(vm, following + at.MOVE_FLAGS * 4) & by.MOVE_FINISHES != 0:
            flags |= by.MOVE_FINISHES
        following = arena_cell(vm, following)
    charge(vm, passed)
    set_arena_cell(vm, move + at.MOVE_FLAGS * 4, flags)


# -- removing moves -------------------------------------------------------------------------------


@helper
def strike_out(vm: Block, target: int, link: int, move: int, why: int) -> None:
    """Remove the move after a link, and set the flag `why` in it."""
    place = move + at.MOVE_FLAGS * 4
    set_arena_cell(vm, place, arena_cell(vm, place) | why)
    unlink(vm, target, link, move)


@lists.word("(strike-unfinished)", "( -- )", "Remove the moves of the list being generated that "
            "must be finished and cannot.", hidden=True)  # fmt: skip
def strike_unfinished(vm: Block) -> None:
    target = load32(vm, at.GENERATING)
    if target == 0 or settled(vm, by.SELECTS) & by.MUST_FINISH == 0:
        return
    link = target + at.LIST_FIRST * 4
    count = arena_cell(vm, target + at.LIST_COUNT * 4)
    charge(vm, count)
    while arena_cell(vm, link) != 0:
        move = arena_cell(vm, link)
        flags = arena_cell(vm, move + at.MOVE_FLAGS * 4)
        partial = arena_cell(vm, move + at.MOVE_PARTIAL * 4) != 0
        wanted = flags & (by.MOVE_MUST_FINISH | by.MOVE_FINISHES) == by.MOVE_MUST_FINISH
        if partial and wanted:
            strike_out(vm, target, link, move, by.MOVE_UNFINISHED)
        else:
            link = move
    if arena_cell(vm, target + at.LIST_COUNT * 4) != count:
        find_ranks(vm, target)


lists.words(
    plain(
        "(choosing?)",
        "( -- ? )",
        "True if the script uses preferences or OnMoves.",
        lambda vm: -1 if settled(vm, by.SELECTS) & (by.PREFER | by.ON_MOVES) != 0 else 0,
        hidden=True,
    ),
)


@helper
def best_move(vm: Block, address: int) -> int:
    """Return a move of a list with the greatest preference, 0 if it is empty."""
    best = arena_cell(vm, address + at.LIST_FIRST * 4)
    move = best
    charge(vm, arena_cell(vm, address + at.LIST_COUNT * 4))
    while move != 0:
        if compared(vm, move, best) > 0:
            best = move
        move = arena_cell(vm, move)
    return best


@lists.word("(keep-preferred)", "( -- )", "Keep the moves of the newest list with the greatest "
            "preference.", hidden=True)  # fmt: skip
def keep_preferred(vm: Block) -> None:
    address = load32(vm, at.LIST)
    if address == 0 or settled(vm, by.SELECTS) & by.PREFER == 0:
        return
    state = arena_cell(vm, address + by.LIST_STATE * 4)
    if state & (by.LIST_MIXED | by.LIST_LOOKED) == 0:
        return
    count = arena_cell(vm, address + at.LIST_COUNT * 4)
    best = arena_cell(vm, address + by.LIST_BEST * 4)
    if state & by.LIST_LOOKED != 0 or count != arena_cell(vm, address + by.LIST_MADE * 4):
        best = best_move(vm, address)
    if best == 0:
        return
    link = address + at.LIST_FIRST * 4
    charge(vm, count)
    while arena_cell(vm, link) != 0:
        move = arena_cell(vm, link)
        if is_preferred_alike(vm, move, best):
            link = move
        else:
            strike_out(vm, address, link, move, by.MOVE_OUTRANKED)


# -- OnMoves --------------------------------------------------------------------------------------


@lists.word("(begin-striking)", "( -- )", "Prepare for the call of OnMoves for the newest list.",
            hidden=True)  # fmt: skip
def begin_striking(vm: Block) -> None:
    address = load32(vm, at.LIST)
    prepare_keys(vm)
    store32(vm, by.STRIKING, address)
    store32(vm, by.STRIKE_LINK, address + at.LIST_FIRST * 4)
    store64(vm, by.ONMOVES_KEY, standing_key(vm))


def nothing_changed(vm: Block) -> int:
    """Guard: OnMoves has left the position and the move lists unchanged."""
    same = load32(vm, by.STRIKING) == load32(vm, at.LIST)
    return 0 if same and load64(vm, by.ONMOVES_KEY) == standing_key(vm) else -282


lists.words(
    plain(
        "(end-striking)",
        "( -- )",
        "End the call of OnMoves.",
        lambda vm: store32(vm, by.STRIKING, 0),
        guard=nothing_changed,
        hidden=True,
    ),
)


@helper
def link_to(vm: Block, move: int) -> int:
    """Return the cell of OnMoves' list that links to a move, 0 if there is none.

    The search starts at the move removed last, because scripts usually walk the list.
    """
    first = load32(vm, by.STRIKING) + at.LIST_FIRST * 4
    for start in (load32(vm, by.STRIKE_LINK), first):
        link = start
        passed = 0
        while link != 0 and arena_cell(vm, link) != move:
            link = arena_cell(vm, link)
            passed += 1
        charge(vm, passed)
        if link != 0:
            return link
    return 0


def strikable(vm: Block, move: int) -> int:
    """Guard: OnMoves is running for a list that contains the move."""
    if not is_move(vm, move):
        return -263
    return 0 if load32(vm, by.STRIKING) != 0 and link_to(vm, move) != 0 else -282


@lists.word("strike", "( move -- )", "In OnMoves: remove a move from the list.", guard=strikable)
def strike(vm: Block, move: int) -> None:
    link = link_to(vm, move)
    strike_out(vm, load32(vm, by.STRIKING), link, move, by.MOVE_STRUCK)
    store32(vm, by.STRIKE_LINK, link)


# -- queries of moves
# -------------------------------------------------------------------------------


lists.word(
    "move-from",
    "( move -- pos )",
    "Give the position of the first piece that the move moves; for a drop, where the "
    "piece is put; -1 for a pass.",
    guard=move_given,
)(source_of)
lists.word("move-to", "( move -- pos )", "Give the position where the piece of `move-from` ends.",
           guard=move_given)(target_of)  # fmt: skip
lists.word("move-takes", "( move -- n )", "Count the pieces of other players that the move takes.",
           guard=move_given)(taken_pieces)  # fmt: skip


lists.words(
    plain(
        "move-type",
        "( move -- n )",
        "Give the type of the move.",
        lambda vm, move: arena_cell(vm, move + at.MOVE_TYPE * 4),
        guard=move_given,
    ),
)
