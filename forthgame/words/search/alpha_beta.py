"""Open nodes of alpha-beta: windows, best scores, principal variations, table entries.

Scores of a node are from the point of view of its player to move; they keep their sign between
players of the same side. `stdlib.4th` has the search itself.
"""

from __future__ import annotations

from forthgame.words.lists.position_history import uncompared, with_past
from forthgame.words.registers import (
    alpha_beta_node,
    alpha_beta_settings,
    extension_registers as more,
    memory_layout as at,
    proof_nodes as by,
)
from forthgame.words.search import transposition_table as table
from forthgame.words.search.best_reply import is_plus, is_reply, join_round, order_replies
from forthgame.words.search.chance_nodes import begin_outcomes
from forthgame.words.search.depth_control import (
    begin_inner,
    extend_forced,
    from_node,
    from_root,
    node_around,
)
from forthgame.words.search.move_ordering import rank_moves
from forthgame.words.search.root_moves import NODE, field, node_place, set_field
from forthgame.words.table.memory_access import (
    Block,
    charge,
    fill_block,
    load32,
    load64,
    player_number,
    set_system,
    settled,
    store32,
    store64,
    system,
)
from forthgame.words.table.row import Group, helper, plain

searching = Group("search")
LINE = at.LINE_CELLS * 4


def search_closed(vm: Block) -> int:
    return 0 if load32(vm, at.SEARCH_LEVEL) == 0 and load32(vm, at.SEARCH_OPEN) == 0 else -278


@searching.word("(begin-search)", "( -- )", "Begin a search for the player to move.",
                guard=search_closed, hidden=True)  # fmt: skip
def begin_search(vm: Block) -> None:
    charge(vm, at.HISTORY_SIZE)
    store32(vm, at.SEARCHER, system(vm, at.A_PLAYER))
    set_system(vm, at.A_PLAYER_TO_MOVE, system(vm, at.A_PLAYER))
    store32(vm, at.SEARCH_LEVEL, 0)
    store32(vm, at.DEEPEST_LEVEL, 0)
    store32(vm, at.SEARCH_SERIAL, load32(vm, at.SEARCH_SERIAL) + 1)
    store64(vm, at.NODES, 0)
    table.prepare_keys(vm)
    table.prepare_table(vm)
    store32(vm, by.ROOT_PARTLY, -1)
    store32(vm, at.DEPTHS_DONE, 0)
    store32(vm, at.LAST_SWING, 0)
    fill_block(vm, at.EVALUATIONS, 0, at.ROOT_COUNTS * 4)
    fill_block(vm, at.KILLERS, 0, at.SEARCH_LEVELS * 8)
    fill_block(vm, at.HISTORY, 0, at.HISTORY_SIZE * 4)
    if load32(vm, alpha_beta_settings.COUNTERMOVE) != 0:
        charge(vm, at.HISTORY_SIZE)
        fill_block(vm, at.COUNTERMOVES, 0, at.HISTORY_SIZE * 4)
    fill_block(vm, at.LINES, 0, LINE)


searching.words(
    plain(
        "(search-open!)",
        "( ? -- )",
        "Set whether a search without open nodes is running.",
        lambda vm, goes_on: store32(vm, at.SEARCH_OPEN, goes_on),
        hidden=True,
    ),
    plain(
        "(searcher)",
        "( -- player )",
        "Give the player an engine works for.",
        lambda vm: load32(vm, at.SEARCHER),
        hidden=True,
    ),
    plain(
        "(competitors)",
        "( -- n )",
        "Give the number of players who are neither neutral nor dice.",
        lambda vm: load32(vm, at.COMPETITORS),
        hidden=True,
    ),
    plain(
        "(chance?)",
        "( player -- ? )",
        "True if a player throws dice or keeps house.",
        lambda vm, player: -((load32(vm, at.CHANCE_PLAYERS) >> player_number(player)) & 1),
        hidden=True,
    ),
)


def nodes_left(vm: Block) -> int:
    limit = load64(vm, at.NODE_LIMIT)
    return -275 if limit != 0 and load64(vm, at.NODES) >= limit else 0


searching.words(
    plain(
        "(visit)",
        "( -- )",
        "Count a position.",
        lambda vm: store64(vm, at.NODES, load64(vm, at.NODES) + 1),
        guard=nodes_left,
        hidden=True,
    ),
    plain(
        "(visited)",
        "( -- n )",
        "Give the number of positions seen.",
        lambda vm: min(load64(vm, at.NODES), alpha_beta_node.INFINITE),
        hidden=True,
    ),
)


def level_free(vm: Block) -> int:
    return 0 if 0 <= load32(vm, at.SEARCH_LEVEL) < at.SEARCH_LEVELS - 1 else -264


@helper
def is_on_way(vm: Block, level: int, standing: int) -> bool:
    for k in range(level - 1):
        if load64(vm, at.SEARCH + k * NODE + alpha_beta_node.STANDING * 4) == standing:
            return True
    return False


@helper
def is_repeated(vm: Block, level: int, standing: int) -> bool:
    """Return whether a position occurs on the path from the root, or in the game before it."""
    for k in range(load32(vm, at.PAST_COUNT)):
        if load64(vm, at.PAST_KEYS + k * 8) == standing:
            return True
    return is_on_way(vm, level, standing)


