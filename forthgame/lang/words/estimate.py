"""What a random game that is cut off before its end gives to everybody.

Evaluations have no scale and often no zero: a lead that both moves leave as it is hides what is
between them. So half of what a player may expect is how the lead compares with none, and half how
it compares with the mean lead in this search, both measured in mean distances from that mean. What
remains when it is counted in half points is decided by chance, so points stay whole numbers.
"""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang import trees
from forthgame.lang.cells import (
    Block,
    fill_block,
    load32,
    load_float,
    lowest_bit,
    outer32,
    settled,
    store32,
    store_float,
    system,
)
from forthgame.lang.word import Group, helper
from forthgame.lang.words.random import FIRST, random_between
from forthgame.lang.words.solved import competes, tree_place

estimate = Group("search")
FINE = 10_000
PATIENCE = 2  # random games without an end before this search judges by them that none ends
RARE = 4  # one in so many that has no end is no reason
USUAL_CUT = 2  # plies of such games, and of all where the script evaluates positions
NEVER_CUT = -1
TELLING = 64  # estimates after which an evaluation that has not differed is taken to say nothing
NOBODY = 1 << 31  # a bit behind those of players
RECENT = 2  # the mean lead is that of the last one in so many


@estimate.word("(cut-off?)", "( -- ? )", "Whether a random game is to be judged before its end.",
               hidden=True)  # fmt: skip
def is_cut_off(vm: Block) -> int:
    """Where no number of plies is given, random games that hardly ever end say nothing.

    From some of them on this search cuts them off early. An evaluation that never differs says
    nothing either: then games are played on.
    """
    cut = load32(vm, trees.CUT)
    if load32(vm, trees.OVER) != 0 or cut < 0:
        return 0
    if cut == 0:
        unended = load32(vm, trees.UNENDED) + 1
        store32(vm, trees.UNENDED, unended)
        games = outer32(vm, tree_place(vm, 0) + trees.VISITS) - load32(vm, trees.KEPT)
        if unended < PATIENCE or unended * RARE < games:
            return 0
        store32(vm, trees.CUT, USUAL_CUT)
    return -1


@helper
def compared(difference: float, scale: float) -> float:
    """How much a difference is beside a usual one, -1 to 1."""
    return difference / (abs(difference) + scale) if scale > 0.0 else 0.0


@helper
def says_nothing(vm: Block) -> bool:
    """Whether no evaluation of this search has differed from another of the same player."""
    for number in range(32):
        place = at.PLAYS + trees.LEADS + number * trees.LEAD
        if load_float(vm, place + trees.LEAD_DISTANCE) != 0.0:
            return False
    return True


@helper
def note_lead(vm: Block, number: int, lead: float) -> None:
    """Let means of this search know of one more lead of a player."""
    place = at.PLAYS + trees.LEADS + number * trees.LEAD
    count = load32(vm, place + trees.LEAD_COUNT) + 1
    mean = load_float(vm, place + trees.LEAD_MEAN)
    distance = load_float(vm, place + trees.LEAD_DISTANCE)
    mean += (lead - mean) * min(1.0, RECENT / count)
    store32(vm, place + trees.LEAD_COUNT, count)
    store_float(vm, place + trees.LEAD_MEAN, mean)
    store_float(vm, place + trees.LEAD_DISTANCE, distance + (abs(lead - mean) - distance) / count)
    if count == TELLING and says_nothing(vm):
        store32(vm, trees.CUT, 0)


@helper
def expected(vm: Block, number: int, lead: float) -> float:
    """A share of points, 0 to 1, for a player whose evaluation is so much better than others'."""
    note_lead(vm, number, lead)
    place = at.PLAYS + trees.LEADS + number * trees.LEAD
    scale = load_float(vm, place + trees.LEAD_DISTANCE)
    near = compared(lead - load_float(vm, place + trees.LEAD_MEAN), scale)
    return 0.5 + 0.25 * near + 0.25 * compared(lead, scale)


@helper
def plainly_expected(vm: Block, lead: float) -> float:
    """The same by how a lead compares with none alone, which depends less on what came before."""
    place = at.PLAYS + trees.LEADS  # no player has number 0
    count = load32(vm, place + trees.LEAD_COUNT) + 1
    scale = load_float(vm, place + trees.LEAD_DISTANCE)
    scale += (abs(lead) - scale) / count
    store32(vm, place + trees.LEAD_COUNT, count)
    store_float(vm, place + trees.LEAD_DISTANCE, scale)
    return 0.5 + 0.5 * compared(lead, scale)


@helper
def drawn_points(vm: Block, share: float) -> int:
    """Half points that have the share as their mean, two numbers next to each other at most."""
    points = int(share * 2)
    rest = share * 2 - points
    return points + (1 if random_between(vm, FIRST, 0, FINE - 1) < rest * FINE else 0)


@helper
def forget_leads(vm: Block) -> None:
    """Begin the means of a search."""
    fill_block(vm, at.PLAYS + trees.LEADS, 0, 32 * trees.LEAD)


@estimate.word("(estimate-two)", "( score -- )", "Points from the evaluation of the player to "
               "move, where the other one has the rest.", hidden=True)  # fmt: skip
def estimate_two(vm: Block, score: int) -> None:
    """Leads are those of one of the two, whoever is to move: so they have one mean."""
    mover = (system(vm, at.A_PLAYER) >> 11) & 31
    first = lowest_bit(load32(vm, trees.PLAYERS) | NOBODY)
    share = expected(vm, first, float(score if mover == first else -score))
    points = drawn_points(vm, share)
    for number in range(32):
        store32(vm, at.SCORES + number * 4, points if number == first else 2 - points)


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
            share = expected(vm, number, own - others)
            store32(vm, at.SCORES + number * 4, drawn_points(vm, share))
