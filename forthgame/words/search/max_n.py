"""Max-n search (Luckhardt and Irani, 1986): each node has a score for each player."""

from __future__ import annotations

from forthgame.words.lists.position_history import with_past
from forthgame.words.moves.move_lists import first_move, move_given
from forthgame.words.moves.random_draws import note_weight
from forthgame.words.registers import alpha_beta_node, memory_layout as at
from forthgame.words.search import transposition_table as table
from forthgame.words.search.alpha_beta import begin_level, level_free
from forthgame.words.search.child_windows import keep_line
from forthgame.words.search.move_ordering import move_hash
from forthgame.words.search.root_moves import (
    LEVEL_MASK,
    field,
    node_place,
    number_of,
    report_best,
    set_field,
)
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    copy_block,
    fill_block,
    load32,
    load64,
    player_number,
    settled,
    store32,
    store64,
)
from forthgame.words.table.row import Group, helper, plain

vector = Group("search")

KEPT = 6  # greatest number of players whose scores fit into a table entry
ENTRY = 8 + KEPT * 4
ENTRY_MASK = at.TRANSPOSITION_LIMIT // 2 - 1


@helper
def score_place(vm: Block, level: int, player: int) -> int:
    """Return the offset of a player's score at a level; levels are counted from 1."""
    return vector_place(level) + player_number(player) * 4


@helper
def vector_place(level: int) -> int:
    return at.VECTORS + ((level - 1) & LEVEL_MASK) * 32 * 4


@helper
def sum_place(level: int, number: int) -> int:
    return at.SUMS + (((level - 1) & LEVEL_MASK) * 32 + number) * 8


@vector.word("(open-level)", "( depth -- )", "Open a node that has a score for each player.",
             guard=level_free, hidden=True)  # fmt: skip
def open_level(vm: Block, depth: int) -> None:
    begin_level(vm, depth)
    level = load32(vm, at.SEARCH_LEVEL)
    store32(vm, at.LINES + (level - 1) * at.LINE_CELLS * 4, 0)
    fill_block(vm, vector_place(level), 0, 32 * 4)
    fill_block(vm, sum_place(level, 0), 0, 32 * 8)


@helper
def scores_entry(key: int) -> int:
    return at.TRANSPOSITIONS + (key & ENTRY_MASK) * ENTRY


@vector.word("(known-scores?)", "( -- ? )", "Take the scores of the innermost node at its depth "
             "from the table; false if they are unknown.", hidden=True)  # fmt: skip
def known_scores(vm: Block) -> int:
    level = load32(vm, at.SEARCH_LEVEL)
    players = settled(vm, at.PLAYER_COUNT)
    if level <= 1 or players > KEPT:
        return 0
    place = node_place(vm)
    depth = load32(vm, place + alpha_beta_node.DEPTH * 4)
    position = with_past(vm, table.position_key(vm, table.standing_key(vm)))
    key = table.mixed(position ^ (depth + 1))
    store64(vm, place + alpha_beta_node.KEY * 4, key)
    entry = scores_entry(key)
    if load64(vm, entry) != table.marked(vm, key):
        return 0
    store32(vm, place + alpha_beta_node.KNOWN * 4, -1)
    for k in range(players):
        store32(vm, vector_place(level) + (k + 1) * 4, load32(vm, entry + 8 + k * 4))
    return -1


@vector.word("(close-level)", "( -- )", "Close a node; its scores stay for the parent, and in the "
             "table.", hidden=True)  # fmt: skip
def close_level(vm: Block) -> None:
    level = load32(vm, at.SEARCH_LEVEL)
    place = node_place(vm)
    players = settled(vm, at.PLAYER_COUNT)
    if level > 1 and players <= KEPT and load32(vm, place + alpha_beta_node.KNOWN * 4) == 0:
        key = load64(vm, place + alpha_beta_node.KEY * 4)
        entry = scores_entry(key)
        store64(vm, entry, table.marked(vm, key))
        for k in range(players):
            store32(vm, entry + 8 + k * 4, load32(vm, vector_place(level) + (k + 1) * 4))
    store32(vm, at.SEARCH_LEVEL, max(level - 1, 0))


