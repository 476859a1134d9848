"""Sets of words with common properties, computed from guards, effects, operands and marks.

Readers take sets from here, so that a new word is included without further entries. `doing.py` has
the sets that depend on the functions that words call. `tests/test_facts.py` lists required members
of each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from forthgame.lang.word import OPERATION_KINDS, Row
from forthgame.lang.words import TABLE, memory, move


def that(holds: Callable[[Row], Any]) -> frozenset[str]:
    """Return the names of the rows that satisfy a predicate."""
    return frozenset(row.name for row in TABLE.rows if holds(row))


def _guarded(*guards: Callable[..., int]) -> frozenset[str]:
    return that(lambda row: row.guard in guards)


def inputs(name: str) -> int:
    """Return the number of cells that a word consumes."""
    return len(TABLE.by_name[name].effect.inputs)


def taking(item: str) -> frozenset[str]:
    """Return the names of the words that consume an item with the given name."""
    return that(lambda row: item in row.effect.inputs)


# -- control --------------------------------------------------------------------------------------
OPERATIONS: Final = that(lambda row: row.kind in OPERATION_KINDS)
ENDS: Final = OPERATIONS & that(lambda row: row.ends)
BRANCHES: Final = that(lambda row: row.branches)
LOOPS: Final = BRANCHES & that(lambda row: row.effect.return_inputs)
LEAVING: Final = that(lambda row: row.leaves)
RUNNING: Final = OPERATIONS & that(lambda row: row.runs)
UNBOUNDED: Final = RUNNING - that(lambda row: row.runs == "code")  # they may do any amount of work
REQUESTS: Final = that(lambda row: row.asks)  # may be done by the host instead
NO_RETURN: Final = that(lambda row: row.ends) - OPERATIONS  # host words
# operation -> items needed on the return stack, change of its depth
RETURN_EFFECTS: Final = {
    row.name: (len(row.effect.return_inputs),
               len(row.effect.return_outputs) - len(row.effect.return_inputs))
    for row in TABLE.operations() if row.effect.return_inputs or row.effect.return_outputs
}  # fmt: skip
# -- memory: the address is on top ----------------------------------------------------------------
FETCHING: Final = _guarded(memory.readable)  # a cell, two bytes, a byte or a float
STORING: Final = _guarded(memory.writable)
FILLING: Final = _guarded(memory.bytes_movable, memory.cells_movable, memory.fillable)
APPENDING: Final = _guarded(memory.room_for_cell, memory.allotable, move.cell_compilable)
FLOATING: Final = that(lambda row: row.effect.float_inputs or row.effect.float_outputs)
STORAGE: Final = that(lambda row: row.operand == "offset")  # they return addresses on the board
RINGS: Final = that(lambda row: row.group == "ring buffers and repetition")  # memory of their own
# -- text and steps -------------------------------------------------------------------------------
TEXTS: Final = {row.name: row.closes for row in TABLE.rows if row.closes}  # name -> delimiter
QUOTED: Final = frozenset(name for name, mark in TEXTS.items() if mark == '"')
# -- items ----------------------------------------------------------------------------------------
CONSTANTS: Final = {  # name -> the number
    row.name: row.body()
    for row in TABLE.operations()
    if row.body is not None and not row.parameters and row.effect.outputs
}
DROPS: Final = {  # name -> number of items
    row.name: len(row.effect.inputs)
    for row in TABLE.rows
    if row.kind == "shuffle" and row.effect.inputs and not row.effect.outputs
}
# -- moves ----------------------------------------------------------------------------------------
MOVES: Final = that(lambda row: row.group == "moves")
GOING_ON: Final = MOVES & that(lambda row: row.body in (move.partial, move.partial_move_type))
