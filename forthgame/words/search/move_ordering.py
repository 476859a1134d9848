"""Move ordering of a search.

First the move from the transposition table, then captures of the most valuable piece by the least
valuable one, then two killer moves of this level, then by history (Schaeffer, 1989); ties keep the
order of generation.
"""

from __future__ import annotations

from forthgame.words.board.board import contents, value_of
from forthgame.words.moves.move_lists import action_at, actions_of
from forthgame.words.registers import (
    alpha_beta_settings,
    extension_registers as by,
    memory_layout as at,
)
from forthgame.words.search.transposition_table import HASH_MASK, HINT_MASK
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    load32,
    pack,
    set_arena_cell,
    settled,
    store32,
    system,
)
from forthgame.words.table.row import helper, inlined_helper

TABLE_MOVE = 1 << 30
TAKEN = -2147483648  # rank of a move that has been tried or is skipped
CAPTURE = 1 << 24
KILLER = 1 << 22
ANSWER = 1 << 21
RANKED = 1 << 25  # moves with a script's rank above 0: before captures
HISTORY_LIMIT = 1 << 20
HISTORY_MASK = at.HISTORY_SIZE - 1


@helper
def stirred(value: int, number: int) -> int:
    """Mix a number into a hash."""
    value = (value ^ number) * 0x9E3779B1
    return value ^ ((value >> 15) & 0x1FFFF)


@helper
def move_hash(vm: Block, move: int) -> int:
    """Return a hash of a move's type and actions, at least 1."""
    value = (
        arena_cell(vm, move + at.MOVE_TYPE * 4) + arena_cell(vm, move + at.MOVE_PARTIAL * 4) * 77
    )
    for k in range(actions_of(vm, move)):
        action = action_at(move, k)
        kind = arena_cell(vm, action + at.KIND_OFFSET)
        value = stirred(value, kind)
        value = stirred(value, arena_cell(vm, action))
        value = stirred(value, arena_cell(vm, action + 4))
        if kind >= by.ACT_BITS:  # the bits, or the label; in others two suffice
            value = stirred(value, arena_cell(vm, action + 8))
    return (value & (HASH_MASK - 1)) + 1


@helper
def stays_taken(vm: Block, move: int, number: int, pos: int, piece: int) -> bool:
    """Return whether an action captures a piece permanently.

    False if an earlier action has moved or captured it, or another action puts the same piece back:
    moves of several pieces list squares as captured that their own pieces have left.
    """
    for k in range(actions_of(vm, move)):
        action = action_at(move, k)
        kind = arena_cell(vm, action + at.KIND_OFFSET)
        if k < number:
            left = kind <= at.ACT_CAPTURE and arena_cell(vm, action) == pos
            if left or (kind == at.ACT_MOVE_TAKE and arena_cell(vm, action + 4) == pos):
                return False
        if kind == at.ACT_ADD and arena_cell(vm, action + 4) == piece:
            return False
    return True


@inlined_helper
def taken_by(vm: Block, move: int, number: int) -> int:
    """Return the enemy piece captured by an action of a move, 0 if none."""
    action = action_at(move, number)
    kind = arena_cell(vm, action + at.KIND_OFFSET)
    if kind == at.ACT_MOVE_TAKE or kind == at.ACT_CAPTURE:
        pos = arena_cell(vm, action + (4 if kind == at.ACT_MOVE_TAKE else 0))
        there = contents(vm, pos)
        if there != 0 and there & at.PLAYER_MASK != system(vm, at.A_PLAYER) & at.PLAYER_MASK:
            alone = arena_cell(vm, move + at.MOVE_COUNT * 4) == 1
            if alone or stays_taken(vm, move, number, pos, there):
                return there
    return 0


@helper
def captured_value(vm: Block, move: int) -> int:
    """Return the value of the enemy pieces that a move captures, plus 1 for each; 0 if none."""
    total = 0
    for k in range(actions_of(vm, move)):
        taken = taken_by(vm, move, k)
        if taken != 0:
            total += 1 + abs(value_of(vm, taken))
    return total


@helper
def taken_pieces(vm: Block, move: int) -> int:
    total = 0
    for k in range(actions_of(vm, move)):
        if taken_by(vm, move, k) != 0:
            total += 1
    return total


@helper
def mover_value(vm: Block, move: int) -> int:
    action = action_at(move, 0)
    if arena_cell(vm, action + at.KIND_OFFSET) <= at.ACT_MOVE_TAKE:
        return abs(value_of(vm, arena_cell(vm, action + 8)))
    return 0


@helper
def is_excluded(vm: Block, hash: int) -> bool:
    found = False
    for k in range(load32(vm, at.EXCLUDED)):
        found = found or load32(vm, at.EXCLUDED + 4 + k * 4) == hash
    return found


