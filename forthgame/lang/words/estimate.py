"""What a random game that is cut off before its end gives to everybody.

Evaluations have no scale, so they are compared with the mean difference seen in this search. What
a player may expect becomes a win or a loss by chance, so that points stay whole numbers.
"""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang import trees
from forthgame.lang.cells import Block, load32, load_float, settled, store32, store_float, system
from forthgame.lang.word import Group, helper
from forthgame.lang.words.random import FIRST, random_between
from forthgame.lang.words.solved import competes

estimate = Group("search")
FINE = 10_000
PATIENCE = 8  # random games without an end, from which on all are cut off
USUAL_CUT = 8  # plies of such games


@estimate.word("(cut-off?)", "( -- ? )", "Whether a random game is to be judged before its end.",
               hidden=True)  # fmt: skip
def is_cut_off(vm: Block) -> int:
    """Where no number of plies is given, random games that hardly ever end say nothing.

    From some of them on this search cuts them off early.
    """
    if load32(vm, trees.OVER) != 0:
        return 0
    if load32(vm, trees.CUT) == 0:
        store32(vm, trees.UNENDED, load32(vm, trees.UNENDED) + 1)
        if load32(vm, trees.UNENDED) < PATIENCE:
            return 0
        store32(vm, trees.CUT, USUAL_CUT)
    return -1


@helper
def expected(vm: Block, difference: float) -> float:
    """A share of points, 0 to 1, for a player whose evaluation is so much better than others'."""
    count = load32(vm, trees.OPINION_COUNT)
    scale = load_float(vm, trees.OPINION_SCALE) if count > 0 else 0.0
    size = abs(difference)
    count += 1
    scale += (size - scale) / count
    store32(vm, trees.OPINION_COUNT, count)
    store_float(vm, trees.OPINION_SCALE, scale)
    return 0.5 + 0.5 * difference / (size + scale) if scale > 0.0 else 0.5


@helper
def drawn_points(vm: Block, share: float) -> int:
    """Two half points as often as the share says, else none."""
    return 2 if random_between(vm, FIRST, 0, FINE - 1) < share * FINE else 0


@estimate.word("(estimate-two)", "( score -- )", "Points from the evaluation of the player to "
               "move, where the other one has the rest.", hidden=True)  # fmt: skip
def estimate_two(vm: Block, score: int) -> None:
    points = drawn_points(vm, expected(vm, float(score)))
    mover = (system(vm, at.A_PLAYER) >> 11) & 31
    for number in range(32):
        store32(vm, at.SCORES + number * 4, points if number == mover else 2 - points)


@estimate.word("(note-opinion)", "( score player -- )", "What the position is worth to a player.",
               hidden=True)  # fmt: skip
def note_opinion(vm: Block, score: int, player: int) -> None:
    store_float(vm, at.PLAYS + trees.OPINIONS + ((player >> 11) & 31) * 4, float(score))


@estimate.word("(estimate-all)", "( -- )", "Points for everybody from what has been noted.",
               hidden=True)  # fmt: skip
def estimate_all(vm: Block) -> None:
    total = 0.0
    count = 0
    for number in range(1, settled(vm, at.PLAYER_COUNT) + 1):
        if competes(vm, number):
            total += load_float(vm, at.PLAYS + trees.OPINIONS + number * 4)
            count += 1
    for number in range(1, settled(vm, at.PLAYER_COUNT) + 1):
        if competes(vm, number):
            own = load_float(vm, at.PLAYS + trees.OPINIONS + number * 4)
            others = (total - own) / (count - 1) if count > 1 else 0.0
            store32(vm, at.SCORES + number * 4, drawn_points(vm, expected(vm, own - others)))
