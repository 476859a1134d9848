"""Means of sequences of two and three moves in random games.

The n-gram selection technique (Tak, Winands and Björnsson, *N-grams and the last-good-reply policy
applied in general game playing*, 2012): a move is drawn by the mean of its own mean and those of
the sequences of two and three moves that it would end. Different sequences may share an entry of
the table.
"""

from __future__ import annotations

import math

from forthgame.lang import layout as at
from forthgame.lang import trees
from forthgame.lang.cells import Block, charge, fill_block, load32, store32
from forthgame.lang.word import helper
from forthgame.lang.words.ordering import stirred

ENOUGH = 7  # games before the mean of a sequence counts
SEEN = 0  # fields of an entry: games with the sequence
POINTS = 4  # half points of the player who made its last move
MASK = trees.GRAM_ENTRIES - 1


@helper
def noted_play(vm: Block, k: int) -> int:
    return load32(vm, at.PLAYS + trees.LOG + k * 4)


@helper
def gram_entry(sequence: int) -> int:
    return at.PLAYS + trees.GRAMS + ((sequence ^ (sequence >> 14)) & MASK) * trees.GRAM_ENTRY


@helper
def forget_grams(vm: Block) -> None:
    """Clear the statistics, if they are used."""
    if load32(vm, trees.LONGEST) > 1:
        charge(vm, trees.GRAM_ENTRIES)
        fill_block(vm, at.PLAYS + trees.GRAMS, 0, trees.GRAM_ENTRIES * trees.GRAM_ENTRY)


@helper
def mean_with_grams(vm: Block, mean: float, noted: int) -> float:
    """Return the mean of a move's own mean and those of the sequences that it would end."""
    total, counted, sequence = mean, 1, noted
    last = load32(vm, trees.LOGGED) - 1
    for back in range(load32(vm, trees.LONGEST) - 1):
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
    sharpness = 0.001 * load32(vm, trees.SHARPNESS)
    return weight_of_mean(sharpness, mean_with_grams(vm, mean, noted), even, most)


@helper
def learn_grams(vm: Block, k: int) -> None:
    """Add the points of a random game to the sequences that end with move k."""
    longest = load32(vm, trees.LONGEST)
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
