"""Words that record an action of a move."""

from __future__ import annotations

from dataclasses import dataclass

from forthgame.compile.reading.symbolic_values import Value
from forthgame.words.effect_sets import ACTING, PLACING
from forthgame.words.moves import piece_attributes, recording
from forthgame.words.registers.extension_registers import PREFER, UNIQUE
from forthgame.words.word_sets import GOING_ON, REQUESTS, inputs, rows_where

# guards that only fail if the record is full
NO_MORE_THAN_ROOM = (piece_attributes.recording, recording.recordable)
# scripts that use such a word have the attribute or mark
KEPT = rows_where(lambda row: bool(row.keeps) and not row.effect.inputs)
UNGUARDED = rows_where(lambda row: row.guard in NO_MORE_THAN_ROOM)
# words that describe the move are not actions of it
CHOICES = rows_where(lambda row: row.selects in (PREFER, UNIQUE))
# number of items taken; actions with other guards are not supported
RECORDING = {
    name: inputs(name)
    for name in sorted(
        PLACING | ACTING & (REQUESTS | KEPT | UNGUARDED) | GOING_ON | CHOICES | {"later!"}
    )
}


@dataclass(frozen=True)
class Action:
    """A recorded action: the name of the word, the values it takes, its operand.

    `offset` is the distance from the start of the word; `type` is the piece type that it is read
    for.
    """

    name: str
    taken: tuple[Value, ...]
    operand: int
    offset: int
    type: int


UNKNOWN_ACTION = Action("", (), 0, 0, 0)  # stands for any action that may be recorded


class Inexact(Exception):
    """Raised if code cannot be counted for many positions at once; `cell` is its cell, or -1."""

    def __init__(self, why: str, cell: int = -1) -> None:
        super().__init__(why)
        self.cell = cell
