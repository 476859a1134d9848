"""Compute the move that the engine `random` chooses, without a machine."""

from __future__ import annotations

from forthgame.play.model.game_record import seed_of
from forthgame.words.core.random_streams import FACTOR, INCREMENT, MODULUS, MULTIPLIER

FIRST = 97  # numbers in a filled stream


def _powers() -> tuple[list[int], list[int]]:
    """Return factors and terms that map a seed to each number of a filled stream."""
    factors, terms = [MULTIPLIER], [INCREMENT]
    for _ in range(FIRST):
        factors.append(factors[-1] * MULTIPLIER % MODULUS)
        terms.append((terms[-1] * MULTIPLIER + INCREMENT) % MODULUS)
    return factors, terms


_FACTORS, _TERMS = _powers()


_LAST_FACTOR, _LAST_TERM = _FACTORS[FIRST], _TERMS[FIRST]


def first_random(seed: int, count: int) -> int:
    """Return the first result of `0 count-1 RAND-WITHIN` for a seed from 0 to 2³¹ - 1."""
    start = abs(INCREMENT - seed) % MODULUS
    place = (_LAST_FACTOR * start + _LAST_TERM) % MODULUS * FIRST // MODULUS
    return int((_FACTORS[place] * start + _TERMS[place]) % MODULUS * FACTOR * count)


def drawn(text: str, count: int) -> int:
    """Return the first random number for the seed that `derive_seed` makes of a text."""
    return first_random(seed_of(text), count)
