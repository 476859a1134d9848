"""BRS+: of all opponents one answers, the others play the move that is ordered first.

After Esser, Gras, Winands, Schadd and Lanctot (*Improving best-reply search*, 2013). Unlike
best-reply search nobody's turn is left out, so every position that is searched can occur. The move
that is ordered first depends on the position alone: by the script's `rank`, then what it takes.
"""

from __future__ import annotations

from forthgame.lang import beyond as more
from forthgame.lang import layout as at
from forthgame.lang import node
from forthgame.lang import pruning as by
from forthgame.lang.cells import Block, arena_cell, charge, load32, set_arena_cell, settled, store32
from forthgame.lang.word import Group, helper
from forthgame.lang.words.ordering import CAPTURE, TAKEN, captured_value, mover_value
from forthgame.lang.words.ordering import ranked_by_script as ranked

replies = Group("search")


@helper
def is_plus(vm: Block) -> bool:
    """Whether opponents but one play the move that is ordered first.

    Not where there is one opponent, nor where all choose at once.
    """
    several = load32(vm, by.PLUS) != 0 and load32(vm, at.COMPETITORS) > 2
    return several and settled(vm, more.CHOICE_CELL) == 0


@replies.word("(plus?)", "( -- ? )", "Whether opponents but one play the move that is ordered "
              "first.", hidden=True)  # fmt: skip
def plus(vm: Block) -> int:
    return -1 if is_plus(vm) else 0


@replies.word("(plus!)", "( ? -- )", "Say whether they do.", hidden=True)
def set_plus(vm: Block, wanted: int) -> None:
    store32(vm, by.PLUS, wanted)


@helper
def join_round(vm: Block, place: int, around: int) -> int:
    """Note at an opponent's node what others have played since; a number for that, 0 for nothing.

    Nodes by the same number are the same for the table.
    """
    if load32(vm, place + node.OWN * 4) != 0:
        return 0
    if load32(vm, around + node.OWN * 4) == 0:
        ordered = load32(vm, around + node.AS_ORDERED * 4) != 0
        answered = load32(vm, around + node.ANSWERED * 4) != 0 or not ordered
        store32(vm, place + node.ANSWERED * 4, -1 if answered else 0)
        store32(vm, place + node.ROUND * 4, load32(vm, around + node.ROUND * 4) + 1)
    return 1 + load32(vm, place + node.ROUND * 4) * 2 - load32(vm, place + node.ANSWERED * 4)


@helper
def goes_on(vm: Block, place: int) -> bool:
    """Whether the move being tried costs no depth: a move of opponents who move one by one."""
    inside = load32(vm, place + node.OWN * 4) == 0 and load32(vm, place + node.FLIP * 4) == 0
    return inside and load32(vm, place + node.ROUND * 4) < load32(vm, at.COMPETITORS)


@helper
def ordered_first(vm: Block) -> int:
    """The move of the newest list with the highest rank by itself, the first of equals."""
    address = load32(vm, at.LIST)
    move = arena_cell(vm, address + at.LIST_FIRST * 4)
    best = TAKEN
    found = move
    charge(vm, arena_cell(vm, address + at.LIST_COUNT * 4) * 2)
    while move != 0:
        taken = captured_value(vm, move)
        rank = 0
        if taken > 0:
            rank = CAPTURE + min(taken, 65535) * 64 - min(mover_value(vm, move), 63)
        if settled(vm, more.SELECTS) & more.RANK != 0:
            rank = ranked(vm, move, rank)
        if rank > best:
            best = rank
            found = move
        move = arena_cell(vm, move)
    return found


@helper
def order_replies(vm: Block, place: int) -> None:
    """Note the move that is ordered first; where another opponent has answered, leave only that."""
    special = ordered_first(vm)
    store32(vm, place + node.SPECIAL * 4, special)
    if load32(vm, place + node.ANSWERED * 4) == 0:
        return
    tried = special != 0 and arena_cell(vm, special + at.MOVE_RANK * 4) != TAKEN
    address = load32(vm, at.LIST)
    move = arena_cell(vm, address + at.LIST_FIRST * 4)
    charge(vm, arena_cell(vm, address + at.LIST_COUNT * 4))
    while move != 0:
        if move != special:
            set_arena_cell(vm, move + at.MOVE_RANK * 4, TAKEN)
        move = arena_cell(vm, move)
    store32(vm, place + node.LEFT * 4, 1 if tried else 0)
    store32(vm, place + node.FIRST * 4, special)
