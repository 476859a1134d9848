"""The loop over the moves of an open node: windows and depths of children, and their scores."""

from __future__ import annotations

from forthgame.words.moves.random_draws import note_weight
from forthgame.words.registers import alpha_beta_node, alpha_beta_settings, memory_layout as at
from forthgame.words.search.best_reply import goes_on, is_plus
from forthgame.words.search.chance_nodes import (
    next_outcome,
    outcome_high,
    outcome_low,
    settle_phase,
    take_outcome,
)
from forthgame.words.search.depth_control import takes_back
from forthgame.words.search.move_ordering import (
    TAKEN,
    blame_moves,
    captured_value,
    move_hash,
    note_answer,
    pick_move,
    praise_move,
)
from forthgame.words.search.root_moves import (
    LEVEL_MASK,
    NODE,
    count_root_move,
    node_place,
    report_best,
)
from forthgame.words.table.memory_access import (
    Block,
    load32,
    load64,
    pack,
    set_arena_cell,
    store32,
    store64,
    system,
)
from forthgame.words.table.row import Group, helper

children = Group("search")
LINE = at.LINE_CELLS * 4


@helper
def plies_cut(vm: Block, tried: int) -> int:
    """Return the late move reduction in plies for a quiet move, by the number of moves tried."""
    late = load32(vm, alpha_beta_settings.LATE)
    late = late - 1 if late != 0 else alpha_beta_settings.LATE_USUAL
    if late == 0 or tried <= late:
        return 0
    return 1 if tried <= 3 * late else 2


@children.word(
    "(next-move)", "( -- move )", "Give the move to try next, 0 if none is needed.", hidden=True
)
def next_move(vm: Block) -> int:
    place = node_place(vm)
    chance = load32(vm, place + alpha_beta_node.KIND * 4) == alpha_beta_node.KIND_CHANCE
    tried = load32(vm, place + alpha_beta_node.TRIED * 4)
    if chance and load32(vm, place + alpha_beta_node.PHASE * 4) != alpha_beta_node.PHASE_PLAIN:
        outcome = next_outcome(vm, place)
        store32(vm, place + alpha_beta_node.MOVE * 4, move_hash(vm, outcome) if outcome != 0 else 0)
        store32(vm, place + alpha_beta_node.TRIED * 4, tried + 1)
        return outcome
    alpha = load32(vm, place + alpha_beta_node.ALPHA * 4)
    beta = load32(vm, place + alpha_beta_node.BETA * 4)
    left = load32(vm, place + alpha_beta_node.LEFT * 4)
    if left == 0 or not (chance or alpha < beta):
        if chance and tried > 0:
            mean = load64(vm, place + alpha_beta_node.SUM * 4) // load64(
                vm, place + alpha_beta_node.WEIGHTS * 4
            )
            store32(vm, place + alpha_beta_node.BEST * 4, mean)
        return 0
    move = load32(vm, place + alpha_beta_node.FIRST * 4)
    if tried == 0:
        set_arena_cell(vm, move + at.MOVE_RANK * 4, TAKEN)
    else:
        move = pick_move(vm)
    tried += 1
    if chance:
        note_weight(vm, place, move)
    store32(vm, place + alpha_beta_node.LEFT * 4, left - 1)
    store32(vm, place + alpha_beta_node.TRIED * 4, tried)
    store32(vm, place + alpha_beta_node.MOVE * 4, move_hash(vm, move))
    takes = captured_value(vm, move)
    store32(vm, place + alpha_beta_node.TAKES * 4, takes)
    scout = (
        not chance and tried > 1 and beta - alpha > 1 and load32(vm, alpha_beta_settings.OPEN) == 0
    )
    store32(vm, place + alpha_beta_node.SCOUT * 4, -1 if scout else 0)
    reduced = 0
    depth = load32(vm, place + alpha_beta_node.DEPTH * 4)
    if not chance and system(vm, at.A_SELECTIVE) != 0 and depth >= 3 and takes == 0:
        reduced = plies_cut(vm, tried)
    store32(vm, place + alpha_beta_node.REDUCED * 4, reduced)
    if is_plus(vm):
        ordered = move == load32(vm, place + alpha_beta_node.SPECIAL * 4)
        store32(vm, place + alpha_beta_node.AS_ORDERED * 4, -1 if ordered else 0)
    if load32(vm, alpha_beta_settings.RECAPTURE) != 0:
        longer = takes_back(vm, place, move) and depth > 0
        store32(vm, place + alpha_beta_node.LONGER * 4, 1 if longer else 0)
    return move


@children.word("(child-window)", "( own? -- alpha beta )", "Give the window for the position "
               "after the move, for its player to move.", hidden=True)  # fmt: skip
