"""Chance nodes: the mean of all outcomes, and search windows for them (Star1 and Star2).

After Ballard (*The \\*-minimax search procedure for trees containing chance nodes*, 1983): bounds
on the unsearched outcomes give each outcome a window outside of which the mean is outside the
node's window. Star2 first probes one move after each outcome, which gives a bound for the player
after the dice. All sums are integers, so a node that is not cut off has exactly the mean of a full
search.
"""

from __future__ import annotations

from forthgame.words.moves.random_draws import note_weight, weight_of
from forthgame.words.registers import (
    alpha_beta_node,
    alpha_beta_settings as by,
    extension_registers as more,
    memory_layout as at,
)
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    load32,
    load64,
    set_arena_cell,
    settled,
    store32,
    store64,
)
from forthgame.words.table.row import helper

BEST_POSSIBLE = at.WIN_SCORE  # bound on the absolute value of scores
KNOWN = at.MOVE_RANK * 4  # cell of an outcome's move with its known bound
LOOK_DEPTH = 2  # least depth for probing


@helper
def ceiling(a: int, b: int) -> int:
    """Return a / b rounded up, for positive b."""
    return -((-a) // b)


@helper
def begin_outcomes(vm: Block, place: int) -> None:
    """Prepare the outcomes of the newest list, if windows are enabled.

    Disabled if OnIsLegal? may forbid moves, because their weights do not count.
    """
    setting = load32(vm, by.STAR)
    star = setting - 1 if setting != 0 else by.STAR_USUAL
    if star == 0 or settled(vm, more.INVARIANT) != 0:
        return
    list_place = load32(vm, at.LIST)
    first = arena_cell(vm, list_place + at.LIST_FIRST * 4)
    move = first
    total = 0
    charge(vm, arena_cell(vm, list_place + at.LIST_COUNT * 4) * 2)
    while move != 0:
        total += weight_of(vm, move)
        set_arena_cell(
            vm, move + KNOWN, alpha_beta_node.INFINITE
        )  # unknown: outside the range of scores
        move = arena_cell(vm, move)
    store64(vm, place + alpha_beta_node.TOTAL * 4, total)
    store32(vm, place + alpha_beta_node.FIRST * 4, first)
    store32(vm, place + alpha_beta_node.HIGH * 4, 0)
    store64(vm, place + alpha_beta_node.REST_LOW * 4, -total * BEST_POSSIBLE)
    store64(vm, place + alpha_beta_node.REST_HIGH * 4, total * BEST_POSSIBLE)
    looks = star == 2 and load32(vm, place + alpha_beta_node.DEPTH * 4) >= LOOK_DEPTH
    store32(
        vm,
        place + alpha_beta_node.PHASE * 4,
        alpha_beta_node.PHASE_LOOK if looks else alpha_beta_node.PHASE_FULL,
    )


@helper
def least(vm: Block, place: int, move: int) -> int:
    """Return a lower bound for the score of an outcome."""
    known = arena_cell(vm, move + KNOWN)
    if known == alpha_beta_node.INFINITE or load32(vm, place + alpha_beta_node.HIGH * 4) != 0:
        return -BEST_POSSIBLE
    return known


@helper
def greatest(vm: Block, place: int, move: int) -> int:
    """Return an upper bound for the score of an outcome."""
    known = arena_cell(vm, move + KNOWN)
    if known == alpha_beta_node.INFINITE or load32(vm, place + alpha_beta_node.HIGH * 4) == 0:
        return BEST_POSSIBLE
    return known


@helper
def next_outcome(vm: Block, place: int) -> int:
    """Return the next outcome to search or probe; 0 when the node has its score."""
    phase = load32(vm, place + alpha_beta_node.PHASE * 4)
    move = load32(vm, place + alpha_beta_node.FIRST * 4)
    if phase == alpha_beta_node.PHASE_CUT:
        return 0
    if move == 0 and phase == alpha_beta_node.PHASE_LOOK:  # all have been probed: search them
        store32(vm, place + alpha_beta_node.PHASE * 4, alpha_beta_node.PHASE_FULL)
        move = arena_cell(vm, load32(vm, at.LIST) + at.LIST_FIRST * 4)
    if move == 0:
        mean = load64(vm, place + alpha_beta_node.SUM * 4) // load64(
            vm, place + alpha_beta_node.TOTAL * 4
        )
        store32(vm, place + alpha_beta_node.BEST * 4, mean)
        store32(vm, place + alpha_beta_node.EXACT * 4, -1)
        return 0
    store32(vm, place + alpha_beta_node.FIRST * 4, arena_cell(vm, move))
    store32(vm, place + alpha_beta_node.BEST_AT * 4, move)
    note_weight(vm, place, move)
    return move


