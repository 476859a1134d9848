"""Depth-first search for a shortest solution, with a table of lower bounds.

Bounds are stored in a table of fixed size lent by the host: see breadth_first.py. A position on the
current path has the bound that it will get if it fails, so paths never contain cycles, even within
a turn.

If positions are lost after a number of turns, a bound also holds when the position is reached
later. A position reached too late gets one turn more than were left as its bound instead of NEVER,
so that it is searched again when it is reached earlier.
"""

from __future__ import annotations

from forthgame.words.moves.move_lists import move_given
from forthgame.words.puzzles.breadth_first import (
    ENTRY,
    TURNS_COUNT,
    flag,
    key_here,
    table_lent,
    too_deep,
)
from forthgame.words.registers import extension_registers as more, memory_layout as at
from forthgame.words.search.root_moves import number_of
from forthgame.words.table.memory_access import (
    Block,
    load64,
    outer64,
    set_outer64,
    store32,
    store64,
)
from forthgame.words.table.row import Group, helper, plain

deeper = Group("search")
PROBES = 4  # entries probed for a bound
STEP_LIMIT = at.SEARCH_LEVELS * at.LINE_CELLS
NEVER = 2_000_000_000


def may_look(vm: Block) -> int:
    if load64(vm, more.SOLVE_TABLE) == 0:
        return -306
    return 0 if load64(vm, more.SOLVE_COUNT) < load64(vm, more.SOLVE_LIMIT) else -275


def table_and_end(vm: Block) -> int:
    """Guard: a table has been lent, and the turn is not too long."""
    if load64(vm, more.SOLVE_TABLE) == 0:
        return -306
    return -318 if too_deep(vm) else 0


@helper
def bound_slot(vm: Block, key: int) -> int:
    """Return the offset of the entry with a key, or of the one with the lowest bound to replace."""
    base = load64(vm, more.SOLVE_TABLE)
    first = key & load64(vm, more.SOLVE_MASK) & -PROBES
    found = base + first * ENTRY
    least = NEVER + 1
    for k in range(PROBES):
        slot = base + (first + k) * ENTRY
        kept = outer64(vm, slot)
        if kept == key:
            return slot
        bound = outer64(vm, slot + 8) if kept != 0 else -1
        if bound < least:
            least = bound
            found = slot
    return found


@deeper.word("(known-bound)", "( n -- n' )", "Give the least number of turns that the position "
             "needs: the given bound, or a higher one from the table.", guard=may_look,
             hidden=True)  # fmt: skip
def known_bound(vm: Block, n: int) -> int:
    store64(vm, more.SOLVE_COUNT, load64(vm, more.SOLVE_COUNT) + 1)
    return min(max(n, learned(vm), 0), NEVER)


@deeper.word("(bound-within)", "( -- n )", "Give the least number of turns that the position "
             "within a turn needs, this turn included; 0 if unknown.", guard=table_and_end,
             hidden=True)  # fmt: skip
@helper
def learned(vm: Block) -> int:
    """Return the turns that the current position is known to need, 0 if unknown."""
    key = key_here(vm)
    slot = bound_slot(vm, key)
    return outer64(vm, slot + 8) if outer64(vm, slot) == key else 0


@deeper.word("(note-bound)", "( n -- )", "Store the bound that the position gets if the current "
             "attempt fails.", guard=table_lent, hidden=True)  # fmt: skip
@helper
def store_bound(vm: Block, bound: int) -> None:
    key = key_here(vm)
    slot = bound_slot(vm, key)
    set_outer64(vm, slot, key)
    set_outer64(vm, slot + 8, bound)


@deeper.word("(learn)", "( n -- n )", "Store the number of turns that the position needs, unless "
             "it is solved.", guard=table_lent, hidden=True)  # fmt: skip
def learn(vm: Block, n: int) -> int:
    if n >= 0:
        store_bound(vm, n)
    return n


deeper.words(
    plain(
        "(turns-count?)",
        "( -- ? )",
        "True if the end of the game may depend on the number of the turn, which keys leave out.",
        lambda vm: -1 if flag(vm, TURNS_COUNT) else 0,
        hidden=True,
    ),
    plain(
        "(first-turn)",
        "( -- n )",
        "Give the number of the turn in which the search began.",
        lambda vm: load64(vm, more.SOLVE_FIRST),
        hidden=True,
    ),
    plain(
        "(one-more)",
        "( n -- n' )",
        "Add a turn to a bound.",
        lambda vm, n: n if n < 0 or n >= NEVER else n + 1,
        hidden=True,
    ),
)


@deeper.word("(note-step)", "( move -- )", "Record a move of the solution by its number.",
             guard=move_given, hidden=True)  # fmt: skip
def note_step(vm: Block, move: int) -> None:
    steps = load64(vm, more.SOLVE_STEPS)
    if 0 <= steps < STEP_LIMIT:
        store32(vm, at.LINES + steps * 4, number_of(vm, move))
        store64(vm, more.SOLVE_STEPS, steps + 1)
