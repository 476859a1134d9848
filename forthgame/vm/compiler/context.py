"""The state of writers: blocks, and nested inlined functions."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.code.function import Function
from forthgame.vm.compiler.value import Item


@dataclass
class Shape:
    values: int
    returns: int
    height: int
    scope: Scope
    cell: int
    key: str  # common to a loop's body and its head
    head: bool = False  # a loop's head, which counts out turns until the next poll
    edges: list[tuple[str, str, list[str], list[Item]]] = field(default_factory=list)
    merged: list[tuple[str, str, int, int]] = field(default_factory=list)  # values from edges
    begun: bool = False  # its code is being written
    unasked: int = 0  # work that may have been done since the last poll
    closed: bool = False  # no further edge may arrive


@dataclass
class Scope:
    """A function that is being written: the outer one, or an inlined one."""

    function: Function
    prefix: str = ""
    parent: Scope | None = None

    def contains(self, entry: int) -> bool:
        if self.function.entry == entry:
            return True
        return self.parent is not None and self.parent.contains(entry)

    @property
    def depth(self) -> int:
        return 0 if self.parent is None else self.parent.depth + 1
