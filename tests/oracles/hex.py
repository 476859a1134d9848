"""Hex, as OpenSpiel plays it; on nine cells too."""

from .peers import Spiel


class Hex(Spiel):
    """Red is its first player, who joins top and bottom."""

    game = "hex"
    players = ("Red", "Blue")

    def text(self, action: int) -> str:
        return f"{self.player} stone {self.state.action_to_string(action)}"


class SmallHex(Hex):
    """On three by three cells."""

    game = "hex(board_size=3)"


GAMES = {"hex": Hex, "hex/3x3": SmallHex}
