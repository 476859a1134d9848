"""What can be said of words, computed from their rows: from guards, effects, operands, marks.

Who needs to know which words store a cell or end a move takes a set from here, so that a new word
is in it without being entered anywhere. What follows from the functions that words call stands in
`doing.py`.
`tests/test_facts.py` has what each set must hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from forthgame.lang.word import OPERATION_KINDS, Row
from forthgame.lang.words import TABLE, memory, move


def that(holds: Callable[[Row], Any]) -> frozenset[str]:
    """Names of the rows of which something holds."""
    return frozenset(row.name for row in TABLE.rows if holds(row))


def _guarded(*guards: Callable[..., int]) -> frozenset[str]:
    """Names of the rows with one of these guards."""
    return that(lambda row: row.guard in guards)


def inputs(name: str) -> int:
    """How many cells a word takes."""
    return len(TABLE.by_name[name].effect.inputs)


def taking(item: str) -> frozenset[str]:
    """Names of the words that take an item of this name from the stack."""
    return that(lambda row: item in row.effect.inputs)


# -- control -------------------------------------------------------------------------------------
OPERATIONS: Final = that(lambda row: row.kind in OPERATION_KINDS)
ENDS: Final = OPERATIONS & that(lambda row: row.ends)
BRANCHES: Final = that(lambda row: row.branches)
LOOPS: Final = BRANCHES & that(lambda row: row.effect.return_inputs)
LEAVING: Final = that(lambda row: row.leaves)
RUNNING: Final = OPERATIONS & that(lambda row: row.runs)
UNBOUNDED: Final = RUNNING - that(lambda row: row.runs == "code")  # they may do anything
REQUESTS: Final = that(lambda row: row.asks)  # may be done by the host instead
NO_RETURN: Final = that(lambda row: row.ends) - OPERATIONS  # words of the host
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
FLOATING: Final = that(lambda row: row.effect.float_inputs or row.effect.float_outputs)
STORAGE: Final = that(lambda row: row.operand == "offset")  # they give addresses in the board
RINGS: Final = that(lambda row: row.group == "ring buffers and repetition")  # memory of their own
# -- text and steps ------------------------------------------------------------------------------
TEXTS: Final = {row.name: row.closes for row in TABLE.rows if row.closes}  # name -> what ends it
QUOTED: Final = frozenset(name for name, mark in TEXTS.items() if mark == '"')
# -- items ---------------------------------------------------------------------------------------
CONSTANTS: Final = {  # name -> the number
    row.name: row.body() for row in TABLE.operations()
    if row.body is not None and not row.parameters and row.effect.outputs
}  # fmt: skip
DROPS: Final = {  # name -> how many items
    row.name: len(row.effect.inputs) for row in TABLE.rows
    if row.kind == "shuffle" and row.effect.inputs and not row.effect.outputs
}  # fmt: skip
# -- moves ---------------------------------------------------------------------------------------
MOVES: Final = that(lambda row: row.group == "moves")
GOING_ON: Final = MOVES & that(lambda row: row.body in (move.partial, move.partial_move_type))
