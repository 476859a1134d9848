"""Transpositions in the tree of random games: nodes for the same position share children.

As in UCT2 (Childs, Brodeur and Kocsis, *Transpositions and move groups in Monte Carlo tree search*,
2008), statistics of moves are shared by all paths to a position, while each node keeps a mean of
its own. Positions are identified by keys that include the number of the turn, so there are no
cycles; positions inside a chain of partial moves, which keeps that number, are not joined.

The table is the one for leaves of alpha-beta, which fits the processor's cache: a larger one cost a
quarter of the time at Connect Four and found no more. An entry holds the first node for its
position, until it is replaced by another position with the same place.
"""

from __future__ import annotations

from forthgame.words.lists.position_history import with_past
from forthgame.words.playouts.implicit_minimax import set_worth, worth_of
from forthgame.words.playouts.proven_values import mover_of, tree_place
from forthgame.words.registers import extension_registers as by, memory_layout as at, playout_trees
from forthgame.words.search import transposition_table as table
from forthgame.words.table.memory_access import (
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
from forthgame.words.table.row import helper

NODE_MASK = 0xFFFFFFFF
KNOWN = 1 << 32  # makes every entry nonzero


@helper
def may_join(vm: Block) -> bool:
    """Return whether the current position may share children: never between partial moves."""
    if load32(vm, playout_trees.SHARING_SERIAL) == 0 or settled(vm, by.CHOICE_CELL) != 0:
        return False
    return system(vm, at.A_PARTIAL) == 0


@helper
def key_of_way(vm: Block) -> int:
    """Return the position's key, made unique to this search."""
    key = with_past(vm, table.position_key(vm, table.standing_key(vm)))
    own = (load32(vm, playout_trees.SHARING_SERIAL) << 32) | (
        load32(vm, at.SEARCH_SERIAL) & NODE_MASK
    )
    return key ^ (own * table.FIRST)


@helper
def joins(vm: Block, node: int) -> bool:
    """Return whether a node without children has received those of an equal position.

    Register the node if its position is not in the table.
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
    """Share the children and proven values of another node; return whether there are any."""
    if not 0 <= other <= load64(vm, playout_trees.MASK) or other == node:
        return False
    source = tree_place(vm, other)
    place = tree_place(vm, node)
    values = outer64(vm, source + playout_trees.VALUES)
    if outer32(vm, source + playout_trees.CHILDREN) == 0 and values == 0:
        return False
    set_outer64(vm, place + playout_trees.VALUES, values)
    if load32(vm, playout_trees.MINIMAX) != 0 and mover_of(vm, node) == mover_of(vm, other):
        set_worth(vm, node, worth_of(vm, other))
    publish64(
        vm, place + playout_trees.FIRST_CHILD, outer64(vm, source + playout_trees.FIRST_CHILD)
    )
    return outer32(vm, place + playout_trees.CHILDREN) != 0 or values != 0
