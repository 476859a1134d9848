"""The tree that best-first search has grown: where a search ends, and what the tree says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.arguments import LARGEST
from forthgame.lang import bestfirst as by
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.engines import Limits
    from forthgame.vm.machine import Processor

LONGEST_LINE = 64  # plies


class BestFirst:
    """The tree of a machine."""

    def __init__(self, processor: Processor) -> None:
        self._processor = processor

    def prepare(self, limits: Limits) -> None:
        """Say where a search ends; a search that is stopped before it begins has no tree."""
        bounded = any(each is not None for each in (limits.time, limits.nodes, limits.depth))
        self._processor.set_register(by.MOST, LARGEST if bounded else 0)
        self._processor.set_register(by.DEPTH_LIMIT, min(limits.depth or 0, by.DEEPEST))
        for offset in range(0, by.SIZE, 4):
            self._processor.i32[(at.TREE + offset) >> 2] = 0

    def field(self, node: int, offset: int) -> int:
        """A field of a node, by its offset in bytes."""
        return int(self._processor.i32[(at.TREE + node * by.SIZE + offset) >> 2])

    def _column(self, nodes: range, offset: int) -> list[int]:
        """A field of neighbouring nodes, of which there may be many thousands."""
        first, last = (at.TREE + node * by.SIZE + offset >> 2 for node in (nodes.start, nodes.stop))
        return self._processor.i32[first : last : by.SIZE >> 2].tolist()

    def children(self, node: int) -> range:
        """The nodes behind a node."""
        first = self.field(node, by.FIRST)
        return range(first, first + self.field(node, by.CHILDREN))

    @property
    def limit(self) -> int:
        """Plies to which the search looks, from where ends are counted; 0 for no limit."""
        return self._processor.register(by.DEPTH_LIMIT)

    @property
    def searched(self) -> bool:
        """Whether every line was searched to the end of the game."""
        return self.field(0, by.FLAGS) & (by.CLOSED | by.PARTLY) == by.CLOSED

    def best_line(self, number: int) -> list[tuple[int, int]]:
        """The best moves behind move `number` of the root.

        Each as its place in the list, and how many moves that list has; ends where dice move, and
        at what has not been spread.
        """
        line: list[tuple[int, int]] = []
        moves = self._column(self.children(0), by.MOVE)
        node = self.children(0)[moves.index(number)] if number in moves else 0
        while node and len(line) < LONGEST_LINE:
            flags, behind = self.field(node, by.FLAGS), self.children(node)
            if not behind or not flags & by.SPREAD or flags & by.CHANCE:
                break
            values = self._column(behind, by.VALUE)
            place = values.index(max(values) if flags & by.OWN else min(values))
            line.append((place, len(behind)))
            node = behind[place]
        return line
