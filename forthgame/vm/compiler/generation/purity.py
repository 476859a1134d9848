"""Purity of move words: what they leave as it is, so that a generation need not look again.

Which questions of the engine a game has answered for good is settled in the functions already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from forthgame.code.following import Following, Unfollowed
from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.walk import closure
from forthgame.code.written_first import stores_of
from forthgame.lang.doing import CHANGING_BOARD, CHANGING_TURN, COMMITTING, TURN_READING
from forthgame.lang.facts import APPENDING, LEAVING, UNBOUNDED, that

GROUPS = frozenset(("stack", "arithmetic", "control", "board", "moves"))  # moves are recorded only
READING = TURN_READING | {"@", "C@"}
CHANGING = UNBOUNDED | APPENDING | CHANGING_BOARD
PURE = (that(lambda row: row.group in GROUPS) | READING) - CHANGING
NOTICED = frozenset(("EXECUTE", "(DEFER)"))  # by machine code, which sets SCAN_STIRRED before
# a store on the board is noticed when it is done
QUIET = that(lambda row: row.group in GROUPS | {"memory"}) | READING | NOTICED
QUIET -= (CHANGING | CHANGING_TURN) - NOTICED
# what they give depends on what was recorded before, or on who runs the word
AS_RUN = frozenset(("last", "SP@", "RP@"))
UNREAD = ("a word that is not compiled", -1)
Functions = Mapping[int, Function]


def is_steady(entry: int, functions: Functions) -> bool:
    """Return whether a function changes nothing but position, stacks and the move it makes.

    However it ends, it has committed what it has recorded, and begun an empty record. It does not
    ask the host in between either, who might change anything.
    """
    reached = [functions.get(each) for each in _called(entry, functions)]
    asks = any(
        each.backward or each.deferred is not None or each.token is not None
        for function in reached
        if function is not None
        for each in function.instructions.values()
    )
    return not asks and _are_all(entry, functions, PURE) and leaves_nothing(entry, functions)


def is_quiet(entry: int, functions: Functions) -> bool:
    """Return whether a function changes neither board nor turn, unless it is noticed.

    What is noticed are stores by address, and all that words do that are not known or that the
    host runs (`SCAN_STIRRED`).
    """
    return _are_all(entry, functions, QUIET)


def first_change(
    entry: int,
    functions: Functions,
    scratch: frozenset[int] = frozenset(),
    pure: frozenset[str] = PURE - AS_RUN,
) -> tuple[str, int] | None:
    """Return the operation that keeps a function from being run again, and its cell.

    Run again, it has to make the same moves, and change nothing else. `scratch` are variables that
    it may write, because it does so before it reads them. Return None if nothing keeps it.
    """
    for reached in _called(entry, functions):
        function = functions.get(reached)
        if function is None or function.refused:
            return UNREAD
        if function.operands.keys() <= pure:
            continue
        allowed = {cell for cell, address in stores_of(function).items() if address in scratch}
        for cell, each in sorted(function.instructions.items()):
            if each.name not in pure and cell not in allowed:
                return each.name, cell
    return None


def said_of(name: str) -> str:
    """Return a sentence about an operation that keeps a function from being run again."""
    if name in UNBOUNDED:
        return f"{name} runs a word that is not known beforehand"
    return f"{name} changes something, or looks at what is recorded"


def _are_all(entry: int, functions: Functions, names: frozenset[str]) -> bool:
    """Return whether all operations that a function comes to are some of these."""
    return first_change(entry, functions, pure=names) is None


def _called(entry: int, functions: Functions) -> Iterator[int]:
    """Yield a function and those it calls, those that it calls last first."""

    def callees(entry: int) -> list[int]:
        code = functions[entry].instructions if entry in functions else {}
        return [each.operand for _, each in sorted(code.items()) if each.name == "(CALL)"]

    return closure([entry], callees)


def leaves_nothing(entry: int, functions: Functions) -> bool:
    """Return whether a function that begins with an empty record always leaves an empty one."""
    try:
        return not _Recording(functions).after(entry, False)
    except Unfollowed:
        return False


class _Recording(Following[bool]):
    """Follows whether a part of a move is recorded. Raises Unfollowed if it is left for good."""

    def __init__(self, functions: Functions) -> None:
        super().__init__(functions.get)
        self._taken: set[tuple[int, bool]] = set()  # for empty, by calls of themselves

    def circle(self, entry: int, state: bool) -> bool:
        """Take a function that calls itself for one that leaves nothing, if it is so otherwise."""
        self._taken.add((entry, state))
        return False

    def after(self, entry: int, state: bool) -> bool:
        """Return whether something may be recorded behind a function."""
        found = bool(super().after(entry, state))
        if found and (entry, state) in self._taken:
            raise Unfollowed
        return found

    def step(self, function: Function, each: Instruction, state: bool) -> bool:
        """Return whether something is recorded behind an instruction."""
        if state and each.name in LEAVING:
            raise Unfollowed
        return each.name not in COMMITTING if each.row.group == "moves" else state
