"""What the writers of generated code know: blocks, and functions written into others."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.code.function import Function
from forthgame.vm.compiler.value import Item


@dataclass
class Shape:
    """What a block expects: numbers of values, and the edges that come in."""

    values: int
    returns: int
    height: int
    scope: Scope
    cell: int
    key: str  # the same for a loop's body and its head
    head: bool = False  # a loop's head, where turns until the next question are counted out
    edges: list[tuple[str, str, list[str], list[Item]]] = field(default_factory=list)
    merged: list[tuple[str, str, int, int]] = field(default_factory=list)  # values from its edges
    begun: bool = False  # its code is being written
    unasked: int = 0  # work that may have been done since the host was asked
    closed: bool = False  # no further edge may come


@dataclass
class Scope:
    """A function whose code is being written: the outer one, or one written into it."""

    function: Function
    prefix: str = ""
    parent: Scope | None = None

    def contains(self, entry: int) -> bool:
        """Whether a function is being written here or around here."""
        if self.function.entry == entry:
            return True
        return self.parent is not None and self.parent.contains(entry)

    @property
    def depth(self) -> int:
        """How many functions are around it."""
        return 0 if self.parent is None else self.parent.depth + 1
