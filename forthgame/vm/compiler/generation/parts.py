"""The parts of fast generation, each with a switch. Tests compare games with and without them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum


class Part(Enum):
    """A part: its name is a member, its value says what is done without it."""

    COPIES = "words that are handed tokens run them one by one"
    EACH = "words that are handed directions have one copy for all of them"
    RAYS = "a loop along a direction that counts, or over positions, goes from one to the next"
    LOOP = "the loop of a generation looks each entry of a list up"
    STEADY = "a generation looks at the board again behind each word"
    COUNTED = "moves are recorded in lists also where only their number is wanted"
    LEAVES = "moves of which some are preferred are recorded also where only their number is wanted"
    TALLIED = "moves are counted by running the words, position by position"
    MADE = "a move that is drawn is recorded before it is made"
    APART = "moves are counted by code that can also record them"
    SCRATCH = "a variable that move words store into may be one that they share"


_off: frozenset[Part] = frozenset()


def used(part: Part) -> bool:
    """Whether a part is in use."""
    return part not in _off


def off() -> list[str]:
    """The names of the parts that are not in use."""
    return sorted(part.name for part in _off)


@contextmanager
def without(*parts: Part) -> Iterator[None]:
    """Leave parts out of games that are loaded and machine code that is made in here."""
    global _off
    before, _off = _off, _off.union(parts)
    try:
        yield
    finally:
        _off = before
