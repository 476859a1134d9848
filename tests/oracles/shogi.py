"""Shogi and minishogi by Fairy-Stockfish: its moves, written as the scripts write them."""

from collections import Counter
from typing import Any, Self

import pytest

from .base import Oracle, Outcome

NAMES = {"p": "pawn", "l": "lance", "n": "knight", "s": "silver", "b": "bishop", "r": "rook",
         "g": "gold", "k": "king"}  # fmt: skip
OFTEN = 4  # occurrences of a position that end the game
PROMOTED = {"pawn": "tokin", "lance": "narikyo", "knight": "narikei", "silver": "narigin",
            "bishop": "horse", "rook": "dragon"}  # fmt: skip


class Shogi(Oracle):
    """A position of a variant, as a FEN, and the moves that have led to it."""

    peer = "Fairy-Stockfish"
    variant = "shogi"

    def __init__(self, fen: str = "") -> None:
        self._peer: Any = pytest.importorskip("pyffish")
        self._fen = fen or self._peer.start_fen(self.variant)
        self._known: dict[str, str] | None = None
        self._start, self._played = self._fen, list[str]()
        self._stood = Counter([self._position()])

    @property
    def player(self) -> str:
        return "White" if self._fen.split()[1] == "w" else "Black"

    def _position(self) -> str:
        return " ".join(self._fen.split()[:2]).replace("[-]", "[]")

    def _board(self) -> dict[str, str]:
        """Names of the pieces by square."""
        rows = self._fen.split("[")[0].split("/")
        found = {}
        for row, text in enumerate(rows):
            column, plus = 0, False
            for sign in text:
                if sign.isdigit():
                    column += int(sign)
                elif sign == "+":
                    plus = True
                else:
                    name = NAMES[sign.lower()]
                    square = f"{'abcdefghi'[column]}{len(rows) - row}"
                    found[square] = PROMOTED[name] if plus else name
                    column, plus = column + 1, False
        return found

    def _texts(self) -> dict[str, str]:
        if self._known is None:
            board = self._board()
            listed = self._peer.legal_moves(self.variant, self._fen, [])
            before = self._before_king()
            legal = [m for m in listed if not (m == before and self._mates(m))]
            self._known = {self._text(board, move): move for move in legal}
            assert len(self._known) == len(legal)
        return self._known

    def _before_king(self) -> str:
        """Return the drop of a pawn onto the square before the king of the player not to move."""
        rows = self._fen.split("[")[0].split("/")
        sign, ahead = ("k", -1) if self.player == "White" else ("K", 1)
        row = next(row for row, text in enumerate(rows) if sign in text)
        left = rows[row].partition(sign)[0].replace("+", "")
        column = sum(int(letter) if letter.isdigit() else 1 for letter in left)
        return f"P@{'abcdefghi'[column]}{len(rows) - row + ahead}"

    def _mates(self, move: str) -> bool:
        """Return whether a move gives mate: the peer lists mate by a dropped pawn, as a loss."""
        check = self._peer.gives_check(self.variant, self._fen, [move])
        return bool(check) and not self._peer.legal_moves(self.variant, self._fen, [move])

    def _text(self, board: dict[str, str], move: str) -> str:
        if "@" in move:
            return f"{self.player} {NAMES[move[0].lower()]} {move[2:]}"
        start, end = move[:2], move[2:4]
        piece = board[start]
        text = f"{piece} {start} {'x' if end in board else '-'} {end}"
        return f"{text} = {PROMOTED[piece]}" if move.endswith("+") else text

    @property
    def outcome(self) -> Outcome | None:
        if not self._texts():
            return "loss"
        if self._stood[self._position()] < OFTEN:
            return None  # the peer would replay the whole game to find the same
        ended, score = self._peer.is_optional_game_end(self.variant, self._start, self._played)
        return ("draw" if score == 0 else "win" if score > 0 else "loss") if ended else None

    def moves(self) -> list[str]:
        return list(self._texts())

    def play(self, text: str) -> None:
        texts = self._texts()
        if text not in texts:
            raise ValueError(text)
        self._fen = self._peer.get_fen(self.variant, self._fen, [texts[text]])
        self._known = None
        self._played.append(texts[text])
        self._stood[self._position()] += 1

    def copy(self) -> Self:
        twin = type(self)(self._start)
        twin._fen, twin._known = self._fen, self._known
        twin.played_keys, twin._stood = [*self._played], self._stood.copy()
        return twin


class Minishogi(Shogi):
    """Minishogi, on 25 squares."""

    variant = "minishogi"


GAMES = {"minishogi": Minishogi, "shogi": Shogi}
