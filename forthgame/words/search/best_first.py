"""Best-first minimax: the tree grows along the line that is best for both sides.

After Korf and Chickering (*Best-first minimax search*, 1996) and Cohen-Solal (*Learning to play
two-player perfect-information games without knowledge*, 2020): all children of a node are evaluated
at once, values are backed up by minimax, and fully searched subtrees are closed. The move with the
most visits is played. Chance nodes take the mean; several players are treated as two sides, as in
alpha-beta.
"""

from __future__ import annotations

from forthgame.words.lists.simultaneous_choices import is_pending
from forthgame.words.moves.move_lists import move_given
from forthgame.words.moves.random_draws import weight_of
from forthgame.words.registers import alpha_beta_node, best_first_nodes as by, memory_layout as at
from forthgame.words.search.root_moves import set_field
from forthgame.words.table.memory_access import (
    Block,
    charge,
    load32,
    load64,
    pack,
    set_system,
    store32,
    system,
)
from forthgame.words.table.row import Group, helper, plain

bestfirst = Group("search")
SOONEST = 99  # plies by which the scores of wins differ at most


@helper
def place_of(vm: Block, index: int) -> int:
    return at.TREE + (index & (at.TREE_LIMIT - 1)) * by.SIZE


@helper
def fields(vm: Block, index: int, offset: int) -> int:
    return load32(vm, place_of(vm, index) + offset)


@helper
def new_node(vm: Block, value: int, flags: int) -> int:
    """Append a node to the tree, which must have room; return its index."""
    index = load32(vm, by.COUNT)
    place = place_of(vm, index)
    store32(vm, place + by.VALUE, value)
    store32(vm, place + by.VISITS, 0)
    store32(vm, place + by.FIRST, 0)
    store32(vm, place + by.CHILDREN, 0)
    store32(vm, place + by.FLAGS, flags)
    store32(vm, place + by.MOVE, load32(vm, by.NUMBER) - 1)
    store32(vm, place + by.SHARE, load32(vm, by.WEIGHT))
    store32(vm, by.COUNT, index + 1)
    return index


@helper
def kind_of(own: int, chance: int) -> int:
    return (by.OWN if own != 0 else 0) | (by.CHANCE if chance != 0 else 0)


@bestfirst.word("(begin-best)", "( own? chance? -- )", "Start a tree with the current position as "
                "its root.", hidden=True)  # fmt: skip
def begin_best(vm: Block, own: int, chance: int) -> None:
    store32(vm, by.COUNT, 0)
    store32(vm, by.FULL, 0)
    store32(vm, by.NUMBER, 0)
    store32(vm, by.WEIGHT, 1)
    store32(vm, by.REACHED, 0)
    new_node(vm, 0, kind_of(own, chance) | by.PARTLY)


@bestfirst.word("(best-goes-on?)", "( -- ? )", "True if the search is not finished, and there is "
                "room.", hidden=True)  # fmt: skip
def goes_on(vm: Block) -> int:
    most = load32(vm, by.MOST)
    ended = load64(vm, at.NODES) >= (most if most > 0 else by.USUAL)
    closed = fields(vm, 0, by.FLAGS) & by.CLOSED != 0
    return 0 if ended or closed or load32(vm, by.FULL) != 0 else -1


@bestfirst.word("(to-top)", "( -- )", "Start a descent at the root.", hidden=True)
def to_top(vm: Block) -> None:
    store32(vm, by.NODE, 0)
    store32(vm, by.DEPTH, 0)
    store32(vm, at.TREE_PATH, 0)


bestfirst.words(
    plain(
        "(at-top?)",
        "( -- ? )",
        "True if the descent is at the root.",
        lambda vm: -1 if load32(vm, by.NODE) == 0 else 0,
        hidden=True,
    ),
    plain(
        "(spread?)",
        "( -- ? )",
        "True if the children of this node are in the tree.",
        lambda vm: -1 if fields(vm, load32(vm, by.NODE), by.FLAGS) & by.SPREAD != 0 else 0,
        hidden=True,
    ),
)


@bestfirst.word("(open-leaves)", "( n -- ? )", "Start adding n children to the node; false if "
                "there is no room for them.", hidden=True)  # fmt: skip
