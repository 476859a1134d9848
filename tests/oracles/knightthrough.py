"""Knightthrough: breakthrough with knights."""

from typing import Self

from .base import Oracle, Outcome

Square = tuple[int, int]  # file and rank, each from 0
SIDES = ("White", "Black")
LEAPS = ((-1, 2), (1, 2), (-2, 1), (2, 1))  # as White sees them


def name(square: Square) -> str:
    """A square as moves write it."""
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


class Knightthrough(Oracle):
    """The owner of each knight, by square."""

    def __init__(self) -> None:
        self._ply = 0
        self._knights: dict[Square, str] = {
            (file, rank): side
            for side, ranks in (("White", (0, 1)), ("Black", (6, 7)))
            for rank in ranks
            for file in range(8)
        }

    @property
    def player(self) -> str:
        return SIDES[self._ply % 2]

    def _options(self) -> dict[str, tuple[Square, Square]]:
        ahead = 1 if self.player == "White" else -1
        options = {}
        for start, owner in self._knights.items():
            for right, up in LEAPS:
                end = start[0] + right, start[1] + ahead * up
                there = self._knights.get(end)
                if owner != self.player or there == owner or not {*end} <= {*range(8)}:
                    continue
                options[f"knight {name(start)} {'x' if there else '-'} {name(end)}"] = start, end
        return options

    @property
    def outcome(self) -> Outcome | None:
        home, opponent = (0, "Black") if self.player == "White" else (7, "White")
        if any(self._knights.get((file, home)) == opponent for file in range(8)):
            return "loss"
        return None if self._options() else "loss"

    def moves(self) -> list[str]:
        return list(self._options())

    def play(self, text: str) -> None:
        options = self._options()
        if text not in options:
            raise ValueError(text)
        start, end = options[text]
        self._knights[end] = self._knights.pop(start)
        self._ply += 1

    def copy(self) -> Self:
        twin = type(self)()
        twin._knights, twin._ply = dict(self._knights), self._ply
        return twin


GAMES = {"knightthrough": Knightthrough}
