"""What a move looks like before it has been tried: progressive bias in the tree of random games.

After Chaslot, Winands, van den Herik, Uiterwijk and Bouzy (*Progressive strategies for Monte-Carlo
tree search*, 2008): the promise of a child is raised or lowered by what is known of its move, the
less the oftener it was visited. What is known is whether the script has said `rank` of the move,
above or below 0, and else whether the move takes something.
"""

from __future__ import annotations

from forthgame.lang import beyond as by
from forthgame.lang import layout as at
from forthgame.lang import trees
from forthgame.lang.cells import Block, arena_cell, load32, outer32, set_outer32, settled
from forthgame.lang.word import helper
from forthgame.lang.words.ordering import captured_value

PLAIN, EARLY, TAKES, LATE = 0, 1, 2, 3
SHIFT = 5  # of the look in the field of the mover, in two bits


@helper
def look_of(vm: Block, move: int) -> int:
    """PLAIN, EARLY or LATE by the script's rank, or TAKES."""
    if settled(vm, by.SELECTS) & by.RANK != 0:
        own = arena_cell(vm, move + at.MOVE_FLAGS * 4) >> by.RANK_SHIFT
        if own != 0:
            return EARLY if own > 0 else LATE
    return TAKES if captured_value(vm, move) != 0 else PLAIN


@helper
def note_look(vm: Block, place: int, move: int) -> None:
    """Keep in a node what the move into it looks like."""
    if load32(vm, trees.LOOK_BIAS) != 0:
        mover = outer32(vm, place + trees.MOVER)
        set_outer32(vm, place + trees.MOVER, mover | (look_of(vm, move) << SHIFT))


@helper
def look_bias(vm: Block, place: int, seen: int) -> float:
    """What that adds to the promise of a node with so many visits."""
    weight = load32(vm, trees.LOOK_BIAS)
    look = (outer32(vm, place + trees.MOVER) >> SHIFT) & 3
    if weight == 0 or look == PLAIN:
        return 0.0
    share = 1.0 if look == EARLY else (0.5 if look == TAKES else -1.0)
    return 0.001 * weight * share / (seen + 1.0)
