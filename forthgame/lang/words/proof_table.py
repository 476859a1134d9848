"""Transposition table of proof-number search, with keys of positions or of paths.

An entry is a 64-bit key and 64 bits: proof number and disproof number (22 bits each), the work done
or, for a path, the level that the numbers depend on (12 bits), and the serial of the search (8
bits).
"""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.lang import proofs as by
from forthgame.lang.cells import Block, load32, load64, outer64, set_outer64
from forthgame.lang.word import helper
from forthgame.lang.words import transposition as table

BITS = 22
INFINITE = (1 << BITS) - 1  # proven or disproven
WORK_BITS = 12
WORK_MASK = (1 << WORK_BITS) - 1
AGE_MASK = 255
PLACES = 4  # entries probed for a position


@helper
def entry_of(vm: Block, key: int) -> int:
    """Return the offset of the entry with a key, or 0."""
    wanted = table.marked(vm, key)
    base, mask = load64(vm, by.TABLE_BASE), load64(vm, by.TABLE_MASK)
    for k in range(PLACES):
        place = base + ((wanted ^ k) & mask) * 16
        if outer64(vm, place) == wanted:
            return place
    return 0


@helper
def numbers_of(vm: Block, entry: int) -> int:
    """Return the proof and disproof number of an entry, packed."""
    return outer64(vm, entry + 8) & ((1 << (2 * BITS)) - 1)


@helper
def enter(vm: Block, key: int, proof: int, disproof: int, work: int) -> None:
    """Store a position, replacing the cheapest of its possible entries."""
    wanted = table.marked(vm, key)
    age = load32(vm, at.SEARCH_SERIAL) & AGE_MASK
    base, mask = load64(vm, by.TABLE_BASE), load64(vm, by.TABLE_MASK)
    least, chosen = 1 << 30, 0
    for k in range(PLACES):
        place = base + ((wanted ^ k) & mask) * 16
        kept = outer64(vm, place + 8)
        cost = (kept >> (2 * BITS)) & WORK_MASK
        if (kept >> (2 * BITS + WORK_BITS)) & AGE_MASK != age:
            cost = -1  # of an earlier search
        if outer64(vm, place) == wanted:
            cost = -2
        if cost < least:
            least, chosen = cost, place
    set_outer64(vm, chosen, wanted)
    packed = proof | (disproof << BITS) | (min(work, WORK_MASK) << (2 * BITS))
    set_outer64(vm, chosen + 8, packed | (age << (2 * BITS + WORK_BITS)))


@helper
def cost_of(seen: int) -> int:
    """Return the number of bits of a number of positions, as a measure of work."""
    cost = 0
    while seen > 0:
        seen >>= 1
        cost += 1
    return cost


@helper
def way_key(key: int, way: int) -> int:
    """Return the key of a position that is valid on one path only."""
    return table.mixed(key ^ table.mixed(way))


@helper
def level_of_entry(vm: Block, entry: int) -> int:
    return (outer64(vm, entry + 8) >> (2 * BITS)) & WORK_MASK
