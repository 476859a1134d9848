"""What is known of the moves at the root: the best so far, and what each has cost."""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang.cells import Block, arena_cell, load32, set_system, store32
from forthgame.lang.word import Group, helper
from forthgame.lang.words.generate import move_given
from forthgame.lang.words.ordering import move_hash

searching = Group("search")


@helper
def count_root_move(vm: Block) -> None:
    """Note how many evaluations a move at the root has cost, and whether more than the one before.

    The article on Splut! took these counts as a measure of how well moves are ordered.
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
def number_of(vm: Block, move: int) -> int:
    """The place of a move in the newest list, from 0."""
    i = 0
    other = arena_cell(vm, load32(vm, at.LIST) + at.LIST_FIRST * 4)
    while other != 0 and other != move:
        other = arena_cell(vm, other)
        i += 1
    return i


@helper
def report_best(vm: Block, move: int, score: int) -> None:
    """Tell the host of the best move so far at the root."""
    store32(vm, at.BEST_COUNT, -2 - number_of(vm, move))
    store32(vm, at.BEST_SERIAL, load32(vm, at.BEST_SERIAL) + 1)
    set_system(vm, at.A_SCORE, score)


@searching.word("(move-hash)", "( move -- n )", "A number that tells a move from others.",
                guard=move_given, hidden=True)  # fmt: skip
def hash_of_move(vm: Block, move: int) -> int:
    return move_hash(vm, move)


@searching.word("(move-of-hash)", "( n -- i )", "Place of the move with that number, or -1.",
                hidden=True)  # fmt: skip
def move_of_hash(vm: Block, n: int) -> int:
    i = 0
    move = arena_cell(vm, load32(vm, at.LIST) + at.LIST_FIRST * 4)
    while move != 0:
        if move_hash(vm, move) == n:
            return i
        move = arena_cell(vm, move)
        i += 1
    return -1


@searching.word("(move-number)", "( move -- i )", "Its place in the newest list, from 0.",
                guard=move_given, hidden=True)  # fmt: skip
def move_number(vm: Block, move: int) -> int:
    return number_of(vm, move)


@searching.word("(count-evaluation)", "( -- )", "Count an evaluation.", hidden=True)
def count_evaluation(vm: Block) -> None:
    store32(vm, at.EVALUATIONS, load32(vm, at.EVALUATIONS) + 1)


@searching.word("(begin-depth)", "( -- )", "Begin to count the evaluations of each root move.",
                hidden=True)  # fmt: skip
def begin_depth(vm: Block) -> None:
    for k in range(1, at.ROOT_COUNTS):
        store32(vm, at.EVALUATIONS + k * 4, 0)
    store32(vm, at.ROOT_MARK, load32(vm, at.EVALUATIONS))
    store32(vm, at.ROOT_BEGUN, load32(vm, at.EVALUATIONS))


@searching.word("(root-count)", "( k -- n )",
                "Evaluations of the root moves at the last depth: 0 the moves, 1 all evaluations, "
                "2 the least, 3 the mean, 4 the most, 5 how often the number rose.",
                hidden=True)  # fmt: skip
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
