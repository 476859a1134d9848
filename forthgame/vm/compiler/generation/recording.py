"""Words that record an action of a move, for who reads move words without running them."""

from __future__ import annotations

# how many numbers each takes
RECORDING = {
    "drop": 0, "create": 0, "capture": 0, "partial": 0, "(COMPILE)": 0,
    "drop-piece": 1, "change-type": 1, "change-owner": 1, "create-player": 1,
    "create-piece-type": 1, "capture-at": 1, "create-at": 1, "COMPILE-LITERAL": 1,
    "partial-move-type": 1,
    "move": 2, "create-player-piece-type": 2, "create-player-at": 2, "create-piece-type-at": 2,
    "drop-piece-at": 2, "change-type-at": 2, "change-owner-at": 2, "later!": 2,
    "create-player-piece-type-at": 3,
}  # fmt: skip
FOR_CREATING = frozenset(name for name in RECORDING if name.startswith(("drop", "create")))


class Inexact(Exception):
    """A word does what cannot be counted for many positions at once; `cell` is where, or -1."""

    def __init__(self, why: str, cell: int = -1) -> None:
        super().__init__(why)
        self.cell = cell
