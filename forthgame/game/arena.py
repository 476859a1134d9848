"""Move lists as bytes: a header and the moves, as in the arena."""

from __future__ import annotations

from forthgame.lang import calling
from forthgame.lang import layout as at
from forthgame.vm.machine import Processor

KEPT = at.MEMORY + at.KEPT_HEADER  # a header in front of the arena
HEADER = slice(at.MEMORY + at.LISTS, at.MEMORY + at.LISTS + at.LIST_BYTES)
MOVES = at.MEMORY + at.ARENA


def taken_list(processor: Processor) -> bytes:
    """Return the position's list as copied by `(offered)`."""
    return processor.memory[KEPT : at.MEMORY + processor.i32[calling.OFFERED_TOP >> 2]]


def put_list(processor: Processor, kept: bytes) -> None:
    """Replace all lists of the machine by this one."""
    processor.memory[HEADER] = kept[: at.LIST_BYTES]
    moves = kept[at.LIST_BYTES :]
    processor.memory[MOVES : MOVES + len(moves)] = moves
    processor.set_register(at.LIST, at.LISTS)
    processor.set_cell(at.A_MOVES_LIST, at.LISTS)
    processor.set_arena_top(at.ARENA + len(moves))
