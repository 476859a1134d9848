"""What is known of the positions that a machine has come to (`solo.py`)."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.game.moves import Moves
from forthgame.game.played import Position
from forthgame.play.record import Thought


@dataclass(slots=True)
class Way:
    """A move of a position: its number, that of the first move that its text means; the player and
    the text; and the node behind it, once it has been played."""

    number: int
    move: tuple[str, str]
    node: Node | None = None


@dataclass(slots=True)
class Node:
    """What is known of a position. `ways` are its moves, as far as they have been chosen; `chosen`
    is what entrants choose who draw no random numbers: the way and the thought."""

    position: Position
    player: str
    ended: tuple[str, dict[str, str]] | None
    moves: Moves | None
    count: int
    texts: list[str] = field(default_factory=list)
    ways: list[Way | None] = field(default_factory=list)
    chosen: dict[int, tuple[Way, Thought | None]] = field(default_factory=dict)

    def text_of(self, number: int) -> str:
        """The text of a move."""
        while len(self.texts) <= number and self.moves is not None:
            self.texts.append(self.moves.text_of(len(self.texts)))
        return self.texts[number]
