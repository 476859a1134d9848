"""Pentago, as OpenSpiel plays it."""

from .spiel import Spiel

TURNS = {
    "s": "left NW", "t": "right NW", "u": "left NE", "v": "right NE",
    "w": "left SE", "x": "right SE", "y": "left SW", "z": "right SW",
}  # fmt: skip


class Pentago(Spiel):
    """Pentago: its actions are a square and a letter for the turn."""

    GAME = "pentago"
    PLAYERS = ("White", "Black")

    def text(self, action: int) -> str:
        name = self.state.action_to_string(action)
        return f"{self.player} marble {name[:2]} {self.player} {TURNS[name[2]]}"


GAMES = {"pentago": Pentago}
