"""Entries of move lists, and how the moves of each are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TALLIED, COUNTED, LISTED = "tallied", "counted", "listed"


@dataclass(frozen=True)
class Candidate:
    """An entry of a move list: where the word's code starts, the move type, the word's token."""

    entry: int
    type: int
    token: int


Candidates = Mapping[int, Candidate]  # by the Forth address of the entry


@dataclass(frozen=True)
class Path:
    """How moves of an entry are counted, why not better, and the cell of the code that says so.

    `tallied`: 64 positions at a time, without running the word. `counted`: the word is run, and
    no list is made. `listed`: each move is recorded, also where only their number is wanted.
    """

    kind: str
    why: str = ""
    cell: int = -1
