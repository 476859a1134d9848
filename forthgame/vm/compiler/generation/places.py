"""Where a reader of move words is, and where it stops: the points of the graph of ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from forthgame.vm.compiler.generation.decisions import Question
from forthgame.vm.compiler.generation.numbers import Answer, Value
from forthgame.vm.compiler.generation.recording import Action

NOWHERE = 1 << 40  # in place of an offset: the word stands on a position that is not known
Fact = tuple[Question, bool]  # a test that has been asked, and its answer


class Place(NamedTuple):
    """Where a reader is, and all that what comes may depend on.

    `offset`: how far on from the position where the word began it looks; `returns`: the return
    stack; `callers`: where calls go on, and how many items of the return stack are theirs;
    `written`: variables the word has written; `recorded`: whether the move in the making has an
    action; `possible`: bits of the positions where the word can have begun, as far as directions
    say since the last call of the move word itself; `reached`: those when the move in the making
    had its first action; `facts`: what is known of the board, if that is remembered.
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


@dataclass(frozen=True)
class Stop:
    """Where a way is not straight: at its end, a branch or a move that is added.

    `kind` is "end", "branch", "join" where ways may meet, "left" where a way leaves the code that
    is read, or the word that adds. `actions`: what was recorded to here. `end`: the place where a
    way has left.
    """

    kind: str
    actions: tuple[Action, ...]
    next: tuple[Place, ...] = ()
    test: Question | None = None
    end: Place | None = None


def branch(
    test: Question, yes: Place, no: Place, actions: tuple[Action, ...]
) -> tuple[Place, Stop | None]:
    """Where to go on if that is known, and else a stop that leads to both places."""
    if test.kind == "mask":
        there, elsewhere = yes.possible & test.value, no.possible & ~test.value
        if there == 0:
            return no, None
        yes, no = yes._replace(possible=there), no._replace(possible=elsewhere)
        if elsewhere == 0:
            return yes, None
    return yes, Stop("branch", actions, (yes, no), test)


def answered(place: Place, asked: Answer) -> tuple[Place, Place]:
    """The place where a test is true, and where it is false: its answers are numbers there."""

    def known(truth: bool) -> Place:
        def put(values: tuple[Value, ...]) -> tuple[Value, ...]:
            return tuple(answer(value) for value in values)

        def answer(value: Value) -> Value:
            if isinstance(value, Answer) and value.test == asked.test:
                return -1 if truth != value.negated else 0
            return value

        written = tuple((address, answer(value)) for address, value in place.written)
        return place._replace(items=put(place.items), returns=put(place.returns), written=written)

    return known(True), known(False)
