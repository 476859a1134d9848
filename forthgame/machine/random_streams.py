"""Random streams of a machine, and their seeds."""

from __future__ import annotations

import struct
import zlib

from forthgame.base.arguments import whole
from forthgame.base.text_encoding import signed
from forthgame.machine.memory.processor import Processor
from forthgame.words.core.random_streams import MODULUS
from forthgame.words.registers import memory_layout as at

CELL = 4
BLOCKS = 64  # maximum of parts for the games from one position
RANDOM_SIZE = at.RANDOM2 + 4 * at.RANDOM_CELLS - at.RANDOM
STREAM_CELLS = (
    3 + 97
)  # seed, last output, whether it was started, table: see words/core/random_streams.py
STARTED = 8  # offset of the flag that is set by the first draw


def start_streams(processor: Processor, seed: int) -> None:
    """Start both random streams, and the stream for RANDOMIZE, from a seed."""
    seed = whole(seed, "a seed")
    processor.i64[at.ENTROPY.index] = entropy_of(seed)
    cells = processor.i32
    for stream, value in ((at.RANDOM >> 2, seed), (at.RANDOM2 >> 2, seed + 1)):
        cells[stream] = signed(value & 0xFFFFFFFF)
        cells[stream + STARTED // CELL] = 0


def as_started(random: bytes, entropy_state: bytes, seed: int) -> bool:
    """Return whether streams are as `start_streams` leaves them for a seed."""
    number = struct.Struct("<I")
    for start, value in ((0, seed), (at.RANDOM2 - at.RANDOM, seed + 1)):
        begins = number.unpack_from(random, start)[0] == value & 0xFFFFFFFF
        if not begins or number.unpack_from(random, start + STARTED)[0]:
            return False
    return entropy_state == entropy_of(seed).to_bytes(8, "little")


def sound(random: bytes) -> bool:
    """Return whether random streams are valid: draws use their numbers as indices."""
    cells = struct.unpack_from(f"<{RANDOM_SIZE // CELL}i", random)
    for start in (0, (at.RANDOM2 - at.RANDOM) // CELL):
        _, last, started, *table = cells[start : start + STREAM_CELLS]
        if started not in (0, 1):
            return False
        # a seeded stream keeps the numbers of an earlier seed until the first draw
        if not all(0 <= number < MODULUS for number in (last, *table)):
            return False
    return True


def without_leftovers(streams: bytes) -> bytes:
    """Return the bytes of both streams without numbers left over from an earlier seed.

    A seeded stream fills its table with the first draw.
    """
    found = bytearray(len(streams))
    for start in (0, at.RANDOM2 - at.RANDOM):
        begun = streams[start + STARTED : start + STARTED + CELL] != bytes(CELL)
        kept = streams[start : start + CELL * at.RANDOM_CELLS] if begun else streams[start:][:CELL]
        found[start : start + len(kept)] = kept
    return bytes(found)


def seed_of(streams: bytes) -> int:
    return zlib.crc32(without_leftovers(streams)) & 0x7FFFFFFF


def entropy_of(seed: int) -> int:
    """Return the start of the stream for RANDOMIZE."""
    return (seed * 0x9E3779B97F4A7C15 + 1) & 0x7FFFFFFFFFFFFFFF


def part_seed(start: int, place: int, part: int) -> int:
    """Return a different seed for each part, by splitmix64 (Steele, Lea and Flood, 2014)."""
    mask = (1 << 64) - 1
    state = (start + (place * BLOCKS + part + 1) * 0x9E3779B97F4A7C15) & mask
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
    state = (state ^ state >> 27) * 0x94D049BB133111EB & mask
    return (state ^ state >> 31) & 0x3FFFFFFF
