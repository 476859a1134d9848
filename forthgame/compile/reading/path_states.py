"""States of the symbolic execution of a move word, the actions that it records, and its stops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from forthgame.compile.reading.decision_diagrams import PositionTest
from forthgame.compile.reading.symbolic_values import TestResult, Value
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
SETTING = frozenset(("back", "to"))  # words that set the current position


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


class TooLarge(Inexact):
    """Raised if code could be counted so, but has too many paths or moves."""


Fact = tuple[PositionTest, bool]  # a test and its result


class PathState(NamedTuple):
    """A state of the symbolic execution, with all that the code after it may depend on.

    offset    the current position, relative to the start of the word
    returns   the return stack
    callers   function and cell after each call, and the height of its return stack
    written   the variables that the word has written
    recorded  if the move in progress has an action
    going_on  if the same player goes on after it, so that it differs from other moves
    possible  bits of the starting positions that agree with the directions followed since the last
              return to the move word itself
    reached   `possible` at the first action of the move in progress
    facts     tests of the board with known results, if they are tracked
    """

    function: int
    cell: int
    offset: int = 0
    items: tuple[Value, ...] = ()
    returns: tuple[Value, ...] = ()
    callers: tuple[tuple[int, int, int], ...] = ()
    written: tuple[tuple[int, Value], ...] = ()
    recorded: bool = False
    possible: int = 0
    reached: int = 0
    facts: frozenset[Fact] = frozenset()
    going_on: bool = False

    # nearly all states differ from the one before in one of these; `_replace` takes five times as
    # long
    def at_cell(self, cell: int) -> PathState:
        """Return this state at another cell of the function."""
        return tuple.__new__(PathState, (self[0], cell, *self[2:]))

    def with_items(self, items: tuple[Value, ...]) -> PathState:
        """Return this state with another stack."""
        return tuple.__new__(PathState, (*self[:3], items, *self[4:]))


@dataclass(frozen=True)
class PathEnd:
    """The end of a straight run of code.

    `kind` is "end", "branch", "join" if paths may meet here, "left" if the path leaves the code
    that is read, or the word that adds a move. `actions` were recorded on the run. `end` is the
    state of a path that has left.
    """

    kind: str
    actions: tuple[Action, ...]
    next: tuple[PathState, ...] = ()
    test: PositionTest | None = None
    end: PathState | None = None


def branch(
    test: PositionTest, yes: PathState, no: PathState, actions: tuple[Action, ...]
) -> PathState | PathEnd:
    """Return the state after a decided branch, or a stop that leads to both states."""
    if test.kind == "mask":
        there, elsewhere = yes.possible & test.value, no.possible & ~test.value
        if there == 0:
            return no
        yes, no = yes._replace(possible=there), no._replace(possible=elsewhere)
        if elsewhere == 0:
            return yes
    return PathEnd("branch", actions, (yes, no), test)


def answered(place: PathState, asked: TestResult) -> tuple[PathState, PathState]:
    """Return the states in which a test is true and false, with its result as a number."""

    def known(truth: bool) -> PathState:
        def answer(value: Value) -> Value:
            if isinstance(value, TestResult) and value.test == asked.test:
                return -1 if truth != value.negated else 0
            return value

        return converted(place, answer)

    return known(True), known(False)


def converted(place: PathState, convert: Callable[[Value], Value]) -> PathState:
    """Return a state with all its values converted."""
    return place._replace(
        items=tuple(map(convert, place.items)),
        returns=tuple(map(convert, place.returns)),
        written=tuple((address, convert(value)) for address, value in place.written),
    )
