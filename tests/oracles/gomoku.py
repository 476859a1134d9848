"""Gomoku, as OpenSpiel plays it: more than five in a row win too."""

from .spiel import Spiel


class Gomoku(Spiel):
    """Gomoku: its actions are a row from the top and a column."""

    GAME = "gomoku"
    PLAYERS = ("Black", "White")

    def text(self, action: int) -> str:
        row, column = map(int, self.state.action_to_string(action).split(","))
        return f"{self.player} stone {'abcdefghijklmno'[column]}{15 - row}"


GAMES = {"gomoku": Gomoku}
