"""Chess by python-chess: its moves, written as the script writes them."""

from __future__ import annotations

from typing import Any, Self

import pytest

from .base import Oracle, Outcome


class Chess(Oracle):
    """A game from the start or from a FEN; the third repetition and fifty quiet moves end it."""

    peer = "python-chess"

    def __init__(self, fen: str | None = None) -> None:
        self.rules: Any = pytest.importorskip("chess")
        self.board: Any = self.rules.Board(fen or self.rules.STARTING_FEN)

    def text(self, move: Any) -> str:
        """The text of a move."""
        board, name = self.board, self.rules.square_name
        kind = self.rules.piece_name(board.piece_type_at(move.from_square))
        passing = board.is_en_passant(move)
        sign = "x" if board.is_capture(move) and not passing else "-"
        text = f"{kind} {name(move.from_square)} {sign} {name(move.to_square)}"
        if passing:
            text += f" x {name(move.to_square)[0]}{name(move.from_square)[1]}"
        if board.is_castling(move):
            rank = name(move.from_square)[1]
            start, end = "ad" if board.is_queenside_castling(move) else "hf"
            text += f" rook {start}{rank} - {end}{rank}"
        return f"{text} = {self.rules.piece_name(move.promotion)}" if move.promotion else text

    @property
    def player(self) -> str:
        return "White" if self.board.turn else "Black"

    @property
    def outcome(self) -> Outcome | None:
        if self.board.is_checkmate():
            return "loss"
        quiet = self.board.is_stalemate() or self.board.is_fifty_moves()
        quiet = quiet or self.board.is_insufficient_material()
        return "draw" if quiet or self.board.is_repetition(3) else None

    def _texts(self) -> dict[str, Any]:
        return {self.text(move): move for move in self.board.legal_moves}

    def moves(self) -> list[str]:
        return list(self._texts())

    def play(self, text: str) -> None:
        texts = self._texts()
        if text not in texts:
            raise ValueError(text)
        self.board.push(texts[text])

    def copy(self) -> Self:
        twin = type(self)()
        twin.board = self.board.copy()
        return twin


GAMES = {"chess": Chess}
