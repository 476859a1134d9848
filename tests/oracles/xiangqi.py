"""Xiangqi by Fairy-Stockfish, with its rules of repetition and perpetual check.

One of its rules is left out: a player who chases the same piece repeatedly does not lose here.
"""

from __future__ import annotations

from typing import Self

from .base import Outcome
from .fairy import Fairy

NAMES = {"k": "general", "a": "advisor", "b": "elephant", "n": "horse", "r": "chariot",
         "c": "cannon", "p": "soldier"}  # fmt: skip
QUIET = 100  # plies without a capture that end the game
THRICE = 8  # plies needed at least for a third occurrence of a position


def squares(move: str) -> tuple[str, str]:
    """The two squares of a move in UCI notation, whose ranks have one or two digits."""
    split = next(place for place in range(2, len(move)) if move[place].isalpha())
    return move[:split], move[split:]


class Xiangqi(Fairy):
    """A game with all its moves, as repetition needs them."""

    variant = "xiangqi"
    players = ("Red", "Black")

    def __init__(self, fen: str | None = None) -> None:
        super().__init__(fen)
        self._start = self.fen
        self._played: list[str] = []
        self._stood = [self._position()]
        self._fens = [self.fen]

    def _position(self) -> str:
        return " ".join(self.fen.split()[:2])

    def _check(self, fen: str) -> bool:
        return bool(self.rules.gives_check(self.variant, fen, []))

    def text(self, move: str) -> str:
        start, end = squares(move)
        sign = "-" if self.piece(end) == "." else "x"
        return f"{NAMES[self.piece(start).lower()]} {start} {sign} {end}"

    @property
    def outcome(self) -> Outcome | None:
        if not self._legal():
            return "loss"  # also without a check
        if self._stood.count(self._position()) < 3 and int(self.fen.split()[-2]) < QUIET:
            return None  # the peer would replay the whole game to find the same
        ended, score = self.rules.is_optional_game_end(self.variant, self._start, self._played)
        if not ended:
            return None
        if score == 0 or not self._perpetual():
            return "draw"
        return "win" if score > 0 else "loss"

    def _perpetual(self) -> bool:
        """Whether a player has given check at each move since the position first stood."""
        again = [ply for ply, stood in enumerate(self._stood) if stood == self._stood[-1]]
        since = [self._check(fen) for fen in self._fens[again[-3] :]] if len(again) > 2 else []
        return len(since) > THRICE and (all(since[::2]) or all(since[1::2]))

    def play(self, text: str) -> None:
        texts = self._texts()
        super().play(text)
        self._played.append(texts[text])
        self._stood.append(self._position())
        self._fens.append(self.fen)

    def copy(self) -> Self:
        twin = type(self)(self._start)
        twin.fen = self.fen
        twin.played_keys = [*self._played]
        twin._stood = [*self._stood]
        twin._fens = [*self._fens]
        return twin


GAMES = {"xiangqi": Xiangqi}
