"""Clobber, as Fairy-Stockfish plays it: five columns, six rows."""

from .fairy import Fairy


class Clobber(Fairy):
    """Clobber: its moves are two squares."""

    variant = "clobber"
    players = ("White", "Black")

    def text(self, move: str) -> str:
        return f"stone {move[:2]} x {move[2:]}"


GAMES = {"clobber": Clobber}
