"""Entries of move lists and their counting methods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TALLIED, COUNTED, LISTED = "tallied", "counted", "listed"


@dataclass(frozen=True)
class Candidate:
    """An entry of a move list: the entry of the word's code, the move type, the word's token."""

    entry: int
    type: int
    token: int


Candidates = Mapping[int, Candidate]  # by the Forth address of the entry


@dataclass(frozen=True)
class CountingMethod:
    """The counting method of an entry, the reason for not using a better one, and its cell.

    tallied  64 positions at a time, without running the word
    counted  by running the word, without making a list
    listed   by recording each move, even if only the number is needed
    """

    kind: str
    why: str = ""
    cell: int = -1
