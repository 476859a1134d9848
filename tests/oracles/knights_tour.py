"""Knight's tours: onto every square once."""

from typing import Self

from .base import Oracle, Outcome

Square = tuple[int, int]  # file and rank, from 0
LEAPS = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if x * x + y * y == 5]


def name(square: Square) -> str:
    """A square as moves write it."""
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


class KnightsTour(Oracle):
    """The squares in the order in which the knight has seen them."""

    player = "Player"

    def __init__(self, ranks: int, files: int) -> None:
        self._ranks, self._files = ranks, files
        self._path: list[Square] = []

    def _options(self) -> dict[str, Square]:
        squares = [(x, y) for x in range(self._files) for y in range(self._ranks)]
        if not self._path:
            return {f"Player knight {name(square)}": square for square in squares}
        x, y = self._path[-1]
        start = name((x, y))
        return {
            f"knight {start} - {name((x + dx, y + dy))} Player track {start}": (x + dx, y + dy)
            for dx, dy in LEAPS
            if (x + dx, y + dy) in squares and (x + dx, y + dy) not in self._path
        }

    @property
    def outcome(self) -> Outcome | None:
        if len(self._path) == self._ranks * self._files:
            return "win"
        return None if self._options() else "loss"

    def moves(self) -> list[str]:
        return list(self._options())

    def play(self, text: str) -> None:
        if text not in self._options():
            raise ValueError(text)
        self._path.append(self._options()[text])

    def copy(self) -> Self:
        twin = type(self)(self._ranks, self._files)
        twin._path = list(self._path)
        return twin


GAMES = {
    "knights-tour": lambda: KnightsTour(8, 8),
    "knights-tour/3x4": lambda: KnightsTour(3, 4),
    "knights-tour/5x5": lambda: KnightsTour(5, 5),
    "knights-tour/6x6": lambda: KnightsTour(6, 6),
}
COUNTS = {  # counted by this oracle
    "knights-tour": [64, 336, 1672, 8320],
    "knights-tour/3x4": [12, 28, 40, 56, 76, 104, 104, 120, 92, 72, 40, 16],
    "knights-tour/5x5": [25, 96, 328, 976, 2800, 8352],
    "knights-tour/6x6": [36, 160, 664, 2576, 9328],
}
