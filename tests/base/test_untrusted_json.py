"""JSON from others: only finite numbers, and lists that do not exhaust Python's stack."""

from __future__ import annotations

import gc
import json
from typing import Any

import pytest

from forthgame.base.untrusted_json import NESTING, parse_json


def nested(depth: int) -> Any:
    value: Any = 1
    for level in range(depth):
        value = [value] if level % 2 else {"k": value}
    return value


@pytest.mark.parametrize("encode", [str, str.encode])
def test_nesting_is_bounded(encode: Any) -> None:
    assert parse_json(encode(json.dumps(nested(NESTING)))) == nested(NESTING)
    with pytest.raises(ValueError, match="inside each other"):
        parse_json(encode(json.dumps(nested(NESTING + 1))))


@pytest.mark.parametrize("value", ["[" * 1000, '\\"[{' * 300, "]" * 10 + "[" * 500])
def test_brackets_in_texts_and_side_by_side_do_not_count(value: str) -> None:
    document = {value: [value, [[]] * 1000, {"a": {}}]}
    assert parse_json(json.dumps(document)) == document


@pytest.mark.parametrize("text", ["NaN", "[1e999]", "[-Infinity]", "", "{", '"', "[1,]", '"\\'])
def test_nonsense_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_json(text)


def test_finalizers_do_not_run_at_the_recursion_limit() -> None:
    """A parser at the limit would make every finalizer fail that the collector calls there."""
    finished = []

    class Circle:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            finished.append(len(str(self)))

    old = gc.get_threshold()
    try:
        for _ in range(20):
            Circle()
        gc.set_threshold(1, 1, 1)
        with pytest.raises(ValueError, match="inside each other"):
            parse_json("[" * 100_000)
        gc.collect()
    finally:
        gc.set_threshold(*old)
    assert len(finished) == 20
