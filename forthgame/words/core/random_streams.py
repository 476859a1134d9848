"""Two random streams: *ran2* of Numerical Recipes in C (Press et al., first edition, 1988)."""

from __future__ import annotations

from forthgame.words.core.sparse_storage import note_stored
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    load32,
    load64,
    remainder64,
    set_byte,
    store32,
    store64,
    wrap32,
)
from forthgame.words.table.row import Group, helper, plain

random = Group("random and time")
MODULUS = 714025
MULTIPLIER = 1366
INCREMENT = 150889
FACTOR = 1.4005112234372064e-06  # 1 / MODULUS as a 32-bit float
FIRST = at.RANDOM
SECOND = at.RANDOM2
ENTROPY = at.ENTROPY

# a stream: seed, last output, whether it has been started, table of 97


@helper
def seed_stream(vm: Block, stream: int, n: int) -> None:
    """Reseed a stream and discard its shuffle table."""
    store32(vm, stream, n)
    store32(vm, stream + 8, 0)


@helper
def next_random(vm: Block, stream: int) -> int:
    """Return the next number of a stream, from 0 to MODULUS - 1."""
    seed = load32(vm, stream)
    if load32(vm, stream + 8) == 0:
        seed = remainder64(INCREMENT - seed, MODULUS)
        if seed < 0:
            seed = -seed
        for k in range(97):
            seed = (MULTIPLIER * seed + INCREMENT) % MODULUS
            store32(vm, stream + 12 + k * 4, seed)
        seed = (MULTIPLIER * seed + INCREMENT) % MODULUS
        store32(vm, stream + 4, seed)
        store32(vm, stream + 8, 1)
    k = min(max((97 * load32(vm, stream + 4)) // MODULUS, 0), 96)
    result = load32(vm, stream + 12 + k * 4)
    store32(vm, stream + 4, result)
    seed = (MULTIPLIER * seed + INCREMENT) % MODULUS
    store32(vm, stream + 12 + k * 4, seed)
    store32(vm, stream, seed)
    return result


@helper
def random_between(vm: Block, stream: int, low: int, high: int) -> int:
    """Return a number from low to high, both included, with the original's 32-bit factor."""
    span = wrap32(high - low + 1)
    return low + int(next_random(vm, stream) * FACTOR * span)


@helper
def random_share(vm: Block, stream: int, total: int) -> int:
    """Return a number from 0 to total - 1, using two random numbers for large totals."""
    if total <= MODULUS:
        return random_between(vm, stream, 0, total - 1)
    number = next_random(vm, stream) * MODULUS + next_random(vm, stream)
    return min(int(number * (total / (MODULUS * MODULUS))), total - 1)


random.words(
    plain(
        "RAND-WITHIN",
        "( low high -- n )",
        "Give a random number from low to high, both included, from the first stream.",
        lambda vm, low, high: random_between(vm, FIRST, low, high),
        "7 SEED! 0 9 RAND-WITHIN -> 2",
        "3 3 RAND-WITHIN -> 3",
    ),
    plain(
        "RAND-WITHIN2",
        "( low high -- n )",
        "Give a random number from low to high, both included, from the second stream.",
        lambda vm, low, high: random_between(vm, SECOND, low, high),
        "7 SEED2! 0 9 RAND-WITHIN2 -> 2",
    ),
    plain(
        "SEED!",
        "( n -- )",
        "Start the first stream from n.",
        lambda vm, n: seed_stream(vm, FIRST, n),
    ),
    plain(
        "SEED@",
        "( -- n )",
        "Give the current seed of the first stream.",
        lambda vm: load32(vm, FIRST),
        "7 SEED! SEED@ -> 7",
    ),
    plain(
        "SEED2!",
        "( n -- )",
        "Start the second stream from n.",
        lambda vm, n: seed_stream(vm, SECOND, n),
    ),
)


def writable_pair(addr: int) -> int:
    return 0 if at.MEMORY_LOW <= addr <= at.WRITE_END - 8 else -9


@random.word("$Rand64!", "( addr -- )", "Store a 64-bit random value from the second stream.",
             guard=writable_pair)  # fmt: skip
def random_64(vm: Block, addr: int) -> None:
    for k in range(8):
        set_byte(vm, addr + k, next_random(vm, SECOND) >> 4)
    note_stored(vm, addr, 8)


@helper
def entropy(vm: Block) -> int:
    """Return a seed from the stream that the host starts, by the clock or the game's seed.

    The generator is splitmix64 (Steele, Lea and Flood, 2014).
    """
    state = load64(vm, ENTROPY) + 0x1E3779B97F4A7C15
    store64(vm, ENTROPY, state)
    mixed = (state ^ ((state >> 30) & 0x3FFFFFFFF)) * 0x3F58476D1CE4E5B9
    mixed = (mixed ^ ((mixed >> 27) & 0x1FFFFFFFFF)) * 0x14D049BB133111EB
    return (mixed >> 33) & 0x3FFFFFFF


random.words(
    plain(
        "RANDOMIZE",
        "( -- )",
        "Restart the first stream from the game's seed, or from the clock if there is none.",
        lambda vm: seed_stream(vm, FIRST, entropy(vm)),
    ),
    plain(
        "RANDOMIZE2",
        "( -- )",
        "Restart the second stream from the game's seed, or from the clock if there is none.",
        lambda vm: seed_stream(vm, SECOND, entropy(vm)),
    ),
)
