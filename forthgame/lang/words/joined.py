"""Positions of the tree that several ways lead to: nodes that stand for one share their children.

As in Childs, Brodeur and Kocsis (*Transpositions and move groups in Monte Carlo tree search*, 2008;
their UCT2): what is known of the moves of a position is known on each way to it, while a node keeps
a mean of its own. Positions are found by their keys, with the number of the turn, so no way goes
round in circles; those inside a chain of partial moves are left apart, where that number stands.

They are kept where alpha-beta keeps the ends of its lines, in a table that fits the cache of a
processor: a larger one cost a quarter of the time at Connect Four, and found as many. An entry has
the node that stood for the position first; a later position with the same place takes it.
"""

from __future__ import annotations

from forthgame.lang import beyond as by
from forthgame.lang import layout as at
from forthgame.lang import trees
from forthgame.lang.cells import (
    Block,
    load32,
    load64,
    outer32,
    outer64,
    publish64,
    set_outer64,
    settled,
    system,
)
from forthgame.lang.word import helper
from forthgame.lang.words import transposition as table
from forthgame.lang.words.history import with_past
from forthgame.lang.words.solved import mover_of, tree_place
from forthgame.lang.words.worth import set_worth, worth_of

NODE_MASK = 0xFFFFFFFF
KNOWN = 1 << 32  # so that no entry is 0


@helper
def may_join(vm: Block) -> bool:
    """Whether nodes share children, and the position is none inside a chain of partial moves."""
    if load32(vm, trees.JOINS) == 0 or settled(vm, by.CHOICE_CELL) != 0:
        return False
    return system(vm, at.A_PARTIAL) == 0


@helper
def key_of_way(vm: Block) -> int:
    """The position's key as this search knows it: entries of others do not count."""
    key = with_past(vm, table.position_key(vm, table.standing_key(vm)))
    own = (load32(vm, trees.JOINS) << 32) | (load32(vm, at.SEARCH_SERIAL) & NODE_MASK)
    return key ^ (own * table.FIRST)


@helper
def joins(vm: Block, node: int) -> bool:
    """Whether the position of a node without children is known: then it has those of the other.

    Where it is not known, it is from now on.
    """
    if not may_join(vm):
        return False
    key = key_of_way(vm)
    place = table.entry_place(vm, key, 0)
    entry = outer64(vm, place + 8)
    if outer64(vm, place) ^ entry != key:
        entry = KNOWN | (node & NODE_MASK)
        set_outer64(vm, place, key ^ entry)
        set_outer64(vm, place + 8, entry)
        return False
    return take_children(vm, node, entry & NODE_MASK)


@helper
def take_children(vm: Block, node: int, other: int) -> bool:
    """Give a node what is known of another for the same position, if that has children."""
    if not 0 <= other <= load64(vm, trees.MASK) or other == node:
        return False
    source = tree_place(vm, other)
    place = tree_place(vm, node)
    values = outer64(vm, source + trees.VALUES)
    if outer32(vm, source + trees.CHILDREN) == 0 and values == 0:
        return False
    set_outer64(vm, place + trees.VALUES, values)
    if load32(vm, trees.MINIMAX) != 0 and mover_of(vm, node) == mover_of(vm, other):
        set_worth(vm, node, worth_of(vm, other))
    publish64(vm, place + trees.FIRST_CHILD, outer64(vm, source + trees.FIRST_CHILD))
    return outer32(vm, place + trees.CHILDREN) != 0 or values != 0
