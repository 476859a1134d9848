"""Preferences and uniqueness of moves, set while they are added.

Skipped in games whose script does not name the words (`beyond.SELECTS`). The header of a move holds
its first preference; the others are in an additional last action, which has no effect when the move
is applied. Missing preferences count as 0. Partial moves always have this action, to make room for
what is found by looking ahead.
"""

from __future__ import annotations

from forthgame.words.registers import extension_registers as by, memory_layout as at
from forthgame.words.registers.memory_layout import ACTION_BYTES, MOVE_BYTES
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    load32,
    set_arena_cell,
    settled,
    store32,
)
from forthgame.words.table.row import helper, inlined_helper


@helper
def add_levels(vm: Block) -> int:
    """Write the preferences of the current move; return its flags."""
    said = load32(vm, by.CURRENT_SELECTION)
    count = said & by.SAID_COUNT
    flags = (said >> by.RANK_SHIFT) << by.RANK_SHIFT
    if said & by.SAID_FINISH != 0:
        flags |= by.MOVE_MUST_FINISH
    first = load32(vm, by.PREFERENCES) if count > 0 else 0
    set_arena_cell(vm, load32(vm, at.RECORD) + by.MOVE_PREFER * 4, first)
    prefers = settled(vm, by.SELECTS) & by.PREFER != 0
    if count > 1 or (prefers and load32(vm, at.RECORD_PARTIAL) != 0):
        action = load32(vm, at.RECORD_END)
        for k in range(1, by.PREFERENCE_LEVELS):
            value = load32(vm, by.PREFERENCES + k * 4) if k < count else 0
            set_arena_cell(vm, action + (k - 1) * 4, value)
        set_arena_cell(vm, action + at.KIND_OFFSET, by.ACT_PREFER)
        store32(vm, at.RECORD_END, action + ACTION_BYTES)
        flags |= by.MOVE_LEVELS
    return flags


@helper
def levels_of(vm: Block, move: int) -> int:
    """Return the Forth address of a move's second to fourth preference, 0 if it has none."""
    if arena_cell(vm, move + at.MOVE_FLAGS * 4) & by.MOVE_LEVELS == 0:
        return 0
    count = arena_cell(vm, move + at.MOVE_COUNT * 4)
    return move + MOVE_BYTES + (count - 1) * ACTION_BYTES


@inlined_helper
def is_preferred_alike(vm: Block, move: int, other: int) -> bool:
    """Return whether two moves have the same preferences; few moves have more than one."""
    own = arena_cell(vm, move + by.MOVE_PREFER * 4)
    if own != arena_cell(vm, other + by.MOVE_PREFER * 4):
        return False
    flags = arena_cell(vm, move + at.MOVE_FLAGS * 4) | arena_cell(vm, other + at.MOVE_FLAGS * 4)
    return flags & by.MOVE_LEVELS == 0 or compared(vm, move, other) == 0


@helper
def compared(vm: Block, move: int, other: int) -> int:
    """Compare the preferences of two moves: 1, 0 or -1."""
    own = arena_cell(vm, move + by.MOVE_PREFER * 4)
    its = arena_cell(vm, other + by.MOVE_PREFER * 4)
    if own != its:
        return 1 if own > its else -1
    levels, others = levels_of(vm, move), levels_of(vm, other)
    if levels == 0 and others == 0:
        return 0
    for k in range(by.PREFERENCE_LEVELS - 1):
        own = arena_cell(vm, levels + k * 4) if levels != 0 else 0
        its = arena_cell(vm, others + k * 4) if others != 0 else 0
        if own != its:
            return 1 if own > its else -1
    return 0


@helper
def is_chosen(vm: Block, target: int, move: int) -> bool:
    """Record the preference of a move about to be added; return False for a duplicate."""
    said = load32(vm, by.CURRENT_SELECTION)
    if settled(vm, by.SELECTS) & by.UNIQUE != 0:
        if said & by.SAID_UNIQUE == 0:
            set_arena_cell(vm, move + at.MOVE_RANK * 4, -1)
        elif not is_new(vm, target, move):
            return False
    state = arena_cell(vm, target + by.LIST_STATE * 4)
    best = arena_cell(vm, target + by.LIST_BEST * 4)
    if best == 0:
        set_arena_cell(vm, target + by.LIST_BEST * 4, move)
    else:
        order = compared(vm, move, best)
        if order != 0:
            state |= by.LIST_MIXED
        if order > 0:
            set_arena_cell(vm, target + by.LIST_BEST * 4, move)
    if arena_cell(vm, move + at.MOVE_PARTIAL * 4) != 0:
        state |= by.LIST_PARTIAL
        if said & by.SAID_FINISH != 0:
            state |= by.LIST_FINISH
    set_arena_cell(vm, target + by.LIST_STATE * 4, state)
    set_arena_cell(vm, target + by.LIST_MADE * 4, arena_cell(vm, target + by.LIST_MADE * 4) + 1)
    return True


@helper
def is_counted(vm: Block, target: int) -> bool:
    """Return whether the recorded move is at least as preferred as those counted before.

    If it is preferred to them, the count restarts, so that only the most preferred moves are
    counted. `COUNTED_BEST` holds their preferences; `LIST_BEST` is 0 before the first move.
    """
    if settled(vm, by.SELECTS) & by.PREFER == 0:
        return True
    count = load32(vm, by.CURRENT_SELECTION) & by.SAID_COUNT
    order = 1
    if arena_cell(vm, target + by.LIST_BEST * 4) != 0:
        first = load32(vm, by.PREFERENCES) if count > 0 else 0
        best = load32(vm, by.COUNTED_BEST)
        order = 1 if first > best else -1 if first < best else 0
        if order == 0 and count + load32(vm, by.COUNTED_LEVELS) > 1:
            order = compared_further(vm, count)
    if order > 0:
        begin_counting(vm, target, count)
    return order >= 0