@searching.word("(past-position)", "( -- )", "Record the current position as one of the game "
                "before the root.", hidden=True)  # fmt: skip
def past_position(vm: Block) -> None:
    table.prepare_keys(vm)
    count = load32(vm, at.PAST_COUNT)
    if 0 <= count < at.PAST_LIMIT:
        store64(vm, at.PAST_KEYS + count * 8, table.standing_key(vm) - uncompared(vm))
        store32(vm, at.PAST_COUNT, count + 1)


@helper
def begin_level(vm: Block, depth: int) -> None:
    level = load32(vm, at.SEARCH_LEVEL) + 1
    store32(vm, at.SEARCH_LEVEL, level)
    store32(vm, at.DEEPEST_LEVEL, max(level, load32(vm, at.DEEPEST_LEVEL)))
    fill_block(vm, node_place(vm), 0, alpha_beta_node.CLEARED * 4)
    set_field(vm, alpha_beta_node.DEPTH, depth)
    set_field(vm, alpha_beta_node.BEST, -alpha_beta_node.INFINITE)


@searching.word("(open-node)", "( alpha beta depth own? -- known? )", "Open a node; true if the "
                "table has a sufficient score for the window.", guard=level_free,
                hidden=True)  # fmt: skip
def open_node(vm: Block, alpha: int, beta: int, depth: int, own: int) -> int:
    begin_level(vm, depth)
    level = load32(vm, at.SEARCH_LEVEL)
    place = node_place(vm)
    store32(vm, place + alpha_beta_node.ALPHA * 4, alpha)
    store32(vm, place + alpha_beta_node.BETA * 4, beta)
    store32(vm, place + alpha_beta_node.FLOOR * 4, alpha)
    store32(vm, place + alpha_beta_node.OWN * 4, own)
    standing = table.standing_key(vm)
    around = node_around(vm)
    replies = join_round(vm, place, around) if is_plus(vm) and level > 1 else 0
    key = with_past(vm, table.position_key(vm, standing)) + replies * table.FIRST
    if level > 1 and load32(vm, around + alpha_beta_node.PHASE * 4) == alpha_beta_node.PHASE_LOOK:
        store32(vm, place + alpha_beta_node.FIRST_ONLY * 4, -1)
    store64(vm, place + alpha_beta_node.KEY * 4, key)
    store64(vm, place + alpha_beta_node.STANDING * 4, standing - uncompared(vm))
    line = at.LINES + (level - 1) * LINE
    if level == 1:  # the root must find a move: start with the best one at less depth
        store32(vm, place + alpha_beta_node.HINT * 4, load32(vm, line))
        return 0
    store32(vm, line, 0)
    if load32(vm, at.REPETITION_DRAWS) != 0 and is_repeated(vm, level, standing - uncompared(vm)):
        store32(vm, place + alpha_beta_node.BEST * 4, at.DRAW_SCORE)
        store32(vm, place + alpha_beta_node.KNOWN * 4, -1)
        store32(vm, place + alpha_beta_node.PARTLY * 4, -1)  # the score depends on the path
        return -1
    entry = table.find_entry(vm, key, depth)
    if entry == 0:
        return 0
    store32(vm, place + alpha_beta_node.HINT * 4, table.entry_move(entry))
    deeper = table.entry_depth(entry) - depth
    if deeper < 0 or (deeper > 0 and system(vm, at.A_SELECTIVE) == 0):
        return 0
    score = from_root(vm, table.entry_score(entry))
    bound = table.entry_bound(entry)
    fails_high = bound == table.AT_LEAST and score >= beta
    fails_low = bound == table.AT_MOST and score <= alpha
    if bound == table.EXACT or fails_high or fails_low:
        store32(vm, place + alpha_beta_node.BEST * 4, score)
        store32(vm, place + alpha_beta_node.PARTLY * 4, table.entry_partly(entry))
        store32(vm, place + alpha_beta_node.KNOWN * 4, -1)
        return -1
    return 0


@searching.word("(close-node)", "( -- score )", "Close the innermost node and store it in the "
                "table; give its score.", hidden=True)  # fmt: skip
def close_node(vm: Block) -> int:
    place = node_place(vm)
    best = load32(vm, place + alpha_beta_node.BEST * 4)
    partly = load32(vm, place + alpha_beta_node.PARTLY * 4)
    if load32(vm, place + alpha_beta_node.KNOWN * 4) == 0:
        bound = table.EXACT
        if load32(vm, place + alpha_beta_node.EXACT * 4) == 0:
            cut_short = load32(vm, place + alpha_beta_node.FIRST_ONLY * 4) == -2
            if cut_short or best >= load32(vm, place + alpha_beta_node.BETA * 4):
                bound = table.AT_LEAST
            elif best <= load32(vm, place + alpha_beta_node.FLOOR * 4):
                bound = table.AT_MOST
        won = best > at.DECIDED and bound != table.AT_MOST
        if won or (best < -at.DECIDED and bound != table.AT_LEAST):
            partly = 0  # a proven win or loss does not depend on other moves
        key, depth = (
            load64(vm, place + alpha_beta_node.KEY * 4),
            load32(vm, place + alpha_beta_node.DEPTH * 4),
        )
        depth -= load32(vm, place + alpha_beta_node.EXTENSION * 4)
        move = load32(vm, place + alpha_beta_node.BEST_MOVE * 4)
        table.store_entry(vm, key, from_node(vm, best), depth, bound, partly, move)
    level = max(load32(vm, at.SEARCH_LEVEL) - 1, 0)
    store32(vm, at.SEARCH_LEVEL, level)
    if level == 0:
        store32(vm, by.ROOT_PARTLY, partly)
    elif partly != 0:
        set_field(vm, alpha_beta_node.PARTLY, -1)
    return best


