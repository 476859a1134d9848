"""The tree of random games: UCT (Kocsis and Szepesvari, 2006) with a mean for the moving player.

`words/registers/playout_trees.py` lists the fields of a node. Children are adjacent, in the
order of move generation.
When the memory is full, new nodes stay leaves.

In turns with simultaneous choices, each chooser has statistics independent of the choices of others
(decoupled UCT: Tak, Lanctot and Winands, 2014). Those of the first chooser are the node's children.
An additional node before them has the moves of the next chooser as children, used only for that
chooser's selection. The children after a choice, which depend on the choices of others, lead to the
positions.

Threads may share a tree without locks (Enzenberger and Müller, *A lock-free multithreaded
Monte-Carlo tree search algorithm*, 2009). Each allocates nodes from a part of its own, and
publishes the children of a node when they are initialised; if two threads do so at once, the later
ones stay. Updates are lost occasionally. A visit counts as a loss until its points are added, which
keeps threads from following the same path.
"""

from __future__ import annotations

import math

from forthgame.words.board.turns import number_of_choosers
from forthgame.words.core.random_streams import FIRST, random_between
from forthgame.words.lists.simultaneous_choices import is_pending
from forthgame.words.moves.move_lists import first_move
from forthgame.words.playouts.cutoff_estimates import forget_leads
from forthgame.words.playouts.grave import (
    forget_tables,
    learn_tables,
    mean_elsewhere,
    use_table,
    weight_elsewhere,
)
from forthgame.words.playouts.implicit_minimax import back_up_worth, with_worth
from forthgame.words.playouts.move_means import forget_plays, learn_plays, mean_of_play, play_place
from forthgame.words.playouts.proven_values import (
    DRAW,
    LOSS,
    WIN,
    note_players,
    prove_parents,
    proves,
    tree_place,
    two_compete,
    value_for,
)
from forthgame.words.playouts.tree_transpositions import joins
from forthgame.words.registers import extension_registers as by, memory_layout as at, playout_trees
from forthgame.words.search.move_ordering import captured_value
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    load32,
    load64,
    outer32,
    player_number,
    publish64,
    set_outer32,
    set_outer64,
    settled,
    store32,
    system,
)
from forthgame.words.table.row import Group, helper, plain

tree = Group("search")
UNSEEN = 1e9  # value of untried moves
AVOIDED = -1e9  # value of proven losses
PLAIN, EARLY, TAKES, LATE = 0, 1, 2, 3  # features of an untried move
LOOK_SHIFT = 5  # of the two feature bits in the field of the mover


@helper
def clear_node(vm: Block, index: int, mover: int) -> None:
    place = tree_place(vm, index)
    for k in range(0, playout_trees.NODE, 8):
        set_outer64(vm, place + k, 0)
    set_outer32(vm, place + playout_trees.MOVER, mover)


@helper
def is_shared(vm: Block) -> bool:
    return load32(vm, playout_trees.ROOM_END) != 0


@helper
def note_visit(vm: Block, node: int) -> None:
    """Count a visit in advance, so that other threads see it."""
    if is_shared(vm):
        place = tree_place(vm, node) + playout_trees.VISITS
        set_outer32(vm, place, outer32(vm, place) + 1)


# Progressive bias (Chaslot, Winands, van den Herik, Uiterwijk and Bouzy, *Progressive strategies
# for Monte-Carlo tree search*, 2008): features of a child's move raise or lower its bound, with
# less weight after more visits.


@helper
def look_of(vm: Block, move: int) -> int:
    """Return EARLY or LATE by the script's rank, TAKES for a capture, else PLAIN."""
    if settled(vm, by.SELECTS) & by.RANK != 0:
        own = arena_cell(vm, move + at.MOVE_FLAGS * 4) >> by.RANK_SHIFT
        if own != 0:
            return EARLY if own > 0 else LATE
    return TAKES if captured_value(vm, move) != 0 else PLAIN


@helper
def note_look(vm: Block, place: int, move: int) -> None:
    if load32(vm, playout_trees.LOOK_BIAS) != 0:
        mover = outer32(vm, place + playout_trees.MOVER)
        set_outer32(vm, place + playout_trees.MOVER, mover | (look_of(vm, move) << LOOK_SHIFT))


