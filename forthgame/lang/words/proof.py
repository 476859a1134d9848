"""Proof-number search: whether the player to move can force a result, whatever others do.

Depth-first, with a table (df-pn: Nagai, 2002). The proof number of a position is how many positions
have to be proven at least before it is, its disproof number the same for refuting it. Where all
children count, their largest number counts, and one for each other child (Ueda, Hashimoto,
Hashimoto and Iida, 2008): positions that are reached in several ways are not counted often.

A position that comes back on the way to it proves nothing for the one who has to prove something.
What rests on that holds only for the same way, so it is entered under a key of the way (after
Kishimoto and Müller, 2004); what rests on nothing before a position holds wherever it is met.

`stdlib.4th` has the search, `game/proving.py` what is said of it.
"""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang.cells import (
    Block,
    arena_cell,
    charge,
    load32,
    load64,
    outer64,
    set_outer64,
    store32,
    store64,
    system,
)
from forthgame.lang.word import Group, helper
from forthgame.lang.words import transposition as table
from forthgame.lang.words.root import number_of

proof = Group("search")
BITS = 22
INFINITE = (1 << BITS) - 1  # proven or disproven
MOST = INFINITE - 1
NOWHERE = 4095  # what rests on no position before
WORK_BITS = 12
WORK_MASK = (1 << WORK_BITS) - 1
AGE_MASK = 255
PLACES = 4  # entries that a position may be in
# fields of an open node
OWN, PROOF_LIMIT, DISPROOF_LIMIT, FIRST, COUNT, CHOSEN = 0, 4, 8, 12, 16, 20
CHILD_PROOF, CHILD_DISPROOF, BEGUN = 24, 28, 32  # limits for the child; positions seen before
KEY, WAY = 40, 48  # 64 bits each
LEVEL = at.PROOF_LEVEL_BYTES
# fields of a child
CHILD_KEY, MOVE, NUMBERS, RESTS = 0, 8, 12, 20
CHILD = at.PROOF_CHILD_BYTES


@helper
def node_at(level: int) -> int:
    """Offset of an open node, counted from 1."""
    return at.PROOFS + ((level - 1) & (at.PROOF_LEVELS - 1)) * LEVEL


@helper
def child_at(index: int) -> int:
    """Offset of a child."""
    return at.PROOF_CHILDREN + (index & (at.PROOF_CHILD_LIMIT - 1)) * CHILD


@helper
def newest_child(vm: Block) -> int:
    """Offset of the child that was added last."""
    return child_at(load32(vm, at.PROOF_CHILD_TOP) - 1)


# -- the table -----------------------------------------------------------------------------------


@helper
def entry_of(vm: Block, key: int) -> int:
    """Offset of the entry with a key, or 0."""
    wanted = table.marked(vm, key)
    base, mask = load64(vm, at.TABLE_BASE), load64(vm, at.TABLE_MASK)
    for k in range(PLACES):
        place = base + ((wanted ^ k) & mask) * 16
        if outer64(vm, place) == wanted:
            return place
    return 0


@helper
def numbers_of(vm: Block, entry: int) -> int:
    """Proof and disproof number of an entry, one behind the other."""
    return outer64(vm, entry + 8) & ((1 << (2 * BITS)) - 1)


@helper
def enter(vm: Block, key: int, proof: int, disproof: int, work: int) -> None:
    """Enter a position, over the one of its places that has cost least."""
    wanted = table.marked(vm, key)
    age = load32(vm, at.SEARCH_SERIAL) & AGE_MASK
    base, mask = load64(vm, at.TABLE_BASE), load64(vm, at.TABLE_MASK)
    least, chosen = 1 << 30, 0
    for k in range(PLACES):
        place = base + ((wanted ^ k) & mask) * 16
        kept = outer64(vm, place + 8)
        cost = (kept >> (2 * BITS)) & WORK_MASK
        if (kept >> (2 * BITS + WORK_BITS)) & AGE_MASK != age:
            cost = -1  # of an earlier search
        if outer64(vm, place) == wanted:
            cost = -2
        if cost < least:
            least, chosen = cost, place
    set_outer64(vm, chosen, wanted)
    packed = proof | (disproof << BITS) | (min(work, WORK_MASK) << (2 * BITS))
    set_outer64(vm, chosen + 8, packed | (age << (2 * BITS + WORK_BITS)))


@helper
def cost_of(seen: int) -> int:
    """A measure of a number of positions, for the table."""
    cost = 0
    while seen > 0:
        seen >>= 1
        cost += 1
    return cost


