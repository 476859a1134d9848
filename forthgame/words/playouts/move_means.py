"""Mean values of moves in random games, independent of the position.

The move-average sampling technique (Finnsson and Björnsson, *Simulation-based approach to general
game playing*, 2008): a mean over all random games of a search is kept for each player and move, and
later games draw moves by it (Gibbs sampling). Moves are identified by type, positions, piece and
whether they capture; different ones may share an entry of the table.

The n-gram selection technique (Tak, Winands and Björnsson, *N-grams and the last-good-reply policy
applied in general game playing*, 2012) extends this: a move is drawn by the mean of its own mean
and those of the sequences of two and three moves that it would end.
"""

from __future__ import annotations

import math

from forthgame.words.core.random_streams import FIRST, random_between, random_share
from forthgame.words.lists.legality_checks import REJECTED
from forthgame.words.lists.tallying import counts, note_tallied, place_of
from forthgame.words.moves.move_lists import first_move, move_count, source_of, target_of
from forthgame.words.registers import extension_registers, memory_layout as at, playout_trees
from forthgame.words.registers.memory_layout import MOVE_BYTES
from forthgame.words.search.move_ordering import captured_value, stirred
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    fill_block,
    load32,
    load_float,
    player_number,
    set_arena_cell,
    settled,
    store32,
    store_float,
    system,
    table_cell,
)
from forthgame.words.table.row import Group, helper, plain

plays = Group("search")
# fields of an entry, the first two also of a sequence's
SEEN = 0  # games in which the player made the move
POINTS = 4  # half points from them
WEIGHT = 8  # weight for drawing the move
MEAN = 12  # a float from 0 to 1
MASK = playout_trees.ENTRIES - 1
GRAM_MASK = playout_trees.GRAM_ENTRIES - 1
ENOUGH = 7  # games before the mean of a sequence counts
ONLY_NOTED = 1  # value of LEARNS if moves are recorded for grave.py only
EVEN = 0.5  # mean of a move not seen yet
EVEN_WEIGHT = 64
MOST_WEIGHT = 1 << 15
CANDIDATES = 8  # moves compared if the list was only counted


# -- sequences of moves ---------------------------------------------------------------------------


@helper
def noted_play(vm: Block, k: int) -> int:
    return load32(vm, at.PLAYS + playout_trees.LOG + k * 4)


@helper
def gram_entry(sequence: int) -> int:
    return (
        at.PLAYS
        + playout_trees.GRAMS
        + ((sequence ^ (sequence >> 14)) & GRAM_MASK) * playout_trees.GRAM_ENTRY
    )


@helper
def forget_grams(vm: Block) -> None:
    """Clear the statistics, if they are used."""
    if load32(vm, playout_trees.LONGEST) > 1:
        charge(vm, playout_trees.GRAM_ENTRIES)
        fill_block(
            vm,
            at.PLAYS + playout_trees.GRAMS,
            0,
            playout_trees.GRAM_ENTRIES * playout_trees.GRAM_ENTRY,
        )


@helper
def mean_with_grams(vm: Block, mean: float, noted: int) -> float:
    """Return the mean of a move's own mean and those of the sequences that it would end."""
    total, counted, sequence = mean, 1, noted
    last = load32(vm, playout_trees.LOGGED) - 1
    for back in range(load32(vm, playout_trees.LONGEST) - 1):
        if last - back >= 0:
            sequence = stirred(sequence, noted_play(vm, last - back))
            entry = gram_entry(sequence)
            seen = load32(vm, entry + SEEN)
            if seen >= ENOUGH:
                total += load32(vm, entry + POINTS) / (2.0 * seen)
                counted += 1
    return total / counted


@helper
def weight_of_mean(sharpness: float, mean: float, even: float, most: int) -> int:
    """Return the weight for drawing a move: `even` at a mean of 0.5, at most `most`."""
    return max(int(min(even * math.exp(sharpness * (mean - 0.5)), float(most))), 1)


@helper
def weight_with_grams(vm: Block, mean: float, noted: int, even: float, most: int) -> int:
    sharpness = 0.001 * load32(vm, playout_trees.SHARPNESS)
    return weight_of_mean(sharpness, mean_with_grams(vm, mean, noted), even, most)


