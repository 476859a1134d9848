"""The computed result of a word for known numbers equals that of the machine."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings, strategies as st

import forthgame
from forthgame.analysis.constant_folding import folded, folding_function
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at

NAMES = [row.name for row in TABLE.operations() if folding_function(row.name) is not None]
EDGES = (at.LOWEST, at.LOWEST + 1, -7, -2, -1, 0, 1, 2, 3, 31, 32, 1 << 16, at.HIGHEST)
NUMBERS = st.sampled_from(EDGES) | st.integers(at.LOWEST, at.HIGHEST)


@cache
def machine() -> forthgame.Machine:
    return forthgame.Machine(native=False)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(numbers=st.tuples(NUMBERS, NUMBERS, NUMBERS))
def test_numbers_come_to_the_same(name: str, numbers: tuple[int, int, int]) -> None:
    taken = numbers[: len(TABLE.by_name[name].effect.inputs)]
    found = folded(name, taken)
    one = machine()
    try:
        one.run(f"{' '.join(map(str, taken))} {name}")
    except forthgame.ScriptError:
        assert found is None
    else:
        assert found == tuple(one.stack)
    finally:
        one.forth.processor.reset_stacks()


def test_words_that_look_at_more_have_none() -> None:
    """There is none either if an item is unknown."""
    assert {"+", "/MOD", "player-index", "NOT"} <= set(NAMES)
    assert not {"@", "here", "piece-at", "Random", "F+"} & set(NAMES)
    assert folded("+", (None, 2)) is None
    assert folded("+", (2,)) is None
    assert folded("MOD", (5, 0)) is None
    assert folded("/MOD", (9, 17, 5)) == (2, 3)
