"""Words that record an action of a move, for who reads move words without running them."""

from __future__ import annotations

from dataclasses import dataclass

from forthgame.lang.beyond import PREFER, UNIQUE
from forthgame.lang.doing import ACTING, CREATING, PLACING
from forthgame.lang.facts import GOING_ON, REQUESTS, inputs, that
from forthgame.lang.words import attributes, move
from forthgame.vm.compiler.generation.numbers import Value

# guards that refuse no action of a move word but for want of room
NO_MORE_THAN_ROOM = (attributes.recording, move.recordable)
# a script that names such a word has what it changes
KEPT = that(lambda row: bool(row.keeps) and not row.effect.inputs)
UNGUARDED = that(lambda row: row.guard in NO_MORE_THAN_ROOM)
# what a move says of itself does not become an action
CHOICES = that(lambda row: row.selects in (PREFER, UNIQUE))
# how many numbers each takes; other actions are not followed, for what their guards ask
RECORDING = {
    name: inputs(name)
    for name in sorted(
        PLACING | ACTING & (REQUESTS | KEPT | UNGUARDED) | GOING_ON | CHOICES | {"later!"}
    )
}
FOR_CREATING = CREATING


@dataclass(frozen=True)
class Action:
    """What a word records: the word's name, the numbers it takes, its operand.

    `offset`: how far on from where the move word began; `type`: of the pieces it is read for.
    """

    name: str
    taken: tuple[Value, ...]
    operand: int
    offset: int
    type: int


UNKNOWN_ACTION = Action("", (), 0, 0, 0)  # some action, in the place of all that may be recorded


class Inexact(Exception):
    """A word does what cannot be counted for many positions at once; `cell` is where, or -1."""

    def __init__(self, why: str, cell: int = -1) -> None:
        super().__init__(why)
        self.cell = cell
