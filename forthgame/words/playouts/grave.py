"""Values of moves made anywhere in the subtree of a node: GRAVE.

All moves as first (Gelly and Silver, *Combining online and offline knowledge in UCT*, 2007),
generalised by Cazenave (*Generalized rapid action value estimation*, 2015): nodes visited often
record means of moves, which count for all descendants without a table. A node gets its table after
half the visits of the setting GRAVE; the table counts once it has seen that many games, the root's
from the start. Moves are identified as in `move_means.py`, so different ones may share an entry.
Not used in turns with simultaneous choices.
"""

from __future__ import annotations

from forthgame.words.playouts.proven_values import tree_place
from forthgame.words.registers import extension_registers as by, memory_layout as at, playout_trees
from forthgame.words.table.memory_access import (
    Block,
    charge,
    fill_block,
    load32,
    outer32,
    set_outer32,
    settled,
    store32,
)
from forthgame.words.table.row import helper

SHIFT = 16  # of the table number in a node, above the entry of its move
PLAY_MASK = playout_trees.ENTRIES - 1
SEEN = 0  # games in which the move was made
POINTS = 4  # half points from them
HEAD = 0  # the entry with the number of games of the table
BIAS = 0.001  # decay of the table's weight with a node's own visits


@helper
def uses_tables(vm: Block) -> bool:
    """Return whether values of moves are recorded for subtrees."""
    return load32(vm, playout_trees.GRAVE) != 0 and settled(vm, by.CHOICE_CELL) == 0


@helper
def table_place(table: int) -> int:
    """Return the offset of a table, numbered from 1."""
    return (
        at.PLAYS
        + playout_trees.AMAF
        + ((table - 1) & (playout_trees.AMAF_TABLES - 1)) * playout_trees.AMAF_TABLE
    )


@helper
def amaf_entry(table: int, play: int) -> int:
    """Return the offset of a move's entry in a table; entry 0 belongs to the table itself."""
    folded = 1 + (play & PLAY_MASK) % (playout_trees.AMAF_ENTRIES - 1)
    return table_place(table) + folded * playout_trees.AMAF_ENTRY


@helper
def table_of(vm: Block, index: int) -> int:
    return (outer32(vm, tree_place(vm, index) + playout_trees.PLAY) >> SHIFT) & 0xFFFF


@helper
def forget_tables(vm: Block) -> None:
    """Discard all tables and give the root a new one."""
    store32(vm, at.PLAYS + playout_trees.AMAF_COUNT, 0)
    store32(vm, at.PLAYS + playout_trees.AMAF_NOW, 0)
    if uses_tables(vm):
        give_table(vm, 0)


@helper
def give_table(vm: Block, index: int) -> None:
    count = load32(vm, at.PLAYS + playout_trees.AMAF_COUNT)
    if count >= playout_trees.AMAF_TABLES:
        return
    charge(vm, playout_trees.AMAF_ENTRIES >> 2)
    fill_block(vm, table_place(count + 1), 0, playout_trees.AMAF_TABLE)
    place = tree_place(vm, index) + playout_trees.PLAY
    set_outer32(vm, place, (outer32(vm, place) & PLAY_MASK) | ((count + 1) << SHIFT))
    store32(vm, at.PLAYS + playout_trees.AMAF_COUNT, count + 1)


@helper
def use_table(vm: Block, index: int) -> None:
    """Use a node's table from here on in the descent, if it has seen enough games."""
    table = table_of(vm, index) if uses_tables(vm) else 0
    if table != 0:
        games = load32(vm, table_place(table) + HEAD)
        if index == 0 or games >= load32(vm, playout_trees.GRAVE):
            store32(vm, at.PLAYS + playout_trees.AMAF_NOW, table)


@helper
def mean_elsewhere(vm: Block, play: int) -> float:
    """Return the mean of a move in the current table, -1 if it was never made there."""
    table = load32(vm, at.PLAYS + playout_trees.AMAF_NOW)
    if table == 0:
        return -1.0
    entry = amaf_entry(table, play)
    games = load32(vm, entry + SEEN)
    return 0.5 * load32(vm, entry + POINTS) / games if games > 0 else -1.0


@helper
def weight_elsewhere(vm: Block, play: int, seen: int) -> float:
    """Return the weight of that mean for a child with `seen` visits."""
    games = load32(vm, amaf_entry(load32(vm, at.PLAYS + playout_trees.AMAF_NOW), play) + SEEN)
    return games / (games + seen + BIAS * games * seen)


@helper
def learn_tables(vm: Block) -> None:
    """Add the points of a random game to the tables of the nodes on its path."""
    if not uses_tables(vm):
        return
    count = min(load32(vm, playout_trees.LOGGED), playout_trees.LOG_LIMIT)
    for k in range(min(load32(vm, at.TREE_DEPTH), playout_trees.PATH_LIMIT) - 1):
        index = load32(vm, at.TREE_PATH + k * 4)
        table = table_of(vm, index)
        if table == 0:
            visits = outer32(vm, tree_place(vm, index) + playout_trees.VISITS)
            if visits * 2 >= load32(vm, playout_trees.GRAVE):
                give_table(vm, index)
        else:
            begin = max(load32(vm, at.PLAYS + playout_trees.LOGGED_AT + (k + 1) * 4), 0)
            charge(vm, count - begin)
            head = table_place(table) + HEAD
            store32(vm, head, load32(vm, head) + 1)
            for i in range(begin, count):
                noted = load32(vm, at.PLAYS + playout_trees.LOG + i * 4)
                entry = amaf_entry(table, noted >> 5)
                points = load32(vm, at.SCORES + (noted & 31) * 4)
                store32(vm, entry + SEEN, load32(vm, entry + SEEN) + 1)
                store32(vm, entry + POINTS, load32(vm, entry + POINTS) + points)
