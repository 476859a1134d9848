"""Steps are charged for work that grows: in the interpreter by all words whose bodies charge."""

from __future__ import annotations

import ast
from functools import cache
from types import FunctionType

import pytest

import forthgame
from forthgame.words.effect_sets import CHARGING
from forthgame.words.primitives import TABLE
from tests.syntax import syntax_of


@cache
def charges(function: FunctionType) -> bool:
    """Whether a body charges steps, itself or in a function it calls."""
    called = {
        part.func.id if isinstance(part.func, ast.Name) else ast.unparse(part.func)
        for part in ast.walk(syntax_of(function))
        if isinstance(part, ast.Call)
    }
    if "charge" in called:
        return True
    found = []
    for name in called:
        first, _, rest = name.partition(".")
        thing = function.__globals__.get(first)
        thing = getattr(thing, rest, None) if rest else thing
        if isinstance(thing, FunctionType) and thing.__module__.startswith("forthgame.words."):
            found.append(charges(thing))
    return any(found)


def test_words_whose_source_charges_are_found() -> None:
    rows = [row for row in TABLE.operations() if isinstance(row.body, FunctionType)]
    found = {row.name for row in rows if row.body is not None and charges(row.body)}
    guarded = {row.name for row in rows if row.guard is not None and charges(row.guard)}
    assert len(found) > 100
    assert found | guarded == CHARGING


def steps_of(text: str) -> int:
    machine = forthgame.Machine(native=False)
    machine.run(": once " + text + " ;")
    before = machine.forth.processor.steps_done
    machine.run("once")
    return machine.forth.processor.steps_done - before


def test_filling_memory_costs_steps_by_its_bytes() -> None:
    assert steps_of("65536 32000 0 FILL") - steps_of("65536 0 0 FILL") == 1000


def test_a_limit_of_steps_stops_a_loop_of_large_copies() -> None:
    machine = forthgame.Machine(native=False, steps=10_000_000)
    with pytest.raises(forthgame.ScriptError, match="step limit reached"):
        machine.run(": x BEGIN 65536 8000000 0 FILL AGAIN ; x")
    assert machine.forth.processor.steps_done < 10_000_000 + 300_000