@helper
def compared_further(vm: Block, count: int) -> int:
    for k in range(1, by.PREFERENCE_LEVELS):
        value = load32(vm, by.PREFERENCES + k * 4) if k < count else 0
        best = load32(vm, by.COUNTED_BEST + k * 4)
        if value != best:
            return 1 if value > best else -1
    return 0


@helper
def begin_counting(vm: Block, target: int, count: int) -> None:
    for k in range(by.PREFERENCE_LEVELS):
        value = load32(vm, by.PREFERENCES + k * 4) if k < count else 0
        store32(vm, by.COUNTED_BEST + k * 4, value)
    store32(vm, by.COUNTED_LEVELS, count)
    set_arena_cell(vm, target + by.LIST_BEST * 4, 1)
    set_arena_cell(vm, target + at.LIST_COUNT * 4, 0)
    set_arena_cell(vm, target + at.LIST_FIRST * 4, 0)
    set_arena_cell(vm, target + at.LIST_LAST * 4, target + at.LIST_FIRST * 4)
    set_arena_cell(vm, target + by.LIST_SEEN * 4, 0)


# -- duplicates -----------------------------------------------------------------------------------


@helper
def actions_to_compare(vm: Block, move: int) -> int:
    """Return the number of a move's actions without the one that holds its preferences."""
    count = arena_cell(vm, move + at.MOVE_COUNT * 4)
    return count - 1 if levels_of(vm, move) != 0 else count


@helper
def hash_of_action(vm: Block, action: int) -> int:
    value = arena_cell(vm, action) * 0x9E3779B1 + arena_cell(vm, action + 4)
    value = value * 0x85EBCA6B + arena_cell(vm, action + 8)
    value = value * 0xC2B2AE35 + arena_cell(vm, action + at.KIND_OFFSET)
    return (value ^ (value >> 17)) & 0x7FFFFFFF


@helper
def hash_of_set(vm: Block, move: int) -> int:
    """Return a hash of a move's type and set of actions, independent of their order."""
    total = arena_cell(vm, move + at.MOVE_TYPE * 4) + arena_cell(vm, move + at.MOVE_PARTIAL * 4)
    count = actions_to_compare(vm, move)
    charge(vm, count)
    for k in range(count):
        total += hash_of_action(vm, move + MOVE_BYTES + k * ACTION_BYTES)
    return total & 0x7FFFFFFF


@helper
def same_action(vm: Block, action: int, other: int) -> bool:
    for k in range(at.ACTION_CELLS):
        if arena_cell(vm, action + k * 4) != arena_cell(vm, other + k * 4):
            return False
    return True


@helper
def times_found(vm: Block, move: int, action: int) -> int:
    found = 0
    count = actions_to_compare(vm, move)
    charge(vm, count)
    for k in range(count):
        if same_action(vm, action, move + MOVE_BYTES + k * ACTION_BYTES):
            found += 1
    return found


@helper
def is_equal(vm: Block, move: int, other: int) -> bool:
    """Return whether two moves have the same type and actions, in any order.

    Moves with compiled words must agree in the order too, because the effect of a word depends on
    the actions before it.
    """
    for k in (at.MOVE_TYPE, at.MOVE_PARTIAL):
        if arena_cell(vm, move + k * 4) != arena_cell(vm, other + k * 4):
            return False
    count = actions_to_compare(vm, move)
    if count != actions_to_compare(vm, other):
        return False
    flags = arena_cell(vm, move + at.MOVE_FLAGS * 4) | arena_cell(vm, other + at.MOVE_FLAGS * 4)
    in_order = flags & by.MOVE_COMPILED != 0
    for k in range(count):
        action = move + MOVE_BYTES + k * ACTION_BYTES
        if not same_action(vm, action, other + MOVE_BYTES + k * ACTION_BYTES):
            if in_order:
                return False
            if times_found(vm, move, action) != times_found(vm, other, action):
                return False
    return True


@helper
def is_new(vm: Block, target: int, move: int) -> bool:
    """Return whether a list has no equal move; remove an equal one that is less preferred."""
    hash = hash_of_set(vm, move)
    set_arena_cell(vm, move + at.MOVE_RANK * 4, hash)
    bit = 1 << (hash & 31)
    seen = arena_cell(vm, target + by.LIST_SEEN * 4)
    set_arena_cell(vm, target + by.LIST_SEEN * 4, seen | bit)
    if seen & bit == 0:
        return True
    link = target + at.LIST_FIRST * 4
    other = arena_cell(vm, link)
    charge(vm, arena_cell(vm, target + at.LIST_COUNT * 4))
    while other != 0:
        if arena_cell(vm, other + at.MOVE_RANK * 4) == hash and is_equal(vm, move, other):
            if compared(vm, move, other) <= 0:
                return False
            unlink(vm, target, link, other)
            return True
        link = other
        other = arena_cell(vm, link)
    return True


@helper
def unlink(vm: Block, target: int, link: int, move: int) -> None:
    """Remove the move after a link from its list."""
    following = arena_cell(vm, move)
    set_arena_cell(vm, link, following)
    if following == 0:
        set_arena_cell(vm, target + at.LIST_LAST * 4, link)
    set_arena_cell(vm, target + at.LIST_COUNT * 4, arena_cell(vm, target + at.LIST_COUNT * 4) - 1)