@helper
def look_bias(vm: Block, place: int, seen: int) -> float:
    weight = load32(vm, playout_trees.LOOK_BIAS)
    look = (outer32(vm, place + playout_trees.MOVER) >> LOOK_SHIFT) & 3
    if weight == 0 or look == PLAIN:
        return 0.0
    share = 1.0 if look == EARLY else (0.5 if look == TAKES else -1.0)
    return 0.001 * weight * share / (seen + 1.0)


@tree.word("(begin-tree)", "( -- )", "Start a tree of one node, or continue with the tree set by "
           "the host.", hidden=True)  # fmt: skip
def begin_tree(vm: Block) -> None:
    if load32(vm, playout_trees.GOES_ON) == 0:
        clear_node(vm, 0, 0)
        store32(vm, at.TREE_COUNT, 1)
    store32(vm, playout_trees.GOES_ON, 0)
    if not is_shared(vm):
        store32(vm, playout_trees.KEPT, outer32(vm, tree_place(vm, 0) + playout_trees.VISITS))
    forget_leads(vm)
    store32(vm, playout_trees.UNENDED, 0)
    note_players(vm)
    forget_plays(vm)
    forget_tables(vm)


@tree.word("(to-root)", "( -- )", "Start a descent at the root.", hidden=True)
def to_root(vm: Block) -> None:
    note_visit(vm, 0)
    store32(vm, at.TREE_NODE, 0)
    store32(vm, at.TREE_PATH, 0)
    store32(vm, at.TREE_DEPTH, 1)
    store32(vm, playout_trees.LOGGED, 0)
    store32(vm, at.PLAYS + playout_trees.AMAF_NOW, 0)


@helper
def name_children(vm: Block, first: int, n: int) -> None:
    """Store features of their moves in new children, for options that use them."""
    plays = load32(vm, playout_trees.BIAS) | load32(vm, playout_trees.GRAVE)
    if plays | load32(vm, playout_trees.LOOK_BIAS) == 0:
        return
    move = first_move(vm)
    charge(vm, n * 2)
    k = 0
    while move != 0 and k < n:
        place = tree_place(vm, first + k)
        if plays != 0:
            set_outer32(vm, place + playout_trees.PLAY, play_place(vm, move))
        note_look(vm, place, move)
        move = arena_cell(vm, move)
        k += 1


@helper
def give_children(vm: Block, index: int, n: int, player: int, before: int) -> int:
    """Give a node n children after `before` extra nodes; return whether it has n children."""
    node = tree_place(vm, index)
    deep = load32(vm, at.TREE_DEPTH) >= playout_trees.PATH_LIMIT - 2 * before
    if outer32(vm, node + playout_trees.CHILDREN) == 0 and before == 0:
        joins(vm, index)
    if outer32(vm, node + playout_trees.CHILDREN) == n and not deep:
        return -1
    if (
        outer32(vm, node + playout_trees.CHILDREN) != 0
    ):  # a script that draws its moves has other ones now
        return 0
    count = load32(vm, at.TREE_COUNT)
    end = (
        load32(vm, playout_trees.ROOM_END) if is_shared(vm) else load64(vm, playout_trees.MASK) + 1
    )
    if n <= 0 or n + before > end - count or deep:
        return 0
    charge(vm, n * 2)
    for k in range(n + before):
        clear_node(vm, count + k, player_number(player))
    name_children(vm, count + before, n)
    publish64(vm, node + playout_trees.FIRST_CHILD, n << 32 | (count + before))
    store32(vm, at.TREE_COUNT, count + before + n)
    return -1


@tree.word("(grow)", "( n player -- ? )", "Give the node n children for moves of a player, unless "
           "it has some; true if it has.", hidden=True)  # fmt: skip
def grow(vm: Block, n: int, player: int) -> int:
    node = load32(vm, at.TREE_NODE)
    if number_of_choosers(vm, system(vm, at.A_TURN_OFFSET)) == 1:
        return give_children(vm, node, n, player, 0)
    if not is_pending(vm):
        return give_children(vm, node, n, player, 1)
    if give_children(vm, load32(vm, by.TREE_SHARED), n, player, 1) == 0:
        return 0
    return give_children(vm, node, n, player, 0)


@tree.word("(fresh?)", "( -- ? )", "True if the node was never visited; the root counts as "
           "visited.", hidden=True)  # fmt: skip
