"""Depth control of alpha-beta: null moves, extensions and internal iterative deepening.

Null move pruning (Donninger, 1993): a node whose score stays above the window after a pass is cut
off. Internal iterative deepening searches a node without a hash move at less depth first. An only
move, a recapture, and a position in which OnIsLegal? forbids a pass may be extended by one ply.
"""

from __future__ import annotations

from forthgame.words.moves.move_lists import target_of
from forthgame.words.registers import (
    alpha_beta_node,
    alpha_beta_settings as by,
    extension_registers as more,
    memory_layout as at,
)
from forthgame.words.search.root_moves import NODE, field, node_place, set_field
from forthgame.words.table.memory_access import Block, load32, pack, settled, store32, system
from forthgame.words.table.row import Group, helper, plain

depths = Group("search")
INNER_LEAST = 3  # least depth for internal iterative deepening
INNER_PLIES = 2  # and its reduction


@depths.word("(plies-left)", "( -- n )", "Give the plies from this node to the depth of the root; "
             "negative beyond it.", hidden=True)  # fmt: skip
@helper
def plies_left(vm: Block) -> int:
    """Return the plies from the innermost node to the depth of the root, ignoring its own depth."""
    return load32(vm, at.SEARCH + alpha_beta_node.DEPTH * 4) + 1 - load32(vm, at.SEARCH_LEVEL)


@helper
def from_root(vm: Block, score: int) -> int:
    """Convert a score from distance to the innermost node to distance to the root."""
    if abs(score) <= at.DECIDED:
        return score
    return score + plies_left(vm) if score > 0 else score - plies_left(vm)


@helper
def from_node(vm: Block, score: int) -> int:
    """Convert a score from distance to the root to distance to the innermost node."""
    if abs(score) <= at.DECIDED:
        return score
    return score - plies_left(vm) if score > 0 else score + plies_left(vm)


@helper
def node_around(vm: Block) -> int:
    """Return the offset of the parent of the innermost node, which is not the root."""
    return at.SEARCH + max(load32(vm, at.SEARCH_LEVEL) - 2, 0) * NODE


# -- null moves -----------------------------------------------------------------------------------


@depths.word("(may-pass?)", "( -- ? )", "True if a null move is worth trying.", hidden=True)
def may_pass(vm: Block) -> int:
    less = load32(vm, by.PASS)
    if less == 0 or load32(vm, at.SEARCH_LEVEL) < 2 or system(vm, at.A_SELECTIVE) == 0:
        return 0
    place = node_place(vm)
    beta = load32(vm, place + alpha_beta_node.BETA * 4)
    empty = beta - load32(vm, place + alpha_beta_node.ALPHA * 4) == 1 and abs(beta) < at.DECIDED
    deep = (
        load32(vm, place + alpha_beta_node.DEPTH * 4) > less
        and load32(vm, place + alpha_beta_node.KIND * 4) == 0
    )
    two = load32(vm, at.COMPETITORS) < 3 and load32(vm, at.CHANCE_PLAYERS) == 0
    whole = settled(vm, more.CHOICE_CELL) == 0 and system(vm, at.A_PARTIAL) == 0
    moved = load32(vm, node_around(vm) + alpha_beta_node.MOVE * 4) != 0
    free = load32(vm, place + alpha_beta_node.EXTENSION * 4) == 0  # no null move in check
    return -1 if empty and deep and two and whole and moved and free else 0


@depths.word(
    "(worth-passing?)", "( score -- ? )", "True if an evaluation is above the window.", hidden=True
)
def worth_passing(vm: Block, score: int) -> int:
    set_field(vm, alpha_beta_node.MOVE, 0)
    return -1 if score >= field(vm, alpha_beta_node.BETA) else 0


@depths.word("(pass-window)", "( -- alpha beta )", "Give the window after a null move, for the "
             "other side.", hidden=True)  # fmt: skip
def pass_window(vm: Block) -> int:
    beta = field(vm, alpha_beta_node.BETA)
    return pack(-beta, 1 - beta)


@depths.word("(pass-depth)", "( own? -- depth )", "Give the plies to search after a null move; 0 "
             "if the same side moves again.", hidden=True)  # fmt: skip
def pass_depth(vm: Block, own: int) -> int:
    if own == field(vm, alpha_beta_node.OWN):
        set_field(vm, alpha_beta_node.FLIP, 0)
        return 0
    set_field(vm, alpha_beta_node.FLIP, -1)
    return field(vm, alpha_beta_node.DEPTH) - 1 - load32(vm, by.PASS)


@depths.word("(passes-well?)", "( score -- ? )", "True if the score after a null move is above "
             "the window; then it is that of the node.", hidden=True)  # fmt: skip
def passes_well(vm: Block, score: int) -> int:
    beta = field(vm, alpha_beta_node.BETA)
    if field(vm, alpha_beta_node.FLIP) == 0 or -score < beta:
        return 0
    set_field(vm, alpha_beta_node.BEST, beta)
    set_field(vm, alpha_beta_node.PARTLY, -1)
    return -1


