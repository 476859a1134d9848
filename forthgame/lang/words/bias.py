"""Progressive bias in the tree of random games, from features of untried moves.

After Chaslot, Winands, van den Herik, Uiterwijk and Bouzy (*Progressive strategies for Monte-Carlo
tree search*, 2008): the score of a child is raised or lowered by features of its move, with less
weight after more visits. The feature is the script's `rank`, above or below 0; for other moves, if
the move captures.
"""

from __future__ import annotations

from forthgame.lang import beyond as by
from forthgame.lang import layout as at
from forthgame.lang import trees
from forthgame.lang.cells import Block, arena_cell, load32, outer32, set_outer32, settled
from forthgame.lang.word import helper
from forthgame.lang.words.ordering import captured_value

PLAIN, EARLY, TAKES, LATE = 0, 1, 2, 3
SHIFT = 5  # of the two feature bits in the field of the mover


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
    if load32(vm, trees.LOOK_BIAS) != 0:
        mover = outer32(vm, place + trees.MOVER)
        set_outer32(vm, place + trees.MOVER, mover | (look_of(vm, move) << SHIFT))


@helper
def look_bias(vm: Block, place: int, seen: int) -> float:
    weight = load32(vm, trees.LOOK_BIAS)
    look = (outer32(vm, place + trees.MOVER) >> SHIFT) & 3
    if weight == 0 or look == PLAIN:
        return 0.0
    share = 1.0 if look == EARLY else (0.5 if look == TAKES else -1.0)
    return 0.001 * weight * share / (seen + 1.0)