def is_fresh(vm: Block) -> int:
    node = load32(vm, at.TREE_NODE)
    if node == 0 or is_pending(vm):  # all choose before a random game begins
        return 0
    own = 1 if is_shared(vm) else 0
    if outer32(vm, tree_place(vm, node) + playout_trees.VISITS) > own:
        return 0
    return 0 if joins(vm, node) else -1


tree.words(
    plain(
        "(tree-root?)",
        "( -- ? )",
        "True if the descent is at the root.",
        lambda vm: -1 if load32(vm, at.TREE_NODE) == 0 else 0,
        hidden=True,
    ),
)


@helper
def walk(vm: Block, node: int) -> int:
    """Append a node to the path that is updated later; return 0 if there is no room."""
    depth = load32(vm, at.TREE_DEPTH)
    if not 0 <= node <= load64(vm, playout_trees.MASK) or not 0 <= depth < playout_trees.PATH_LIMIT:
        return 0
    store32(vm, at.TREE_PATH + depth * 4, node)
    store32(vm, at.PLAYS + playout_trees.LOGGED_AT + depth * 4, load32(vm, playout_trees.LOGGED))
    store32(vm, at.TREE_DEPTH, depth + 1)
    note_visit(vm, node)
    return -1


@helper
def promise_of(vm: Block, child: int, log: float, sharply: bool, draw: float) -> float:
    """Return the upper confidence bound of a child (UCB1: Auer, Cesa-Bianchi and Fischer, 2002).

    The bias by the move's mean elsewhere decreases with visits (progressive history: Nijssen and
    Winands, 2011). With `sharply`, proven values count; `draw` is the value of a proven draw.
    """
    place = tree_place(vm, child)
    seen = outer32(vm, place + playout_trees.VISITS)
    if sharply:
        value = value_for(vm, child, outer32(vm, place + playout_trees.MOVER) & 31)
        if value == WIN:
            return 2 * UNSEEN
        if value == LOSS and two_compete(vm):
            return AVOIDED
        if value == DRAW and two_compete(vm):
            return draw
    bias = 0.0
    if load32(vm, playout_trees.BIAS) != 0:
        bias = (
            0.001
            * load32(vm, playout_trees.BIAS)
            * mean_of_play(vm, outer32(vm, place + playout_trees.PLAY))
        )
    look = look_bias(vm, place, seen)
    elsewhere = -1.0
    if load32(vm, playout_trees.GRAVE) != 0:
        elsewhere = mean_elsewhere(vm, outer32(vm, place + playout_trees.PLAY))
    if seen == 0:
        if elsewhere >= 0.0:
            return look + bias + elsewhere
        urgency = load32(vm, playout_trees.URGENCY)
        return look + bias + (0.001 * (urgency - 1) if urgency != 0 else UNSEEN)
    mean = 0.5 * outer32(vm, place + playout_trees.POINTS) / seen
    if elsewhere >= 0.0:
        mean += weight_elsewhere(vm, outer32(vm, place + playout_trees.PLAY), seen) * (
            elsewhere - mean
        )
    if load32(vm, playout_trees.MINIMAX) != 0:
        mean = with_worth(vm, child, mean)
    if bias != 0.0:
        bias /= (1.0 - mean) * seen + 1.0
    weight = 0.001 * load32(vm, playout_trees.EXPLORES)
    return mean + look + bias + weight * math.sqrt(log / seen)


@helper
def best_child(vm: Block, index: int, at_random: bool) -> int:
    """Return a child with the highest bound: the first one, or a random one.

    Randomness is needed for simultaneous choices: players with equal statistics would otherwise
    choose in step, and the statistics of each would depend on the other's choice.
    """
    node = tree_place(vm, index)
    first = outer32(vm, node + playout_trees.FIRST_CHILD)
    count = outer32(vm, node + playout_trees.CHILDREN)
    log = math.log(float(max(outer32(vm, node + playout_trees.VISITS), 1)))
    if load32(vm, playout_trees.GRAVE) != 0:
        use_table(vm, index)
    sharply = proves(vm)
    draw = 0.5 * AVOIDED if index == 0 else 0.5  # at the root, visits add nothing
    best = 2 * AVOIDED
    chosen = 0
    equal = 0
    charge(vm, count * 2)
    for k in range(count):
        promise = promise_of(vm, first + k, log, sharply, draw)
        if promise > best:
            best = promise
            chosen = k
            equal = 1
        elif at_random and promise == best:
            equal += 1
            if random_between(vm, FIRST, 1, equal) == 1:
                chosen = k
    return chosen


