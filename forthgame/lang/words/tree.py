"""The tree of random games: UCT (Kocsis and Szepesvari, 2006) with a mean for whoever moved.

A node holds visits, half points of the player who moved into it, its first child, their number,
and that player. Children lie behind each other in the order in which moves are generated. When
the room is used up, nodes stay leaves.

Where several choose together, each has statistics of his own, whatever the others choose (decoupled
UCT: Tak, Lanctot and Winands, 2014). Those of the first are his children, as always. In front of
them lies a node more, whose children are the moves of the next chooser: only these are compared
for him. The children behind a choice, which know what the others have chosen, lead on to the
positions.
"""

from __future__ import annotations

import math

from forthgame.lang import beyond as by
from forthgame.lang import layout as at
from forthgame.lang.cells import Block, arena_cell, charge, load32, set_system, store32, system
from forthgame.lang.word import Group, helper
from forthgame.lang.words.ordering import captured_value
from forthgame.lang.words.random import FIRST, random_between
from forthgame.lang.words.root import report_best
from forthgame.lang.words.together import is_pending
from forthgame.lang.words.turn import number_of_choosers

tree = Group("search")
NODE = at.TREE_NODE_CELLS * 4
VISITS = 0
POINTS = 4
FIRST_CHILD = 8
CHILDREN = 12
MOVER = 16
PATH_LIMIT = 4096
UNSEEN = 1e9  # promise of what nobody has tried
EXPLORATION = 1.0  # weight of what few visits may hide; means lie between 0 and 1


@helper
def tree_place(index: int) -> int:
    """Offset of a node."""
    return at.TREE + (index & (at.TREE_LIMIT - 1)) * NODE


@helper
def clear_node(vm: Block, index: int, mover: int) -> None:
    """A node that nobody has visited."""
    for k in range(at.TREE_NODE_CELLS):
        store32(vm, tree_place(index) + k * 4, 0)
    store32(vm, tree_place(index) + MOVER, mover)


@tree.word("(begin-tree)", "( -- )", "A tree of one node.", hidden=True)
def begin_tree(vm: Block) -> None:
    clear_node(vm, 0, 0)
    store32(vm, at.TREE_COUNT, 1)


@tree.word("(to-root)", "( -- )", "Begin a way down the tree.", hidden=True)
def to_root(vm: Block) -> None:
    store32(vm, at.TREE_NODE, 0)
    store32(vm, at.TREE_PATH, 0)
    store32(vm, at.TREE_DEPTH, 1)


@helper
def give_children(vm: Block, index: int, n: int, player: int, before: int) -> int:
    """Give a node n children unless it has them, with other nodes before them; whether it has."""
    node = tree_place(index)
    if load32(vm, node + CHILDREN) == n:
        return -1
    if load32(vm, node + CHILDREN) != 0:  # the script draws its moves: these are others
        return 0
    count = load32(vm, at.TREE_COUNT)
    deep = load32(vm, at.TREE_DEPTH) >= PATH_LIMIT - 2 * before
    if n <= 0 or n + before > at.TREE_LIMIT - count or deep:
        return 0
    charge(vm, n * 2)
    for k in range(n + before):
        clear_node(vm, count + k, (player >> 11) & 31)
    store32(vm, node + FIRST_CHILD, count + before)
    store32(vm, node + CHILDREN, n)
    store32(vm, at.TREE_COUNT, count + before + n)
    return -1


@tree.word("(grow)", "( n player -- ? )",
           "Give the node n children, moves of a player, unless it has some; whether it has.",
           hidden=True)  # fmt: skip
def grow(vm: Block, n: int, player: int) -> int:
    node = load32(vm, at.TREE_NODE)
    if number_of_choosers(vm, system(vm, at.A_TURN_OFFSET)) == 1:
        return give_children(vm, node, n, player, 0)
    if not is_pending(vm):
        return give_children(vm, node, n, player, 1)
    if give_children(vm, load32(vm, by.TREE_SHARED), n, player, 1) == 0:
        return 0
    return give_children(vm, node, n, player, 0)


