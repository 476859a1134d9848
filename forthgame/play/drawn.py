"""The move that the engine `random` draws, without a machine: the first number of its stream."""

from __future__ import annotations

from forthgame.lang.words.random import FACTOR, INCREMENT, MODULUS, MULTIPLIER
from forthgame.play.record import seed_of

FIRST = 97  # numbers that a stream is filled with


def _powers() -> tuple[list[int], list[int]]:
    """Factors and terms that lead from a seed to each number that a stream is filled with."""
    factors, terms = [MULTIPLIER], [INCREMENT]
    for _ in range(FIRST):
        factors.append(factors[-1] * MULTIPLIER % MODULUS)
        terms.append((terms[-1] * MULTIPLIER + INCREMENT) % MODULUS)
    return factors, terms


_FACTORS, _TERMS = _powers()


_LAST_FACTOR, _LAST_TERM = _FACTORS[FIRST], _TERMS[FIRST]


def first_random(seed: int, count: int) -> int:
    """What `0 count-1 RAND-WITHIN` gives first after a seed from 0 up to 2³¹."""
    start = abs(INCREMENT - seed) % MODULUS
    place = (_LAST_FACTOR * start + _LAST_TERM) % MODULUS * FIRST // MODULUS
    return int((_FACTORS[place] * start + _TERMS[place]) % MODULUS * FACTOR * count)


def drawn(text: str, count: int) -> int:
    """The first random number after the seed that `derive_seed` makes of a text."""
    return first_random(seed_of(text), count)
