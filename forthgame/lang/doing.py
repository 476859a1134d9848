"""What words do, computed from the functions that their bodies and guards come to.

It takes a while to find out who calls what: a start that makes no machine code does without. The
rest stands in `facts.py`, and `tests/test_facts.py` has what each set must hold.
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
    """Functions of the language by the names that a module has for them."""
    return {
        name: thing for name, thing in vars(sys.modules[module]).items()
        if isinstance(thing, FunctionType) and thing.__module__.startswith(PACKAGE)
    }  # fmt: skip


@cache
def _modules(module: str) -> dict[str, dict[str, FunctionType]]:
    """Names of modules in a module, and the functions in them."""
    return {
        name: _functions(thing.__name__) for name, thing in vars(sys.modules[module]).items()
        if isinstance(thing, ModuleType) and thing.__name__.startswith(PACKAGE)
    }  # fmt: skip


def _called(function: FunctionType) -> set[FunctionType]:
    """Functions of the language that a function names."""
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
    """Names of the operations of which a function is the body or the guard."""
    found: dict[FunctionType, list[str]] = {}
    for row in TABLE.operations():
        for function in (row.body, row.guard):
            if isinstance(function, FunctionType):
                found.setdefault(function, []).append(row.name)
    return found


@cache
def _callers() -> dict[FunctionType, list[FunctionType]]:
    """Who names a function, of all that is reached from bodies and guards."""
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
    """Names of the operations whose body or guard comes to one of these functions."""
    callers, rows = _callers(), _rows_by_function()
    todo, seen = list(functions), set(functions)
    while todo:
        new = {each for each in callers.get(todo.pop(), ()) if each not in seen}
        seen |= new
        todo.extend(new)
    return frozenset(name for function in seen for name in rows.get(function, ()))


# -- what comes next in a text -------------------------------------------------------------------
_PARSING: Final = frozenset(("parse", "parse_word", "parse_value"))  # of `Forth`


def _parses(function: Any) -> bool:
    return isinstance(function, FunctionType) and bool(_PARSING & _names(function.__code__))


NAMING: Final = that(lambda row: row.kind in ("host", "compile") and _parses(row.body))
AT_ONCE: Final = that(lambda row: row.kind == "compile")  # they run while a word is compiled
# -- memory: the address is on top ---------------------------------------------------------------
_CELLS_OF_SCRIPTS = (cells.set_cell, cells.set_byte, cells.store16, cells.store_float)
WRITING: Final = FILLING | reaching(*_CELLS_OF_SCRIPTS)  # the stack does not say how much or where
WHOLE_CELLS: Final = reaching(cells.cell, cells.set_cell) & (FETCHING | STORING)
ASSIGNING: Final = STORING & WHOLE_CELLS - reaching(cells.cell)  # what was there does not matter
CHANGING: Final = STORING & reaching(cells.cell)
# -- text and steps ------------------------------------------------------------------------------
PRINTING: Final = reaching(text.print_byte)
CHARGING: Final = reaching(cells.charge)  # their work grows with the size of something
DRAWING: Final = reaching(random.next_random, random.seed_stream)
# -- the board and the turn ----------------------------------------------------------------------
CHANGING_BOARD: Final = reaching(cells.set_board_cell, copies.clone_board, copies.drop_board)
CHANGING_TURN: Final = reaching(turn.go_to_turn)
# what gives nothing back does something
_DOING = [each for each in vars(cells).values() if _gives_nothing(each)]
TURN_READING: Final = (that(lambda row: row.group == "turns") & OPERATIONS) - reaching(*_DOING)
_UNGUARDED = that(lambda row: row.kind == "body" and row.guard is None) - FLOATING
LOOKING: Final = _UNGUARDED - reaching(*_DOING)  # they cannot fail, and change nothing
# -- moves ---------------------------------------------------------------------------------------
COMMITTING: Final = MOVES & reaching(complete.forget_record)  # an empty move is begun behind them
PASSING: Final = COMMITTING & reaching(move.record)  # which record a pass if there is nothing else
ACTING: Final = (MOVES & reaching(move.record)) - PASSING  # they record an action
PLACING: Final = reaching(move.record_place)  # one that ends on a position
PLACING_THERE: Final = PLACING & that(lambda row: row.effect.inputs[-1:] in (("pos",), ("target",)))
PLACING_HERE: Final = PLACING - PLACING_THERE
CREATING: Final = reaching(move.record_piece)
