"""Questions about every position at once, and decisions made of them.

A test is true or false at each position: whether a cell so far from it is empty, whether a number
that follows from its place is wanted. A decision asks tests one after the other, as the branches of
a word do: equal decisions are one, and a test whose answer changes nothing is not asked.
"""

from __future__ import annotations

from dataclasses import dataclass

NO, YES = 0, 1  # the decisions that ask nothing


@dataclass(frozen=True)
class Question:
    """A question about all positions.

    `mask`: `value` has the bits of the positions where it is true. `field`: the board's cell
    `offset` positions on, in a `plane` of cells, compares so (`name`) with `value` under `mask`;
    `like`: it is what stands in the cell at the address `value`; `friend`: it is a piece of the
    player to move, `enemy`: one of others. `cell`: what the word `fetched` finds at the address
    `value` compares so (`name`) with `mask`, wherever the piece stands; `slot`: the same at a
    distance from the board's first cell. `here`: what stands in a cell (`mask` 0) or in a slot (1)
    is the position `offset` positions on. `row`: what stands in a table for each position, of which
    the first stands at the address `value`, compares so with `mask`. A question that is `fixed` is
    about the position with the number `offset`, wherever the piece stands.
    """

    kind: str
    offset: int = 0
    mask: int = 0
    value: int = 0
    name: str = "="
    plane: int = 0
    fetched: str = "@"
    fixed: bool = False


class Decisions:
    """Decisions by number: a test, and what is decided if it is true and if it is false."""

    def __init__(self) -> None:
        self.nodes: list[tuple[Question, int, int]] = []
        self._numbers: dict[tuple[Question, int, int], int] = {}

    def __getitem__(self, decision: int) -> tuple[Question, int, int]:
        return self.nodes[decision - 2]

    def make(self, test: Question, yes: int, no: int) -> int:
        """The decision that goes on with one of two others."""
        if yes == no:
            return yes
        key = (test, yes, no)
        if key not in self._numbers:
            self.nodes.append(key)
            self._numbers[key] = len(self.nodes) + 1
        return self._numbers[key]
