"""Cached positions of games played on a single machine (`solo.py`)."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.game.moves import Moves
from forthgame.game.played import Position
from forthgame.play.record import Thought


@dataclass(slots=True)
class Way:
    """A move of a position: number, player and text, and the node after it once it has been played.

    If several moves have the same text, `number` is that of the first.
    """

    number: int
    move: tuple[str, str]
    node: Node | None = None


@dataclass(slots=True)
class Node:
    """A cached position. `ways` are its moves as far as they have been chosen; `chosen` has the
    move and thought of each entrant whose engine draws no random numbers."""

    position: Position
    player: str
    ended: tuple[str, dict[str, str]] | None
    moves: Moves | None
    count: int
    texts: list[str] = field(default_factory=list)
    ways: list[Way | None] = field(default_factory=list)
    chosen: dict[int, tuple[Way, Thought | None]] = field(default_factory=dict)

    def text_of(self, number: int) -> str:
        while len(self.texts) <= number and self.moves is not None:
            self.texts.append(self.moves.text_of(len(self.texts)))
        return self.texts[number]