@helper
def learn_grams(vm: Block, k: int) -> None:
    """Add the points of a random game to the sequences that end with move k."""
    longest = load32(vm, playout_trees.LONGEST)
    if longest < 2:
        return
    noted = noted_play(vm, k)
    points = load32(vm, at.SCORES + (noted & 31) * 4)
    sequence = noted
    for back in range(1, longest):
        if k - back >= 0:
            sequence = stirred(sequence, noted_play(vm, k - back))
            entry = gram_entry(sequence)
            store32(vm, entry + SEEN, load32(vm, entry + SEEN) + 1)
            store32(vm, entry + POINTS, load32(vm, entry + POINTS) + points)


# -- moves ----------------------------------------------------------------------------------------


@helper
def play_place(vm: Block, move: int) -> int:
    """Return the index of the entry of a move of the player to move."""
    count = arena_cell(vm, move + at.MOVE_COUNT * 4)
    mover = player_number(system(vm, at.A_PLAYER))
    value = stirred(arena_cell(vm, move + at.MOVE_TYPE * 4) * 32 + mover, 1 if count > 0 else 0)
    if count > 0:
        action = move + MOVE_BYTES
        kind = arena_cell(vm, action + at.KIND_OFFSET)
        start, end = arena_cell(vm, action), arena_cell(vm, action + 4)
        piece = end
        if kind <= at.ACT_MOVE_TAKE:
            piece = arena_cell(vm, action + 8)
        elif count == 1:
            end = start
        if count > 1:
            start, end = source_of(vm, move), target_of(vm, move)
        value = named(value, kind, piece, start, end)
    return (value ^ (value >> 14)) & MASK


@helper
def named(value: int, kind: int, piece: int, start: int, end: int) -> int:
    value = stirred(value, ((piece & at.PIECE_MASK) << 4) + kind)
    return stirred(stirred(value, start), end)


@helper
def drop_place(vm: Block, note: int) -> int:
    """Return the entry index of a drop that was only counted, given its note."""
    mover = player_number(system(vm, at.A_PLAYER))
    type = table_cell(vm, arena_cell(vm, note) - 4)
    pos, piece = arena_cell(vm, note + 4), arena_cell(vm, note + 8)
    value = named(stirred(type * 32 + mover, 1), at.ACT_ADD, piece, pos, pos)
    return (value ^ (value >> 14)) & MASK


@helper
def play_entry(place: int) -> int:
    return at.PLAYS + (place & MASK) * playout_trees.ENTRY


@helper
def mean_of_play(vm: Block, place: int) -> float:
    """Return the mean of an entry, 0 to 1."""
    entry = play_entry(place)
    return load_float(vm, entry + MEAN) if load32(vm, entry + SEEN) != 0 else EVEN


@helper
def weight_of_play(vm: Block, place: int) -> int:
    if load32(vm, playout_trees.LONGEST) > 1:
        noted = place * 32 + player_number(system(vm, at.A_PLAYER))
        return weight_with_grams(vm, mean_of_play(vm, place), noted, EVEN_WEIGHT, MOST_WEIGHT)
    weight = load32(vm, play_entry(place) + WEIGHT)
    return weight if weight != 0 else EVEN_WEIGHT


@helper
def forget_plays(vm: Block) -> None:
    """Clear the statistics, if they are used."""
    store32(vm, playout_trees.LOGGED, 0)
    if load32(vm, playout_trees.LEARNS) != 0:
        charge(vm, playout_trees.ENTRIES)
        fill_block(vm, at.PLAYS, 0, playout_trees.ENTRIES * playout_trees.ENTRY)
        forget_grams(vm)


plays.words(
    plain(
        "(by-average!)",
        "( ? -- )",
        "Set whether moves are drawn by their means.",
        lambda vm, wanted: store32(vm, extension_registers.BY_AVERAGE, wanted),
        hidden=True,
    ),
)


@plays.word("(by-average?)", "( -- ? )", "True if the player to move draws by means; dice never "
            "do.", hidden=True)  # fmt: skip
def is_by_average(vm: Block) -> int:
    mover = player_number(system(vm, at.A_PLAYER))
    dice = (load32(vm, at.CHANCE_PLAYERS) >> mover) & 1 != 0
    return -1 if load32(vm, extension_registers.BY_AVERAGE) != 0 and not dice else 0


@plays.word("(average-move)", "( -- move )", "Draw a move of the newest list by means, except for "
            "rejected ones; 0 if there is none.", hidden=True)  # fmt: skip
