"""Hex, as OpenSpiel plays it; on nine cells too."""

from .spiel import Spiel


class Hex(Spiel):
    """Red is its first player, who joins top and bottom."""

    GAME = "hex"
    PLAYERS = ("Red", "Blue")

    def text(self, action: int) -> str:
        return f"{self.player} stone {self.state.action_to_string(action)}"


class SmallHex(Hex):
    """On three by three cells."""

    GAME = "hex(board_size=3)"


GAMES = {"hex": Hex, "hex/3x3": SmallHex}
