"""Switches for the optimisations of generation, so that tests can compare with and without."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum


class Optimisation(Enum):
    """An optimisation; its value describes the behaviour without it."""

    COPIES = "words that are handed tokens run them one by one"
    EACH = "words that are handed directions have one copy for all of them"
    RAYS = "a loop along a direction that counts, or over positions, goes from one to the next"
    LOOP = "the loop of a generation looks each entry of a list up"
    STEADY = "a generation looks at the board again behind each word"
    COUNTED = "moves are recorded in lists also where only their number is wanted"
    LEAVES = "moves of which some are preferred are recorded also where only their number is wanted"
    TALLIED = "moves are counted by running the words, position by position"
    MIXED = "words are run for each entry if the moves of one of them cannot be tallied"
    ASKED = "a word that asks the same for each piece is run for each piece"
    MADE = "a move that is drawn is recorded before it is made"
    APART = "moves are counted by code that can also record them"
    SCRATCH = "a variable that move words store into may be one that they share"


_off: frozenset[Optimisation] = frozenset()


def used(part: Optimisation) -> bool:
    return part not in _off


def off() -> list[str]:
    """Return the names of the optimisations that are switched off."""
    return sorted(part.name for part in _off)


@contextmanager
def without(*parts: Optimisation) -> Iterator[None]:
    """Switch optimisations off for games that are loaded and compiled in the body."""
    global _off
    before, _off = _off, _off.union(parts)
    try:
        yield
    finally:
        _off = before
