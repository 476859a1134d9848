"""Fox and hounds, as Fairy-Stockfish plays it once the fox has chosen its square."""

from typing import Self

from .base import Outcome
from .fairy import Fairy

STARTS = {f"Fox fox {square}": row for square, row in zip(
    ("a1", "c1", "e1", "g1"), ("F7", "2F5", "4F3", "6F1"), strict=True
)}  # fmt: skip


class FoxAndHounds(Fairy):
    """Before its first move the fox is put on the board."""

    variant = "fox-and-hounds"
    players = ("Fox", "Hounds")

    def __init__(self, fen: str | None = None) -> None:
        super().__init__(fen)
        self._chosen = fen is not None

    def text(self, move: str) -> str:
        return f"{'fox' if self.player == 'Fox' else 'hound'} {move[:2]} - {move[2:]}"

    @property
    def outcome(self) -> Outcome | None:
        return super().outcome if self._chosen else None

    def moves(self) -> list[str]:
        return super().moves() if self._chosen else list(STARTS)

    def play(self, text: str) -> None:
        if self._chosen:
            super().play(text)
        elif text in STARTS:
            self.fen = f"1h1h1h1h/8/8/8/8/8/8/{STARTS[text]} w - - 0 1"
            self._chosen = True
        else:
            raise ValueError(text)

    def copy(self) -> Self:
        return type(self)(self.fen if self._chosen else None)


GAMES = {"fox-and-hounds": FoxAndHounds}
