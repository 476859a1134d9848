"""State of the root of a search: the best move, reported to the host, and the cost of each move."""

from __future__ import annotations

from forthgame.words.core.strings import text_length
from forthgame.words.moves.move_lists import move_given
from forthgame.words.registers import (
    alpha_beta_node,
    extension_registers as more,
    memory_layout as at,
    proof_nodes as by,
)
from forthgame.words.search.move_ordering import move_hash
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    byte,
    cell,
    charge,
    fill_block,
    load32,
    pack,
    set_system,
    settled,
    store8,
    store32,
)
from forthgame.words.table.row import Group, helper, plain

searching = Group("search")
NODE = at.NODE_CELLS * 4
LEVEL_MASK = at.SEARCH_LEVELS - 1  # mask that keeps addresses of nodes in range


@helper
def node_place(vm: Block) -> int:
    return at.SEARCH + ((load32(vm, at.SEARCH_LEVEL) - 1) & LEVEL_MASK) * NODE


@helper
def field(vm: Block, index: int) -> int:
    return load32(vm, node_place(vm) + index * 4)


@helper
def set_field(vm: Block, index: int, value: int) -> None:
    store32(vm, node_place(vm) + index * 4, value)


@helper
def count_root_move(vm: Block) -> None:
    """Record the evaluations spent on a root move, and whether they exceed those of the last one.

    The article on Splut! uses these counts as a measure of move ordering.
    """
    spent = load32(vm, at.EVALUATIONS) - load32(vm, at.ROOT_MARK)
    store32(vm, at.ROOT_MARK, load32(vm, at.EVALUATIONS))
    count = load32(vm, at.ROOT_MOVES)
    if count == 0 or spent < load32(vm, at.ROOT_LEAST):
        store32(vm, at.ROOT_LEAST, spent)
    if count == 0 or spent > load32(vm, at.ROOT_MOST):
        store32(vm, at.ROOT_MOST, spent)
    if count > 0 and spent > load32(vm, at.ROOT_LAST):
        store32(vm, at.ROOT_RISES, load32(vm, at.ROOT_RISES) + 1)
    store32(vm, at.ROOT_LAST, spent)
    store32(vm, at.ROOT_MOVES, count + 1)


@helper
def report_best(vm: Block, move: int, score: int) -> None:
    store32(vm, at.BEST_COUNT, -2 - number_of(vm, move))
    store32(vm, at.BEST_SERIAL, load32(vm, at.BEST_SERIAL) + 1)
    set_system(vm, at.A_SCORE, score)


searching.word(
    "(move-hash)", "( move -- n )", "Give a hash of a move.", guard=move_given, hidden=True
)(move_hash)


@searching.word(
    "(move-of-hash)", "( n -- i )", "Give the index of the move with a hash, or -1.", hidden=True
)
def move_of_hash(vm: Block, n: int) -> int:
    i = 0
    move = arena_cell(vm, load32(vm, at.LIST) + at.LIST_FIRST * 4)
    charge(vm, arena_cell(vm, load32(vm, at.LIST) + at.LIST_COUNT * 4) * 4)
    while move != 0:
        if move_hash(vm, move) == n:
            return i
        move = arena_cell(vm, move)
        i += 1
    return -1


@searching.word("(move-number)", "( move -- i )", "Give the index of a move in the newest list, "
                "from 0.", guard=move_given, hidden=True)  # fmt: skip
@helper
def number_of(vm: Block, move: int) -> int:
    i = 0
    other = arena_cell(vm, load32(vm, at.LIST) + at.LIST_FIRST * 4)
    while other != 0 and other != move:
        other = arena_cell(vm, other)
        i += 1
    charge(vm, i)
    return i


@searching.word("(count-evaluation)", "( -- )", "Count an evaluation.", hidden=True)
def count_evaluation(vm: Block) -> None:
    store32(vm, at.EVALUATIONS, load32(vm, at.EVALUATIONS) + 1)
    if load32(vm, at.SEARCH_LEVEL) > 0:
        set_field(vm, alpha_beta_node.PARTLY, -1)


@searching.word(
    "(begin-depth)", "( -- )", "Begin to count the evaluations of each root move.", hidden=True
)
def begin_depth(vm: Block) -> None:
    fill_block(vm, at.EVALUATIONS + 4, 0, (at.ROOT_COUNTS - 1) * 4)
    store32(vm, at.ROOT_MARK, load32(vm, at.EVALUATIONS))
    store32(vm, at.ROOT_BEGUN, load32(vm, at.EVALUATIONS))


@searching.word("(root-count)", "( k -- n )", "Give evaluations of the root moves at the last "
                "depth: 0 the moves, 1 all evaluations, 2 the least, 3 the mean, 4 the most, 5 "
                "the number of increases.", hidden=True)  # fmt: skip
def root_count(vm: Block, k: int) -> int:
    moves = load32(vm, at.ROOT_MOVES)
    spent = load32(vm, at.ROOT_MARK) - load32(vm, at.ROOT_BEGUN)
    if k == 0:
        return moves
    if k == 1:
        return spent
    if k == 2:
        return load32(vm, at.ROOT_LEAST)
    if k == 3:
        return spent // moves if moves > 0 else 0
    return load32(vm, at.ROOT_MOST) if k == 4 else load32(vm, at.ROOT_RISES)


