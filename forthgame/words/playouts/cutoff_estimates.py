"""Points for a random game that is cut off before its end.

Evaluations have no scale and often no zero: a constant lead would hide the differences between
positions. Half of the expected result comes from comparing the lead with zero, half from comparing
it with the mean lead of the search, both in mean absolute deviations. The expectation is rounded to
half points at random, so that points are integers with the right mean.
"""

from __future__ import annotations

from forthgame.words.core.random_streams import FIRST, random_between
from forthgame.words.playouts.proven_values import competes, tree_place
from forthgame.words.registers import memory_layout as at, playout_trees
from forthgame.words.table.memory_access import (
    Block,
    fill_block,
    load32,
    load_float,
    lowest_bit,
    outer32,
    player_number,
    settled,
    store32,
    store_float,
    system,
)
from forthgame.words.table.row import Group, helper, plain

estimate = Group("search")
FINE = 10_000
TELLING = 64  # estimates after which a constant evaluation is regarded as uninformative
NOBODY = 1 << 31  # a bit above those of players
RECENT = 2  # the mean lead is that of the last 1/RECENT of the estimates


@estimate.word(
    "(cut-off?)", "( -- ? )", "True if a random game is to be cut off before its end.", hidden=True
)
def is_cut_off(vm: Block) -> int:
    """Return whether to cut off the random game.

    Without a given limit, games are cut off once many of them have not ended. They are played on if
    the evaluation turns out to be constant.
    """
    cut = load32(vm, playout_trees.CUT)
    if load32(vm, playout_trees.OVER) != 0 or cut < 0:
        return 0
    if cut == 0:
        unended = load32(vm, playout_trees.UNENDED) + 1
        store32(vm, playout_trees.UNENDED, unended)
        games = outer32(vm, tree_place(vm, 0) + playout_trees.VISITS) - load32(
            vm, playout_trees.KEPT
        )
        if unended < playout_trees.LEAST_UNENDED or unended * playout_trees.RARELY < games:
            return 0
        store32(vm, playout_trees.CUT, playout_trees.USUAL_CUT)
    return -1


@helper
def compared(difference: float, scale: float) -> float:
    """Return a difference relative to a scale, -1 to 1."""
    return difference / (abs(difference) + scale) if scale > 0.0 else 0.0


@helper
def says_nothing(vm: Block) -> bool:
    """Return whether the evaluations of each player have been constant in this search."""
    for number in range(32):
        place = at.PLAYS + playout_trees.LEADS + number * playout_trees.LEAD
        if load_float(vm, place + playout_trees.LEAD_DISTANCE) != 0.0:
            return False
    return True


@helper
def note_lead(vm: Block, number: int, lead: float) -> None:
    place = at.PLAYS + playout_trees.LEADS + number * playout_trees.LEAD
    count = load32(vm, place + playout_trees.LEAD_COUNT) + 1
    mean = load_float(vm, place + playout_trees.LEAD_MEAN)
    distance = load_float(vm, place + playout_trees.LEAD_DISTANCE)
    mean += (lead - mean) * min(1.0, RECENT / count)
    store32(vm, place + playout_trees.LEAD_COUNT, count)
    store_float(vm, place + playout_trees.LEAD_MEAN, mean)
    store_float(
        vm, place + playout_trees.LEAD_DISTANCE, distance + (abs(lead - mean) - distance) / count
    )
    if count == TELLING and says_nothing(vm):
        store32(vm, playout_trees.CUT, 0)


@helper
def expected(vm: Block, number: int, lead: float) -> float:
    """Return the expected share of points, 0 to 1, for a player with a given lead."""
    note_lead(vm, number, lead)
    place = at.PLAYS + playout_trees.LEADS + number * playout_trees.LEAD
    scale = load_float(vm, place + playout_trees.LEAD_DISTANCE)
    near = compared(lead - load_float(vm, place + playout_trees.LEAD_MEAN), scale)
    return 0.5 + 0.25 * near + 0.25 * compared(lead, scale)


@helper
def plainly_expected(vm: Block, lead: float) -> float:
    """Return the expected share of points from the lead alone, without comparing it to the mean."""
    place = at.PLAYS + playout_trees.LEADS  # player number 0 is unused
    count = load32(vm, place + playout_trees.LEAD_COUNT) + 1
    scale = load_float(vm, place + playout_trees.LEAD_DISTANCE)
    scale += (abs(lead) - scale) / count
    store32(vm, place + playout_trees.LEAD_COUNT, count)
    store_float(vm, place + playout_trees.LEAD_DISTANCE, scale)
    return 0.5 + 0.5 * compared(lead, scale)


@helper
def drawn_points(vm: Block, share: float) -> int:
    """Round a share to half points at random, such that its mean is kept."""
    points = int(share * 2)
    rest = share * 2 - points
    return points + (1 if random_between(vm, FIRST, 0, FINE - 1) < rest * FINE else 0)


@helper
def forget_leads(vm: Block) -> None:
    fill_block(vm, at.PLAYS + playout_trees.LEADS, 0, 32 * playout_trees.LEAD)


@estimate.word("(estimate-two)", "( score -- )", "Set the points of two players from the "
               "evaluation of the player to move.", hidden=True)  # fmt: skip
def estimate_two(vm: Block, score: int) -> None:
    """Leads are counted for the first player, whoever is to move, so that they have one mean."""
    mover = player_number(system(vm, at.A_PLAYER))
    first = lowest_bit(load32(vm, playout_trees.COMPETING) | NOBODY)
    share = expected(vm, first, float(score if mover == first else -score))
    points = drawn_points(vm, share)
    for number in range(32):
        store32(vm, at.SCORES + number * 4, points if number == first else 2 - points)


estimate.words(
    plain(
        "(note-opinion)",
        "( score player -- )",
        "Store the value of the position for a player.",
        lambda vm, score, player: store_float(
            vm, at.PLAYS + playout_trees.OPINIONS + player_number(player) * 4, float(score)
        ),
        hidden=True,
    ),
)


@estimate.word(
    "(estimate-all)", "( -- )", "Set the points of all players from the stored values.", hidden=True
)
def estimate_all(vm: Block) -> None:
    total = 0.0
    count = 0
    for number in range(1, settled(vm, at.PLAYER_COUNT) + 1):
        if competes(vm, number):
            total += load_float(vm, at.PLAYS + playout_trees.OPINIONS + number * 4)
            count += 1
    for number in range(1, settled(vm, at.PLAYER_COUNT) + 1):
        if competes(vm, number):
            own = load_float(vm, at.PLAYS + playout_trees.OPINIONS + number * 4)
            others = (total - own) / (count - 1) if count > 1 else 0.0
            share = expected(vm, number, own - others)
            store32(vm, at.SCORES + number * 4, drawn_points(vm, share))
