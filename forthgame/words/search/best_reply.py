"""Several opponents, one of whom answers: best-reply search and BRS+.

Best-reply search (Schadd and Winands, *Best-Reply Search for Multiplayer Games*, 2011) skips the
turns of the other opponents. An opponents' node tries the moves of each of them, in their own
turns.

In BRS+ (Esser, Gras, Winands, Schadd and Lanctot, *Improving best-reply search*, 2013) the others
play the move that is ordered first, so every searched position can occur. That move depends on the
position alone: on the script's `rank`, then on the value of captures.
"""

from __future__ import annotations

from forthgame.words.board.turns import turns_declared
from forthgame.words.registers import (
    alpha_beta_node,
    alpha_beta_settings as by,
    extension_registers as more,
    memory_layout as at,
)
from forthgame.words.search.move_ordering import (
    CAPTURE,
    TAKEN,
    captured_value,
    mover_value,
    ranked_by_script as ranked,
)
from forthgame.words.search.root_moves import field, node_place, set_field
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    load32,
    player_number,
    set_arena_cell,
    settled,
    store32,
    system,
)
from forthgame.words.table.row import Group, helper, plain

replies = Group("search")

# -- best-reply search ----------------------------------------------------------------------------


@helper
def are_several(vm: Block) -> bool:
    return load32(vm, at.COMPETITORS) > 2 and settled(vm, more.CHOICE_CELL) == 0


replies.words(
    plain(
        "(best-reply?)",
        "( -- ? )",
        "True if only the best reply of several opponents counts.",
        lambda vm: load32(vm, at.BEST_REPLY) if are_several(vm) else 0,
        hidden=True,
    ),
    plain(
        "(best-reply!)",
        "( ? -- )",
        "Set whether only the best reply counts.",
        lambda vm, wanted: store32(vm, at.BEST_REPLY, wanted),
        hidden=True,
    ),
)


@helper
def is_reply(vm: Block, place: int) -> bool:
    """Return whether one of several opponents answers at a node, outside chains of moves."""
    if load32(vm, at.BEST_REPLY) == 0 or load32(vm, place + alpha_beta_node.OWN * 4) != 0:
        return False
    return are_several(vm) and system(vm, at.A_PARTIAL) == 0


@replies.word("(other-reply?)", "( -- ? )", "True if the moves of another opponent are to be "
              "tried at the node too.", hidden=True)  # fmt: skip
def other_reply(vm: Block) -> int:
    place = node_place(vm)
    if load32(vm, place + alpha_beta_node.ALPHA * 4) >= load32(
        vm, place + alpha_beta_node.BETA * 4
    ):
        return 0
    return -1 if is_reply(vm, place) else 0


@replies.word("(ask-him?)", "( -- ? )", "True if the player to move is an opponent whose moves "
              "have not been tried at the node; they are tried next.", hidden=True)  # fmt: skip
def ask_him(vm: Block) -> int:
    player = system(vm, at.A_PLAYER)
    own = 1 << player_number(player)
    asked = field(vm, alpha_beta_node.ASKED)
    for_himself = system(vm, at.A_FOR_PLAYER) == player
    if load32(vm, at.CHANCE_PLAYERS) & own != 0 or (for_himself and asked & own != 0):
        return 0
    if for_himself and system(vm, at.A_OF_TYPE) == 0:
        set_field(
            vm, alpha_beta_node.ASKED, asked | own
        )  # later turns for the same player add nothing
    set_field(vm, alpha_beta_node.TRIED, 0)
    return -1


replies.words(
    plain(
        "(aside?)",
        "( -- ? )",
        "True if the node has a copy of the position for the turns of other opponents.",
        lambda vm: -1 if field(vm, alpha_beta_node.ASIDE) != 0 else 0,
        hidden=True,
    ),
    plain(
        "(aside!)",
        "( -- )",
        "Record that the node has a copy of the position.",
        lambda vm: set_field(vm, alpha_beta_node.ASIDE, 1),
        hidden=True,
    ),
)


@replies.word("(another-turn?)", "( -- ? )", "Go to the next turn on the node's copy; false if "
              "there is none.", hidden=True)  # fmt: skip