@helper
def way_key(key: int, way: int) -> int:
    """The key of a position on one way only."""
    return table.mixed(key ^ table.mixed(way))


@helper
def key_of_position(vm: Block, way: int) -> int:
    """The key of the position that stands; it covers the way where the rules ask for the past."""
    standing = table.standing_key(vm)
    if load32(vm, at.PROOF_TURNS) != 0:
        standing = table.position_key(vm, standing)
    if load32(vm, at.PROOF_PAST) != 0:
        standing += way
    return table.mixed(standing)


@helper
def way_on(vm: Block, way: int, key: int) -> int:
    """A key of the way to a position and the position itself.

    The order counts, but not where positions are compared with all that stood before them.
    """
    if load32(vm, at.PROOF_PAST) != 0:
        return way + table.mixed(key)
    return table.mixed(way + key)


# -- nodes ---------------------------------------------------------------------------------------


def level_free(vm: Block) -> int:
    """Guard: another node can be opened."""
    return 0 if 0 <= load32(vm, at.PROOF_LEVEL) < at.PROOF_LEVELS - 1 else -264


@proof.word("(begin-proof)", "( goal -- )", "Begin to prove a win (0), or a draw at least (1).",
            hidden=True)  # fmt: skip
def begin_proof(vm: Block, goal: int) -> None:
    table.prepare_keys(vm)
    table.prepare_table(vm)
    store32(vm, at.SEARCH_SERIAL, load32(vm, at.SEARCH_SERIAL) + 1)
    store32(vm, at.PROOF_LEVEL, 0)
    store32(vm, at.PROOF_CHILD_TOP, 0)
    store32(vm, at.PROOF_GOAL, goal)
    store32(vm, at.PROOF_WAYS, 0)
    store32(vm, at.PROOF_FOUND, 0)


@proof.word("(open-proof)", "( own? -- )", "Open the node of the position that stands.",
            guard=level_free, hidden=True)  # fmt: skip
def open_proof(vm: Block, own: int) -> None:
    level = load32(vm, at.PROOF_LEVEL) + 1
    store32(vm, at.PROOF_LEVEL, level)
    node = node_at(level)
    proof_limit, disproof_limit, way = INFINITE, INFINITE, 0
    if level > 1:
        before = node_at(level - 1)
        proof_limit = load32(vm, before + CHILD_PROOF)
        disproof_limit = load32(vm, before + CHILD_DISPROOF)
        way = load64(vm, before + WAY)
    key = key_of_position(vm, way)
    store32(vm, node + OWN, own)
    store32(vm, node + PROOF_LIMIT, proof_limit)
    store32(vm, node + DISPROOF_LIMIT, disproof_limit)
    store32(vm, node + FIRST, load32(vm, at.PROOF_CHILD_TOP))
    store32(vm, node + COUNT, 0)
    store32(vm, node + CHOSEN, 0)
    store64(vm, node + BEGUN, load64(vm, at.NODES))
    store64(vm, node + KEY, key)
    store64(vm, node + WAY, way_on(vm, way, key))


@helper
def level_of(vm: Block, key: int) -> int:
    """The open node that a position stands at, 0 if it is on no way."""
    level = load32(vm, at.PROOF_LEVEL)
    charge(vm, level >> 2)
    for k in range(1, level + 1):
        if load64(vm, node_at(k) + KEY) == key:
            return k
    return 0


@helper
def set_numbers(vm: Block, child: int, proof: int, disproof: int, rests: int) -> None:
    """Numbers of a child, and the level that they rest on."""
    store32(vm, child + NUMBERS, proof)
    store32(vm, child + NUMBERS + 4, disproof)
    store32(vm, child + RESTS, rests)


@helper
def settle_child(vm: Block, child: int, proven: bool, rests: int) -> None:
    """A child that is decided."""
    if proven:
        set_numbers(vm, child, 0, INFINITE, rests)
    else:
        set_numbers(vm, child, INFINITE, 0, rests)


@helper
def take_entry(vm: Block, child: int, key: int, on_this_way: bool) -> int:
    """Take the numbers of a child from the table; whether they are there."""
    entry = entry_of(vm, key)
    if entry == 0:
        return 0
    numbers = numbers_of(vm, entry)
    rests = (outer64(vm, entry + 8) >> (2 * BITS)) & WORK_MASK if on_this_way else NOWHERE
    set_numbers(vm, child, numbers & INFINITE, numbers >> BITS, rests)
    return -1


