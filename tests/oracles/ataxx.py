"""Ataxx, as Fairy-Stockfish plays it."""

from .fairy import Fairy

RAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


class Ataxx(Fairy):
    """Ataxx: its moves are drops, jumps, and a pass as a move of a stone to its own square."""

    variant = "ataxx"
    players = ("White", "Black")

    def text(self, move: str) -> str:
        target = move[2:]
        if move[:2] == target:
            return "Pass"
        side, enemy = self.player, "pP"[self.player == "Black"]
        parts = [f"{side} stone {target}" if "@" in move else f"stone {move[:2]} - {target}"]
        for right, up in RAYS:
            column, row = "abcdefg".find(target[0]) + right, int(target[1]) + up
            if 0 <= column < 7 and 1 <= row <= 7:
                square = f"{'abcdefg'[column]}{row}"
                if self.piece(square) == enemy:
                    parts.append(f"= {side} on {square}")
        return " ".join(parts)


GAMES = {"ataxx": Ataxx}
