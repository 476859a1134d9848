"""Connect four: discs dropped into the columns of an upright board."""

from typing import Self

from .base import Oracle, Outcome

COLUMNS, ROWS, ROW_LENGTH = 7, 6, 4


class ConnectFour(Oracle):
    """Each column is a pile of discs, lowest first."""

    def __init__(self) -> None:
        self._piles: list[list[str]] = [[] for _ in range(COLUMNS)]

    def _disc(self, column: int, row: int) -> str | None:
        if not (0 <= column < COLUMNS and 0 <= row < len(self._piles[column])):
            return None
        return self._piles[column][row]

    def _has_row(self, player: str) -> bool:
        return any(
            all(self._disc(c + dc * i, r + dr * i) == player for i in range(ROW_LENGTH))
            for c in range(COLUMNS)
            for r in range(ROWS)
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
        )

    @property
    def player(self) -> str:
        return "Red" if sum(map(len, self._piles)) % 2 else "Yellow"

    @property
    def outcome(self) -> Outcome | None:
        if self._has_row("Yellow" if self.player == "Red" else "Red"):
            return "loss"
        return "draw" if all(len(pile) == ROWS for pile in self._piles) else None

    def moves(self) -> list[str]:
        return [
            f"{self.player} disc {'abcdefg'[column]}{len(pile) + 1}"
            for column, pile in enumerate(self._piles)
            if len(pile) < ROWS
        ]

    def play(self, text: str) -> None:
        if text not in self.moves():
            raise ValueError(text)
        self._piles["abcdefg".index(text.rsplit(maxsplit=1)[-1][0])].append(self.player)

    def copy(self) -> Self:
        twin = type(self)()
        twin._piles = [list(pile) for pile in self._piles]
        return twin


GAMES = {"connectfour": ConnectFour}
