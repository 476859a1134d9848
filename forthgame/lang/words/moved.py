"""Start and target positions of a move, derived from its actions."""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang.cells import Block, arena_cell, charge
from forthgame.lang.layout import ACTION_BYTES, MOVE_BYTES
from forthgame.lang.word import helper

NOWHERE = -1


@helper
def source_of(vm: Block, move: int) -> int:
    """Return the start of the first piece moved, else the first position changed, or -1."""
    first = NOWHERE
    count = arena_cell(vm, move + at.MOVE_COUNT * 4)
    charge(vm, count)
    for k in range(count):
        action = move + MOVE_BYTES + k * ACTION_BYTES
        kind = arena_cell(vm, action + at.KIND_OFFSET)
        if kind <= at.ACT_MOVE_TAKE:
            return arena_cell(vm, action)
        if first == NOWHERE and kind <= at.ACT_OWNER:
            first = arena_cell(vm, action)
    return first


@helper
def target_of(vm: Block, move: int) -> int:
    """Return the end of the path of the first piece moved, else the first position changed, or -1.

    Later steps continue the path if they start at its end.
    """
    found = NOWHERE
    moved = False
    count = arena_cell(vm, move + at.MOVE_COUNT * 4)
    charge(vm, count)
    for k in range(count):
        action = move + MOVE_BYTES + k * ACTION_BYTES
        kind = arena_cell(vm, action + at.KIND_OFFSET)
        if kind <= at.ACT_MOVE_TAKE:
            if not moved or arena_cell(vm, action) == found:
                found = arena_cell(vm, action + 4)
                moved = True
        elif found == NOWHERE and kind <= at.ACT_OWNER:
            found = arena_cell(vm, action)
    return found
