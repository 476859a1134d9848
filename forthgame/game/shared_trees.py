"""A tree of random games that several threads grow together.

`lang/words/tree.py` says how they do without locks. Where a number of random games or of nodes is
given each thread has a tree of its own instead, so that a seed gives the same result each time; and
with `grave`, whose tables lie in the machine that has filled them.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from forthgame.game.kept_trees import use_nodes
from forthgame.lang import layout as at
from forthgame.lang import trees

if TYPE_CHECKING:
    from collections.abc import Iterator

    from forthgame.game.engines import Limits
    from forthgame.game.kept_trees import Nodes
    from forthgame.vm.machine import Processor


def may_share(limits: Limits) -> bool:
    """Whether the threads of a search grow one tree."""
    counted = (limits.playouts, limits.nodes, limits.depth)
    return not limits.grave and limits.time is not None and all(n is None for n in counted)


class SharedTree:
    """A tree, and the parts of its room in which threads make new nodes: that of thread 0 first."""

    def __init__(self, tree: Nodes, processor: Processor, threads: int) -> None:
        """Share out the tree of a machine, which has been planted there."""
        self._tree = tree
        grown = processor.register(trees.GOES_ON) != 0
        if not grown:
            tree.forget()
        used = processor.register(at.TREE_COUNT) if grown else 1
        room = max(tree.size - used, 0) // threads
        self._kept = tree.field(0, trees.VISITS)
        self._starts = [used + k * room for k in range(threads + 1)]

    @contextmanager
    def lent(self, processor: Processor, thread: int) -> Iterator[None]:
        """Let a machine grow it, in the part of a thread."""
        use_nodes(processor, self._tree.address - processor.address, self._tree.size)
        processor.set_registers({
            at.TREE_COUNT: self._starts[thread], trees.ROOM_END: self._starts[thread + 1],
            trees.KEPT: self._kept, trees.GOES_ON: -1, trees.PROVEN: 0,
        })  # fmt: skip
        try:
            yield
        finally:
            processor.set_registers({trees.ROOM_END: 0, trees.GOES_ON: 0})
            use_nodes(processor, at.TREE, at.TREE_LIMIT)