def child_free(vm: Block) -> int:
    """Guard: there is room for another child."""
    return 0 if 0 <= load32(vm, at.PROOF_CHILD_TOP) < at.PROOF_CHILD_LIMIT else -264


@proof.word("(add-child)", "( move -- known? )", "Take the position behind a move as a child of "
            "the newest node; whether its numbers are known.",
            guard=child_free, hidden=True)  # fmt: skip
def add_child(vm: Block, move: int) -> int:
    top = load32(vm, at.PROOF_CHILD_TOP)
    store32(vm, at.PROOF_CHILD_TOP, top + 1)
    node = node_at(load32(vm, at.PROOF_LEVEL))
    store32(vm, node + COUNT, load32(vm, node + COUNT) + 1)
    child = child_at(top)
    key = key_of_position(vm, load64(vm, node + WAY))
    store64(vm, child + CHILD_KEY, key)
    store32(vm, child + MOVE, move)
    back = level_of(vm, key)
    if back != 0:  # a game that goes round is nobody's win
        settle_child(vm, child, load32(vm, at.PROOF_GOAL) != 0, back)
        return -1
    if load32(vm, at.PROOF_WAYS) != 0:
        known = take_entry(vm, child, way_key(key, load64(vm, node + WAY)), True)
        if known != 0:
            return -1
    return take_entry(vm, child, key, False)


def no_chance(vm: Block, n: int, own: int) -> int:
    """Guard: somebody chooses among several moves."""
    number = (system(vm, at.A_PLAYER) >> 11) & 31
    chance = (load32(vm, at.CHANCE_PLAYERS) >> number) & 1
    return -316 if n > 1 and chance != 0 else 0


@proof.word("(new-child)", "( n own? -- )", "The newest child has n moves: that many have to be "
            "proven, or disproven.", guard=no_chance, hidden=True)  # fmt: skip
def new_child(vm: Block, n: int, own: int) -> None:
    child = newest_child(vm)
    moves = max(1, min(n, MOST))
    if own != 0:
        set_numbers(vm, child, 1, moves, NOWHERE)
        enter(vm, load64(vm, child + CHILD_KEY), 1, moves, 0)
    else:
        set_numbers(vm, child, moves, 1, NOWHERE)
        enter(vm, load64(vm, child + CHILD_KEY), moves, 1, 0)


@proof.word("(end-child)", "( result -- )", "The game is over at the newest child, with a result "
            "for the searcher.", hidden=True)  # fmt: skip
def end_child(vm: Block, result: int) -> None:
    child = newest_child(vm)
    proven = result > 0 or (result == at.DRAW_SCORE and load32(vm, at.PROOF_GOAL) != 0)
    settle_child(vm, child, proven, NOWHERE)
    key = load64(vm, child + CHILD_KEY)
    if proven:
        enter(vm, key, 0, INFINITE, 0)
    else:
        enter(vm, key, INFINITE, 0, 0)


@helper
def one_side(vm: Block, node: int) -> int:
    """Where the numbers lie of which the smallest counts: proofs at the searcher's nodes."""
    return NUMBERS if load32(vm, node + OWN) != 0 else NUMBERS + 4


@proof.word("(child-decides?)", "( -- ? )", "Whether the newest child decides the node.",
            hidden=True)  # fmt: skip
def child_decides(vm: Block) -> int:
    node = node_at(load32(vm, at.PROOF_LEVEL))
    if load32(vm, node + COUNT) == 0:
        return 0
    return -1 if load32(vm, newest_child(vm) + one_side(vm, node)) == 0 else 0


@helper
def smallest(vm: Block, node: int) -> int:
    """The smallest number of the children."""
    side, found = one_side(vm, node), INFINITE
    first = load32(vm, node + FIRST)
    charge(vm, load32(vm, node + COUNT))
    for k in range(load32(vm, node + COUNT)):
        found = min(found, load32(vm, child_at(first + k) + side))
    return found


@helper
def others_open(vm: Block, node: int) -> int:
    """Children that are not decided against the one who chooses, but one."""
    side = 2 * NUMBERS + 4 - one_side(vm, node)
    first, count = load32(vm, node + FIRST), 0
    for k in range(load32(vm, node + COUNT)):
        if load32(vm, child_at(first + k) + side) != 0:
            count += 1
    return max(count - 1, 0)


@helper
def joint(vm: Block, node: int) -> int:
    """The number that all children have together: the largest, and one for each other."""
    side, largest = 2 * NUMBERS + 4 - one_side(vm, node), 0
    first = load32(vm, node + FIRST)
    for k in range(load32(vm, node + COUNT)):
        largest = max(largest, load32(vm, child_at(first + k) + side))
    if largest == 0 or largest == INFINITE:
        return largest
    return min(largest + others_open(vm, node), MOST)


