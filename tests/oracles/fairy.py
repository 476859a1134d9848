"""The base of the adaptors over Fairy-Stockfish."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self

import pytest

from .base import Oracle, Outcome


class Fairy(Oracle):
    """A variant of Fairy-Stockfish, from its start or another position; White moves first."""

    peer = "Fairy-Stockfish"
    variant: str
    players: tuple[str, str]

    def __init__(self, fen: str | None = None) -> None:
        self.rules: Any = pytest.importorskip("pyffish")
        self.fen: str = fen or self.rules.start_fen(self.variant)
        # of the last position: an answer of the program takes milliseconds
        self._known: tuple[str, list[str]] = ("", [])
        self._told: tuple[str, dict[str, str]] = ("", {})
        self._squares: tuple[str, dict[str, str]] = ("", {})

    @abstractmethod
    def text(self, move: str) -> str:
        """The move text of a legal move in UCI notation."""

    @property
    def _side(self) -> int:
        return " wb".index(self.fen.split()[1]) - 1

    @property
    def player(self) -> str:
        return self.players[self._side]

    @property
    def outcome(self) -> Outcome | None:
        ended, score = self.rules.is_immediate_game_end(self.variant, self.fen, [])
        if not ended:
            if self._legal():
                return None
            score = self.rules.game_result(self.variant, self.fen, [])
        return "draw" if score == 0 else "win" if score > 0 else "loss"

    def _legal(self) -> list[str]:
        if self._known[0] != self.fen:
            self._known = self.fen, self.rules.legal_moves(self.variant, self.fen, [])
        return self._known[1]

    def _texts(self) -> dict[str, str]:
        if self._told[0] != self.fen:
            self._told = self.fen, {self.text(move): move for move in self._legal()}
        return self._told[1]

    def moves(self) -> list[str]:
        return list(self._texts())

    def play(self, text: str) -> None:
        texts = self._texts()
        if text not in texts:
            raise ValueError(text)
        self.fen = self.rules.get_fen(self.variant, self.fen, [texts[text]])

    def copy(self) -> Self:
        return type(self)(self.fen)

    def piece(self, square: str) -> str:
        """The letter of the piece on a square, as in FEN; `.` if there is none."""
        if self._squares[0] != self.fen:
            self._squares = self.fen, self._read()
        return self._squares[1].get(square, ".")

    def _read(self) -> dict[str, str]:
        """The letters of the pieces by their squares."""
        found: dict[str, str] = {}
        rows = self.fen.split()[0].split("[")[0].split("/")
        for number, row in enumerate(rows):
            for digits in ("10", *"987654321"):
                row = row.replace(digits, "." * int(digits))
            for file, letter in zip("abcdefghij", row, strict=False):
                found[f"{file}{len(rows) - number}"] = letter
        return found