def open_leaves(vm: Block, n: int) -> int:
    count = load32(vm, by.COUNT)
    if count + n > at.TREE_LIMIT:
        store32(vm, by.FULL, -1)
        return 0
    place = place_of(vm, load32(vm, by.NODE))
    store32(vm, place + by.FIRST, count)
    store32(vm, place + by.CHILDREN, 0)
    store32(vm, by.NUMBER, 0)
    depth = load32(vm, by.DEPTH) + 1
    store32(vm, by.REACHED, max(load32(vm, by.REACHED), depth))
    limit = load32(vm, by.DEPTH_LIMIT)
    # `(plies-left)` scores ends: by plies to the limit, or from the root (negative) if there is no
    # limit
    store32(vm, at.SEARCH + alpha_beta_node.DEPTH * 4, limit - 1 - depth)
    set_field(vm, alpha_beta_node.DEPTH, (limit if limit > 0 else SOONEST) - depth)
    return -1


@bestfirst.word("(next-leaf)", "( move -- )", "Select the move of the next child.",
                guard=move_given, hidden=True)  # fmt: skip
def next_leaf(vm: Block, move: int) -> None:
    store32(vm, by.NUMBER, load32(vm, by.NUMBER) + 1)
    store32(vm, by.WEIGHT, weight_of(vm, move))


@bestfirst.word("(add-leaf)", "( closed? partly? score own? chance? -- )",
                "Add the current position as a child: whether it is fully searched, whether it "
                "was evaluated before the end, its value for the searcher, and who moves.",
                hidden=True)  # fmt: skip
def add_leaf(vm: Block, closed: int, partly: int, score: int, own: int, chance: int) -> None:
    if load32(vm, by.COUNT) >= at.TREE_LIMIT:
        store32(vm, by.FULL, -1)
        return
    limit = load32(vm, by.DEPTH_LIMIT)
    depth = load32(vm, by.DEPTH) + 1
    whole = system(vm, at.A_PARTIAL) == 0 and not is_pending(vm)
    deep = (limit > 0 and depth >= limit and whole) or depth >= by.DEEPEST
    flags = kind_of(own, chance) | (by.PARTLY if partly != 0 else 0)
    new_node(vm, score, flags | (by.CLOSED if closed != 0 or deep else 0))
    place = place_of(vm, load32(vm, by.NODE))
    store32(vm, place + by.CHILDREN, load32(vm, place + by.CHILDREN) + 1)


@bestfirst.word(
    "(close-leaves)", "( -- )", "Mark the children of the node as complete.", hidden=True
)
def close_leaves(vm: Block) -> None:
    place = place_of(vm, load32(vm, by.NODE))
    none = load32(vm, place + by.CHILDREN) == 0
    flags = load32(vm, place + by.FLAGS) | by.SPREAD
    store32(vm, place + by.FLAGS, flags | (by.CLOSED if none else 0))


@helper
def promise(vm: Block, place: int, flags: int) -> int:
    """Return the value of a child for the player at a node; for dice, how rarely it was visited."""
    if flags & by.CHANCE != 0:
        return -(load32(vm, place + by.VISITS) << 16) // max(load32(vm, place + by.SHARE), 1)
    value = load32(vm, place + by.VALUE)
    return value if flags & by.OWN != 0 else -value


@bestfirst.word("(best-leaf)", "( -- i )", "Go to the open child with the best value, of equal "
                "ones the least visited; give the index of its move, -1 if there is none.",
                hidden=True)  # fmt: skip
def best_leaf(vm: Block) -> int:
    place = place_of(vm, load32(vm, by.NODE))
    first = load32(vm, place + by.FIRST)
    count = load32(vm, place + by.CHILDREN)
    flags = load32(vm, place + by.FLAGS)
    best = -1
    most = 0
    least = 0
    charge(vm, count)
    for k in range(count):
        child = place_of(vm, first + k)
        if load32(vm, child + by.FLAGS) & by.CLOSED == 0:
            found = promise(vm, child, flags)
            visits = load32(vm, child + by.VISITS)
            if best < 0 or found > most or (found == most and visits < least):
                best = first + k
                most = found
                least = visits
    if best < 0:
        return -1
    depth = min(load32(vm, by.DEPTH) + 1, by.DEEPEST)
    store32(vm, by.NODE, best)
    store32(vm, by.DEPTH, depth)
    store32(vm, at.TREE_PATH + depth * 4, best)
    return fields(vm, best, by.MOVE)


