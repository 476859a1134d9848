"""Tests of all positions at once, and shared decision diagrams made of them.

A test is true or false at each position, for example whether the cell at an offset is empty. A
decision evaluates tests one after the other, as the branches of a word do. Equal decisions are one
node, and tests that do not change the result are left out (as in binary decision diagrams, Bryant
1986).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

NO, YES = 0, 1  # the constant decisions
COMPARING = {"=": "eq", "<": "slt", ">": "sgt", "<=": "sle", ">=": "sge"}


@dataclass(frozen=True)
class PositionTest:
    """A test that is evaluated for all positions.

    By kind, it is true at a position if:

    mask    `value` has the position's bit
    field   the cell `offset` positions on, in a `plane`, compares with `value` under `mask`
    pair    that cell equals the one `value` positions on, under `mask`
    like    that cell equals the cell at the address `value` under `mask`
    friend  that cell has a piece of the player to move
    enemy   that cell has a piece of another player
    cell    the item that the word `fetched` reads at the address `value` compares with `mask`
    asked   the answer of the word with the number `value` compares with `mask`
    slot    as `cell`, with an address relative to the board
    here    a cell (`mask` 0) or slot (`mask` 1) contains the position `offset` positions on
    computed  the first of two `items`, which are symbolic values, compares with the second
    row     the position's item in a table at the address `value` compares with `mask`

    `name` is the comparison. If the test is `fixed`, `offset` is the number of the tested position.
    """

    kind: str
    offset: int = 0
    mask: int = 0
    value: int = 0
    name: str = "="
    plane: int = 0
    fetched: str = "@"
    fixed: bool = False
    items: tuple[Any, ...] = ()


class Decisions:
    """Decisions by number: a test, and the decisions for true and false."""

    def __init__(self) -> None:
        self.nodes: list[tuple[PositionTest, int, int]] = []
        self._numbers: dict[tuple[PositionTest, int, int], int] = {}

    def __getitem__(self, decision: int) -> tuple[PositionTest, int, int]:
        return self.nodes[decision - 2]

    def forget(self, count: int) -> None:
        """Forget all decisions but the first `count`."""
        for key in self.nodes[count:]:
            del self._numbers[key]
        del self.nodes[count:]

    def make(self, test: PositionTest, yes: int, no: int) -> int:
        """Return the decision that continues with one of two others."""
        if yes == no:
            return yes
        key = (test, yes, no)
        if key not in self._numbers:
            self.nodes.append(key)
            self._numbers[key] = len(self.nodes) + 1
        return self._numbers[key]
