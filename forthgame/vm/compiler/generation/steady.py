"""What a move word leaves as it is, so that a generation need not look again behind each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.walk import Arrivals, closure, onward, walk
from forthgame.lang.doing import CHANGING_BOARD, CHANGING_TURN, COMMITTING, TURN_READING
from forthgame.lang.facts import APPENDING, LEAVING, UNBOUNDED
from forthgame.vm.compiler.generation.scratch import stores_of

GROUPS = frozenset(("stack", "arithmetic", "control", "board", "moves"))  # moves are recorded only
READING = TURN_READING | {"@", "C@"}
CHANGING = UNBOUNDED | APPENDING | CHANGING_BOARD
NOTICED = frozenset(("EXECUTE", "(DEFER)"))  # by machine code, which sets SCAN_STIRRED before
STIRRING = (CHANGING | CHANGING_TURN) - NOTICED
# what they give depends on what was recorded before, or on who runs the word
AS_RUN = frozenset(("last", "SP@", "RP@"))
QUIET_GROUPS = GROUPS | {"memory"}  # a store on the board is noticed when it is done


def is_steady(entry: int, functions: Mapping[int, Function], coalitions: bool) -> bool:
    """Whether a function changes nothing but the current position, stacks and the move it makes.

    However it ends, it has committed what it has recorded, and begun an empty record. It does not
    ask the host in between either, who might change anything. `coalitions` says whether players
    may have friends, about whom a script is asked.
    """
    met, change = _all_reached(entry, functions, coalitions)
    if change is not None or any(_may_go_elsewhere(each) for each in met):
        return False
    return leaves_nothing(entry, functions)


def _may_go_elsewhere(instruction: Instruction) -> bool:
    """Whether machine code may ask the host there, or have the interpreter go on."""
    compared = instruction.deferred is not None or instruction.token is not None
    return instruction.backward or compared


def is_quiet(entry: int, functions: Mapping[int, Function], coalitions: bool) -> bool:
    """Whether a function changes neither board nor turn, unless it is noticed.

    What is noticed are stores by address, and all that words do that are not known or that the
    host runs (`SCAN_STIRRED`).
    """
    return _all_reached(entry, functions, coalitions, quiet=_stirs_nothing)[1] is None


def leaves_nothing(entry: int, functions: Mapping[int, Function]) -> bool:
    """Whether a function that is run with an empty record always leaves one, however it ends."""
    try:
        return not _Recording(functions).behind(entry, False)
    except _Unfinished:
        return False


class _Unfinished(Exception):
    """A word may be left for good with a part of a move recorded."""


class _Recording:
    """Follows words that record parts of moves, also through calls."""

    def __init__(self, functions: Mapping[int, Function]) -> None:
        self._functions = functions
        self._known: dict[tuple[int, bool], bool] = {}
        self._taken: set[tuple[int, bool]] = set()  # for empty, by calls of themselves

    def behind(self, entry: int, recorded: bool) -> bool:
        """Whether something may be recorded behind a function. Raises _Unfinished."""
        key = entry, recorded
        function = self._functions.get(entry)
        if function is None or function.refused:
            raise _Unfinished
        if key in self._known:
            self._taken.add(key)
            return self._known[key]
        self._known[key] = False  # until it is known to be so
        found = self._known[key] = self._walk(function, recorded)
        if found and key in self._taken:
            raise _Unfinished
        return found

    def _walk(self, function: Function, recorded: bool) -> bool:
        ends = False

        def step(instruction: Instruction, before: bool) -> Arrivals[bool]:
            nonlocal ends
            if before and instruction.name in LEAVING:
                raise _Unfinished
            if instruction.name == "EXIT":
                ends = ends or before
            if instruction.name == "(CALL)":
                return onward(instruction, self.behind(instruction.operand, before))
            if instruction.row.group == "moves":
                return onward(instruction, instruction.name not in COMMITTING)
            return onward(instruction, before)

        walk(function, recorded, step, lambda cell, known, after: True if after > known else None)
        return ends


def is_repeatable(
    entry: int,
    functions: Mapping[int, Function],
    coalitions: bool,
    scratch: frozenset[int] = frozenset(),
) -> bool:
    """Whether a function makes the same moves if it is run again, and changes nothing else.

    `scratch` are variables that it may write, because it does so before it reads them.
    """
    return first_change(entry, functions, coalitions, scratch) is None


def first_change(
    entry: int,
    functions: Mapping[int, Function],
    coalitions: bool,
    scratch: frozenset[int] = frozenset(),
) -> tuple[str, int] | None:
    """What keeps a function from being repeatable, and its cell; None if nothing does."""
    met, change = _all_reached(entry, functions, coalitions, scratch)
    if change is not None:
        return change
    return next(((each.name, each.cell) for each in met if each.name in AS_RUN), None)


def _all_reached(
    entry: int,
    functions: Mapping[int, Function],
    coalitions: bool,
    scratch: frozenset[int] = frozenset(),
    quiet: Callable[[Instruction], bool] | None = None,
) -> tuple[list[Instruction], tuple[str, int] | None]:
    """The instructions that are reached, also through calls, up to one that may change something.

    The second result is what that one is and its cell. `quiet` says what changes nothing.
    """
    harmless = quiet or _changes_nothing
    met: list[Instruction] = []
    here: list[Instruction] = []

    def callees(entry: int) -> list[int]:
        return [each.operand for each in here if each.name == "(CALL)"]

    for reached in closure([entry], callees):
        function = functions.get(reached)
        if function is None or function.refused:
            return met, ("a word that is not compiled", -1)
        allowed = {c for c, address in stores_of(function).items() if address in scratch}
        here = sorted(_reached(function, coalitions), key=lambda each: each.cell)
        for instruction in here:
            met.append(instruction)
            if instruction.cell not in allowed and not harmless(instruction):
                return met, (instruction.name, instruction.cell)
    return met, None


def _changes_nothing(instruction: Instruction) -> bool:
    row = instruction.row
    return row.name not in CHANGING and (row.group in GROUPS or row.name in READING)


def _stirs_nothing(instruction: Instruction) -> bool:
    row = instruction.row
    harmless = row.group in QUIET_GROUPS or row.name in READING or row.name in NOTICED
    return row.name not in STIRRING and harmless


def _reached(function: Function, coalitions: bool) -> list[Instruction]:
    """The instructions that may be run where it is known whether there are coalitions."""
    met: list[Instruction] = []

    def step(instruction: Instruction, state: None) -> Arrivals[None]:
        met.append(instruction)
        following = function.instructions.get(instruction.next)
        alone = instruction.name == "(coalitions?)" and not coalitions
        if alone and following is not None and following.name == "0BRANCH":
            return ((following.operand, None),)
        return onward(instruction, None)

    walk(function, None, step, lambda cell, known, arriving: None)
    return met