def child_window(vm: Block, own: int) -> int:
    place = node_place(vm)
    flip = own != load32(vm, place + alpha_beta_node.OWN * 4)
    store32(vm, place + alpha_beta_node.FLIP * 4, -1 if flip else 0)
    if not flip:  # a turn of the same side is not reduced
        store32(vm, place + alpha_beta_node.REDUCED * 4, 0)
    alpha = load32(vm, place + alpha_beta_node.ALPHA * 4)
    beta = load32(vm, place + alpha_beta_node.BETA * 4)
    if load32(vm, place + alpha_beta_node.KIND * 4) == alpha_beta_node.KIND_CHANCE:
        if load32(vm, place + alpha_beta_node.PHASE * 4) == alpha_beta_node.PHASE_PLAIN:
            return pack(-alpha_beta_node.INFINITE, alpha_beta_node.INFINITE)
        settle_phase(vm, place, flip)
        low, high = outcome_low(vm, place, flip), outcome_high(vm, place, flip)
        return pack(-high, -low) if flip else pack(low, high)
    scout = load32(vm, place + alpha_beta_node.SCOUT * 4) != 0
    if scout or load32(vm, place + alpha_beta_node.REDUCED * 4) != 0:
        beta = alpha + 1
    return pack(-beta, -alpha) if flip else pack(alpha, beta)


@children.word(
    "(child-depth)", "( -- depth )", "Give the plies to search after the move.", hidden=True
)
def child_depth(vm: Block) -> int:
    place = node_place(vm)
    depth = (
        load32(vm, place + alpha_beta_node.DEPTH * 4)
        - 1
        - load32(vm, place + alpha_beta_node.REDUCED * 4)
    )
    if is_plus(vm) and goes_on(vm, place):
        depth += 1
    return depth + load32(vm, place + alpha_beta_node.LONGER * 4)


@helper
def keep_line(vm: Block, level: int, hash: int) -> None:
    """Store the principal variation from a level on: the move, then the line of the next level."""
    line = at.LINES + ((level - 1) & LEVEL_MASK) * LINE
    behind = at.LINES + (level & LEVEL_MASK) * LINE
    store32(vm, line, hash)
    for k in range(at.LINE_CELLS - 1):
        following = load32(vm, behind + k * 4)
        store32(vm, line + 4 + k * 4, following)
        if following == 0:
            return


@children.word("(child-score)", "( move score -- again? )", "Record the score of a move; true if "
               "it must be searched again with a wider window.", hidden=True)  # fmt: skip
def child_score(vm: Block, move: int, score: int) -> int:
    level = load32(vm, at.SEARCH_LEVEL)
    place = node_place(vm)
    if load32(vm, place + alpha_beta_node.FLIP * 4) != 0:
        score = -score
    if load32(vm, place + alpha_beta_node.KIND * 4) == alpha_beta_node.KIND_CHANCE:
        if load32(vm, place + alpha_beta_node.PHASE * 4) != alpha_beta_node.PHASE_PLAIN:
            take_outcome(vm, place, score)
            return 0
        weighed = score * load32(vm, place + alpha_beta_node.WEIGHT * 4)
        store64(
            vm,
            place + alpha_beta_node.SUM * 4,
            load64(vm, place + alpha_beta_node.SUM * 4) + weighed,
        )
        return 0
    alpha = load32(vm, place + alpha_beta_node.ALPHA * 4)
    if level == 1:
        count_root_move(vm)
    if score > alpha:
        if load32(vm, place + alpha_beta_node.REDUCED * 4) != 0:
            store32(vm, place + alpha_beta_node.REDUCED * 4, 0)
            return -1
        if load32(vm, place + alpha_beta_node.SCOUT * 4) != 0:
            store32(vm, place + alpha_beta_node.SCOUT * 4, 0)
            if score < load32(vm, place + alpha_beta_node.BETA * 4):
                return -1
    if score > load32(vm, place + alpha_beta_node.BEST * 4):
        store32(vm, place + alpha_beta_node.BEST * 4, score)
        hash = load32(vm, place + alpha_beta_node.MOVE * 4)
        store32(vm, place + alpha_beta_node.BEST_MOVE * 4, hash)
        store32(vm, place + alpha_beta_node.BEST_AT * 4, move)
        if level == 1 and score > alpha:
            report_best(vm, move, score)
        if score > alpha:
            store32(vm, place + alpha_beta_node.ALPHA * 4, score)
            keep_line(vm, level, hash)
            quiet = load32(vm, place + alpha_beta_node.TAKES * 4) == 0
            if quiet and score >= load32(vm, place + alpha_beta_node.BETA * 4):
                # it may be as good at other nodes of this level
                depth = load32(vm, place + alpha_beta_node.DEPTH * 4)
                praise_move(vm, level - 1, hash, depth)
                if load32(vm, alpha_beta_settings.MALUS) != 0:
                    blame_moves(vm, move, depth)
                if load32(vm, alpha_beta_settings.COUNTERMOVE) != 0 and level > 1:
                    note_answer(vm, load32(vm, place - NODE + alpha_beta_node.MOVE * 4), hash)
    return 0
