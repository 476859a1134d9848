"""The abstract state of a walk: known items of the stacks and the position `here`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# An unknown item is None; a known one is a tuple:
Value = tuple[Any, ...] | None
Key = tuple[Any, ...]
FLAG: Value = ("flag",)
POSITION: Value = ("kind", "position")
PLAIN: Value = ("kind", "number")
VALUE: Value = ("kind", "piece value")
KINDS = {"variable": "address"}  # kinds of literals that others share
FORMS = {"flag": FLAG, "empty": FLAG, "here": POSITION, "from": POSITION}
DEEPEST = 128  # most items of a word, or of its caller, that are tracked


def joined(one: Value, other: Value) -> Value:
    """Return what holds for both of two values: at most their kind.

    A number in the place of a piece's value is another such value.
    """
    if one is None or other is None:
        return None
    kinds = generalised(one), generalised(other)
    if kinds[0] == kinds[1] or kinds == (VALUE, PLAIN):
        return kinds[0]
    return VALUE if kinds == (PLAIN, VALUE) else None


def generalised(value: Value) -> Value:
    """Return a value without its identity: only its kind."""
    if value is None:
        return None
    if value[0] == "n":
        return ("kind", KINDS.get(value[3], value[3])) if value[3] else None
    if value[0] == "kind":
        return value[:2]
    return FORMS.get(value[0], value)


@dataclass
class AbstractState:
    """The known items above those taken from the caller; `lost` if the depth is unknown."""

    items: list[Value] = field(default_factory=list)
    taken: int = 0
    returns: list[Value] = field(default_factory=list)
    empty: frozenset[Key] = frozenset()  # positions known to be empty
    altered: frozenset[Value] = frozenset()  # positions with a recorded change of their piece
    here: Value = ("here", 0)
    from_position: Value = ("from", 0)
    lost: bool = False
    given: Mapping[int, Value] = field(default_factory=dict)  # known items of the caller
    source: int = -1  # the cell of the previous instruction

    def copy(self) -> AbstractState:
        return AbstractState(
            list(self.items), self.taken, list(self.returns), self.empty, self.altered, self.here,
            self.from_position, self.lost, self.given, self.source,
        )  # fmt: skip

    @property
    def net(self) -> int:
        """Return the change of the depth since the start."""
        return len(self.items) - self.taken

    def need(self, count: int) -> None:
        """Ensure that the given number of items is present, taking them from the caller."""
        if len(self.items) >= count:
            return
        if self.taken + count > DEEPEST:
            self.lose()
        while len(self.items) < count:
            if self.lost:
                self.items.insert(0, None)
            else:
                k = self.taken
                self.items.insert(0, self.given.get(k, ("in", k)))
                self.taken += 1

    def pop(self, count: int = 1) -> list[Value]:
        """Remove and return the top items, the top last."""
        if not count:
            return []
        if count > DEEPEST:
            self.lose()
            return [None] * count
        self.need(count)
        popped = self.items[-count:]
        del self.items[-count:]
        return popped

    def push(self, *values: Value) -> None:
        self.items.extend(values)
        if len(self.items) > DEEPEST:
            self.lose()

    def lose(self) -> None:
        """Mark the depth as unknown."""
        self.lost, self.items = True, []

    def set_here(self, cell: int, position: Value = None) -> None:
        """Set `here` to a position, or to a new one named after a cell if it is unknown."""
        self.here = self._fresh("here", cell) if position is None else position

    def set_from(self, cell: int, position: Value = None) -> None:
        """Set `from` to a position, or to a new one named after a cell if it is unknown."""
        self.from_position = self._fresh("from", cell) if position is None else position

    def _fresh(self, kind: str, cell: int) -> Key:
        """Return the position named after a cell, discarding knowledge about its earlier value."""
        key = (kind, cell)
        flag = ("empty", key)
        self.empty = self.empty - {key}
        self.altered = self.altered - {key}
        for values in (self.items, self.returns):
            for k, value in enumerate(values):
                if value == key:
                    values[k] = POSITION
                elif value is not None and value[:2] == flag:
                    values[k] = FLAG
        for name in ("here", "from_position"):
            if getattr(self, name) == key:
                setattr(self, name, None)
        return key

    def meet(self, other: AbstractState, cell: int) -> bool:
        """Keep the knowledge that holds in both states; return whether that is less than before.

        The depths must be equal or lost.
        """
        before = self.copy()
        if self.lost or other.lost:
            self.lost = True
            count = min(len(self.items), len(other.items))
            self.items = self.items[len(self.items) - count :]
            theirs = other.items[len(other.items) - count :]
        else:
            merged = other.copy()
            self.need(len(self.items) + max(0, other.taken - self.taken))
            merged.need(len(merged.items) + max(0, self.taken - merged.taken))
            theirs = merged.items
        self.items = [
            a if a == b else joined(a, b) for a, b in zip(self.items, theirs, strict=True)
        ]
        self.taken = max(self.taken, other.taken)
        count = min(len(self.returns), len(other.returns))
        mine, others = self.returns[:count], other.returns[:count]
        self.returns = [a if a == b else joined(a, b) for a, b in zip(mine, others, strict=True)]
        self.empty = self.empty & other.empty
        self.altered = self.altered | other.altered
        if self.here != other.here:
            self.set_here(-cell)
        if self.from_position != other.from_position:
            self.set_from(-cell)
        return self != before
