"""Evaluate words on constants by calling the Python bodies of their rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from forthgame.words.primitives import TABLE
from forthgame.words.table.memory_access import wrap32

# numbers in which all bits, and both halves of the numbers, occur
PROBES = (0, 1, -1, 2, -2, 0x55555555, -0x55555556, 0x7FFFFFFF, -0x80000000, 1234567, -98765)
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


@cache
def linear_result(name: str, items: tuple[int | None, ...]) -> tuple[int, int] | None:
    """Return the factor, 0 or 1, of the only unknown item of a word, and what is added to it.

    `x 0 OR` leaves x, so this is (1, 0), and (0, -1) for `x -1 OR`. Return None for other results,
    and for comparisons. The word must not fail for the known items. It is applied to some numbers.
    """
    known, outputs = folding_function(name), TABLE.by_name[name].effect.outputs
    if known is None or len(outputs) != 1 or outputs == ("?",) or items.count(None) != 1:
        return None
    results = [known(*(x if each is None else each for each in items)) for x in PROBES]
    numbers = [each[0] for each in results if each is not None]
    if len(numbers) < len(PROBES):
        return None
    for factor in (0, 1):
        added = {wrap32(y - factor * x) for x, y in zip(PROBES, numbers, strict=True)}
        if len(added) == 1:
            return factor, added.pop()
    return None


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
