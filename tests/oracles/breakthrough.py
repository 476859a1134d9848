"""Breakthrough: a race of men to the other side of a chess board."""

from typing import Self

from .base import Oracle, Outcome

Square = tuple[int, int]  # file and rank, each from 0
AHEAD = {"White": 1, "Black": -1}
GOAL = {"White": 7, "Black": 0}
OTHER = {"White": "Black", "Black": "White"}


def name(square: Square) -> str:
    """A square as moves write it."""
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


class Breakthrough(Oracle):
    """The men of each side, and the player to move."""

    def __init__(self) -> None:
        self._men: dict[str, set[Square]] = {
            "White": {(file, rank) for file in range(8) for rank in (0, 1)},
            "Black": {(file, rank) for file in range(8) for rank in (6, 7)},
        }
        self._player = "White"

    def _options(self) -> dict[str, tuple[Square, Square]]:
        own, enemy = self._men[self._player], self._men[OTHER[self._player]]
        options = {}
        for file, rank in own:
            for aside in (-1, 0, 1):
                start, end = (file, rank), (file + aside, rank + AHEAD[self._player])
                if not (0 <= end[0] < 8 and 0 <= end[1] < 8) or end in own:
                    continue
                if aside == 0 and end in enemy:
                    continue
                sign = "x" if end in enemy else "-"
                options[f"man {name(start)} {sign} {name(end)}"] = start, end
        return options

    @property
    def player(self) -> str:
        return self._player

    @property
    def outcome(self) -> Outcome | None:
        opponent = OTHER[self._player]
        if any(rank == GOAL[opponent] for _, rank in self._men[opponent]):
            return "loss"
        return None if self._men[self._player] and self._options() else "loss"

    def moves(self) -> list[str]:
        return list(self._options())

    def play(self, text: str) -> None:
        options = self._options()
        if text not in options:
            raise ValueError(text)
        start, end = options[text]
        self._men[self._player].remove(start)
        self._men[self._player].add(end)
        self._player = OTHER[self._player]
        self._men[self._player].discard(end)

    def copy(self) -> Self:
        twin = type(self)()
        twin._men = {player: set(men) for player, men in self._men.items()}
        twin._player = self._player
        return twin


GAMES = {"breakthrough": Breakthrough}
