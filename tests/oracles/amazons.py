"""Amazons, as Fairy-Stockfish plays it."""

import re

from .fairy import Fairy


class Amazons(Fairy):
    """Amazons: its moves are the squares of an amazon and, after a comma, of its arrow."""

    variant = "amazons"
    players = ("White", "Black")

    def text(self, move: str) -> str:
        start, end, _, arrow = re.findall(r"[a-j]\d+", move)
        return f"amazon {start} - {end} Burnt arrow {arrow}"


GAMES = {"amazons": Amazons}
