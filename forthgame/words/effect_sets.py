"""Sets of words with common effects, computed from the call graph of bodies and guards.

The call graph takes time to compute, so a start that makes no machine code does not import this
module. `word_sets.py` has the other sets; `tests/words/test_facts.py` lists required members of
each.
"""

from __future__ import annotations

import sys
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from forthgame.words.board import board_copies, turns
from forthgame.words.core import random_streams, strings
from forthgame.words.moves import completion, recording
from forthgame.words.registers import memory_layout as at
from forthgame.words.table import memory_access
from forthgame.words.table.row import TABLE
from forthgame.words.word_sets import (
    FETCHING,
    FILLING,
    FLOATING,
    MOVES,
    OPERATIONS,
    RINGS,
    STORING,
    consuming,
    rows_where,
)

PACKAGE: Final = "forthgame.words"


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


def operations_naming(*constants: str) -> frozenset[str]:
    """Return the names of operations whose body or guard reaches a use of one of the constants."""
    using = (each for each in _callers() if not _names(each.__code__).isdisjoint(constants))
    return operations_reaching(*using)


def operations_reaching(*functions: Any) -> frozenset[str]:
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


NAMING: Final = rows_where(lambda row: row.kind in ("host", "compile") and _parses(row.body))
AT_ONCE: Final = rows_where(lambda row: row.kind == "compile")  # run while a word is compiled
# -- memory: the address is on top ----------------------------------------------------------------
_CELLS_OF_SCRIPTS = (
    memory_access.set_cell,
    memory_access.set_byte,
    memory_access.store16,
    memory_access.store_float,
)
WRITING: Final = FILLING | operations_reaching(
    *_CELLS_OF_SCRIPTS
)  # FILLING takes no single address
WHOLE_CELLS: Final = operations_reaching(memory_access.cell, memory_access.set_cell) & (
    FETCHING | STORING
)
ASSIGNING: Final = STORING & WHOLE_CELLS - operations_reaching(
    memory_access.cell
)  # the old value is irrelevant
CHANGING: Final = STORING & operations_reaching(memory_access.cell)
# word -> the ring buffer that it uses, by the address of its items
RING_OF: Final = dict.fromkeys(operations_naming("RING_HEAD", "RING_COUNT"), at.RING)
RING_OF.update(dict.fromkeys(operations_naming("RING2_HEAD", "RING2_COUNT"), at.RING2))
EMPTYING: Final = RINGS - operations_reaching(memory_access.load32)  # they reset a ring buffer
# -- text and steps -------------------------------------------------------------------------------
PRINTING: Final = operations_reaching(strings.print_byte)
CHARGING: Final = operations_reaching(memory_access.charge)  # their work grows with a size
DRAWING: Final = operations_reaching(random_streams.next_random, random_streams.seed_stream)
# -- the board and the turn -----------------------------------------------------------------------
CHANGING_BOARD: Final = operations_reaching(
    memory_access.set_board_cell, board_copies.clone_board, board_copies.drop_board
)
CHANGING_TURN: Final = operations_reaching(turns.go_to_turn)
# intrinsics without a result have a side effect
_DOING = [each for each in vars(memory_access).values() if _gives_nothing(each)]
TURN_READING: Final = (
    rows_where(lambda row: row.group == "turns") & OPERATIONS
) - operations_reaching(*_DOING)
_UNGUARDED = rows_where(lambda row: row.kind == "body" and row.guard is None) - FLOATING
LOOKING: Final = _UNGUARDED - operations_reaching(*_DOING)  # they cannot fail, and change nothing
USING_HERE: Final = operations_naming("A_HERE")  # the current position
USING_START: Final = operations_naming("A_FROM", "A_PIECE")  # the start of the move word
# -- moves ----------------------------------------------------------------------------------------
COMMITTING: Final = MOVES & operations_reaching(
    completion.forget_record
)  # they begin an empty move afterwards
PASSING: Final = COMMITTING & operations_reaching(
    recording.record
)  # a pass, if there is no other action
PASSING_ONCE: Final = operations_reaching(recording.pass_turn)  # once in a generation
ACTING: Final = (MOVES & operations_reaching(recording.record)) - PASSING  # they record an action
PLACING: Final = operations_reaching(recording.record_place)  # an action that ends on a position
PLACING_THERE: Final = PLACING & rows_where(
    lambda row: row.effect.inputs[-1:] in (("pos",), ("target",))
)
PLACING_HERE: Final = PLACING - PLACING_THERE
_BY_HAND: Final = frozenset(("board[]", "OnEditAdd", "(add-piece)"))
# words that can bring a player's pieces onto the board, and unnamed piece types
BRINGING: Final = PLACING & consuming("player") | _BY_HAND
MAKING: Final = PLACING & consuming("type") | _BY_HAND
PLACING_NEW: Final = BRINGING | MAKING | {"$CloneBoard"}
CREATING: Final = operations_reaching(recording.record_piece)
