"""Move lists as bytes."""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.vm.machine import Processor


def newest_list(processor: Processor) -> bytes:
    """The newest list as it would stand at the arena's start, alone.

    After a partial move the list of what follows lies behind the one that was played from.
    """
    start = processor.register(at.LIST)
    shift = start - at.ARENA
    top = processor.register(at.ARENA_TOP)
    view = processor.i32
    base = (at.MEMORY + start) >> 2
    cells = list(view[base : (at.MEMORY + top) >> 2])
    cells[at.LIST_PREVIOUS] = 0
    cells[at.LIST_START] = at.ARENA
    cells[at.LIST_LAST] -= shift
    link = at.LIST_FIRST
    while cells[link]:
        following = (cells[link] - start) >> 2
        cells[link] -= shift
        link = following
    return b"".join(c.to_bytes(4, "little", signed=True) for c in cells)