# -- extensions -----------------------------------------------------------------------------------


@helper
def may_extend(vm: Block) -> bool:
    """Return whether a line may be extended: its length is less than twice the depth."""
    level = load32(vm, at.SEARCH_LEVEL)
    deepest = 2 * load32(vm, at.SEARCH + alpha_beta_node.DEPTH * 4)
    return system(vm, at.A_SELECTIVE) != 0 and 1 < level <= min(deepest, at.SEARCH_LEVELS - 32)


@helper
def extend(vm: Block, place: int) -> None:
    """Extend the innermost node by one ply, at most once."""
    if load32(vm, place + alpha_beta_node.EXTENSION * 4) == 0:
        store32(vm, place + alpha_beta_node.EXTENSION * 4, 1)
        store32(
            vm, place + alpha_beta_node.DEPTH * 4, load32(vm, place + alpha_beta_node.DEPTH * 4) + 1
        )


@depths.word(
    "(check-counts?)", "( -- ? )", "True if the test for check matters at this node.", hidden=True
)
def check_counts(vm: Block) -> int:
    if load32(vm, by.CHECK) == 0 or settled(vm, more.LOCAL_RULE) == 0:
        return 0
    wanted = (
        may_extend(vm) and field(vm, alpha_beta_node.DEPTH) >= 0 and system(vm, at.A_PARTIAL) == 0
    )
    return -1 if wanted else 0


@depths.word(
    "(in-check)", "( ? -- )", "Extend the node by a ply if the player may not pass.", hidden=True
)
def in_check(vm: Block, allowed: int) -> None:
    if allowed == 0:
        extend(vm, node_place(vm))


@helper
def extend_forced(vm: Block, place: int) -> None:
    """Extend an only move by one ply."""
    only = load32(vm, by.FORCED) != 0 and load32(vm, place + alpha_beta_node.LEFT * 4) == 1
    if only and load32(vm, place + alpha_beta_node.DEPTH * 4) > 0 and may_extend(vm):
        extend(vm, place)


@helper
def takes_back(vm: Block, place: int, move: int) -> bool:
    """Return whether a move recaptures on the target of the previous capture."""
    target = target_of(vm, move)
    store32(vm, place + alpha_beta_node.TARGET * 4, target)
    around = node_around(vm)
    taken = (
        load32(vm, around + alpha_beta_node.TAKES * 4) != 0
        and load32(vm, place + alpha_beta_node.TAKES * 4) != 0
    )
    return taken and load32(vm, around + alpha_beta_node.TARGET * 4) == target and may_extend(vm)


depths.words(
    plain(
        "(whole?)",
        "( -- ? )",
        "True if every depth begins with an open window at the root.",
        lambda vm: load32(vm, by.WHOLE),
        hidden=True,
    ),
)


# -- internal iterative deepening -----------------------------------------------------------------


@helper
def begin_inner(vm: Block, place: int) -> None:
    """Reduce the depth of the innermost node for a first search, if it has no hash move."""
    if load32(vm, by.INTERNAL) == 0 or load32(vm, place + alpha_beta_node.HINT * 4) != 0:
        return
    depth = load32(vm, place + alpha_beta_node.DEPTH * 4)
    first = (
        load32(vm, place + alpha_beta_node.FIRST_ONLY * 4) != 0
        or load32(vm, place + alpha_beta_node.INNER * 4) != 0
    )
    if depth >= INNER_LEAST and not first and load32(vm, at.SEARCH_LEVEL) > 1:
        store32(vm, place + alpha_beta_node.INNER * 4, INNER_PLIES)
        store32(vm, place + alpha_beta_node.DEPTH * 4, depth - INNER_PLIES)


@depths.word("(once-more?)", "( -- ? )", "True if the node has been searched at less depth, and "
             "is to be searched in full now.", hidden=True)  # fmt: skip
def once_more(vm: Block) -> int:
    if load32(vm, by.INTERNAL) == 0:
        return 0
    place = node_place(vm)
    inner = load32(vm, place + alpha_beta_node.INNER * 4)
    if inner <= 0:
        return 0
    store32(vm, place + alpha_beta_node.INNER * 4, -1)
    store32(
        vm, place + alpha_beta_node.DEPTH * 4, load32(vm, place + alpha_beta_node.DEPTH * 4) + inner
    )
    store32(vm, place + alpha_beta_node.HINT * 4, load32(vm, place + alpha_beta_node.BEST_MOVE * 4))
    store32(vm, place + alpha_beta_node.BEST_MOVE * 4, 0)
    store32(vm, place + alpha_beta_node.ALPHA * 4, load32(vm, place + alpha_beta_node.FLOOR * 4))
    store32(vm, place + alpha_beta_node.BEST * 4, -alpha_beta_node.INFINITE)
    store32(vm, place + alpha_beta_node.TRIED * 4, 0)
    return -1
