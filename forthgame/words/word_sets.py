"""Sets of words with common properties, computed from guards, effects, operands and marks.

Readers take sets from here, so that a new word is included without further entries.
`effect_sets.py` has the sets that depend on the functions that words call.
`tests/words/test_facts.py` lists required members of each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from forthgame.words.core import memory
from forthgame.words.moves import recording
from forthgame.words.primitives import TABLE
from forthgame.words.table.row import OPERATION_KINDS, Row


def rows_where(holds: Callable[[Row], Any]) -> frozenset[str]:
    """Return the names of the rows that satisfy a predicate."""
    return frozenset(row.name for row in TABLE.rows if holds(row))


def _guarded(*guards: Callable[..., int]) -> frozenset[str]:
    return rows_where(lambda row: row.guard in guards)


def inputs(name: str) -> int:
    """Return the number of cells that a word consumes."""
    return len(TABLE.by_name[name].effect.inputs)


def consuming(item: str) -> frozenset[str]:
    """Return the names of the words that consume an item with the given name."""
    return rows_where(lambda row: item in row.effect.inputs)


# -- control --------------------------------------------------------------------------------------
OPERATIONS: Final = rows_where(lambda row: row.kind in OPERATION_KINDS)
ENDS: Final = OPERATIONS & rows_where(lambda row: row.ends)
BRANCHES: Final = rows_where(lambda row: row.branches)
LOOPS: Final = BRANCHES & rows_where(lambda row: row.effect.return_inputs)
LEAVING: Final = rows_where(lambda row: row.leaves)
RUNNING: Final = OPERATIONS & rows_where(lambda row: row.runs)
UNBOUNDED: Final = RUNNING - rows_where(
    lambda row: row.runs == "code"
)  # they may do any amount of work
REQUESTS: Final = rows_where(lambda row: row.asks)  # may be done by the host instead
NO_RETURN: Final = rows_where(lambda row: row.ends) - OPERATIONS  # host words
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
APPENDING: Final = _guarded(memory.room_for_cell, memory.allotable, recording.cell_compilable)
FLOATING: Final = rows_where(lambda row: row.effect.float_inputs or row.effect.float_outputs)
STORAGE: Final = rows_where(
    lambda row: row.operand == "offset"
)  # they return addresses on the board
RINGS: Final = rows_where(
    lambda row: row.group == "ring buffers and repetition"
)  # memory of their own
# -- text and steps -------------------------------------------------------------------------------
TEXTS: Final = {row.name: row.closes for row in TABLE.rows if row.closes}  # name -> delimiter
QUOTED: Final = frozenset(name for name, mark in TEXTS.items() if mark == '"')
# -- items ----------------------------------------------------------------------------------------
CONSTANTS: Final[dict[str, int]] = {  # name -> the number
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
MOVES: Final = rows_where(lambda row: row.group == "moves")
GOING_ON: Final = MOVES & rows_where(
    lambda row: row.body in (recording.partial, recording.partial_move_type)
)
