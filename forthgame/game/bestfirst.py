"""The tree that best-first search has grown: where a search ends, and what the tree says."""

from __future__ import annotations

from forthgame.arguments import LARGEST
from forthgame.game.engines import Limits
from forthgame.game.kept_trees import LONGEST_LINE, Nodes
from forthgame.lang import bestfirst as by
from forthgame.lang import layout as at
from forthgame.vm.machine import Processor


class BestFirst(Nodes):
    """The tree of a machine; its nodes have children where those of random games have them."""

    def __init__(self, processor: Processor) -> None:
        start = processor.address + at.TREE
        super().__init__(processor.i32, at.TREE >> 2, start, at.TREE_LIMIT)
        self._processor = processor

    def prepare(self, limits: Limits) -> None:
        """Say where a search ends; a search that is stopped before it begins has no tree."""
        bounded = any(each is not None for each in (limits.time, limits.nodes, limits.depth))
        self._processor.set_registers({
            by.MOST: LARGEST if bounded else 0,
            by.DEPTH_LIMIT: min(limits.depth or 0, by.DEEPEST),
        })  # fmt: skip
        self.forget()

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
        moves = self.column(self.children(0), by.MOVE).tolist()
        node = self.children(0)[moves.index(number)] if number in moves else 0
        while node and len(line) < LONGEST_LINE:
            flags, behind = self.field(node, by.FLAGS), self.children(node)
            if not behind or not flags & by.SPREAD or flags & by.CHANCE:
                break
            values = self.column(behind, by.VALUE).tolist()
            place = values.index(max(values) if flags & by.OWN else min(values))
            line.append((place, len(behind)))
            node = behind[place]
        return line
