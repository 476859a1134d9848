"""Whether words look at `here` or `from` before they set them: they need a place to begin at."""

from __future__ import annotations

from collections.abc import Container, Iterable

from forthgame.code.instruction import Instruction
from forthgame.code.program import Program
from forthgame.code.walk import Arrivals, onward, walk
from forthgame.game.tokens import ARRAYS, BY_TOKEN
from forthgame.lang.facts import STORAGE, UNBOUNDED

HERE, FROM = 1, 2  # bits: it is not set yet
INDIFFERENT = frozenset(
    ("stack", "arithmetic", "control", "memory", "floats", "turns", "endings", "random and time")
)  # groups of words that look at neither
NEITHER = STORAGE | ARRAYS | {"move-count", "stalemate?", "(coalitions?)"}  # nor these words
DEEPEST = 60  # calls


class _Looks(Exception):
    """A word looks at one that is not set, or may."""


def looks_before_going(
    program: Program, entries: Iterable[int], passed: Container[int], by_token: Iterable[int]
) -> bool:
    """Whether words that begin at some entries may look at `here` or `from` as they find them.

    Words at the entries `passed` put both back, and begin where they want to. Those at `by_token`
    may be run by their tokens.
    """
    behind: dict[tuple[int, int], int] = {}
    tokens_followed: set[int] = set()  # with what was not set before them

    def follow_tokens(unset: int, depth: int) -> None:
        """Follow all that may be run by tokens. What is not set may stay so. Raises _Looks."""
        if unset not in tokens_followed:
            for token in by_token:
                follow(token, unset, depth)
            tokens_followed.add(unset)

    def follow(entry: int, unset: int, depth: int) -> int:
        """What may not be set behind a function that begins so. Raises _Looks."""
        if entry in passed:
            return unset
        if (entry, unset) in behind:
            return behind[entry, unset]
        function = program.function(entry)
        if function.refused or depth > DEEPEST:
            raise _Looks
        behind[entry, unset] = unset  # where it calls itself: it has set nothing more
        found = 0

        def step(instruction: Instruction, state: int) -> Arrivals[int]:
            nonlocal found
            if instruction.name == "(CALL)":
                state = follow(instruction.operand, state, depth + 1)
            elif instruction.name in BY_TOKEN:
                follow_tokens(state, depth + 1)
            else:
                state = _behind(instruction, state)
            if instruction.name in ("EXIT", "$Exit", "verify"):
                found |= state
            return onward(instruction, state)

        walk(function, unset, step, lambda _, known, new: known | new if new & ~known else None)
        behind[entry, unset] = found
        return found

    try:
        for entry in sorted(entries):
            follow(entry, HERE | FROM, 0)
    except _Looks:
        return True
    return False


def _behind(instruction: Instruction, unset: int) -> int:
    """What may not be set behind an instruction. Raises _Looks."""
    name, row = instruction.name, instruction.row
    if name == "to":
        return unset & ~HERE
    if name == "home":
        return unset & ~FROM
    if name == "back" and not unset & FROM:
        return unset & ~HERE
    looks = unset and row.group not in INDIFFERENT and name not in NEITHER
    if name in UNBOUNDED or (looks and not _given(instruction, unset)):
        raise _Looks
    return unset


def _given(instruction: Instruction, unset: int) -> bool:
    """Whether a word takes its position, or looks at `here` alone, which is set."""
    row = instruction.row
    if row.group != "board" or "from" in (row.name, *row.effect.inputs):
        return False
    return "pos" in row.effect.inputs or (not unset & HERE and row.name != "back")
