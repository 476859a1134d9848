"""Saving and restoring the state changed by a generation: system cells and registers."""

from __future__ import annotations

from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    copy_block,
    load32,
    set_arena_cell,
    set_system,
    settled,
    store32,
)
from forthgame.words.table.row import helper


@helper
def context_place(address: int) -> int:
    """Return the address where the generation of a list saves its state, out of scripts' reach."""
    return at.CONTEXTS - at.MEMORY + (address - at.LISTS) * (at.CONTEXT_BYTES // at.LIST_BYTES)


def _runs() -> list[tuple[int, int]]:
    """Return the saved ranges as (offset, size), merging adjacent cells."""
    offsets = [at.MEMORY + address for address in at.SAVED_ADDRESSES]
    runs: list[tuple[int, int]] = []
    for offset in sorted((*offsets, *at.SAVED_REGISTERS)):
        if runs and sum(runs[-1]) == offset:
            runs[-1] = (runs[-1][0], runs[-1][1] + at.CELL)
        else:
            runs.append((offset, at.CELL))
    return runs


RUNS = tuple(start for start, _ in _runs())
SIZES = tuple(size for _, size in _runs())
KEPT = tuple(at.MEMORY + sum(SIZES[:k]) for k in range(len(SIZES)))  # offsets from the place
KEPT_BYTES = sum(SIZES)

if len(RUNS) != 8:
    raise AssertionError("what a generation saves is written out below: eight runs of cells")


def _kept_at(address: int) -> int:
    """Return the offset of a saved system cell in the context."""
    offset = at.MEMORY + address
    runs = zip(RUNS, SIZES, KEPT, strict=True)
    return next(k - at.MEMORY + offset - s for s, size, k in runs if s <= offset < s + size)


HERE_KEPT, FROM_KEPT, PIECE_KEPT = map(_kept_at, (at.A_HERE, at.A_FROM, at.A_PIECE))


@helper
def leave_words(vm: Block, place: int) -> None:
    """Restore `here`, `from` and the piece after the last move word."""
    set_system(vm, at.A_HERE, arena_cell(vm, place + HERE_KEPT))
    set_system(vm, at.A_FROM, arena_cell(vm, place + FROM_KEPT))
    set_system(vm, at.A_PIECE, arena_cell(vm, place + PIECE_KEPT))


@helper
def save_context(vm: Block, place: int) -> None:
    copy_block(vm, place + KEPT[0], RUNS[0], SIZES[0])
    copy_block(vm, place + KEPT[1], RUNS[1], SIZES[1])
    copy_block(vm, place + KEPT[2], RUNS[2], SIZES[2])
    copy_block(vm, place + KEPT[3], RUNS[3], SIZES[3])
    copy_block(vm, place + KEPT[4], RUNS[4], SIZES[4])
    copy_block(vm, place + KEPT[5], RUNS[5], SIZES[5])
    copy_block(vm, place + KEPT[6], RUNS[6], SIZES[6])
    copy_block(vm, place + KEPT[7], RUNS[7], SIZES[7])
    if settled(vm, extension_registers.SELECTS) != 0:
        place += KEPT_BYTES
        for k in range(at.SAVED_SAID):
            set_arena_cell(
                vm, place + k * 4, load32(vm, extension_registers.CURRENT_SELECTION + k * 4)
            )


@helper
def restore_context(vm: Block, place: int) -> None:
    """Restore the state saved by `save_context`, and discard positions found in advance."""
    store32(vm, at.SCAN_STIRRED, 1)
    copy_block(vm, RUNS[0], place + KEPT[0], SIZES[0])
    copy_block(vm, RUNS[1], place + KEPT[1], SIZES[1])
    copy_block(vm, RUNS[2], place + KEPT[2], SIZES[2])
    copy_block(vm, RUNS[3], place + KEPT[3], SIZES[3])
    copy_block(vm, RUNS[4], place + KEPT[4], SIZES[4])
    copy_block(vm, RUNS[5], place + KEPT[5], SIZES[5])
    copy_block(vm, RUNS[6], place + KEPT[6], SIZES[6])
    copy_block(vm, RUNS[7], place + KEPT[7], SIZES[7])
    if settled(vm, extension_registers.SELECTS) != 0:
        place += KEPT_BYTES
        for k in range(at.SAVED_SAID):
            store32(
                vm, extension_registers.CURRENT_SELECTION + k * 4, arena_cell(vm, place + k * 4)
            )
