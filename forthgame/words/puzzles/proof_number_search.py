"""Proof-number search: prove or disprove that the player to move can force a result.

Depth-first with a transposition table (df-pn: Nagai, 2002). The proof number of a position is the
least number of positions that have to be proven to prove it; the disproof number is the same for
refuting it. Where all children count, use the largest of their numbers plus one for each other
child (weak PN: Ueda, Hashimoto, Hashimoto and Iida, 2008), which avoids counting transpositions
many times.

A repetition on the path is no success for the side that has to prove something. Results that depend
on it hold for the same path only, so they are stored under a key of the path (after Kishimoto and
Müller, 2004); other results hold for the position in general.

`stdlib.4th` has the search, `search/proving.py` interprets its results.
"""

from __future__ import annotations

from forthgame.words.registers import (
    extension_registers as more,
    memory_layout as at,
    proof_nodes as by,
)
from forthgame.words.search import transposition_table as table
from forthgame.words.search.root_moves import number_of
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    load32,
    load64,
    outer64,
    player_number,
    set_outer64,
    settled,
    store32,
    store64,
    system,
)
from forthgame.words.table.row import Group, helper

proof = Group("search")
# an entry of the table: a 64-bit key, of a position or of a path, and 64 bits for the two numbers,
# for the work done or, for a path, the level that the numbers depend on, and for the search
BITS = 22  # of a number
WORK_BITS = 12
WORK_MASK = (1 << WORK_BITS) - 1
AGE_MASK = 255  # of the serial of the search
PLACES = 4  # entries probed for a position
INFINITE = (1 << BITS) - 1  # proven or disproven
MOST = INFINITE - 1
NOWHERE = 4095  # stands for a result that depends on no earlier position
CHILDREN = at.PROOFS + by.NODES * by.NODE  # offset of the children


@helper
def node_at(level: int) -> int:
    """Return the offset of an open node, numbered from 1."""
    return at.PROOFS + ((level - 1) & (by.NODES - 1)) * by.NODE


@helper
def child_at(index: int) -> int:
    return CHILDREN + (index & (by.CHILDREN - 1)) * by.CHILD


@helper
def newest_child(vm: Block) -> int:
    return child_at(load32(vm, by.CHILD_TOP) - 1)


@helper
def key_of_position(vm: Block, way: int) -> int:
    """Return the key of the current position, with its path if rules depend on the past."""
    standing = table.standing_key(vm)
    if load32(vm, by.TURNS) != 0:
        standing = table.position_key(vm, standing)
    if load32(vm, by.PAST) != 0:
        standing += way
    return table.mixed(standing)


@helper
def way_on(vm: Block, way: int, key: int) -> int:
    """Return the key of a path extended by a position.

    The order counts, except in games that only count occurrences of positions.
    """
    if load32(vm, by.PAST) != 0 and settled(vm, more.CYCLES_USED) == 0:
        return way + table.mixed(key)
    return table.mixed(way + key)


# -- the table ------------------------------------------------------------------------------------


@helper
def entry_of(vm: Block, key: int) -> int:
    """Return the offset of the entry with a key, or 0."""
    wanted = table.marked(vm, key)
    base, mask = load64(vm, by.TABLE_BASE), load64(vm, by.TABLE_MASK)
    for k in range(PLACES):
        place = base + ((wanted ^ k) & mask) * 16
        if outer64(vm, place) == wanted:
            return place
    return 0


@helper
def numbers_of(vm: Block, entry: int) -> int:
    """Return the proof and disproof number of an entry, packed."""
    return outer64(vm, entry + 8) & ((1 << (2 * BITS)) - 1)


@helper
def enter(vm: Block, key: int, proof: int, disproof: int, work: int) -> None:
    """Store a position, replacing the cheapest of its possible entries."""
    wanted = table.marked(vm, key)
    age = load32(vm, at.SEARCH_SERIAL) & AGE_MASK
    base, mask = load64(vm, by.TABLE_BASE), load64(vm, by.TABLE_MASK)
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
    """Return the number of bits of a number of positions, as a measure of work."""
    cost = 0
    while seen > 0:
        seen >>= 1
        cost += 1
    return cost


@helper
def way_key(key: int, way: int) -> int:
    """Return the key of a position that is valid on one path only."""
    return table.mixed(key ^ table.mixed(way))


@helper
def level_of_entry(vm: Block, entry: int) -> int:
    return (outer64(vm, entry + 8) >> (2 * BITS)) & WORK_MASK


