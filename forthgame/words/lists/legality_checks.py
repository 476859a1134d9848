"""Removal of moves that OnIsLegal? forbids, by complete or lazy checks of a list.

Move words generate the moves of a turn; then the event examines the position after each of them.
Random games and searches do not need all moves of a list, so they check only some (`(lazily)`):
moves drawn at random, or moves in order, until one is legal. Even so, a list is empty only if there
is no legal move.
"""

from __future__ import annotations

from forthgame.words.core.random_streams import FIRST, random_between
from forthgame.words.moves.generation_state import context_place, leave_words
from forthgame.words.moves.move_endpoints import source_of, target_of
from forthgame.words.moves.move_lists import (
    drop_newer,
    first_move,
    is_move,
    move_count,
    move_given,
    rest_record,
)
from forthgame.words.moves.preferences import unlink
from forthgame.words.moves.priorities import find_ranks
from forthgame.words.moves.random_draws import draws_by_weight, forget_weight
from forthgame.words.registers import alpha_beta_node, extension_registers, memory_layout as at
from forthgame.words.search.move_ordering import pick_move
from forthgame.words.search.root_moves import field, node_place, set_field
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    load32,
    set_arena_cell,
    set_system,
    settled,
    store32,
    system,
)
from forthgame.words.table.row import Group, helper, plain

invariant = Group("legality", newer=True)
LEGAL = extension_registers.LEGAL  # flags of a move: allowed by OnIsLegal?;
STRUCK = 4  # forbidden by it;
REJECTED = 8  # drawn at random and then forbidden
ALL, DRAWN, FOUND = 0, 1, 2  # modes: check all moves, or draw or search for a legal one


invariant.words(
    plain(
        "(invariant?)",
        "( -- ? )",
        "True if the script defines OnIsLegal?.",
        lambda vm: settled(vm, extension_registers.INVARIANT),
        hidden=True,
    ),
)


@invariant.word("(lazily)", "( way -- )", "Set how the moves of a turn are checked: all (0), one "
                "at random (1) or the first legal one (2), if the game allows it.",
                hidden=True)  # fmt: skip
def set_lazily(vm: Block, way: int) -> None:
    allowed = (
        way <= load32(vm, extension_registers.CHECK_MODE_LIMIT) and settled(vm, at.PRIORITIES) == 0
    )
    choosing = (
        extension_registers.PREFER | extension_registers.MUST_FINISH | extension_registers.ON_MOVES
    )
    allowed = allowed and settled(vm, extension_registers.SELECTS) & choosing == 0
    store32(vm, extension_registers.CHECK_MODE, way if allowed else ALL)


@invariant.word("(way-to-ask)", "( -- way )", "Give the current mode of checking.", hidden=True)
def way_to_ask(vm: Block) -> int:
    way = load32(vm, extension_registers.CHECK_MODE)
    return ALL if way == DRAWN and draws_by_weight(vm) else way


invariant.words(
    plain(
        "(ask-first?)",
        "( -- ? )",
        "True if all moves are checked before one is drawn.",
        lambda vm: load32(vm, extension_registers.EAGER),
        hidden=True,
    ),
)


@invariant.word("(open-asking)", "( -- )", "End the scan of the list, so that nothing is recorded "
                "into it while moves are checked.", hidden=True)  # fmt: skip
def open_asking(vm: Block) -> None:
    address = load32(vm, at.GENERATING)
    drop_newer(vm, address)
    store32(vm, extension_registers.ASKED_LIST, address)
    store32(vm, extension_registers.CHOSEN, 0)
    store32(vm, extension_registers.STRUCK_COUNT, 0)
    store32(vm, extension_registers.REJECTED_COUNT, 0)
    set_arena_cell(
        vm,
        address + extension_registers.LIST_PSEUDO * 4,
        arena_cell(vm, address + at.LIST_COUNT * 4),
    )
    leave_words(vm, context_place(address))
    store32(vm, at.GENERATING, 0)
    rest_record(vm)