def average_move(vm: Block) -> int:
    charge(vm, move_count(vm) * 4)
    total = 0
    move = first_move(vm)
    while move != 0:
        weight = 0
        if arena_cell(vm, move + at.MOVE_FLAGS * 4) & REJECTED == 0:
            weight = weight_of_play(vm, play_place(vm, move))
        set_arena_cell(vm, move + at.MOVE_RANK * 4, weight)
        total += weight
        move = arena_cell(vm, move)
    if total == 0:
        return 0
    left = random_share(vm, FIRST, total)
    move = first_move(vm)
    chosen = 0
    while move != 0:
        weight = arena_cell(vm, move + at.MOVE_RANK * 4)
        if weight > 0:
            chosen = move
            left -= weight
            if left < 0:
                return move
        move = arena_cell(vm, move)
    return chosen


@plays.word("(only-drops?)", "( -- ? )", "True if pieces are only dropped, and moves may be "
            "counted.", hidden=True)  # fmt: skip
def only_drops(vm: Block) -> int:
    if not counts(vm) or settled(vm, at.MOVING_COUNT) != 0:
        return 0
    return -1 if settled(vm, at.DROP_COUNT) != 0 else 0


@plays.word("(average-number)", "( -- i )", "Draw the index of a move of a list that was only "
            "counted, by the means of a few candidates.", hidden=True)  # fmt: skip
def average_number(vm: Block) -> int:
    count = move_count(vm)
    tallied = load32(vm, extension_registers.TALLIED) != 0
    if count < 1 or (count > at.COUNTED_LIMIT and not tallied):
        return 0
    total = 0
    chosen = 0
    charge(vm, CANDIDATES * 8)
    for _ in range(CANDIDATES):
        i = random_between(vm, FIRST, 0, count - 1)
        if tallied:
            note_tallied(vm, i)
        weight = weight_of_play(vm, drop_place(vm, place_of(0 if tallied else i)))
        total += weight
        if random_between(vm, FIRST, 1, total) <= weight:
            chosen = i
    return chosen


@plays.word("(note-play)", "( move -- )", "Record a move of the player to move, if it is needed "
            "for learning.", hidden=True)  # fmt: skip
def note_play(vm: Block, move: int) -> None:
    count = load32(vm, playout_trees.LOGGED)
    mover = player_number(system(vm, at.A_PLAYER))
    if (
        load32(vm, playout_trees.LEARNS) == 0
        or move == 0
        or not 0 <= count < playout_trees.LOG_LIMIT
    ):
        return
    if (load32(vm, at.CHANCE_PLAYERS) >> mover) & 1 == 0:
        store32(vm, at.PLAYS + playout_trees.LOG + count * 4, play_place(vm, move) * 32 + mover)
        store32(vm, playout_trees.LOGGED, count + 1)


@helper
def learn_plays(vm: Block) -> None:
    count = load32(vm, playout_trees.LOGGED)
    if load32(vm, playout_trees.LEARNS) == ONLY_NOTED:
        return
    charge(vm, count * 8)
    sharpness = 0.001 * load32(vm, playout_trees.SHARPNESS)
    for k in range(min(count, playout_trees.LOG_LIMIT)):
        noted = load32(vm, at.PLAYS + playout_trees.LOG + k * 4)
        entry = play_entry(noted >> 5)
        seen = load32(vm, entry + SEEN) + 1
        points = load32(vm, entry + POINTS) + load32(vm, at.SCORES + (noted & 31) * 4)
        mean = (points + 1.0) / (seen * 2.0 + 2.0)
        store32(vm, entry + SEEN, seen)
        store32(vm, entry + POINTS, points)
        store_float(vm, entry + MEAN, mean)
        store32(vm, entry + WEIGHT, weight_of_mean(sharpness, mean, EVEN_WEIGHT, MOST_WEIGHT))
        learn_grams(vm, k)
    store32(vm, playout_trees.LOGGED, 0)


@plays.word("(lively-move)", "( -- move )", "Give the best capture of the newest list, or a "
            "random move.", hidden=True)  # fmt: skip
def lively_move(vm: Block) -> int:
    count = move_count(vm)
    charge(vm, count * 4)
    start = random_between(vm, FIRST, 0, count - 1) if count > 1 else 0
    move = first_move(vm)
    chosen = move
    best = 0
    k = 0
    while move != 0:
        taken = captured_value(vm, move)
        if k == start and best == 0:
            chosen = move
        if taken > best:
            best = taken
            chosen = move
        k += 1
        move = arena_cell(vm, move)
    return chosen