@tree.word("(fresh?)", "( -- ? )", "Whether the node was never visited; the root counts as seen.",
           hidden=True)  # fmt: skip
def is_fresh(vm: Block) -> int:
    node = load32(vm, at.TREE_NODE)
    if is_pending(vm):  # all choose before a random game begins
        return 0
    return -1 if node != 0 and load32(vm, tree_place(node) + VISITS) == 0 else 0


@tree.word("(tree-root?)", "( -- ? )", "Whether the way is still at the root.", hidden=True)
def at_tree_root(vm: Block) -> int:
    return -1 if load32(vm, at.TREE_NODE) == 0 else 0


@helper
def walk(vm: Block, node: int) -> int:
    """Note a node of the way, whose statistics take in what comes of it; whether there is room."""
    depth = load32(vm, at.TREE_DEPTH)
    if not 0 <= node < at.TREE_LIMIT or not 0 <= depth < PATH_LIMIT:
        return 0
    store32(vm, at.TREE_PATH + depth * 4, node)
    store32(vm, at.TREE_DEPTH, depth + 1)
    return -1


@tree.word("(most-promising)", "( -- i )",
           "The child with the highest upper confidence bound (UCB1: Auer, Cesa-Bianchi and "
           "Fischer, 2002); unvisited ones first.", hidden=True)  # fmt: skip
def most_promising(vm: Block) -> int:
    node = tree_place(load32(vm, at.TREE_NODE))
    first = load32(vm, node + FIRST_CHILD)
    log = math.log(float(max(load32(vm, node + VISITS), 1)))
    best = -1.0
    chosen = 0
    charge(vm, load32(vm, node + CHILDREN) * 2)
    for k in range(load32(vm, node + CHILDREN)):
        child = tree_place(first + k)
        seen = load32(vm, child + VISITS)
        if seen == 0:
            return k
        mean = 0.5 * load32(vm, child + POINTS) / seen
        promise = mean + EXPLORATION * math.sqrt(log / seen)
        if promise > best:
            best = promise
            chosen = k
    return chosen


@tree.word("(own-promise)", "( -- i )",
           "The same among the statistics that the one who chooses has for himself, any of equals.",
           hidden=True)  # fmt: skip
def own_promise(vm: Block) -> int:
    return any_best_child(vm, own_statistics(vm))


@tree.word("(own-way)", "( i -- i )", "Note that the one who chooses has taken move i, in his own "
           "statistics.", hidden=True)  # fmt: skip
def own_way(vm: Block, i: int) -> int:
    owner = own_statistics(vm)
    first = load32(vm, tree_place(owner) + FIRST_CHILD)
    if is_pending(vm):
        walk(vm, owner)
        walk(vm, first + i)
    store32(vm, by.TREE_SHARED, max(first - 1, 0))
    return i


@helper
def own_statistics(vm: Block) -> int:
    """The node whose children are the moves of the one who chooses, whatever others have chosen."""
    return load32(vm, by.TREE_SHARED) if is_pending(vm) else load32(vm, at.TREE_NODE)


@helper
def any_best_child(vm: Block, index: int) -> int:
    """One of the children of a node that promise most, at random.

    Without chance, players whose statistics are alike would choose in step for ever, and each would
    think that the other's choice goes with his own.
    """
    node = tree_place(index)
    first = load32(vm, node + FIRST_CHILD)
    log = math.log(float(max(load32(vm, node + VISITS), 1)))
    best = -1.0
    chosen = 0
    equal = 0
    charge(vm, load32(vm, node + CHILDREN) * 2)
    for k in range(load32(vm, node + CHILDREN)):
        child = tree_place(first + k)
        seen = load32(vm, child + VISITS)
        promise = UNSEEN
        if seen != 0:
            promise = 0.5 * load32(vm, child + POINTS) / seen + EXPLORATION * math.sqrt(log / seen)
        if promise > best:
            best = promise
            chosen = k
            equal = 1
        elif promise == best:
            equal += 1
            if random_between(vm, FIRST, 1, equal) == 1:
                chosen = k
    return chosen