vector.words(
    plain(
        "(player-score!)",
        "( score player -- )",
        "Set a player's score at the innermost node.",
        lambda vm, score, player: store32(
            vm, score_place(vm, load32(vm, at.SEARCH_LEVEL), player), score
        ),
        hidden=True,
    ),
)


vector.words(
    plain(
        "(player-score)",
        "( player -- score )",
        "Give a player's score at the innermost node.",
        lambda vm, player: load32(vm, score_place(vm, load32(vm, at.SEARCH_LEVEL), player)),
        hidden=True,
    ),
)


@helper
def move_at(vm: Block, number: int) -> int:
    """Return the move with a number, counted from 1, of the newest list; 0 if there is none."""
    move = first_move(vm) if number > 0 else 0
    charge(vm, max(number, 0))
    for _ in range(number - 1):
        if move == 0:
            break
        move = arena_cell(vm, move)
    return move


@vector.word("(first-tried)", "( -- move )", "Give the move to try first: at the root the best of "
             "the last depth, so that an interrupted search is at least as good.",
             hidden=True)  # fmt: skip
def first_tried(vm: Block) -> int:
    if load32(vm, at.SEARCH_LEVEL) == 1:
        deeper = field(vm, alpha_beta_node.DEPTH) > 1
        store32(vm, at.FAVOURED, load32(vm, at.DEEPEST_BEST) if deeper else 0)
        favoured = move_at(vm, load32(vm, at.FAVOURED))
        if favoured != 0:
            return favoured
        store32(vm, at.FAVOURED, 0)
    return move_at(vm, 1)


@vector.word("(next-tried)", "( move -- move' )", "Give the move to try next, 0 for none.",
             guard=move_given, hidden=True)  # fmt: skip
def next_tried(vm: Block, move: int) -> int:
    favoured = 0
    if load32(vm, at.SEARCH_LEVEL) == 1:
        favoured = move_at(vm, load32(vm, at.FAVOURED))
    following = arena_cell(vm, move)
    if favoured != 0 and move == favoured:
        following = move_at(vm, 1)
    if favoured != 0 and following == favoured:
        following = arena_cell(vm, following)
    return following


@helper
def is_better(vm: Block, move: int, score: int) -> bool:
    """Return whether a score beats the best of the innermost node; ties go to the first move."""
    best = field(vm, alpha_beta_node.BEST)
    if score != best or load32(vm, at.SEARCH_LEVEL) != 1:
        return score > best
    return number_of(vm, move) < -2 - load32(vm, at.BEST_COUNT)


@vector.word("(take-scores)", "( move player -- )", "Take the scores of a move if they are better "
             "for the player; ties go to the first move.", guard=move_given,
             hidden=True)  # fmt: skip
def take_scores(vm: Block, move: int, player: int) -> None:
    level = load32(vm, at.SEARCH_LEVEL)
    score = load32(vm, score_place(vm, level + 1, player))
    if not is_better(vm, move, score):
        return
    set_field(vm, alpha_beta_node.BEST, score)
    copy_block(vm, vector_place(level), vector_place(level + 1), 32 * 4)
    keep_line(vm, level, move_hash(vm, move))
    if level == 1:
        store32(vm, at.DEEPEST_BEST, 1 + number_of(vm, move))
        report_best(vm, move, score)


@vector.word("(add-scores)", "( move -- )", "Add the scores of a chance player's move.",
             guard=move_given, hidden=True)  # fmt: skip
def add_scores(vm: Block, move: int) -> None:
    level = load32(vm, at.SEARCH_LEVEL)
    place = node_place(vm)
    note_weight(vm, place, move)
    weight = load32(vm, place + alpha_beta_node.WEIGHT * 4)
    weights = load64(vm, place + alpha_beta_node.WEIGHTS * 4)
    for k in range(32):
        sum_at = sum_place(level, k)
        total = load64(vm, sum_at) + load32(vm, vector_place(level + 1) + k * 4) * weight
        store64(vm, sum_at, total)
        store32(vm, vector_place(level) + k * 4, total // weights)