# -- nodes ----------------------------------------------------------------------------------------


def level_free(vm: Block) -> int:
    return 0 if 0 <= load32(vm, by.LEVEL) < by.NODES - 1 else -264


@proof.word(
    "(begin-proof)", "( goal -- )", "Begin to prove a win (0), or at least a draw (1).", hidden=True
)
def begin_proof(vm: Block, goal: int) -> None:
    table.prepare_keys(vm)
    table.prepare_table(vm)
    store32(vm, at.SEARCH_SERIAL, load32(vm, at.SEARCH_SERIAL) + 1)
    store32(vm, by.LEVEL, 0)
    store32(vm, by.CHILD_TOP, 0)
    store32(vm, by.GOAL, goal)
    store32(vm, by.WAYS, 0)
    store32(vm, by.FOUND, 0)
    store32(vm, by.DRAWN, 0)


@proof.word("(open-proof)", "( own? -- )", "Open the node of the current position.",
            guard=level_free, hidden=True)  # fmt: skip
def open_proof(vm: Block, own: int) -> None:
    level = load32(vm, by.LEVEL) + 1
    store32(vm, by.LEVEL, level)
    node = node_at(level)
    proof_limit, disproof_limit, way = INFINITE, INFINITE, 0
    if level > 1:
        before = node_at(level - 1)
        proof_limit = load32(vm, before + by.CHILD_PROOF)
        disproof_limit = load32(vm, before + by.CHILD_DISPROOF)
        way = load64(vm, before + by.WAY)
    key = key_of_position(vm, way)
    store32(vm, node + by.OWN, own)
    store32(vm, node + by.PROOF_LIMIT, proof_limit)
    store32(vm, node + by.DISPROOF_LIMIT, disproof_limit)
    store32(vm, node + by.FIRST, load32(vm, by.CHILD_TOP))
    store32(vm, node + by.COUNT, 0)
    store32(vm, node + by.CHOSEN, 0)
    store64(vm, node + by.BEGUN, load64(vm, at.NODES))
    store64(vm, node + by.KEY, key)
    store64(vm, node + by.WAY, way_on(vm, way, key))


@helper
def level_of(vm: Block, key: int) -> int:
    """Return the level of the open node with the given position, 0 if there is none."""
    level = load32(vm, by.LEVEL)
    charge(vm, level >> 2)
    for k in range(1, level + 1):
        if load64(vm, node_at(k) + by.KEY) == key:
            return k
    return 0


@helper
def set_numbers(vm: Block, child: int, proof: int, disproof: int, rests: int) -> None:
    """Set the numbers of a child, and the level that they depend on."""
    store32(vm, child + by.PROOF, proof)
    store32(vm, child + by.DISPROOF, disproof)
    store32(vm, child + by.RESTS, rests)


@helper
def settle_child(vm: Block, child: int, proven: bool, rests: int) -> None:
    proof, disproof = (0, INFINITE) if proven else (INFINITE, 0)
    set_numbers(vm, child, proof, disproof, rests)


@helper
def enter_child(vm: Block, child: int) -> None:
    """Store the numbers of a child, which depend on no earlier position, in the table."""
    key = load64(vm, child + by.CHILD_KEY)
    enter(vm, key, load32(vm, child + by.PROOF), load32(vm, child + by.DISPROOF), 0)


@helper
def take_entry(vm: Block, child: int, key: int, on_this_way: bool) -> int:
    """Copy the numbers of a child from the table; return whether they are there."""
    entry = entry_of(vm, key)
    if entry == 0:
        return 0
    numbers = numbers_of(vm, entry)
    rests = level_of_entry(vm, entry) if on_this_way else NOWHERE
    set_numbers(vm, child, numbers & INFINITE, numbers >> BITS, rests)
    return -1


def child_free(vm: Block) -> int:
    return 0 if 0 <= load32(vm, by.CHILD_TOP) < by.CHILDREN else -264


@proof.word("(add-child)", "( move -- known? )", "Add the position after a move as a child of the "
            "newest node; true if its numbers are known.", guard=child_free,
            hidden=True)  # fmt: skip
