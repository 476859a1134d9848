"""Evaluate words on constants by calling the Python bodies of their rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from forthgame.words.primitives import TABLE
from forthgame.words.table.memory_access import wrap32

Meaning = Callable[..., tuple[int, ...] | None]


@cache
def folding_function(name: str) -> Meaning | None:
    """Return a function from the items that a word consumes to those that it leaves.

    The function returns None if the word fails. Return None for a word that depends on more than
    its items.
    """
    row = TABLE.by_name[name]
    body, guard, effect = row.body, row.guard, row.effect
    inputs = effect.inputs
    if body is None or _parameters(body) != inputs or effect.float_inputs or effect.float_outputs:
        return None  # it depends on more than its items
    if not 1 <= len(effect.outputs) <= 2 or row.operand is not None:
        return None
    if guard is not None and not set(_parameters(guard)) <= set(inputs):
        return None
    guarded = () if guard is None else tuple(inputs.index(each) for each in _parameters(guard))
    two = len(effect.outputs) == 2

    def found(*items: int) -> tuple[int, ...] | None:
        if guard is not None and guard(*(items[k] for k in guarded)):
            return None
        value = int(body(*items))
        return (wrap32(value), wrap32(value >> 32)) if two else (wrap32(value),)

    return found


def may_fail(name: str, items: Sequence[object]) -> bool:
    """Return whether a word may fail for its items, of which only numbers are known."""
    row = TABLE.by_name[name]
    if row.guard is None:
        return False
    checked = [items[row.effect.inputs.index(each)] for each in _parameters(row.guard)]
    return not all(isinstance(each, int) for each in checked) or bool(row.guard(*checked))


def folded(name: str, items: Sequence[int | None]) -> tuple[int, ...] | None:
    """Return the items that a word leaves for the top of a stack, None if one is unknown."""
    known = folding_function(name)
    if known is None:
        return None
    count = len(TABLE.by_name[name].effect.inputs)
    taken = tuple(items[len(items) - count :]) if count else ()
    return None if len(taken) != count or None in taken else known(*taken)


def _parameters(function: Callable[..., int]) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount]