@searching.word("(set-score)", "( score -- )", "Set the node's exact score.", hidden=True)
def set_score(vm: Block, score: int) -> None:
    set_field(vm, alpha_beta_node.BEST, score)
    set_field(vm, alpha_beta_node.EXACT, -1)


searching.words(
    plain(
        "(depth-left)",
        "( -- n )",
        "Give the plies to search at this node.",
        lambda vm: field(vm, alpha_beta_node.DEPTH),
        hidden=True,
    ),
)


@searching.word("(chain?)", "( -- ? )", "True if a turn is to be followed to its end: after a "
                "partial move, unless the chain repeats a position beyond the depth.",
                hidden=True)  # fmt: skip
def is_chain(vm: Block) -> int:
    if system(vm, at.A_PARTIAL) == 0:
        return 0
    level = load32(vm, at.SEARCH_LEVEL)
    if level < 2 or field(vm, alpha_beta_node.DEPTH) > 0:
        return -1
    place = node_place(vm) + alpha_beta_node.STANDING * 4
    standing = load64(vm, place)
    if standing == 0:  # max-n nodes compute it only here
        standing = table.standing_key(vm) - uncompared(vm)
        store64(vm, place, standing)
    return 0 if is_on_way(vm, level, standing) else -1


searching.words(
    plain(
        "(own-node?)",
        "( -- ? )",
        "True if the searcher's side moves at this node.",
        lambda vm: field(vm, alpha_beta_node.OWN),
        hidden=True,
    ),
)


@searching.word("(stand-pat)", "( score -- ? )", "Set a score without further moves; true if "
                "captures are worth trying.", hidden=True)  # fmt: skip
def stand_pat(vm: Block, score: int) -> int:
    set_field(vm, alpha_beta_node.BEST, score)
    together = settled(vm, more.CHOICE_CELL) != 0  # simultaneous choices rule out standing pat
    plies = load32(vm, alpha_beta_settings.CAPTURES)
    plies = plies - 1 if plies != 0 else alpha_beta_settings.CAPTURES_USUAL
    if together or system(vm, at.A_SELECTIVE) == 0 or field(vm, alpha_beta_node.DEPTH) < 1 - plies:
        set_field(vm, alpha_beta_node.EXACT, -1)
        return 0
    if score > field(vm, alpha_beta_node.ALPHA):
        set_field(vm, alpha_beta_node.ALPHA, score)
    set_field(vm, alpha_beta_node.KIND, alpha_beta_node.KIND_CAPTURES)
    return -1 if score < field(vm, alpha_beta_node.BETA) else 0


@searching.word(
    "(rank-moves)", "( chance? -- )", "Rank the moves of the newest list for a search.", hidden=True
)
def prepare(vm: Block, chance: int) -> None:
    captures = chance == 0 and field(vm, alpha_beta_node.KIND) == alpha_beta_node.KIND_CAPTURES
    level = load32(vm, at.SEARCH_LEVEL) - 1
    before = load32(vm, node_place(vm) - NODE + alpha_beta_node.MOVE * 4) if level > 0 else 0
    found = rank_moves(vm, level, field(vm, alpha_beta_node.HINT), before, captures)
    left = found & 0xFFFFFFFF
    place = node_place(vm)
    store32(vm, place + alpha_beta_node.LEFT * 4, left)
    store32(vm, place + alpha_beta_node.FIRST * 4, found >> 32)
    if chance != 0 and left > 1:  # a single move is searched as a normal node
        store32(vm, place + alpha_beta_node.KIND * 4, alpha_beta_node.KIND_CHANCE)
        begin_outcomes(vm, place)
        if load32(vm, place + alpha_beta_node.PHASE * 4) == alpha_beta_node.PHASE_PLAIN:
            store32(vm, place + alpha_beta_node.EXACT * 4, -1)
        return
    if is_plus(vm) and load32(vm, place + alpha_beta_node.OWN * 4) == 0:
        order_replies(vm, place)
    if load32(vm, place + alpha_beta_node.FIRST_ONLY * 4) != 0 and left > 1:
        store32(vm, place + alpha_beta_node.FIRST_ONLY * 4, -2)
        store32(vm, place + alpha_beta_node.LEFT * 4, 1)
    if not captures and not is_reply(vm, place):  # other opponents have moves too
        extend_forced(vm, place)
        begin_inner(vm, place)