def add_child(vm: Block, move: int) -> int:
    top = load32(vm, by.CHILD_TOP)
    store32(vm, by.CHILD_TOP, top + 1)
    node = node_at(load32(vm, by.LEVEL))
    store32(vm, node + by.COUNT, load32(vm, node + by.COUNT) + 1)
    child = child_at(top)
    way = load64(vm, node + by.WAY)
    key = key_of_position(vm, way)
    store64(vm, child + by.CHILD_KEY, key)
    store32(vm, child + by.MOVE, move)
    store64(vm, child + by.WORK, 0)
    back = level_of(vm, key)
    if back != 0:  # a repetition is a draw
        store32(vm, by.DRAWN, -1)
        settle_child(vm, child, load32(vm, by.GOAL) != 0, back)
        return -1
    if load32(vm, by.WAYS) != 0 and take_entry(vm, child, way_key(key, way), True) != 0:
        return -1
    return take_entry(vm, child, key, False)


def no_chance(vm: Block, n: int, own: int) -> int:
    """Guard: the player is not a chance player with several moves."""
    number = player_number(system(vm, at.A_PLAYER))
    chance = (load32(vm, at.CHANCE_PLAYERS) >> number) & 1
    return -316 if n > 1 and chance != 0 else 0


@proof.word("(new-child)", "( n own? -- )", "Initialise the newest child, which has n moves.",
            guard=no_chance, hidden=True)  # fmt: skip
def new_child(vm: Block, n: int, own: int) -> None:
    child = newest_child(vm)
    moves = max(1, min(n, MOST))
    proof, disproof = (1, moves) if own != 0 else (moves, 1)
    set_numbers(vm, child, proof, disproof, NOWHERE)
    enter_child(vm, child)


@proof.word("(end-child)", "( result -- )", "Decide the newest child by a result for the searcher.",
            hidden=True)  # fmt: skip
def end_child(vm: Block, result: int) -> None:
    child = newest_child(vm)
    if result == at.DRAW_SCORE:
        store32(vm, by.DRAWN, -1)
    proven = result > 0 or (result == at.DRAW_SCORE and load32(vm, by.GOAL) != 0)
    settle_child(vm, child, proven, NOWHERE)
    enter_child(vm, child)


@helper
def one_side(vm: Block, node: int) -> int:
    """Return the field whose minimum counts: proof numbers at the searcher's nodes."""
    return by.PROOF if load32(vm, node + by.OWN) != 0 else by.DISPROOF


@proof.word(
    "(child-decides?)", "( -- ? )", "True if the newest child decides the node.", hidden=True
)
def child_decides(vm: Block) -> int:
    node = node_at(load32(vm, by.LEVEL))
    if load32(vm, node + by.COUNT) == 0:
        return 0
    return -1 if load32(vm, newest_child(vm) + one_side(vm, node)) == 0 else 0


@helper
def smallest(vm: Block, node: int) -> int:
    side, found = one_side(vm, node), INFINITE
    first = load32(vm, node + by.FIRST)
    charge(vm, load32(vm, node + by.COUNT))
    for k in range(load32(vm, node + by.COUNT)):
        found = min(found, load32(vm, child_at(first + k) + side))
    return found


@helper
def others_open(vm: Block, node: int) -> int:
    """Return the number of undecided children, less one."""
    side = by.PROOF + by.DISPROOF - one_side(vm, node)
    first, count = load32(vm, node + by.FIRST), 0
    for k in range(load32(vm, node + by.COUNT)):
        if load32(vm, child_at(first + k) + side) != 0:
            count += 1
    return max(count - 1, 0)


@helper
def joint(vm: Block, node: int) -> int:
    """Return the sum-like number of all children: the largest plus one for each other."""
    side, largest = by.PROOF + by.DISPROOF - one_side(vm, node), 0
    first = load32(vm, node + by.FIRST)
    for k in range(load32(vm, node + by.COUNT)):
        largest = max(largest, load32(vm, child_at(first + k) + side))
    if largest == 0 or largest == INFINITE:
        return largest
    return min(largest + others_open(vm, node), MOST)


@proof.word("(next-child)", "( -- move )", "Give the move to search next; 0 if the node is "
            "decided, or others are more promising.", hidden=True)  # fmt: skip
def next_child(vm: Block) -> int:
    node = node_at(load32(vm, by.LEVEL))
    own = load32(vm, node + by.OWN) != 0
    side = one_side(vm, node)
    first = load32(vm, node + by.FIRST)
    one, all_of_them = smallest(vm, node), joint(vm, node)
    one_limit = load32(vm, node + (by.PROOF_LIMIT if own else by.DISPROOF_LIMIT))
    all_limit = load32(vm, node + (by.DISPROOF_LIMIT if own else by.PROOF_LIMIT))
    if one == 0 or all_of_them == 0 or one >= one_limit or all_of_them >= all_limit:
        return 0
    best, second, chosen = INFINITE + 1, INFINITE, 0
    for k in range(load32(vm, node + by.COUNT)):
        number = load32(vm, child_at(first + k) + side)
        if number < best:
            best, second, chosen = number, min(second, best), k
        elif number < second:
            second = number
    store32(vm, node + by.CHOSEN, chosen)
    one_limit = min(one_limit, second + (second >> 2) + 1)
    all_limit = all_limit - others_open(vm, node)
    store32(vm, node + by.CHILD_PROOF, one_limit if own else all_limit)
    store32(vm, node + by.CHILD_DISPROOF, all_limit if own else one_limit)
    return load32(vm, child_at(first + chosen) + by.MOVE)


