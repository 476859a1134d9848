"""The computed result of a word for known numbers equals that of the machine."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import forthgame
from forthgame.code.meaning import meaning, worked_out
from forthgame.lang import layout as at
from forthgame.lang.words import TABLE

NAMES = [row.name for row in TABLE.operations() if meaning(row.name) is not None]
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
    found = worked_out(name, taken)
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
    assert worked_out("+", (None, 2)) is None
    assert worked_out("+", (2,)) is None
    assert worked_out("MOD", (5, 0)) is None
    assert worked_out("/MOD", (9, 17, 5)) == (2, 3)
