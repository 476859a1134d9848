"""Sets of words with common effects, computed from the call graph of bodies and guards.

The call graph takes time to compute, so a start that makes no machine code does not import this
module. `facts.py` has the other sets; `tests/test_facts.py` lists required members of each.
"""

from __future__ import annotations

import sys
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from forthgame.lang import cells
from forthgame.lang.facts import FETCHING, FILLING, FLOATING, MOVES, OPERATIONS, STORING, that
from forthgame.lang.word import TABLE
from forthgame.lang.words import complete, copies, move, random, text, turn

PACKAGE: Final = "forthgame.lang"


def _names(code: CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names


@cache
def _functions(module: str) -> dict[str, FunctionType]:
    return {
        name: thing
        for name, thing in vars(sys.modules[module]).items()
        if isinstance(thing, FunctionType) and thing.__module__.startswith(PACKAGE)
    }


@cache
def _modules(module: str) -> dict[str, dict[str, FunctionType]]:
    return {
        name: _functions(thing.__name__)
        for name, thing in vars(sys.modules[module]).items()
        if isinstance(thing, ModuleType) and thing.__name__.startswith(PACKAGE)
    }


def _called(function: FunctionType) -> set[FunctionType]:
    names = _names(function.__code__)
    known, modules = _functions(function.__module__), _modules(function.__module__)
    found = {known[name] for name in names & known.keys()}
    for module in names & modules.keys():
        inside = modules[module]
        found |= {inside[name] for name in names & inside.keys()}
    return found


def _gives_nothing(thing: Any) -> bool:
    return isinstance(thing, FunctionType) and thing.__annotations__.get("return") == "None"


@cache
def _rows_by_function() -> dict[FunctionType, list[str]]:
    found: dict[FunctionType, list[str]] = {}
    for row in TABLE.operations():
        for function in (row.body, row.guard):
            if isinstance(function, FunctionType):
                found.setdefault(function, []).append(row.name)
    return found


@cache
def _callers() -> dict[FunctionType, list[FunctionType]]:
    todo = list(_rows_by_function())
    found: dict[FunctionType, list[FunctionType]] = {function: [] for function in todo}
    while todo:
        function = todo.pop()
        for called in _called(function):
            if called not in found:
                found[called] = []
                todo.append(called)
            found[called].append(function)
    return found


def reaching(*functions: Any) -> frozenset[str]:
    """Return the names of operations whose body or guard reaches one of the functions."""
    callers, rows = _callers(), _rows_by_function()
    todo, seen = list(functions), set(functions)
    while todo:
        new = {each for each in callers.get(todo.pop(), ()) if each not in seen}
        seen |= new
        todo.extend(new)
    return frozenset(name for function in seen for name in rows.get(function, ()))


# -- words that read the following text -----------------------------------------------------------
_PARSING: Final = frozenset(("parse", "parse_word", "parse_value"))  # of `Forth`


def _parses(function: Any) -> bool:
    return isinstance(function, FunctionType) and bool(_PARSING & _names(function.__code__))


NAMING: Final = that(lambda row: row.kind in ("host", "compile") and _parses(row.body))
AT_ONCE: Final = that(lambda row: row.kind == "compile")  # run while a word is compiled
# -- memory: the address is on top ----------------------------------------------------------------
_CELLS_OF_SCRIPTS = (cells.set_cell, cells.set_byte, cells.store16, cells.store_float)
WRITING: Final = FILLING | reaching(*_CELLS_OF_SCRIPTS)  # FILLING takes no single address
WHOLE_CELLS: Final = reaching(cells.cell, cells.set_cell) & (FETCHING | STORING)
ASSIGNING: Final = STORING & WHOLE_CELLS - reaching(cells.cell)  # the old value is irrelevant
CHANGING: Final = STORING & reaching(cells.cell)
# -- text and steps -------------------------------------------------------------------------------
PRINTING: Final = reaching(text.print_byte)
CHARGING: Final = reaching(cells.charge)  # their work grows with a size
DRAWING: Final = reaching(random.next_random, random.seed_stream)
# -- the board and the turn -----------------------------------------------------------------------
CHANGING_BOARD: Final = reaching(cells.set_board_cell, copies.clone_board, copies.drop_board)
CHANGING_TURN: Final = reaching(turn.go_to_turn)
# intrinsics without a result have a side effect
_DOING = [each for each in vars(cells).values() if _gives_nothing(each)]
TURN_READING: Final = (that(lambda row: row.group == "turns") & OPERATIONS) - reaching(*_DOING)
_UNGUARDED = that(lambda row: row.kind == "body" and row.guard is None) - FLOATING
LOOKING: Final = _UNGUARDED - reaching(*_DOING)  # they cannot fail, and change nothing
# -- moves ----------------------------------------------------------------------------------------
COMMITTING: Final = MOVES & reaching(complete.forget_record)  # they begin an empty move afterwards
PASSING: Final = COMMITTING & reaching(move.record)  # a pass, if there is no other action
ACTING: Final = (MOVES & reaching(move.record)) - PASSING  # they record an action
PLACING: Final = reaching(move.record_place)  # an action that ends on a position
PLACING_THERE: Final = PLACING & that(lambda row: row.effect.inputs[-1:] in (("pos",), ("target",)))
PLACING_HERE: Final = PLACING - PLACING_THERE
CREATING: Final = reaching(move.record_piece)
