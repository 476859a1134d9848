"""Questions about positions as formulas: true or false at each, known before any word is run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, ClassVar
from weakref import WeakValueDictionary

COMPARING = {"=": "eq", "<>": "ne", "<": "slt", ">": "sgt", "<=": "sle", ">=": "sge"}
WITH_ZERO = {"0<>": "ne", "0<": "slt", "0>": "sgt"}
_HOLDS = {
    "eq": int.__eq__, "ne": int.__ne__, "slt": int.__lt__, "sgt": int.__gt__,
    "sle": int.__le__, "sge": int.__ge__,
}  # fmt: skip


@dataclass(frozen=True)
class Number:
    """A number that is the same at all positions: a literal, or what stands in a cell of memory."""

    literal: int | None = None
    address: int = 0


class _Once(type):
    """Makes equal objects one, so that they are compared and found by what they are."""

    _made: ClassVar[WeakValueDictionary[object, Any]] = WeakValueDictionary()
    _lock: ClassVar[Lock] = Lock()

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        made = super().__call__(*arguments, **named)
        with cls._lock:
            return cls._made.setdefault(made.key, made)


@dataclass(frozen=True, eq=False)
class Formula(metaclass=_Once):
    """True or false at a position: a constant, a question about the board, or made of others.

    Parts may be shared by many others: a formula is a graph, and what goes through it must see
    each part once. Equal ones are the same object.

    `kind` is `true`, `false`, `not`, `and`, or `empty`, `enemy`, `friend` or `linked` with a
    direction (None for the position itself), or how two `numbers` are compared; `owner` or `place`
    if a number is the owner of the piece there, or the position.
    """

    kind: str
    direction: int | None = None
    parts: tuple[Formula, ...] = ()
    numbers: tuple[Number, ...] = ()

    @property
    def key(self) -> object:
        """What makes it equal to others."""
        return self.kind, self.direction, self.parts, self.numbers

    @property
    def is_global(self) -> bool:
        """Whether it is surely the same at all positions."""
        compares = bool(self.numbers) and self.kind not in ("owner", "place")
        return compares or self.kind in ("true", "false")


TRUE, FALSE = Formula("true"), Formula("false")
Item = Formula | Number  # on the stack


def negation(a: Formula) -> Formula:
    """Not a."""
    if a in (TRUE, FALSE):
        return FALSE if a == TRUE else TRUE
    return a.parts[0] if a.kind == "not" else Formula("not", parts=(a,))


def both(a: Formula, b: Formula) -> Formula:
    """a and b; of each only what the other does not say."""
    if a == b or b == TRUE:
        return a
    if a == TRUE:
        return b
    a, b = _where(b, a), _where(a, b)  # one of them at most has the other as a part
    if FALSE in (a, b):
        return FALSE
    if TRUE in (a, b):
        return a if b == TRUE else b
    return Formula("and", parts=(a, b))


def _where(known: Formula, a: Formula) -> Formula:
    """What a formula says where another one is true, if that can be seen at once."""
    if known == FALSE:
        return FALSE
    if a.kind == "and":
        return FALSE if negation(known) in a.parts else _besides(a, known)
    if a == negation(known):
        return FALSE
    denied = negation(a)
    if denied.kind != "and":
        return a
    return TRUE if negation(known) in denied.parts else negation(_besides(denied, known))


def _besides(a: Formula, known: Formula) -> Formula:
    """What a formula says besides something that it may say, too."""
    if a == known:
        return TRUE
    if a.kind != "and" or known not in a.parts:
        return a
    return both(*(TRUE if part == known else part for part in a.parts))


def either(a: Formula, b: Formula) -> Formula:
    """a or b."""
    return negation(both(negation(a), negation(b)))


def one_or_other(which: Formula, yes: Formula, no: Formula) -> Formula:
    """One formula where another is true, and else a third; what both of them say is said once."""
    if yes == no:
        return yes
    for known in _said(yes):
        if known in _said(no):
            rest = one_or_other(which, _besides(yes, known), _besides(no, known))
            return both(known, rest)
    denied = negation(yes), negation(no)
    for known in _said(denied[0]):
        if known in _said(denied[1]):
            rest = one_or_other(which, *(negation(_besides(each, known)) for each in denied))
            return either(negation(known), rest)
    return either(both(which, yes), both(negation(which), no))


def _said(a: Formula) -> tuple[Formula, ...]:
    """A formula, and what it says together."""
    return (a, *a.parts) if a.kind == "and" else (a,)


def any_of(formulas: Iterable[Formula]) -> Formula:
    """Whether some of them are true."""
    found = FALSE
    for formula in formulas:
        found = either(found, formula)
    return found


def everywhere(formula: Formula) -> Formula:
    """A formula that is the same at all positions, and true where the given one is at any."""

    @cache
    def spread(formula: Formula, wanted: Formula) -> Formula:
        """With `wanted` FALSE it is true only where the given one is at all."""
        if formula.kind == "not":
            return negation(spread(formula.parts[0], negation(wanted)))
        if formula.kind == "and":
            return both(*(spread(part, wanted) for part in formula.parts))
        return formula if formula.is_global else wanted

    return spread(formula, TRUE)


def compared(kind: str, one: Number, other: Number) -> Formula:
    """How two numbers compare."""
    if one.literal is not None and other.literal is not None:
        return TRUE if _HOLDS[kind](one.literal, other.literal) else FALSE
    return Formula(kind, numbers=(one, other))


def flag(item: Item) -> Formula:
    """Whether an item is not 0."""
    if isinstance(item, Formula):
        return item
    return compared("ne", item, Number(0))


def comparison(name: str, items: tuple[Item, ...]) -> Formula | None:
    """What comes of comparing numbers; a comparison with 0 takes one."""
    if name in WITH_ZERO and items and isinstance(items[-1], Number):
        return compared(WITH_ZERO[name], items[-1], Number(0))
    if name not in COMPARING or len(items) < 2:
        return None
    one, other = items[-2:]
    if isinstance(one, Formula) or isinstance(other, Formula):
        return None
    return compared(COMPARING[name], one, other)


def joined(name: str, items: tuple[Item, ...]) -> Formula | None:
    """Two flags, each 0 or -1, by AND or OR."""
    if len(items) < 2:
        return None
    one, other = items[-2:]
    if isinstance(one, Number) or isinstance(other, Number):
        return None
    return both(one, other) if name == "AND" else either(one, other)