def another_turn(vm: Block) -> int:
    come_to = field(vm, alpha_beta_node.ASIDE) - 1
    if come_to >= turns_declared(vm):
        return 0  # a full round without a turn of the searcher's side
    set_field(vm, alpha_beta_node.ASIDE, come_to + 2)
    return -1


# -- BRS+ -----------------------------------------------------------------------------------------


@helper
def is_plus(vm: Block) -> bool:
    return load32(vm, by.PLUS) != 0 and are_several(vm)


replies.words(
    plain(
        "(plus?)",
        "( -- ? )",
        "True if all opponents but one play the move ordered first.",
        lambda vm: -1 if is_plus(vm) else 0,
        hidden=True,
    ),
    plain(
        "(plus!)",
        "( ? -- )",
        "Set whether they do.",
        lambda vm, wanted: store32(vm, by.PLUS, wanted),
        hidden=True,
    ),
)


@helper
def join_round(vm: Block, place: int, around: int) -> int:
    """Update an opponent's node with earlier replies of the round; return a code for it, or 0.

    Nodes with the same code may share table entries.
    """
    if load32(vm, place + alpha_beta_node.OWN * 4) != 0:
        return 0
    if load32(vm, around + alpha_beta_node.OWN * 4) == 0:
        ordered = load32(vm, around + alpha_beta_node.AS_ORDERED * 4) != 0
        answered = load32(vm, around + alpha_beta_node.ANSWERED * 4) != 0 or not ordered
        store32(vm, place + alpha_beta_node.ANSWERED * 4, -1 if answered else 0)
        store32(
            vm,
            place + alpha_beta_node.ROUND * 4,
            load32(vm, around + alpha_beta_node.ROUND * 4) + 1,
        )
    return (
        1
        + load32(vm, place + alpha_beta_node.ROUND * 4) * 2
        - load32(vm, place + alpha_beta_node.ANSWERED * 4)
    )


@helper
def goes_on(vm: Block, place: int) -> bool:
    """Return whether the current move costs no depth, as one of successive opponents' moves."""
    inside = (
        load32(vm, place + alpha_beta_node.OWN * 4) == 0
        and load32(vm, place + alpha_beta_node.FLIP * 4) == 0
    )
    return inside and load32(vm, place + alpha_beta_node.ROUND * 4) < load32(vm, at.COMPETITORS)


@helper
def ordered_first(vm: Block) -> int:
    """Return the move of the newest list ranked first by its own features."""
    address = load32(vm, at.LIST)
    move = arena_cell(vm, address + at.LIST_FIRST * 4)
    best = TAKEN
    found = move
    charge(vm, arena_cell(vm, address + at.LIST_COUNT * 4) * 2)
    while move != 0:
        taken = captured_value(vm, move)
        rank = 0
        if taken > 0:
            rank = CAPTURE + min(taken, 65535) * 64 - min(mover_value(vm, move), 63)
        if settled(vm, more.SELECTS) & more.RANK != 0:
            rank = ranked(vm, move, rank)
        if rank > best:
            best = rank
            found = move
        move = arena_cell(vm, move)
    return found


@helper
def order_replies(vm: Block, place: int) -> None:
    """Store the move ordered first; if another opponent has answered, keep only that move."""
    special = ordered_first(vm)
    store32(vm, place + alpha_beta_node.SPECIAL * 4, special)
    if load32(vm, place + alpha_beta_node.ANSWERED * 4) == 0:
        return
    tried = special != 0 and arena_cell(vm, special + at.MOVE_RANK * 4) != TAKEN
    address = load32(vm, at.LIST)
    move = arena_cell(vm, address + at.LIST_FIRST * 4)
    charge(vm, arena_cell(vm, address + at.LIST_COUNT * 4))
    while move != 0:
        if move != special:
            set_arena_cell(vm, move + at.MOVE_RANK * 4, TAKEN)
        move = arena_cell(vm, move)
    store32(vm, place + alpha_beta_node.LEFT * 4, 1 if tried else 0)
    store32(vm, place + alpha_beta_node.FIRST * 4, special)