@helper
def ranked_by_script(vm: Block, move: int, rank: int) -> int:
    """Combine a move's rank by the script, if any, with its rank by the search."""
    own = arena_cell(vm, move + at.MOVE_FLAGS * 4) >> by.RANK_SHIFT
    if own == 0:
        return rank
    return (RANKED if own > 0 else 0) + (own << 14) + (rank >> 11)


@helper
def rank_moves(vm: Block, level: int, hint: int, before: int, captures: bool) -> int:
    """Rank every move of the newest list; with `captures`, only captures are to be tried.

    `before` is the hash of the previous move, 0 for none. Return the number of moves to be tried
    and, in the upper half, the first of them.
    """
    killers = at.KILLERS + level * 8
    answer = 0  # hash of no move
    if before != 0 and load32(vm, alpha_beta_settings.COUNTERMOVE) != 0:
        answer = load32(vm, at.COUNTERMOVES + (before & HISTORY_MASK) * 4)
    move = arena_cell(vm, load32(vm, at.LIST) + at.LIST_FIRST * 4)
    count = 0
    first = 0
    highest = TAKEN
    charge(vm, arena_cell(vm, load32(vm, at.LIST) + at.LIST_COUNT * 4) * 4)
    while move != 0:
        taken = captured_value(vm, move)
        rank = TAKEN
        if taken > 0 or not captures:
            hash = move_hash(vm, move)
            if level == 0 and is_excluded(vm, hash):
                rank = TAKEN
            elif hash & HINT_MASK == hint & HINT_MASK:
                rank = TABLE_MOVE
            elif taken > 0:
                rank = CAPTURE + min(taken, 65535) * 64 - min(mover_value(vm, move), 63)
            elif hash == load32(vm, killers) or hash == load32(vm, killers + 4):
                rank = KILLER
            elif hash == answer:
                rank = ANSWER
            else:
                rank = load32(vm, at.HISTORY + (hash & HISTORY_MASK) * 4)
        if settled(vm, by.SELECTS) & by.RANK != 0 and TAKEN < rank < TABLE_MOVE:
            rank = ranked_by_script(vm, move, rank)
        set_arena_cell(vm, move + at.MOVE_RANK * 4, rank)
        if rank != TAKEN:
            count += 1
        if rank > highest:
            highest = rank
            first = move
        move = arena_cell(vm, move)
    return pack(count, first)


@helper
def pick_move(vm: Block) -> int:
    """Return the untried move with the highest rank and mark it as tried; 0 if none is left."""
    move = arena_cell(vm, load32(vm, at.LIST) + at.LIST_FIRST * 4)
    best = TAKEN
    found = 0
    charge(vm, arena_cell(vm, load32(vm, at.LIST) + at.LIST_COUNT * 4))
    while move != 0:
        rank = arena_cell(vm, move + at.MOVE_RANK * 4)
        if rank > best:
            best = rank
            found = move
        move = arena_cell(vm, move)
    if found != 0:
        set_arena_cell(vm, found + at.MOVE_RANK * 4, TAKEN)
    return found


@helper
def praise_move(vm: Block, level: int, hash: int, depth: int) -> None:
    """Record a quiet move that caused a cutoff as killer and in the history table."""
    killers = at.KILLERS + level * 8
    first = load32(vm, killers)
    if first != hash:
        store32(vm, killers + 4, first)
        store32(vm, killers, hash)
    place = at.HISTORY + (hash & HISTORY_MASK) * 4
    credit = load32(vm, place) + max(depth, 1) * max(depth, 1)
    store32(vm, place, credit)
    if credit > HISTORY_LIMIT:
        halve_history(vm)


@helper
def halve_history(vm: Block) -> None:
    """Halve all history scores, so that later ones count more."""
    charge(vm, at.HISTORY_SIZE)
    for k in range(at.HISTORY_SIZE):
        store32(vm, at.HISTORY + k * 4, load32(vm, at.HISTORY + k * 4) >> 1)


@helper
def blame_moves(vm: Block, good: int, depth: int) -> None:
    """Lower the history scores of quiet moves tried before the good one."""
    address = load32(vm, at.LIST)
    move = arena_cell(vm, address + at.LIST_FIRST * 4)
    debit = max(depth, 1) * max(depth, 1)
    lowest = 0
    charge(vm, arena_cell(vm, address + at.LIST_COUNT * 4) * 2)
    while move != 0:
        tried = arena_cell(vm, move + at.MOVE_RANK * 4) == TAKEN and move != good
        if tried and captured_value(vm, move) == 0:
            place = at.HISTORY + (move_hash(vm, move) & HISTORY_MASK) * 4
            credit = load32(vm, place) - debit
            store32(vm, place, credit)
            lowest = min(lowest, credit)
        move = arena_cell(vm, move)
    if lowest < -HISTORY_LIMIT:
        halve_history(vm)


@helper
def note_answer(vm: Block, before: int, hash: int) -> None:
    """Record the reply that caused a cutoff (countermoves: Uiterwijk, 1992)."""
    if before != 0:
        store32(vm, at.COUNTERMOVES + (before & HISTORY_MASK) * 4, hash)