@helper
def resting(vm: Block, node: int, one: int) -> int:
    """Return the level that a decided node depends on; NOWHERE if there is none before it."""
    side = one_side(vm, node)
    first = load32(vm, node + by.FIRST)
    rests = 0 if one == 0 else NOWHERE
    for k in range(load32(vm, node + by.COUNT)):
        child = child_at(first + k)
        on = load32(vm, child + by.RESTS)
        if one != 0:
            rests = min(rests, on)
        elif load32(vm, child + side) == 0:
            rests = max(rests, on)
    return rests


@helper
def found_move(vm: Block, node: int) -> int:
    """Return the root's proven move, 0 if there is none."""
    first = load32(vm, node + by.FIRST)
    for k in range(load32(vm, node + by.COUNT)):
        if load32(vm, child_at(first + k) + by.PROOF) == 0:
            return load32(vm, child_at(first + k) + by.MOVE)
    return 0


@helper
def hardest_move(vm: Block, node: int) -> int:
    """Return the root's move whose refutation took most positions, 0 if there is none."""
    first, most, found = load32(vm, node + by.FIRST), -1, 0
    for k in range(load32(vm, node + by.COUNT)):
        work = load64(vm, child_at(first + k) + by.WORK)
        if work > most:
            most, found = work, load32(vm, child_at(first + k) + by.MOVE)
    return found


@proof.word("(nothing-new?)", "( -- ? )", "True if no position has been counted since the newest "
            "node was opened.", hidden=True)  # fmt: skip
def nothing_new(vm: Block) -> int:
    begun = load64(vm, node_at(load32(vm, by.LEVEL)) + by.BEGUN)
    return -1 if load64(vm, at.NODES) == begun else 0


@proof.word("(close-proof)", "( -- )", "Close the newest node; store its numbers in the table and "
            "in its parent.", hidden=True)  # fmt: skip
def close_proof(vm: Block) -> None:
    level = load32(vm, by.LEVEL)
    node = node_at(level)
    own = load32(vm, node + by.OWN) != 0
    key = load64(vm, node + by.KEY)
    one, all_of_them = smallest(vm, node), joint(vm, node)
    rests = NOWHERE
    if one == 0 or all_of_them == 0:
        if one == 0:
            all_of_them = INFINITE
        else:
            one = INFINITE
        rests = resting(vm, node, one)
        rests = NOWHERE if rests >= level else rests  # cycles through this node are inside it
    proof_number = one if own else all_of_them
    disproof_number = all_of_them if own else one
    if rests == NOWHERE:
        cost = cost_of(load64(vm, at.NODES) - load64(vm, node + by.BEGUN))
        enter(vm, key, proof_number, disproof_number, cost)
    else:
        store32(vm, by.WAYS, -1)
        before = load64(vm, node_at(level - 1) + by.WAY)
        enter(vm, way_key(key, before), proof_number, disproof_number, rests)
    store32(vm, by.CHILD_TOP, load32(vm, node + by.FIRST))
    store32(vm, by.LEVEL, max(level - 1, 0))
    if level > 1:
        parent = node_at(level - 1)
        child = child_at(load32(vm, parent + by.FIRST) + load32(vm, parent + by.CHOSEN))
        set_numbers(vm, child, proof_number, disproof_number, rests)
        work = load64(vm, at.NODES) - load64(vm, node + by.BEGUN)
        store64(vm, child + by.WORK, load64(vm, child + by.WORK) + work)
        return
    store32(vm, by.FOUND, 1 if proof_number == 0 else 2 if disproof_number == 0 else 0)
    move = hardest_move(vm, node) if disproof_number == 0 else found_move(vm, node)
    if move != 0 and arena_cell(vm, load32(vm, at.LIST) + at.LIST_COUNT * 4) > 0:
        store32(vm, at.BEST_COUNT, -2 - number_of(vm, move))