@helper
def value_behind(vm: Block, place: int) -> int:
    """Return the value of a node computed from its children."""
    first = load32(vm, place + by.FIRST)
    count = load32(vm, place + by.CHILDREN)
    flags = load32(vm, place + by.FLAGS)
    most = -alpha_beta_node.INFINITE
    least = alpha_beta_node.INFINITE
    total = 0
    weights = 0
    for k in range(count):
        child = place_of(vm, first + k)
        value = load32(vm, child + by.VALUE)
        share = load32(vm, child + by.SHARE)
        most = max(most, value)
        least = min(least, value)
        total += value * share
        weights += share
    mean = total // max(weights, 1)
    if flags & by.CHANCE != 0:
        return mean
    return most if flags & by.OWN != 0 else least


@helper
def is_won(vm: Block, child: int, flags: int) -> bool:
    """Return whether a child is a proven win for the player at a node with these flags.

    If there is a depth limit, only a child that ends the game counts.
    """
    decided = promise(vm, child, flags) > at.DECIDED and flags & by.CHANCE == 0
    closed = load32(vm, child + by.FLAGS) & by.CLOSED != 0
    end = load32(vm, child + by.CHILDREN) == 0 and load32(vm, child + by.FLAGS) & by.PARTLY == 0
    return decided and closed and (end or load32(vm, by.DEPTH_LIMIT) == 0)


@helper
def flags_behind(vm: Block, place: int) -> int:
    """Return the flags of a node computed from its children."""
    first = load32(vm, place + by.FIRST)
    count = load32(vm, place + by.CHILDREN)
    flags = load32(vm, place + by.FLAGS) & ~(by.CLOSED | by.PARTLY)
    won = False
    opened = False
    partly = False
    for k in range(count):
        child = place_of(vm, first + k)
        behind = load32(vm, child + by.FLAGS)
        won = won or is_won(vm, child, flags)
        opened = opened or behind & by.CLOSED == 0
        partly = partly or behind & by.PARTLY != 0
    if won:
        return flags | by.CLOSED
    return flags | (0 if opened else by.CLOSED) | (by.PARTLY if partly or opened else 0)


@bestfirst.word(
    "(back-up-best)", "( -- )", "Update all nodes on the path from their children.", hidden=True
)
def back_up_best(vm: Block) -> None:
    k = min(load32(vm, by.DEPTH), by.DEEPEST)
    while k >= 0:
        place = place_of(vm, load32(vm, at.TREE_PATH + k * 4))
        store32(vm, place + by.VISITS, load32(vm, place + by.VISITS) + 1)
        count = load32(vm, place + by.CHILDREN)
        charge(vm, count * 2)
        if count > 0:
            store32(vm, place + by.VALUE, value_behind(vm, place))
            store32(vm, place + by.FLAGS, flags_behind(vm, place))
        k -= 1


@helper
def standing_of(vm: Block, place: int, closed: bool) -> int:
    """Return the rank of a root move: 2 for a win, 1 if undecided, 0 for a loss."""
    value = load32(vm, place + by.VALUE)
    if closed or load32(vm, place + by.FLAGS) & by.CLOSED == 0:
        return 1
    if value > at.DECIDED:
        return 2
    return 0 if value < -at.DECIDED else 1


@bestfirst.word("(chosen-leaf)", "( -- score i )", "Give the index and score of the most visited "
                "root move, or of the best one if all are fully searched; -1 if there is none.",
                hidden=True)  # fmt: skip
def chosen_leaf(vm: Block) -> int:
    root = place_of(vm, 0)
    first = load32(vm, root + by.FIRST)
    count = load32(vm, root + by.CHILDREN)
    closed = load32(vm, root + by.FLAGS) & by.CLOSED != 0
    best = -1
    standing = -1
    visits = -1
    value = -alpha_beta_node.INFINITE
    charge(vm, count)
    for k in range(count):
        child = place_of(vm, first + k)
        own = standing_of(vm, child, closed)
        ways = 0 if closed else load32(vm, child + by.VISITS)
        worth = load32(vm, child + by.VALUE)
        more = ways > visits or (ways == visits and worth > value)
        if own > standing or (own == standing and more):
            best = first + k
            standing = own
            visits = ways
            value = worth
    set_system(vm, at.A_DEPTH, load32(vm, by.REACHED))
    return pack(value, fields(vm, best, by.MOVE) if best >= 0 else -1)
