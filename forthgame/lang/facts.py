"""What can be said of words, computed from their rows: from bodies, guards, effects, operands.

Who needs to know which words store a cell, end a move or print takes a set from here, so that a new
word is in it without being entered anywhere. `tests/test_facts.py` has what each set must hold.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from forthgame.lang import cells
from forthgame.lang.word import OPERATION_KINDS, Row
from forthgame.lang.words import TABLE, complete, copies, memory, move, random, text, turn

PACKAGE: Final = "forthgame.lang"


def _that(holds: Callable[[Row], Any]) -> frozenset[str]:
    """Names of the rows of which something holds."""
    return frozenset(row.name for row in TABLE.rows if holds(row))


def _guarded(*guards: Callable[..., int]) -> frozenset[str]:
    """Names of the rows with one of these guards."""
    return _that(lambda row: row.guard in guards)


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


def inputs(name: str) -> int:
    """How many cells a word takes."""
    return len(TABLE.by_name[name].effect.inputs)


def taking(item: str) -> frozenset[str]:
    """Names of the words that take an item of this name from the stack."""
    return _that(lambda row: item in row.effect.inputs)


# -- control -------------------------------------------------------------------------------------
_OPERATIONS: Final = _that(lambda row: row.kind in OPERATION_KINDS)
ENDS: Final = _OPERATIONS & _that(lambda row: row.ends)
BRANCHES: Final = _that(lambda row: row.branches)
LOOPS: Final = BRANCHES & _that(lambda row: row.effect.return_inputs)
LEAVING: Final = _that(lambda row: row.leaves)
RUNNING: Final = _OPERATIONS & _that(lambda row: row.runs)
UNBOUNDED: Final = RUNNING - _that(lambda row: row.runs == "code")  # they may do anything
REQUESTS: Final = _that(lambda row: row.asks)  # may be done by the host instead
NO_RETURN: Final = _that(lambda row: row.ends) - _OPERATIONS  # words of the host
# operation -> items it needs on the return stack, and the change in their number
RETURN_EFFECTS: Final = {
    row.name: (len(row.effect.return_inputs),
               len(row.effect.return_outputs) - len(row.effect.return_inputs))
    for row in TABLE.operations() if row.effect.return_inputs or row.effect.return_outputs
}  # fmt: skip
# -- memory: the address is on top ---------------------------------------------------------------
FETCHING: Final = _guarded(memory.readable)  # a cell, two bytes, a byte or a float
STORING: Final = _guarded(memory.writable)
FILLING: Final = _guarded(memory.bytes_movable, memory.cells_movable, memory.fillable)
APPENDING: Final = _guarded(memory.room_for_cell, memory.allotable, move.cell_compilable)
_CELLS_OF_SCRIPTS = (cells.set_cell, cells.set_byte, cells.store16, cells.store_float)
WRITING: Final = FILLING | reaching(*_CELLS_OF_SCRIPTS)  # the stack does not say how much or where
FLOATING: Final = _that(lambda row: row.effect.float_inputs or row.effect.float_outputs)
WHOLE_CELLS: Final = reaching(cells.cell, cells.set_cell) & (FETCHING | STORING)
ASSIGNING: Final = STORING & WHOLE_CELLS - reaching(cells.cell)  # what was there does not matter
CHANGING: Final = STORING & reaching(cells.cell)
STORAGE: Final = _that(lambda row: row.operand == "offset")  # they give addresses in the board
# -- text and steps ------------------------------------------------------------------------------
TEXTS: Final = {row.name: row.closes for row in TABLE.rows if row.closes}  # name -> what ends it
QUOTED: Final = frozenset(name for name, mark in TEXTS.items() if mark == '"')
PRINTING: Final = reaching(text.print_byte)
CHARGING: Final = reaching(cells.charge)  # their work grows with the size of something
DRAWING: Final = reaching(random.next_random, random.seed_stream)
# -- items ---------------------------------------------------------------------------------------
CONSTANTS: Final = {  # name -> the number
    row.name: row.body() for row in TABLE.operations()
    if row.body is not None and not row.parameters and row.effect.outputs
}  # fmt: skip
DROPS: Final = {  # name -> how many items
    row.name: len(row.effect.inputs) for row in TABLE.rows
    if row.kind == "shuffle" and row.effect.inputs and not row.effect.outputs
}  # fmt: skip
# -- the board and the turn ----------------------------------------------------------------------
CHANGING_BOARD: Final = reaching(cells.set_board_cell, copies.clone_board, copies.drop_board)
CHANGING_TURN: Final = reaching(turn.go_to_turn)
# what gives nothing back does something
_DOING = [each for each in vars(cells).values() if _gives_nothing(each)]
TURN_READING: Final = (_that(lambda row: row.group == "turns") & _OPERATIONS) - reaching(*_DOING)
# -- moves ---------------------------------------------------------------------------------------
_MOVES: Final = _that(lambda row: row.group == "moves")
COMMITTING: Final = _MOVES & reaching(complete.forget_record)  # an empty move is begun behind them
PASSING: Final = COMMITTING & reaching(move.record)  # which record a pass if there is nothing else
ACTING: Final = (_MOVES & reaching(move.record)) - PASSING  # they record an action
PLACING: Final = reaching(move.record_place)  # one that ends on a position
PLACING_THERE: Final = PLACING & _that(
    lambda row: row.effect.inputs[-1:] in (("pos",), ("target",))
)
PLACING_HERE: Final = PLACING - PLACING_THERE
CREATING: Final = reaching(move.record_piece)
GOING_ON: Final = _MOVES & _that(lambda row: row.body in (move.partial, move.partial_move_type))