tree.words(
    plain(
        "(most-promising)",
        "( -- i )",
        "Give the child with the highest bound, the first of equals.",
        lambda vm: best_child(vm, load32(vm, at.TREE_NODE), False),
        hidden=True,
    ),
    plain(
        "(own-promise)",
        "( -- i )",
        "Give the child with the highest bound in the chooser's own statistics, any of equals.",
        lambda vm: best_child(vm, own_statistics(vm), True),
        hidden=True,
    ),
)


@tree.word("(own-way)", "( i -- i )", "Record move i in the chooser's own statistics.", hidden=True)
def own_way(vm: Block, i: int) -> int:
    owner = own_statistics(vm)
    first = outer32(vm, tree_place(vm, owner) + playout_trees.FIRST_CHILD)
    if is_pending(vm):
        walk(vm, owner)
        walk(vm, first + i)
    store32(vm, by.TREE_SHARED, max(first - 1, 0))
    return i


@helper
def own_statistics(vm: Block) -> int:
    """Return the node with the statistics of the current chooser, independent of other choices."""
    return load32(vm, by.TREE_SHARED) if is_pending(vm) else load32(vm, at.TREE_NODE)


@tree.word("(to-child)", "( i -- )", "Go to a child.", hidden=True)
def to_child(vm: Block, i: int) -> None:
    node = outer32(vm, tree_place(vm, load32(vm, at.TREE_NODE)) + playout_trees.FIRST_CHILD) + i
    if walk(vm, node) != 0:
        store32(vm, at.TREE_NODE, node)


@tree.word("(even-points)", "( -- )", "Give each player half a point.", hidden=True)
def even_points(vm: Block) -> None:
    store32(vm, playout_trees.OVER, 0)
    for k in range(32):
        store32(vm, at.SCORES + k * 4, 1)


tree.words(
    plain(
        "(over!)",
        "( -- )",
        "Record that this random game has ended.",
        lambda vm: store32(vm, playout_trees.OVER, -1),
        hidden=True,
    ),
    plain(
        "(cut)",
        "( -- n )",
        "Give the plies after which random games are cut off, 0 for none.",
        lambda vm: max(load32(vm, playout_trees.CUT), 0),
        hidden=True,
    ),
    plain(
        "(look)",
        "( -- n )",
        "Give the plies of a random game that are searched for an immediate win.",
        lambda vm: load32(vm, playout_trees.WIN_LOOKAHEAD),
        hidden=True,
    ),
    plain(
        "(averages?)",
        "( -- ? )",
        "True if random games draw moves by their means.",
        lambda vm: load32(vm, playout_trees.AVERAGES),
        hidden=True,
    ),
    plain(
        "(points!)",
        "( n player -- )",
        "Set the half points of a player for a random game.",
        lambda vm, n, player: store32(vm, at.SCORES + player_number(player) * 4, n),
        hidden=True,
    ),
)


@tree.word(
    "(back-up)", "( -- )", "Add the points of a random game to all nodes on the path.", hidden=True
)
def back_up(vm: Block) -> None:
    seen = 0 if is_shared(vm) else 1
    for k in range(load32(vm, at.TREE_DEPTH)):
        node = tree_place(vm, load32(vm, at.TREE_PATH + k * 4))
        mover = outer32(vm, node + playout_trees.MOVER)
        set_outer32(
            vm, node + playout_trees.VISITS, outer32(vm, node + playout_trees.VISITS) + seen
        )
        points = load32(vm, at.SCORES + (mover & 31) * 4)
        set_outer32(
            vm, node + playout_trees.POINTS, outer32(vm, node + playout_trees.POINTS) + points
        )
    learn_tables(vm)
    learn_plays(vm)
    back_up_worth(vm)
    prove_parents(vm)


tree.words(
    plain(
        "(policy?)",
        "( -- ? )",
        "True if random games choose their moves by `$Rollout`.",
        lambda vm: load32(vm, at.POLICY),
        hidden=True,
    ),
    plain(
        "(policy!)",
        "( ? -- )",
        "Set whether they do.",
        lambda vm, wanted: store32(vm, at.POLICY, wanted),
        hidden=True,
    ),
)
