"""Tic-tac-toe: three in a row on nine squares."""

from typing import Self

from .base import Oracle, Outcome

SQUARES = [file + rank for rank in "123" for file in "abc"]
LINES = [
    *({file + rank for file in "abc"} for rank in "123"),
    *({file + rank for rank in "123"} for file in "abc"),
    {"a1", "b2", "c3"},
    {"a3", "b2", "c1"},
]


class TicTacToe(Oracle):
    """The squares each player holds say it all."""

    def __init__(self) -> None:
        self._held: dict[str, set[str]] = {"X": set(), "O": set()}

    def _free(self) -> list[str]:
        return [s for s in SQUARES if not any(s in held for held in self._held.values())]

    @property
    def player(self) -> str:
        return "X" if len(self._held["X"]) == len(self._held["O"]) else "O"

    @property
    def outcome(self) -> Outcome | None:
        opponent = "O" if self.player == "X" else "X"
        if any(line <= self._held[opponent] for line in LINES):
            return "loss"
        return None if self._free() else "draw"

    def moves(self) -> list[str]:
        return [f"{self.player} mark {square}" for square in self._free()]

    def play(self, text: str) -> None:
        if text not in self.moves():
            raise ValueError(text)
        self._held[self.player].add(text.rsplit(maxsplit=1)[-1])

    def copy(self) -> Self:
        twin = type(self)()
        twin._held = {player: set(held) for player, held in self._held.items()}
        return twin


GAMES = {"tictactoe": TicTacToe}
COUNTS = {"tictactoe": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]}