@helper
def drop_struck(vm: Block, address: int) -> None:
    link = address + at.LIST_FIRST * 4
    charge(vm, arena_cell(vm, address + at.LIST_COUNT * 4))
    while arena_cell(vm, link) != 0:
        move = arena_cell(vm, link)
        if arena_cell(vm, move + at.MOVE_FLAGS * 4) & STRUCK == 0:
            link = move
        else:
            unlink(vm, address, link, move)


def list_kept(vm: Block) -> int:
    """Guard: the newest list is the one being checked."""
    asked = load32(vm, extension_registers.ASKED_LIST)
    return 0 if asked != 0 and load32(vm, at.LIST) == asked else -300


@invariant.word("(close-asking)", "( -- )", "Remove the forbidden moves and resume the generation.",
                guard=list_kept, hidden=True)  # fmt: skip
def close_asking(vm: Block) -> None:
    address = load32(vm, extension_registers.ASKED_LIST)
    if load32(vm, extension_registers.STRUCK_COUNT) != 0:
        drop_struck(vm, address)
        find_ranks(vm, address)
    store32(vm, extension_registers.ASKED_LIST, 0)
    store32(vm, at.GENERATING, address)


def unasked(vm: Block, move: int) -> int:
    """Guard: the argument is a move, and no move is being checked."""
    if load32(vm, extension_registers.ASKED_MOVE) != 0:
        return -301
    return 0 if is_move(vm, move) else -263


@invariant.word("(ask-about)", "( move -- )", "Prepare for the call of OnIsLegal? after a move: "
                "`here` is its target, `from` its start.", guard=unasked, hidden=True)  # fmt: skip
def ask_about(vm: Block, move: int) -> None:
    store32(vm, extension_registers.ASKED_MOVE, move)
    store32(vm, extension_registers.LIST_BEFORE, load32(vm, at.LIST))
    store32(vm, extension_registers.HERE_BEFORE, system(vm, at.A_HERE))
    store32(vm, extension_registers.FROM_BEFORE, system(vm, at.A_FROM))
    set_system(vm, at.A_HERE, target_of(vm, move))
    set_system(vm, at.A_FROM, source_of(vm, move))


def same_list(vm: Block) -> int:
    """Guard: OnIsLegal? has left the move lists unchanged."""
    return 0 if load32(vm, at.LIST) == load32(vm, extension_registers.LIST_BEFORE) else -300


@invariant.word(
    "(asked-about)", "( ? -- )", "Store the answer of OnIsLegal?.", guard=same_list, hidden=True
)
def asked_about(vm: Block, legal: int) -> None:
    move = load32(vm, extension_registers.ASKED_MOVE)
    store32(vm, extension_registers.ASKED_MOVE, 0)
    set_system(vm, at.A_HERE, load32(vm, extension_registers.HERE_BEFORE))
    set_system(vm, at.A_FROM, load32(vm, extension_registers.FROM_BEFORE))
    if move != 0:
        flags = arena_cell(vm, move + at.MOVE_FLAGS * 4)
        set_arena_cell(vm, move + at.MOVE_FLAGS * 4, flags | (LEGAL if legal != 0 else STRUCK))
    if legal == 0:
        store32(
            vm, extension_registers.STRUCK_COUNT, load32(vm, extension_registers.STRUCK_COUNT) + 1
        )


invariant.words(
    plain(
        "(known-legal?)",
        "( move -- ? )",
        "True if OnIsLegal? has allowed a move.",
        lambda vm, move: -1 if arena_cell(vm, move + at.MOVE_FLAGS * 4) & LEGAL != 0 else 0,
        guard=move_given,
        hidden=True,
    ),
)


@invariant.word("(unknown?)", "( move -- ? )", "True if OnIsLegal? has not checked a move.",
                guard=move_given, hidden=True)  # fmt: skip