@tree.word("(to-child)", "( i -- )", "Go on to a child.", hidden=True)
def to_child(vm: Block, i: int) -> None:
    node = load32(vm, tree_place(load32(vm, at.TREE_NODE)) + FIRST_CHILD) + i
    if walk(vm, node) != 0:
        store32(vm, at.TREE_NODE, node)


@tree.word("(even-points)", "( -- )", "A half for everybody.", hidden=True)
def even_points(vm: Block) -> None:
    for k in range(32):
        store32(vm, at.SCORES + k * 4, 1)


@tree.word("(points!)", "( n player -- )", "Half points that a random game gives to a player.",
           hidden=True)  # fmt: skip
def set_points(vm: Block, n: int, player: int) -> None:
    store32(vm, at.SCORES + ((player >> 11) & 31) * 4, n)


@tree.word("(back-up)", "( -- )", "Enter the points of a random game into all nodes on the way.",
           hidden=True)  # fmt: skip
def back_up(vm: Block) -> None:
    for k in range(load32(vm, at.TREE_DEPTH)):
        node = tree_place(load32(vm, at.TREE_PATH + k * 4))
        mover = load32(vm, node + MOVER)
        store32(vm, node + VISITS, load32(vm, node + VISITS) + 1)
        points = load32(vm, at.SCORES + (mover & 31) * 4)
        store32(vm, node + POINTS, load32(vm, node + POINTS) + points)


@tree.word("(report-tree)", "( -- )",
           "Report the most visited move of the root, its share of points in thousandths, and the "
           "number of random games.", hidden=True)  # fmt: skip
def report_tree(vm: Block) -> None:
    root = tree_place(0)
    count = load32(vm, root + CHILDREN)
    first = load32(vm, root + FIRST_CHILD)
    best = -1
    chosen = 0
    charge(vm, count * 2)
    for k in range(count):
        seen = load32(vm, tree_place(first + k) + VISITS)
        if seen > best:
            best = seen
            chosen = k
    move = arena_cell(vm, load32(vm, at.LIST) + at.LIST_FIRST * 4)
    for _ in range(chosen):
        if move != 0:
            move = arena_cell(vm, move)
    score = 0
    if best > 0:
        score = load32(vm, tree_place(first + chosen) + POINTS) * 500 // best
    if move != 0:
        report_best(vm, move, score)
    set_system(vm, at.A_NODES, load32(vm, root + VISITS))
    set_system(vm, at.A_DEPTH, 1)


@tree.word("(policy?)", "( -- ? )", "Whether random games choose their moves by `$Rollout`.",
           hidden=True)  # fmt: skip
def policy(vm: Block) -> int:
    return load32(vm, at.POLICY)


@tree.word("(policy!)", "( ? -- )", "Say whether they do.", hidden=True)
def set_policy(vm: Block, wanted: int) -> None:
    store32(vm, at.POLICY, wanted)


@tree.word("(lively-move)", "( -- move )",
           "A random move of the newest list, but the best capture if there is one.",
           hidden=True)  # fmt: skip
def lively_move(vm: Block) -> int:
    newest = load32(vm, at.LIST)
    if newest == 0:
        return 0
    count = arena_cell(vm, newest + at.LIST_COUNT * 4)
    charge(vm, count * 4)
    start = random_between(vm, FIRST, 0, count - 1) if count > 1 else 0
    move = arena_cell(vm, newest + at.LIST_FIRST * 4)
    chosen = move
    best = 0
    k = 0
    while move != 0:
        taken = captured_value(vm, move)
        if k == start and best == 0:
            chosen = move
        if taken > best:
            best = taken
            chosen = move
        k += 1
        move = arena_cell(vm, move)
    return chosen
