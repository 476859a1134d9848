"""Ultimate tic-tac-toe, by OpenSpiel: there a board is chosen by an action of its own."""

import re
from typing import Any

from .spiel import Spiel

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class UltimateTicTacToe(Spiel):
    """Actions name a small board, or a square of the board that is due, from 0 to 8."""

    GAME = "ultimate_tic_tac_toe"
    PLAYERS = ("X", "O")

    def __init__(self) -> None:
        super().__init__()
        self._marks: dict[tuple[int, int], str] = {}  # small board and square

    def _text(self, board: int, square: int) -> str:
        column, row = board % 3 * 3 + square % 3, board // 3 * 3 + square // 3
        text = f"{self.player} mark {'abcdefghi'[column]}{9 - row}"
        marks = self._marks | {(board, square): self.player}
        if any(all(marks.get((board, at)) == self.player for at in line) for line in LINES):
            text += f" {self.player} board {'ABC'[board % 3]}{3 - board // 3}"
        return text

    def _squares(self, state: Any, before: list[int]) -> dict[str, list[int]]:
        """Return the moves of a state that expects a square, with the actions that led to it."""
        options = {}
        for action in state.legal_actions():
            named = re.match(r"Local board (\d)", state.action_to_string(self.turn, action))
            assert named
            options[self._text(int(named[1]), action)] = [*before, action]
        return options

    def options(self) -> dict[str, list[int]]:
        actions = self.state.legal_actions()
        if not self.state.action_to_string(self.turn, actions[0]).startswith("Choose"):
            return self._squares(self.state, [])
        options: dict[str, list[int]] = {}
        for board in actions:
            options |= self._squares(self.state.child(board), [board])
        return options

    def play(self, text: str) -> None:
        mover, square = self.player, text.split()[2]
        super().play(text)
        column, row = "abcdefghi".index(square[0]), 9 - int(square[1])
        self._marks[row // 3 * 3 + column // 3, row % 3 * 3 + column % 3] = mover

    def copy(self) -> "UltimateTicTacToe":
        twin = super().copy()
        twin._marks = dict(self._marks)
        return twin


GAMES = {"ultimate-tictactoe": UltimateTicTacToe}