@helper
def outcome_low(vm: Block, place: int, flip: bool) -> int:
    """Return the low end of the outcome's window: at or below it, the mean is at most alpha.

    -node.INFINITE if there is none, or if a probe needs the other end only.
    """
    move = load32(vm, place + alpha_beta_node.BEST_AT * 4)
    weight = load32(vm, place + alpha_beta_node.WEIGHT * 4)
    look = load32(vm, place + alpha_beta_node.PHASE * 4) == alpha_beta_node.PHASE_LOOK
    if look and not flip:
        return -alpha_beta_node.INFINITE
    rest = load64(vm, place + alpha_beta_node.REST_HIGH * 4) - weight * greatest(vm, place, move)
    rest += load64(vm, place + alpha_beta_node.SUM * 4)
    alpha = load32(vm, place + alpha_beta_node.ALPHA * 4)
    bound = ceiling((alpha + 1) * load64(vm, place + alpha_beta_node.TOTAL * 4) - rest, weight) - 1
    return min(max(bound, -alpha_beta_node.INFINITE), alpha_beta_node.INFINITE - 1)


@helper
def outcome_high(vm: Block, place: int, flip: bool) -> int:
    """Return the high end of the outcome's window: from it on, the mean is at least beta."""
    move = load32(vm, place + alpha_beta_node.BEST_AT * 4)
    weight = load32(vm, place + alpha_beta_node.WEIGHT * 4)
    look = load32(vm, place + alpha_beta_node.PHASE * 4) == alpha_beta_node.PHASE_LOOK
    if look and flip:
        return alpha_beta_node.INFINITE
    rest = load64(vm, place + alpha_beta_node.REST_LOW * 4) - weight * least(vm, place, move)
    rest += load64(vm, place + alpha_beta_node.SUM * 4)
    beta = load32(vm, place + alpha_beta_node.BETA * 4)
    bound = ceiling(beta * load64(vm, place + alpha_beta_node.TOTAL * 4) - rest, weight)
    return min(max(bound, 1 - alpha_beta_node.INFINITE), alpha_beta_node.INFINITE)


@helper
def settle_phase(vm: Block, place: int, flip: bool) -> None:
    """Stop probing if the bounds found cannot cause a cutoff."""
    looks = load32(vm, place + alpha_beta_node.PHASE * 4) == alpha_beta_node.PHASE_LOOK
    if not looks or load32(vm, place + alpha_beta_node.TRIED * 4) != 1:
        return
    store32(vm, place + alpha_beta_node.HIGH * 4, -1 if flip else 0)
    above = load32(vm, place + alpha_beta_node.BETA * 4) > BEST_POSSIBLE
    below = load32(vm, place + alpha_beta_node.ALPHA * 4) < -BEST_POSSIBLE
    if (flip and below) or (not flip and above):
        store32(vm, place + alpha_beta_node.PHASE * 4, alpha_beta_node.PHASE_FULL)


@helper
def take_outcome(vm: Block, place: int, score: int) -> None:
    """Add the score of an outcome, from the node's point of view, or the bound from a probe."""
    move = load32(vm, place + alpha_beta_node.BEST_AT * 4)
    weight = load32(vm, place + alpha_beta_node.WEIGHT * 4)
    low = load64(vm, place + alpha_beta_node.REST_LOW * 4) - weight * least(vm, place, move)
    high = load64(vm, place + alpha_beta_node.REST_HIGH * 4) - weight * greatest(vm, place, move)
    if load32(vm, place + alpha_beta_node.PHASE * 4) == alpha_beta_node.PHASE_LOOK:
        if load32(vm, place + alpha_beta_node.FLIP * 4) == load32(
            vm, place + alpha_beta_node.HIGH * 4
        ):
            known = min(max(score, -BEST_POSSIBLE), BEST_POSSIBLE)
            set_arena_cell(vm, move + KNOWN, known)
        low += weight * least(vm, place, move)
        high += weight * greatest(vm, place, move)
    else:
        store64(
            vm,
            place + alpha_beta_node.SUM * 4,
            load64(vm, place + alpha_beta_node.SUM * 4) + weight * score,
        )
    store64(vm, place + alpha_beta_node.REST_LOW * 4, low)
    store64(vm, place + alpha_beta_node.REST_HIGH * 4, high)
    total = load64(vm, place + alpha_beta_node.TOTAL * 4)
    found = load64(vm, place + alpha_beta_node.SUM * 4)
    beta = load32(vm, place + alpha_beta_node.BETA * 4)
    alpha = load32(vm, place + alpha_beta_node.ALPHA * 4)
    if (found + low) // total >= beta:
        store32(
            vm,
            place + alpha_beta_node.BEST * 4,
            min((found + low) // total, alpha_beta_node.INFINITE),
        )
        store32(vm, place + alpha_beta_node.PHASE * 4, alpha_beta_node.PHASE_CUT)
    elif (found + high) // total <= alpha:
        store32(
            vm,
            place + alpha_beta_node.BEST * 4,
            max((found + high) // total, -alpha_beta_node.INFINITE),
        )
        store32(vm, place + alpha_beta_node.PHASE * 4, alpha_beta_node.PHASE_CUT)
