"""Purity of move words: state that they change, or leave unchanged for the rest of a generation.

Engine options that a game has settled are already constants in the functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from forthgame.analysis.dataflow import closure
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.interprocedural import InterproceduralWalk, NotFollowed
from forthgame.analysis.write_before_read import stores_of
from forthgame.compile.generation.switches import Optimisation, used
from forthgame.words.effect_sets import CHANGING_BOARD, CHANGING_TURN, COMMITTING, TURN_READING
from forthgame.words.word_sets import APPENDING, LEAVING, UNBOUNDED, rows_where

GROUPS = frozenset(("stack", "arithmetic", "control", "board", "moves"))  # moves are only recorded
READING = TURN_READING | {"@", "C@"}
CHANGING = UNBOUNDED | APPENDING | CHANGING_BOARD
PURE = (rows_where(lambda row: row.group in GROUPS) | READING) - CHANGING
NOTICED = frozenset(("EXECUTE", "(DEFER)"))  # native code sets SCAN_STIRRED before them
# stores set it if they write to the board
QUIET = rows_where(lambda row: row.group in GROUPS | {"memory"}) | READING | NOTICED
QUIET -= (CHANGING | CHANGING_TURN) - NOTICED
# their results depend on earlier actions, or on the caller
AS_RUN = frozenset(("last", "SP@", "RP@"))
UNREAD = ("a word that is not compiled", -1)
Functions = Mapping[int, Function]


def is_steady(entry: int, functions: Functions) -> bool:
    """Return whether a function changes only the position, the stacks and the move in progress.

    However it ends, it has committed its actions and the record is empty. It does not call the host
    either, which could change anything.
    """
    reached = [functions.get(each) for each in _called(entry, functions)]
    asks = any(
        each.backward or each.deferred is not None or each.token is not None
        for function in reached
        if function is not None
        for each in function.instructions.values()
    )
    if asks or first_change(entry, functions, pure=PURE) is not None:
        return False
    return leaves_nothing(entry, functions)


def is_quiet(entry: int, functions: Functions) -> bool:
    """Return whether a function leaves board and turn unchanged, or sets `SCAN_STIRRED`.

    The flag is set by stores to addresses, by unknown words and by words that the host runs.
    """
    return first_change(entry, functions, pure=QUIET) is None


def first_change(
    entry: int,
    functions: Functions,
    scratch: frozenset[int] = frozenset(),
    pure: frozenset[str] = PURE - AS_RUN,
) -> tuple[str, int] | None:
    """Return the first operation, with its cell, that prevents a function from being run again.

    A repeated run has to make the same moves and change nothing else. `scratch` are variables that
    it may write, because it does so before it reads them. Return None if it can be repeated.
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
    """Return the sentence about an operation that prevents a function from being run again."""
    if name in UNBOUNDED:
        return f"{name} runs a word that is not known beforehand"
    return f"{name} changes something, or looks at what is recorded"


def _called(entry: int, functions: Functions) -> Iterator[int]:
    def callees(entry: int) -> list[int]:
        code = functions[entry].instructions if entry in functions else {}
        return [each.operand for _, each in sorted(code.items()) if each.name == "(CALL)"]

    return closure([entry], callees)


def written_by(entries: Iterable[int], functions: Functions) -> frozenset[int]:
    """Return the variables that words, or words that they call, store into by name."""
    if not used(Optimisation.SCRATCH):
        return frozenset()

    def callees(entry: int) -> set[int]:
        return functions[entry].callees() & functions.keys()

    called = closure(functions.keys() & set(entries), callees)
    return frozenset(a for entry in called for a in stores_of(functions[entry]).values())


def leaves_nothing(entry: int, functions: Functions) -> bool:
    """Return whether a function that starts with an empty record always ends with one."""
    try:
        return not _Recording(functions).after(entry, False)
    except NotFollowed:
        return False


class _Recording(InterproceduralWalk[bool]):
    """Track whether a part of a move is recorded. Raises NotFollowed if it is never committed."""

    def __init__(self, functions: Functions) -> None:
        super().__init__(functions.get)
        self._taken: set[tuple[int, bool]] = set()  # assumed to leave nothing, in recursive calls

    def circle(self, entry: int, state: bool) -> bool:
        """Assume that a recursive function leaves nothing, and check it in `after`."""
        self._taken.add((entry, state))
        return False

    def after(self, entry: int, state: bool) -> bool:
        found = bool(super().after(entry, state))
        if found and (entry, state) in self._taken:
            raise NotFollowed
        return found

    def step(self, function: Function, each: Instruction, state: bool) -> bool:
        if state and each.name in LEAVING:
            raise NotFollowed
        return each.name not in COMMITTING if each.row.group == "moves" else state