def is_unknown(vm: Block, move: int) -> int:
    return -1 if arena_cell(vm, move + at.MOVE_FLAGS * 4) & (LEGAL | STRUCK) == 0 else 0


@invariant.word("(draw-move)", "( -- move )", "Give a random move of the list that has not been "
                "rejected; 0 if there is none.", hidden=True)  # fmt: skip
def draw_move(vm: Block) -> int:
    count = move_count(vm)
    if load32(vm, extension_registers.REJECTED_COUNT) >= count:
        return 0
    while True:
        charge(vm, count)
        number = random_between(vm, FIRST, 0, count - 1)
        move = first_move(vm)
        while number > 0 and move != 0:
            move = arena_cell(vm, move)
            number -= 1
        if move == 0:
            return 0
        if arena_cell(vm, move + at.MOVE_FLAGS * 4) & REJECTED == 0:
            return move


@invariant.word(
    "(reject)", "( move -- )", "Mark a drawn move as forbidden.", guard=move_given, hidden=True
)
def reject(vm: Block, move: int) -> None:
    flags = arena_cell(vm, move + at.MOVE_FLAGS * 4)
    set_arena_cell(vm, move + at.MOVE_FLAGS * 4, flags | REJECTED)
    store32(
        vm, extension_registers.REJECTED_COUNT, load32(vm, extension_registers.REJECTED_COUNT) + 1
    )


invariant.words(
    plain(
        "(choose)",
        "( move -- )",
        "Store the move that was drawn.",
        lambda vm, move: store32(vm, extension_registers.CHOSEN, move),
        hidden=True,
    ),
)


@invariant.word("(chosen-move)", "( -- move )", "Give the move drawn when the list was made, "
                "once; then 0.", hidden=True)  # fmt: skip
def chosen_move(vm: Block) -> int:
    move = load32(vm, extension_registers.CHOSEN)
    store32(vm, extension_registers.CHOSEN, 0)
    return move


@invariant.word("(mobility)", "( -- n )", "Give the number of moves of the newest list before the "
                "calls of OnIsLegal?.", hidden=True)  # fmt: skip
def mobility(vm: Block) -> int:
    address = load32(vm, at.LIST)
    if address == 0:
        return 0
    made = arena_cell(vm, address + extension_registers.LIST_PSEUDO * 4)
    return made if made != 0 else arena_cell(vm, address + at.LIST_COUNT * 4)


def asked(vm: Block) -> int:
    return 0 if load32(vm, extension_registers.ASKED_MOVE) != 0 else -302


invariant.words(
    plain(
        "moved-from",
        "( -- pos )",
        "In OnIsLegal?: the position the move comes from.",
        lambda vm: source_of(vm, load32(vm, extension_registers.ASKED_MOVE)),
        guard=asked,
    ),
    plain(
        "moved-to",
        "( -- pos )",
        "In OnIsLegal?: the position the move leads to.",
        lambda vm: target_of(vm, load32(vm, extension_registers.ASKED_MOVE)),
        guard=asked,
    ),
)


@invariant.word(
    "partial?", "( -- ? )", "In OnIsLegal?: true if the turn continues after the move.", guard=asked
)
def is_partial(vm: Block) -> int:
    move = load32(vm, extension_registers.ASKED_MOVE)
    return -1 if arena_cell(vm, move + at.MOVE_PARTIAL * 4) != 0 else 0


@invariant.word("(not-tried)", "( -- )", "Ignore the move that a search has just begun, because "
                "it is forbidden.", hidden=True)  # fmt: skip
def not_tried(vm: Block) -> None:
    tried = field(vm, alpha_beta_node.TRIED) - 1
    set_field(vm, alpha_beta_node.TRIED, tried)
    forget_weight(vm, node_place(vm))
    if tried == 0 and field(vm, alpha_beta_node.LEFT) > 0:
        set_field(vm, alpha_beta_node.FIRST, pick_move(vm))
