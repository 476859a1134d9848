"""The actions of a move, and the start and target positions derived from them."""

from __future__ import annotations

from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.memory_layout import ACTION_BYTES, MOVE_BYTES
from forthgame.words.table.memory_access import Block, arena_cell, charge
from forthgame.words.table.row import helper

NOWHERE = -1


@helper
def actions_of(vm: Block, move: int) -> int:
    """Return the number of a move's actions, and charge a step for each of them."""
    count = arena_cell(vm, move + at.MOVE_COUNT * 4)
    charge(vm, count)
    return count


@helper
def action_at(move: int, k: int) -> int:
    """Return the Forth address of action k of a move."""
    return move + MOVE_BYTES + k * ACTION_BYTES


@helper
def source_of(vm: Block, move: int) -> int:
    """Return the start of the first piece moved, else the first position changed, or -1."""
    first = NOWHERE
    for k in range(actions_of(vm, move)):
        action = action_at(move, k)
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
    for k in range(actions_of(vm, move)):
        action = action_at(move, k)
        kind = arena_cell(vm, action + at.KIND_OFFSET)
        if kind <= at.ACT_MOVE_TAKE:
            if not moved or arena_cell(vm, action) == found:
                found = arena_cell(vm, action + 4)
                moved = True
        elif found == NOWHERE and kind <= at.ACT_OWNER:
            found = arena_cell(vm, action)
    return found
