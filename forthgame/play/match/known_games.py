"""Cached positions of games played on a single machine (`single_machine.py`)."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.play.model.game_record import Thought
from forthgame.position.moves import Moves
from forthgame.position.position_record import Position


@dataclass(slots=True)
class MoveEdge:
    """A move of a position: number, player and text, and the node after it once it has been played.

    If several moves have the same text, `number` is that of the first.
    """

    number: int
    move: tuple[str, str]
    node: PositionNode | None = None


@dataclass(slots=True)
class PositionNode:
    """A cached position. `ways` are its moves as far as they have been chosen; `chosen` has the
    move and thought of each entrant whose engine draws no random numbers."""

    position: Position
    player: str
    ended: tuple[str, dict[str, str]] | None
    moves: Moves | None
    count: int
    texts: list[str] = field(default_factory=list)
    ways: list[MoveEdge | None] = field(default_factory=list)
    chosen: dict[int, tuple[MoveEdge, Thought | None]] = field(default_factory=dict)

    def text_of(self, number: int) -> str:
        while len(self.texts) <= number and self.moves is not None:
            self.texts.append(self.moves.text_of(len(self.texts)))
        return self.texts[number]
