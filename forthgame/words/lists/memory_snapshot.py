"""Restoring a script's memory while positions are searched that are never played.

The host copies everything that the script can read before a search, a count or random games, and
restores it afterwards (`rules/checkpoint.py`). Between random games, `(recall-memory)` restores
data, rings and rules, so that all begin with the same. `STORED` is the lowest data address stored
to since then: nothing is copied if there was no store, and only the script's own data if it stored
to its variables. System cells, which the engine writes in every turn, do not count.
"""

from __future__ import annotations

from forthgame.words.registers import call_registers, memory_layout as at
from forthgame.words.table.memory_access import Block, charge, copy_block, load32, settled, store32
from forthgame.words.table.row import Group, helper, plain

lookahead = Group("board")
COUNTS: int = at.REPETITIONS  # entries of the history, then head and count of each ring
COUNTS_SIZE = at.RING2_COUNT + at.CELL - at.REPETITIONS
COPY = at.COPIED_MEMORY
NOW = at.MEMORY
RINGS_SIZE = at.REPETITION - at.RING
PAIR, RULES = 2 * at.CELL, 5 * at.CELL
A_RULES = at.SYSTEM_CELLS["$passTurnForced"]  # and the four cells after it, up to `$gameLog`
A_VARIETY, A_NO_PASS = at.SYSTEM_CELLS["$variety"], at.SYSTEM_CELLS["$noPass"]


@helper
def recall_rings(vm: Block) -> None:
    copy_block(vm, COUNTS, at.COPIED_COUNTS, COUNTS_SIZE)
    count = min(load32(vm, at.REPETITIONS), at.REPETITION_LIMIT)
    if count > 0:
        charge(vm, count >> 2)
        copy_block(vm, at.REPETITION, at.COPIED_RINGS + RINGS_SIZE, count * 8)
    if load32(vm, at.RING_COUNT) != 0 or load32(vm, at.RING2_COUNT) != 0:
        charge(vm, RINGS_SIZE >> 5)
        copy_block(vm, at.RING, at.COPIED_RINGS, RINGS_SIZE)


@helper
def recall_rules(vm: Block) -> None:
    """Restore the system cells by which a script configures the engine."""
    copy_block(vm, NOW + at.A_DP, COPY + at.A_DP, PAIR)
    copy_block(vm, NOW + at.A_SCAN_POSITIONS, COPY + at.A_SCAN_POSITIONS, at.CELL)
    copy_block(vm, NOW + A_RULES, COPY + A_RULES, RULES)
    copy_block(vm, NOW + A_VARIETY, COPY + A_VARIETY, at.CELL)
    copy_block(vm, NOW + A_NO_PASS, COPY + A_NO_PASS, at.CELL)
    copy_block(vm, NOW + at.A_RECYCLE, COPY + at.A_RECYCLE, at.CELL)


@lookahead.word("(recall-memory)", "( -- )", "Restore the script's memory saved before the "
                "lookahead.", hidden=True)  # fmt: skip
def recall_memory(vm: Block) -> None:
    end = load32(vm, call_registers.COPY_END)
    if end != 0:
        recall_rings(vm)
        recall_rules(vm)
        first = load32(vm, call_registers.STORED)
        if first < end:
            store32(vm, call_registers.STORED, at.DATA_END)
            start = max(first, at.DATA)
            charge(vm, (end - start) >> 5)
            copy_block(vm, NOW + start, COPY + start, end - start)
            if first < at.DATA:
                copy_block(vm, NOW + at.PAD, COPY + at.PAD, at.PAD_SIZE)


lookahead.words(
    plain(
        "(retracts?)",
        "( -- ? )",
        "True if the script defines OnRetractMove.",
        lambda vm: settled(vm, at.RETRACTS),
        hidden=True,
    ),
)
