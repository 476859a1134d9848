"""Results of a tree of random games: the reported move, and reuse of a subtree."""

from __future__ import annotations

from forthgame.words.playouts.proven_values import (
    LOSS,
    WIN,
    is_sure_draw,
    mover_of,
    proves,
    root_value,
    tree_place,
    two_compete,
    value_for,
    value_of_children,
)
from forthgame.words.registers import memory_layout as at, playout_trees
from forthgame.words.search.root_moves import report_best
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    load32,
    load64,
    outer32,
    outer64,
    set_outer32,
    set_outer64,
    set_system,
    settled,
    store32,
)
from forthgame.words.table.row import Group, helper

grown = Group("search")
PLAY_MASK = playout_trees.ENTRIES - 1  # mask of a move's entry, without the node's table


@helper
def standing_of(vm: Block, index: int) -> int:
    """Return the rank of a root move: 2 for a proven win, 1 if undecided, 0 for worse results."""
    if not proves(vm):
        return 1
    value = value_for(vm, index, mover_of(vm, index))
    if value == WIN:
        return 2
    if not two_compete(vm):
        return 1
    if value == LOSS:
        return 0
    return 1 if root_value(vm) == 0 or value == root_value(vm) else 0


@helper
def promises_no_more(vm: Block, index: int) -> bool:
    """Return whether a node's mean is at most a draw for the player who moved into it."""
    place = tree_place(vm, index)
    return outer32(vm, place + playout_trees.POINTS) <= outer32(vm, place + playout_trees.VISITS)


@grown.word("(report-tree)", "( -- )", "Report the most visited root move, its share of points in "
            "thousandths, and the number of random games; proven moves come first.",
            hidden=True)  # fmt: skip
def report_tree(vm: Block) -> None:
    root = tree_place(vm, 0)
    count = outer32(vm, root + playout_trees.CHILDREN)
    first = outer32(vm, root + playout_trees.FIRST_CHILD)
    best = -1
    standing = -1
    chosen = 0
    sure = -1
    charge(vm, count * 4)
    for k in range(count):
        seen = outer32(vm, tree_place(vm, first + k) + playout_trees.VISITS)
        own = standing_of(vm, first + k)
        if own > standing or (own == standing and seen > best):
            best = seen
            standing = own
            chosen = k
        if sure < 0 and is_sure_draw(vm, first + k):
            sure = k
    if sure >= 0 and root_value(vm) == 0 and standing == 1 and promises_no_more(vm, first + chosen):
        chosen = sure
        best = outer32(vm, tree_place(vm, first + sure) + playout_trees.VISITS)
    move = arena_cell(vm, load32(vm, at.LIST) + at.LIST_FIRST * 4)
    for _ in range(chosen):
        if move != 0:
            move = arena_cell(vm, move)
    score = 0
    if best > 0:
        score = outer32(vm, tree_place(vm, first + chosen) + playout_trees.POINTS) * 500 // best
    value = root_value(vm)
    if value != 0:
        score = (value - 1) * 500
    if move != 0:
        report_best(vm, move, score)
    store32(vm, playout_trees.PROVEN, value)
    set_system(
        vm, at.A_NODES, outer32(vm, root + playout_trees.VISITS) - load32(vm, playout_trees.KEPT)
    )
    set_system(vm, at.A_DEPTH, 1)


@helper
def old_place(vm: Block, index: int) -> int:
    return (
        load64(vm, playout_trees.OLD_BASE)
        + (index & load64(vm, playout_trees.MASK)) * playout_trees.NODE
    )


@helper
def take_node(vm: Block, target: int, source: int) -> None:
    """Copy a node of the old tree, without its table of moves."""
    old = old_place(vm, source)
    place = tree_place(vm, target)
    for k in range(0, playout_trees.NODE, 8):
        set_outer64(vm, place + k, outer64(vm, old + k))
    set_outer32(vm, place + playout_trees.PLAY, outer32(vm, place + playout_trees.PLAY) & PLAY_MASK)


@helper
def forget_unshown(vm: Block) -> None:
    """Remove proven root values that no child shows, because the search has to report a move.

    `(prove-win)` proves a node from an immediate win without recording the move.
    """
    place = tree_place(vm, 0)
    shown = outer32(vm, place + playout_trees.CHILDREN) != 0
    values = outer64(vm, place + playout_trees.VALUES)
    for number in range(1, settled(vm, at.PLAYER_COUNT) + 1):
        value = (values >> (number * 2)) & 3
        if value != 0 and not (shown and value_of_children(vm, 0, number) == value):
            values ^= value << (number * 2)
    set_outer64(vm, place + playout_trees.VALUES, values)


@grown.word("(take-subtree)", "( n -- )", "Copy the subtree of node n of the old tree, which has "
            "the same size.", hidden=True)  # fmt: skip
def take_subtree(vm: Block, n: int) -> None:
    if load64(vm, playout_trees.OLD_BASE) == 0 or n < 0:
        return
    room = load64(vm, playout_trees.MASK) + 1
    take_node(vm, 0, n)
    set_outer32(vm, tree_place(vm, 0) + playout_trees.MOVER, 0)
    count = 1
    k = 0
    while k < count:  # nodes are copied breadth-first
        place = tree_place(vm, k)
        children = outer32(vm, place + playout_trees.CHILDREN)
        if not 0 <= children <= room - count:
            children = 0
            set_outer32(vm, place + playout_trees.CHILDREN, 0)
        first = outer32(vm, place + playout_trees.FIRST_CHILD)
        taken = old_place(vm, first) + playout_trees.VISITS
        if children > 0 and outer32(vm, taken) < 0:  # already copied for another node
            set_outer32(vm, place + playout_trees.FIRST_CHILD, -outer32(vm, taken))
        elif children > 0:
            for i in range(children):
                take_node(vm, count + i, first + i)
            set_outer32(vm, place + playout_trees.FIRST_CHILD, count)
            set_outer32(vm, taken, -count)
            count += children
        k += 1
    charge(vm, count)
    forget_unshown(vm)
    store32(vm, at.TREE_COUNT, count)
