"""The state of writers: values, blocks, and nested inlined functions."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.analysis.function import Function


class Computed(str):
    __slots__ = ()


class Constant(str):
    """A number that is known when the code is written."""

    __slots__ = ()

    def __new__(cls, number: int) -> Constant:
        return super().__new__(cls, number)

    @property
    def number(self) -> int:
        return int(self)


@dataclass(frozen=True)
class Back:
    """The return address of an inlined function: the cell where its caller continues."""

    cell: int


Item = str | Back  # an item of the return stack


@dataclass
class BlockShape:
    values: int
    returns: int
    height: int
    scope: InlineScope
    cell: int
    key: str  # common to a loop's body and its head
    head: bool = False  # a loop's head, which counts out turns until the next poll
    edges: list[tuple[str, str, list[str], list[Item]]] = field(default_factory=list)
    merged: list[tuple[str, str, int, int]] = field(default_factory=list)  # values from edges
    begun: bool = False  # its code is being written
    unasked: int = 0  # work that may have been done since the last poll
    closed: bool = False  # no further edge may arrive


@dataclass
class InlineScope:
    """A function that is being written: the outer one, or an inlined one."""

    function: Function
    prefix: str = ""
    parent: InlineScope | None = None

    def contains(self, entry: int) -> bool:
        if self.function.entry == entry:
            return True
        return self.parent is not None and self.parent.contains(entry)

    @property
    def depth(self) -> int:
        return 0 if self.parent is None else self.parent.depth + 1
