"""Numbers of a move word that is read for all positions at once.

A number is known (an `int`), follows from the position where the word begins (`Places`), is the
answer to a test (`Answer`), a position (`Here`), part of a cell of the board (`Field`), the address
of one of its storage (`Slot`), or stands in a cell that no move word changes (`Stored`). A variable
that has grown is only known to be greater or less than 0 (`Sign`); of everything else nothing is
known (None).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from forthgame.lang import layout as at
from forthgame.vm.compiler.generation.decisions import Question


@dataclass(frozen=True)
class Answer:
    """True or false (-1 or 0) as a test says, or the opposite."""

    test: Question
    negated: bool = False


@dataclass(frozen=True, eq=False)
class Places:
    """A number for each position; equal ones are one object, see `Numbers.places`."""

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Here:
    """A position of the board so many on from where the word begins, which a way has led to."""

    offset: int


@dataclass(frozen=True)
class Field:
    """The board's cell so many positions on, under a mask."""

    offset: int
    mask: int


@dataclass(frozen=True)
class Slot:
    """The address of a cell of the board's storage, by its distance from the board."""

    offset: int


@dataclass(frozen=True)
class Stored:
    """What stands in a cell of the script, or in one of the storage that `moves` with a board."""

    address: int
    moves: bool = False


@dataclass(frozen=True)
class Sign:
    """Some number greater than 0, or less."""

    greater: bool


Value = int | Answer | Places | Here | Field | Slot | Stored | Sign | None


def _quotient(a: int, b: int) -> int | None:
    return None if b == 0 else (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1)


def _remainder(a: int, b: int) -> int | None:
    whole = _quotient(a, b)
    return None if whole is None else a - whole * b


def _flag(truth: bool) -> int:
    return -1 if truth else 0


ONE: dict[str, Callable[[int], int]] = {
    "1+": lambda a: a + 1, "1-": lambda a: a - 1, "2+": lambda a: a + 2, "2-": lambda a: a - 2,
    "2*": lambda a: 2 * a, "CELLS": lambda a: 4 * a, "ABS": abs, "NEGATE": lambda a: -a,
    "INVERT": lambda a: ~a, "NOT": lambda a: _flag(a == 0), "0=": lambda a: _flag(a == 0),
    "0<>": lambda a: _flag(a != 0), "0<": lambda a: _flag(a < 0), "0>": lambda a: _flag(a > 0),
}  # fmt: skip
TWO: dict[str, Callable[[int, int], int | None]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": _quotient, "MOD": _remainder, "MIN": min, "MAX": max,
    "AND": lambda a, b: a & b, "OR": lambda a, b: a | b, "XOR": lambda a, b: a ^ b,
    "=": lambda a, b: _flag(a == b), "<>": lambda a, b: _flag(a != b),
    "<": lambda a, b: _flag(a < b), ">": lambda a, b: _flag(a > b),
    "<=": lambda a, b: _flag(a <= b), ">=": lambda a, b: _flag(a >= b),
}  # fmt: skip
DIVIDING = frozenset(("/", "MOD"))  # an error where they divide by 0
FLAGS = frozenset(("NOT", "0=", "0<>", "=", "<>", "<", ">", "<=", ">="))
OF_SIGN = {  # what is known behind an operation on a number greater than 0, and on one less
    "0=": (0, 0), "NOT": (0, 0), "0<>": (-1, -1), "0<": (0, -1), "0>": (-1, 0),
    "=": (0, 0), "<>": (-1, -1), "<": (0, -1), ">": (-1, 0), "<=": (0, -1), ">=": (-1, 0),
}  # fmt: skip


def may_be_zero(value: Value) -> bool:
    """Whether a number may be 0 at some position."""
    if isinstance(value, Places):
        return 0 in value.numbers
    return not isinstance(value, Sign) and (not isinstance(value, int) or value == 0)


class Numbers:
    """Arithmetic for a board of some positions."""

    def __init__(self, positions: int) -> None:
        self.positions = positions
        self._kept: dict[tuple[int, ...], Places] = {}

    def places(self, numbers: tuple[int, ...]) -> Places:
        """The one object for a row of numbers."""
        return self._kept.setdefault(numbers, Places(numbers))

    def from_here(self, offset: int) -> Places:
        """The numbers of the positions, so many on."""
        return self.places(tuple(range(offset, offset + self.positions)))

    def apply(self, name: str, taken: tuple[Value, ...]) -> Value:
        """What an operation leaves; None if that is not known."""
        if len(taken) == 1:
            return self._one(name, taken[0])
        a, b = taken
        if name in ("=", "<>") and (found := self._compared(a, b)) is not None:
            return found if name == "=" else Answer(found.test, not found.negated)
        a, b = (self.from_here(v.offset) if isinstance(v, Here) else v for v in (a, b))
        if isinstance(a, Sign) and b == 0:
            return self._one(name, a)
        return self._each(TWO.get(name), name in FLAGS, a, b)

    def _one(self, name: str, a: Value) -> Value:
        if isinstance(a, Sign):
            return OF_SIGN[name][0 if a.greater else 1] if name in OF_SIGN else None
        if isinstance(a, Here):
            a = self.from_here(a.offset)
        if name in ("NOT", "0="):
            if isinstance(a, Answer):
                return Answer(a.test, not a.negated)
            if isinstance(a, Field | Stored):
                return self._compared(a, 0)
        function = ONE.get(name)
        return self._each(function and (lambda x, _: function(x)), name in FLAGS, a, 0)

    def _compared(self, a: Value, b: Value) -> Answer | None:
        """Whether two numbers are equal, where one of them is asked for at run time."""
        for one, other in ((a, b), (b, a)):
            if isinstance(one, Field) and isinstance(other, int):
                return Answer(Question("field", one.offset, one.mask, other))
            if isinstance(one, Stored) and isinstance(other, int):
                kind = "slot" if one.moves else "cell"
                return Answer(Question(kind, 0, other, one.address))
            if isinstance(one, Stored) and isinstance(other, Here):
                return Answer(Question("here", other.offset, int(one.moves), one.address))
        return None

    def _each(
        self, function: Callable[[int, int], int | None] | None, flag: bool, a: Value, b: Value
    ) -> Value:
        """The operation at each position."""
        if function is None or not isinstance(a, (int, Places)) or not isinstance(b, (int, Places)):
            return None
        if isinstance(a, int) and isinstance(b, int):
            return _in_a_cell(function(a, b))
        rows = (v.numbers if isinstance(v, Places) else (v,) * self.positions for v in (a, b))
        found = [_in_a_cell(function(x, y)) for x, y in zip(*rows, strict=True)]
        if flag:
            return self.answer(sum(1 << k for k, each in enumerate(found) if each))
        known = tuple(each for each in found if each is not None)
        return self.places(known) if len(known) == len(found) else None

    def answer(self, bits: int) -> Value:
        """The flag that is true at positions with a bit."""
        if bits == 0:
            return 0
        return -1 if bits == (1 << self.positions) - 1 else Answer(Question("mask", value=bits))


def _in_a_cell(number: int | None) -> int | None:
    return number if number is not None and at.LOWEST <= number <= at.HIGHEST else None