@searching.word("(expected)", "( -- alpha beta )", "Give the window for the root's score: around "
                "that of the last depth, wider after larger changes.", hidden=True)  # fmt: skip
def expected(vm: Block) -> int:
    low = at.LOSS_SCORE - 1
    high = at.WIN_SCORE + 1
    last = load32(vm, at.LAST_SCORE)
    # scores are unpredictable if the root excludes moves or the game is decided
    if load32(vm, at.DEPTHS_DONE) >= 3 and load32(vm, at.EXCLUDED) == 0 and abs(last) < at.DECIDED:
        reach = 1 + 2 * load32(vm, at.LAST_SWING)
        low = max(low, last - reach)
        high = min(high, last + reach)
    store32(vm, at.WINDOW_LOW, low)
    store32(vm, at.WINDOW_HIGH, high)
    return pack(low, high)


@searching.word("(unexpected?)", "( score -- score ? )", "True if the score lies outside that "
                "window, and is only a bound.", hidden=True)  # fmt: skip
def is_unexpected(vm: Block, score: int) -> int:
    low = load32(vm, at.WINDOW_LOW)
    high = load32(vm, at.WINDOW_HIGH)
    open_window = low < at.LOSS_SCORE and high > at.WIN_SCORE
    missed = not open_window and (score <= low or score >= high)
    return pack(score, -1 if missed else 0)


@searching.word("(expect)", "( score -- )", "Record the score of a depth.", hidden=True)
def expect(vm: Block, score: int) -> None:
    if load32(vm, at.EXCLUDED) != 0:
        return
    done = load32(vm, at.DEPTHS_DONE)
    if done > 0:
        swing = min(abs(score - load32(vm, at.LAST_SCORE)), at.DECIDED)
        store32(vm, at.LAST_SWING, max(swing, load32(vm, at.LAST_SWING) >> 1))
    store32(vm, at.LAST_SCORE, score)
    store32(vm, at.DEPTHS_DONE, done + 1)


searching.words(
    plain(
        "(all-searched?)",
        "( -- ? )",
        "True if the last depth has searched every line to the end of the game.",
        lambda vm: -1 if load32(vm, by.ROOT_PARTLY) == 0 else 0,
        hidden=True,
    ),
    plain(
        "(root?)",
        "( -- ? )",
        "True if the innermost node is the root.",
        lambda vm: -1 if load32(vm, at.SEARCH_LEVEL) == 1 else 0,
        hidden=True,
    ),
    plain(
        "(inside?)",
        "( -- ? )",
        "True if a node is open.",
        lambda vm: -1 if load32(vm, at.SEARCH_LEVEL) > 0 else 0,
        hidden=True,
    ),
    plain(
        "(foreseen!)",
        "( result -- )",
        "Store the result that the script foresees at the node opened next.",
        lambda vm, result: store32(vm, by.FORESEEN, result),
        hidden=True,
    ),
    plain(
        "(foreseen)",
        "( -- result )",
        "Give the stored result.",
        lambda vm: load32(vm, by.FORESEEN),
        hidden=True,
    ),
    plain(
        "(deep?)",
        "( -- ? )",
        "True if no more nodes should be opened.",
        lambda vm: -1 if load32(vm, at.SEARCH_LEVEL) >= at.SEARCH_LEVELS - 8 else 0,
        hidden=True,
    ),
    plain(
        "(lists-judged?)",
        "( -- ? )",
        "True if judging events read what is stored while a list is made.",
        lambda vm: settled(vm, more.LISTS_JUDGED),
        hidden=True,
    ),
    plain(
        "(list-free?)",
        "( -- ? )",
        "True if results and evaluations need no list.",
        lambda vm: load32(vm, at.LIST_FREE),
        hidden=True,
    ),
)


report = Group("move lists")
SEARCH_STATUS = at.SYSTEM_CELLS["$searchStatus"]


@report.word(
    "BestMove!", "( str -- )", "Report the best move so far. The last one reported is played."
)
def best_move(vm: Block, str: int) -> None:
    count = min(text_length(vm, str), at.BEST_SIZE - 1)
    for k in range(count):
        store8(vm, at.BEST_TEXT + k, byte(vm, str + k))
    store32(vm, at.BEST_COUNT, count)
    store32(vm, at.BEST_SERIAL, load32(vm, at.BEST_SERIAL) + 1)


@report.word(
    "(best-move-number!)", "( i -- )", "Report the best move by its index in the list.", hidden=True
)
def best_move_number(vm: Block, i: int) -> None:
    store32(vm, at.BEST_COUNT, -2 - max(i, 0))
    store32(vm, at.BEST_SERIAL, load32(vm, at.BEST_SERIAL) + 1)


report.words(
    plain("CurrentMove!", "( str -- )", "Report the move being considered.", lambda str: None),
    plain(
        "SearchStatus@",
        "( -- n )",
        "Give 0 to continue, 1 to stop soon, 2 to stop now.",
        lambda vm: cell(vm, SEARCH_STATUS),
    ),
    plain(
        "$Yield", "( -- )", "Let the host handle its events; it does nothing here.", lambda: None
    ),
)
