"""Variants of chess by Fairy-Stockfish: its moves, written as the scripts write them."""

from __future__ import annotations

from collections import Counter
from typing import Self

import pytest

from .base import Outcome
from .fairy import Fairy

THRICE = 8  # quiet plies needed at least for a third occurrence
PYTHON_CHESS = ("antichess", "atomic", "crazyhouse", "racingkings")
FIFTY = 100  # quiet plies that end a game
NAMES = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}


class Variant(Fairy):
    """A game with its history: the third repetition and fifty quiet moves end it."""

    players = ("White", "Black")
    names = NAMES
    promoted = ""  # prefix of the names of promoted pieces

    def __init__(self, fen: str | None = None) -> None:
        super().__init__(fen)
        assert self.variant in self.rules.variants()  # other names would mean chess
        self._since, self._line = self.fen, list[str]()  # from the last move that is not quiet

    def board(self) -> dict[str, str]:
        """Return the letters of the pieces, with `~` after promoted ones."""
        if self._squares[0] != self.fen:
            self._squares = self.fen, self._read()
        return self._squares[1]

    def _read(self) -> dict[str, str]:
        rows = self.fen.split()[0].split("[")[0].split("/")
        found: dict[str, str] = {}
        for number, row in enumerate(rows):
            column = 0
            for sign in row:
                square = f"{'abcdefgh'[column - 1]}{len(rows) - number}"
                if sign == "~":
                    found[square] += sign
                elif sign.isdigit():
                    column += int(sign)
                else:
                    found[f"{'abcdefgh'[column]}{len(rows) - number}"] = sign
                    column += 1
        return found

    def text(self, move: str) -> str:
        board = self.board()
        if move[1] == "@":
            return f"{self.player} {self.names[move[0].lower()]} {move[2:]}"
        start, end, letter = move[:2], move[2:4], board[move[:2]]
        kind = (self.promoted if letter.endswith("~") else "") + self.names[letter[0].lower()]
        text = f"{kind} {start} {'x' if end in board else '-'} {end}"
        if kind == "pawn" and start[0] != end[0] and end not in board:
            text += f" x {end[0]}{start[1]}"
        if kind == "king" and abs(ord(start[0]) - ord(end[0])) == 2:
            text += f" rook {'h' if end[0] == 'g' else 'a'}{end[1]}"
            text += f" - {'f' if end[0] == 'g' else 'd'}{end[1]}"
        return f"{text} = {self.promoted}{self.names[move[4]]}" if len(move) > 4 else text

    @property
    def outcome(self) -> Outcome | None:
        found = super().outcome
        quiet = int(self.fen.split()[-2])
        if found is None and self._is_dead():
            return "draw"
        if found is None and (len(self._line) >= THRICE or quiet >= FIFTY):
            ended, _ = self.rules.is_optional_game_end(self.variant, self._since, self._line)
            return "draw" if ended else None
        return found

    def _is_dead(self) -> bool:
        """Return whether neither player can win: by python-chess if it has the variant."""
        if self.variant in PYTHON_CHESS:
            board = pytest.importorskip("chess.variant").find_variant(self.variant)
            return bool(board(self.fen).is_insufficient_material())
        return all(self.rules.has_insufficient_material(self.variant, self.fen, []))

    def play(self, text: str) -> None:
        move = self._texts().get(text, "")
        super().play(text)
        self._line.append(move)
        if self.fen.split()[-2] == "0":
            self._since, self._line = self.fen, []

    def copy(self) -> Self:
        twin = super().copy()
        twin._since, twin._line = self._since, list(self._line)
        return twin


class Antichess(Variant):
    variant = "antichess"


class Atomic(Variant):
    variant = "atomic"


class Crazyhouse(Variant):
    variant = "crazyhouse"
    promoted = "promoted-"


class RacingKings(Variant):
    variant = "racingkings"


class LosAlamos(Variant):
    variant = "losalamos"


class Makruk(Variant):
    """Makruk without the count of moves: 128 quiet turns and the third repetition end the game."""

    variant = "makruk"
    names = NAMES | {"m": "met", "s": "khon", "n": "horse", "r": "boat"}

    def __init__(self, fen: str | None = None) -> None:
        super().__init__(fen)
        self._quiet = 0
        self._seen = Counter([self._key()])

    def _key(self) -> str:
        return " ".join(self.fen.split()[:2])

    @property
    def outcome(self) -> Outcome | None:
        if not self._legal():
            return "loss" if self.rules.gives_check(self.variant, self.fen, []) else "draw"
        return (
            "draw" if self._is_dead() or self._quiet > 127 or self._seen[self._key()] > 2 else None
        )

    def play(self, text: str) -> None:
        Fairy.play(self, text)
        self._quiet = 0 if "x" in text or text.startswith("pawn") else self._quiet + 1
        self._seen[self._key()] += 1

    def copy(self) -> Self:
        twin = type(self)(self.fen)
        twin._quiet, twin._seen = self._quiet, self._seen.copy()
        return twin


GAMES = {
    "makruk": Makruk,
    "chess/antichess": Antichess,
    "chess/atomic": Atomic,
    "chess/crazyhouse": Crazyhouse,
    "chess/racing-kings": RacingKings,
    "chess/los-alamos": LosAlamos,
}
COUNTS = {"chess/los-alamos": [10, 100, 1212, 14332]}  # of the same program
