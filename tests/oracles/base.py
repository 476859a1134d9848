"""The interface of every oracle."""

from abc import ABC, abstractmethod
from typing import ClassVar, Literal, Self

Outcome = Literal["win", "loss", "draw"]


class Oracle(ABC):
    """A game in progress."""

    peer: ClassVar[str] = ""  # the peer program; none if the rules are written here

    @property
    @abstractmethod
    def player(self) -> str:
        """The player about to move."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return the result for the player about to move, if the game is over."""

    @abstractmethod
    def moves(self) -> list[str]:
        """Return the texts of the legal moves, in no particular order; only called before the
        end.
        """

    @abstractmethod
    def play(self, text: str) -> None:
        """Make a move; ValueError if it is not legal."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent game at the same point."""

    def perft(self, depth: int) -> int:
        """The number of ways to play exactly `depth` moves; a finished game has none."""
        if depth == 0:
            return 1
        if self.outcome is not None:
            return 0
        texts = self.moves()
        if depth == 1:
            return len(texts)
        total = 0
        for text in texts:
            after = self.copy()
            after.play(text)
            total += after.perft(depth - 1)
        return total
