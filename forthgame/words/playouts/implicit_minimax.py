"""Implicit minimax backups: evaluations of tree nodes, backed up by minimax.

After Lanctot, Winands, Pepels and Sturtevant (*Monte Carlo tree search with heuristic evaluations
using implicit minimax backups*, 2014): each node stores an evaluation backed up by minimax beside
its mean, and children are selected by both. The value is a share of points from 0 to 1 for the
player who moves into the node, stored in 16 bits; 0 stands for none. Used only with two competing
players and no chance; otherwise the option has no effect.
"""

from __future__ import annotations

from forthgame.words.playouts.cutoff_estimates import plainly_expected
from forthgame.words.playouts.proven_values import mover_of, tree_place, two_compete
from forthgame.words.registers import extension_registers as by, memory_layout as at, playout_trees
from forthgame.words.table.memory_access import (
    Block,
    charge,
    load32,
    outer32,
    player_number,
    set_outer32,
    settled,
    system,
)
from forthgame.words.table.row import Group, helper, plain

worth = Group("search")
SHIFT = 8  # of a value in the field of the mover
BELOW = (1 << SHIFT) - 1  # mask of the other contents
MASK = 0xFFFF
MOST = MASK - 1  # greatest value less 1


@helper
def has_worths(vm: Block) -> bool:
    if load32(vm, playout_trees.MINIMAX) == 0 or settled(vm, by.CHOICE_CELL) != 0:
        return False
    return two_compete(vm) and load32(vm, at.CHANCE_PLAYERS) == 0


@helper
def worth_of(vm: Block, index: int) -> int:
    """Return the value of a node, at least 1, or 0 if unknown."""
    return (outer32(vm, tree_place(vm, index) + playout_trees.MOVER) >> SHIFT) & MASK


@helper
def set_worth(vm: Block, index: int, value: int) -> None:
    place = tree_place(vm, index) + playout_trees.MOVER
    set_outer32(vm, place, (outer32(vm, place) & BELOW) | (value << SHIFT))


worth.words(
    plain(
        "(worths?)",
        "( -- ? )",
        "True if nodes store evaluations.",
        lambda vm: -1 if has_worths(vm) else 0,
        hidden=True,
    ),
)


@worth.word("(note-worth)", "( score -- )", "Store the evaluation of the node for the player to "
            "move.", hidden=True)  # fmt: skip
def note_worth(vm: Block, score: int) -> None:
    index = load32(vm, at.TREE_NODE)
    share = plainly_expected(vm, float(score))
    if player_number(system(vm, at.A_PLAYER)) != mover_of(vm, index):
        share = 1.0 - share
    set_worth(vm, index, 1 + min(max(int(share * MOST), 0), MOST))


@worth.word("(end-worth)", "( -- )", "Store the points as the value of a node where the game is "
            "over.", hidden=True)  # fmt: skip
def end_worth(vm: Block) -> None:
    index = load32(vm, at.TREE_NODE)
    if has_worths(vm) and index != 0:
        points = load32(vm, at.SCORES + mover_of(vm, index) * 4)
        set_worth(vm, index, 1 + min(max(points, 0), 2) * (MOST // 2))


@helper
def back_up_worth(vm: Block) -> None:
    """Propagate the value of the last node on the path to its ancestors."""
    if not has_worths(vm):
        return
    k = min(load32(vm, at.TREE_DEPTH), playout_trees.PATH_LIMIT) - 2
    while k >= 1:
        index = load32(vm, at.TREE_PATH + k * 4)
        before = worth_of(vm, index)
        found = best_worth(vm, index)
        if found == 0 or found == before:
            return
        set_worth(vm, index, found)
        k -= 1


@helper
def best_worth(vm: Block, index: int) -> int:
    """Return the minimax value of a node's children, 0 if none has a value."""
    first = outer32(vm, tree_place(vm, index) + playout_trees.FIRST_CHILD)
    count = outer32(vm, tree_place(vm, index) + playout_trees.CHILDREN)
    best = 0
    charge(vm, count)
    for k in range(count):
        best = max(best, worth_of(vm, first + k))
    if best == 0 or count == 0 or mover_of(vm, first) == mover_of(vm, index):
        return best
    return MASK + 1 - best


@helper
def with_worth(vm: Block, index: int, mean: float) -> float:
    """Return a node's mean combined with its value, by the weight of the option."""
    value = worth_of(vm, index)
    if value == 0:
        return mean
    return mean + 0.001 * load32(vm, playout_trees.MINIMAX) * ((value - 1.0) / MOST - mean)
