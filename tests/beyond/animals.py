"""The rules of `animals.4th` in Python: steps, drops, promotion, and hands."""

from __future__ import annotations

from collections import Counter

Square = tuple[int, int]  # column and row, each from 0
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
SLANTING = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
STEPS = {
    "chick": STRAIGHT[:1], "giraffe": STRAIGHT, "elephant": SLANTING,
    "hen": STRAIGHT + SLANTING[:2], "lion": STRAIGHT + SLANTING,
}  # fmt: skip
AHEAD = {"South": 1, "North": -1}
LAST = {"South": 3, "North": 0}
OTHER = {"South": "North", "North": "South"}
SQUARES = [(column, row) for row in range(4) for column in range(3)]


def name(square: Square) -> str:
    """A square as moves write it."""
    return f"{'abc'[square[0]]}{square[1] + 1}"


class Animals:
    """A game in progress."""

    def __init__(self) -> None:
        self.player = "South"
        self.board: dict[Square, tuple[str, str]] = {(1, 1): ("South", "chick"),
                                                     (1, 2): ("North", "chick")}  # fmt: skip
        for column, piece in enumerate(("elephant", "lion", "giraffe")):
            self.board[column, 0] = ("South", piece)
            self.board[2 - column, 3] = ("North", piece)
        self.hands: dict[str, Counter[str]] = {"South": Counter(), "North": Counter()}

    @property
    def outcome(self) -> str | None:
        """Return the result for the player about to move."""
        if self.hands[OTHER[self.player]]["lion"]:
            return "loss"
        return None if self.moves() else "draw"

    def _steps(self) -> dict[str, tuple[Square, Square, str]]:
        found = {}
        for (column, row), (owner, piece) in self.board.items():
            if owner != self.player:
                continue
            for right, up in STEPS[piece]:
                end = column + right, row + up * AHEAD[owner]
                there = self.board.get(end)
                if end not in SQUARES or (there and there[0] == owner):
                    continue
                text = f"{piece} {name((column, row))} {'x' if there else '-'} {name(end)}"
                crowned = piece == "chick" and end[1] == LAST[owner]
                text += " = hen" if crowned else ""
                found[text] = (column, row), end, "hen" if crowned else piece
        return found

    def _drops(self) -> dict[str, tuple[str, Square]]:
        return {
            f"{self.player} {piece} {name(square)}": (piece, square)
            for piece in ("chick", "giraffe", "elephant")
            if self.hands[self.player][piece]
            for square in SQUARES
            if square not in self.board
        }

    def moves(self) -> list[str]:
        """The texts of the legal moves."""
        return [*self._steps(), *self._drops()]

    def play(self, text: str) -> None:
        """Make a move."""
        if text in (drops := self._drops()):
            piece, square = drops[text]
            self.hands[self.player][piece] -= 1
            self.board[square] = self.player, piece
        else:
            start, end, piece = self._steps()[text]
            if end in self.board:
                taken = self.board[end][1]
                self.hands[self.player]["chick" if taken == "hen" else taken] += 1
            del self.board[start]
            self.board[end] = self.player, piece
        self.player = OTHER[self.player]

    def copy(self) -> Animals:
        """An independent game at the same point."""
        twin = Animals()
        twin.player, twin.board = self.player, dict(self.board)
        twin.hands = {player: Counter(held) for player, held in self.hands.items()}
        return twin

    def perft(self, depth: int) -> int:
        """The number of ways to play so many moves."""
        if depth == 0:
            return 1
        if self.outcome:
            return 0
        total = 0
        for text in self.moves():
            after = self.copy()
            after.play(text)
            total += after.perft(depth - 1)
        return total