@proof.word("(next-child)", "( -- move )", "The move to look behind next; 0 when the node is "
            "decided, or others promise more.", hidden=True)  # fmt: skip
def next_child(vm: Block) -> int:
    node = node_at(load32(vm, at.PROOF_LEVEL))
    own = load32(vm, node + OWN) != 0
    side = one_side(vm, node)
    first = load32(vm, node + FIRST)
    one, all_of_them = smallest(vm, node), joint(vm, node)
    one_limit = load32(vm, node + (PROOF_LIMIT if own else DISPROOF_LIMIT))
    all_limit = load32(vm, node + (DISPROOF_LIMIT if own else PROOF_LIMIT))
    if one == 0 or all_of_them == 0 or one >= one_limit or all_of_them >= all_limit:
        return 0
    best, second, chosen = INFINITE + 1, INFINITE, 0
    for k in range(load32(vm, node + COUNT)):
        number = load32(vm, child_at(first + k) + side)
        if number < best:
            best, second, chosen = number, min(second, best), k
        elif number < second:
            second = number
    store32(vm, node + CHOSEN, chosen)
    one_limit = min(one_limit, second + (second >> 2) + 1)
    all_limit = all_limit - others_open(vm, node)
    store32(vm, node + CHILD_PROOF, one_limit if own else all_limit)
    store32(vm, node + CHILD_DISPROOF, all_limit if own else one_limit)
    return load32(vm, child_at(first + chosen) + MOVE)


@helper
def resting(vm: Block, node: int, one: int) -> int:
    """The level that a decided node rests on: NOWHERE if on none before it."""
    side = one_side(vm, node)
    first = load32(vm, node + FIRST)
    rests = 0 if one == 0 else NOWHERE
    for k in range(load32(vm, node + COUNT)):
        child = child_at(first + k)
        on = load32(vm, child + RESTS)
        if one != 0:
            rests = min(rests, on)
        elif load32(vm, child + side) == 0:
            rests = max(rests, on)
    return rests


@helper
def found_move(vm: Block, node: int) -> int:
    """The root's move that is proven, 0 if there is none."""
    first = load32(vm, node + FIRST)
    for k in range(load32(vm, node + COUNT)):
        if load32(vm, child_at(first + k) + NUMBERS) == 0:
            return load32(vm, child_at(first + k) + MOVE)
    return 0


@proof.word("(close-proof)", "( -- )", "Close the newest node: its numbers go into the table and "
            "to the node before.", hidden=True)  # fmt: skip
def close_proof(vm: Block) -> None:
    level = load32(vm, at.PROOF_LEVEL)
    node = node_at(level)
    own = load32(vm, node + OWN) != 0
    key = load64(vm, node + KEY)
    one, all_of_them = smallest(vm, node), joint(vm, node)
    rests = NOWHERE
    if one == 0 or all_of_them == 0:
        if one == 0:
            all_of_them = INFINITE
        else:
            one = INFINITE
        rests = resting(vm, node, one)
        rests = NOWHERE if rests >= level else rests  # ways that come back here are inside it
    proof_number = one if own else all_of_them
    disproof_number = all_of_them if own else one
    if rests == NOWHERE:
        cost = cost_of(load64(vm, at.NODES) - load64(vm, node + BEGUN))
        enter(vm, key, proof_number, disproof_number, cost)
    else:
        store32(vm, at.PROOF_WAYS, -1)
        before = load64(vm, node_at(level - 1) + WAY)
        enter(vm, way_key(key, before), proof_number, disproof_number, rests)
    store32(vm, at.PROOF_CHILD_TOP, load32(vm, node + FIRST))
    store32(vm, at.PROOF_LEVEL, max(level - 1, 0))
    if level > 1:
        parent = node_at(level - 1)
        child = child_at(load32(vm, parent + FIRST) + load32(vm, parent + CHOSEN))
        set_numbers(vm, child, proof_number, disproof_number, rests)
        return
    store32(vm, at.PROOF_FOUND, 1 if proof_number == 0 else 2 if disproof_number == 0 else 0)
    move = found_move(vm, node)
    if move != 0 and arena_cell(vm, load32(vm, at.LIST) + at.LIST_COUNT * 4) > 0:
        store32(vm, at.BEST_COUNT, -2 - number_of(vm, move))
