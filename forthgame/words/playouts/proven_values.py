"""Proven values of tree nodes (after Winands, Björnsson and Saito, 2008).

A node has two bits for each player: unknown, loss, draw or win. The value is what the player can
force if all others play against them, so a proven win holds for any number of players. With two
competitors it is the value of the game, and losses are avoided as wins are sought; with more, only
wins count, because the others need not cooperate.

At a node, the player to move gets the best child's value and others the worst one for them; a
chance node has a value only if all its children share it. Nothing is proven in turns with
simultaneous choices.
"""

from __future__ import annotations

from forthgame.words.registers import extension_registers as by, memory_layout as at, playout_trees
from forthgame.words.table.memory_access import (
    Block,
    charge,
    load32,
    load64,
    outer32,
    outer64,
    player_number,
    set_outer64,
    settled,
    store32,
    system,
    table_cell,
)
from forthgame.words.table.row import Group, helper, plain

solved = Group("search")
LOSS, DRAW, WIN = 1, 2, 3  # values; half points are one less


@helper
def tree_place(vm: Block, index: int) -> int:
    """Return the offset of a node; the tree is in the block or in memory lent by the host."""
    return (
        load64(vm, playout_trees.BASE)
        + (index & load64(vm, playout_trees.MASK)) * playout_trees.NODE
    )


@helper
def mover_of(vm: Block, index: int) -> int:
    """Return the number of the player who moves into a node."""
    return outer32(vm, tree_place(vm, index) + playout_trees.MOVER) & 31


@helper
def value_for(vm: Block, index: int, number: int) -> int:
    """Return the proven value of a node for a player number, 0 if unknown."""
    return (outer64(vm, tree_place(vm, index) + playout_trees.VALUES) >> (number * 2)) & 3


@helper
def proves(vm: Block) -> bool:
    return load32(vm, playout_trees.SOLVES) != 0 and settled(vm, by.CHOICE_CELL) == 0


@helper
def two_compete(vm: Block) -> bool:
    """Return whether one player's loss is the other's win."""
    return load32(vm, at.COMPETITORS) <= 2 and settled(vm, at.COALITIONS) == 0


@helper
def is_sure_draw(vm: Block, index: int) -> bool:
    if not proves(vm) or not two_compete(vm):
        return False
    return value_for(vm, index, mover_of(vm, index)) == DRAW


@helper
def is_chance_number(vm: Block, number: int) -> bool:
    return (load32(vm, at.CHANCE_PLAYERS) >> number) & 1 != 0


@helper
def competes(vm: Block, number: int) -> bool:
    return (load32(vm, playout_trees.COMPETING) >> number) & 1 != 0


@helper
def note_players(vm: Block) -> None:
    players = 0
    for k in range(settled(vm, at.PLAYER_COUNT)):
        player = table_cell(vm, settled(vm, at.PLAYERS) + k * 4)
        number = player_number(player)
        if player & at.NEUTRAL_BIT == 0 and not is_chance_number(vm, number):
            players |= 1 << number
    store32(vm, playout_trees.COMPETING, players)


@solved.word("(prove-end)", "( -- )", "Store the points as proven values of a node where the game "
             "is over.", hidden=True)  # fmt: skip
def prove_end(vm: Block) -> None:
    if not proves(vm) or load32(vm, at.TREE_NODE) == 0:
        return
    values = 0
    for number in range(1, settled(vm, at.PLAYER_COUNT) + 1):
        if competes(vm, number):
            points = load32(vm, at.SCORES + number * 4)
            values |= min(max(points, 0), 2) + 1 << (number * 2)
    set_outer64(vm, tree_place(vm, load32(vm, at.TREE_NODE)) + playout_trees.VALUES, values)


@solved.word("(prove-win)", "( -- )", "Store the proven values of a node where the player to move "
             "wins at once; others only if no other move can change them.",
             hidden=True)  # fmt: skip
def prove_win(vm: Block) -> None:
    if not proves(vm) or load32(vm, at.TREE_NODE) == 0:
        return
    mover = player_number(system(vm, at.A_PLAYER))
    values = 0
    for number in range(1, settled(vm, at.PLAYER_COUNT) + 1):
        if number == mover:
            values |= WIN << (number * 2)
        elif competes(vm, number) and load32(vm, at.SCORES + number * 4) <= 0:
            values |= LOSS << (number * 2)  # another move might change this player's value
    set_outer64(vm, tree_place(vm, load32(vm, at.TREE_NODE)) + playout_trees.VALUES, values)


@solved.word("(proven-end)", "( -- ? )", "True if the values of the node are proven; players get "
             "their points.", hidden=True)  # fmt: skip
def proven_end(vm: Block) -> int:
    index = load32(vm, at.TREE_NODE)
    if not proves(vm) or not two_compete(vm):
        return 0
    values = outer64(vm, tree_place(vm, index) + playout_trees.VALUES)
    if values == 0:
        return 0
    for number in range(1, settled(vm, at.PLAYER_COUNT) + 1):
        value = (values >> (number * 2)) & 3
        if competes(vm, number) and value == 0:
            return 0
        store32(vm, at.SCORES + number * 4, max(value - 1, 0))
    return -1


@helper
def value_of_children(vm: Block, index: int, number: int) -> int:
    """Return the value proven by the children of a node for a player number."""
    first = outer32(vm, tree_place(vm, index) + playout_trees.FIRST_CHILD)
    count = outer32(vm, tree_place(vm, index) + playout_trees.CHILDREN)
    mover = mover_of(vm, first)
    charge(vm, count)
    highest, lowest = 0, WIN
    known = True
    for k in range(count):
        value = value_for(vm, first + k, number)
        known = known and value != 0
        highest = max(highest, value)
        if value != 0:
            lowest = min(lowest, value)
    if is_chance_number(vm, mover):
        return highest if known and highest == lowest else 0
    if mover == number:
        return highest if known or highest == WIN else 0
    return lowest if known or lowest == LOSS else 0


@helper
def prove_parents(vm: Block) -> None:
    """Propagate the value of the last node on the path to the ancestors that it proves."""
    depth = min(load32(vm, at.TREE_DEPTH), playout_trees.PATH_LIMIT)
    if not proves(vm):
        return
    last = load32(vm, at.TREE_PATH + (depth - 1) * 4)
    if outer64(vm, tree_place(vm, last) + playout_trees.VALUES) == 0:
        return
    k = depth - 2
    while k >= 0:
        index = load32(vm, at.TREE_PATH + k * 4)
        place = tree_place(vm, index) + playout_trees.VALUES
        before = outer64(vm, place)
        values = before
        for number in range(1, settled(vm, at.PLAYER_COUNT) + 1):
            if competes(vm, number) and (values >> (number * 2)) & 3 == 0:
                values |= value_of_children(vm, index, number) << (number * 2)
        if values == before:
            return
        set_outer64(vm, place, values)
        k -= 1


@helper
def root_value(vm: Block) -> int:
    """Return the proven value of the root for the searcher, 0 if unknown or irrelevant."""
    if not proves(vm):
        return 0
    value = value_for(vm, 0, player_number(load32(vm, at.SEARCHER)))
    return value if value == WIN or two_compete(vm) else 0


solved.words(
    plain(
        "(solved-root?)",
        "( -- ? )",
        "True if the searcher's value is proven.",
        lambda vm: -1 if root_value(vm) != 0 else 0,
        hidden=True,
    ),
)
