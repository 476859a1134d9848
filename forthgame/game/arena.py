"""Move lists as bytes: a header, then the moves, as they would lie alone in the arena."""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.vm.machine import Processor

HEADER_CELLS = at.LIST_BYTES // at.CELL


def first_list(processor: Processor) -> bytes:
    """The list that was opened first."""
    return _kept(processor, at.LISTS)


def newest_list(processor: Processor) -> bytes:
    """The newest list.

    After a partial move the list of what follows lies behind the one that was played from.
    """
    return _kept(processor, processor.register(at.LIST))


def put_list(processor: Processor, kept: bytes) -> None:
    """Make a list the only one there is."""
    start = at.MEMORY + at.LISTS
    processor.bytes[start : start + at.LIST_BYTES] = kept[: at.LIST_BYTES]
    moves = kept[at.LIST_BYTES :]
    start = at.MEMORY + at.ARENA
    processor.bytes[start : start + len(moves)] = moves
    processor.set_register(at.LIST, at.LISTS)
    processor.set_cell(at.A_MOVES_LIST, at.LISTS)
    processor.set_arena_top(at.ARENA + len(moves))


def _kept(processor: Processor, address: int) -> bytes:
    """A list moved to where the first one lies: its links lead to the moves that come with it."""
    view = processor.i32
    base = (at.MEMORY + address) >> 2
    header = view[base : base + HEADER_CELLS].tolist()
    begin = header[at.LIST_BEGIN]
    cells = view[(at.MEMORY + begin) >> 2 : (at.MEMORY + processor.register(at.ARENA_TOP)) >> 2]
    shift = begin - at.ARENA
    if address == at.LISTS and not shift:
        moves = bytes(cells)
    else:
        copied = cells.tolist()
        link = header[at.LIST_FIRST]
        header[at.LIST_FIRST] -= shift if link else 0
        while link:
            place = (link - begin) >> 2
            link = copied[place]
            copied[place] -= shift if link else 0
        moves = b"".join(c.to_bytes(4, "little", signed=True) for c in copied)
        header[at.LIST_LAST] -= shift if header[at.LIST_COUNT] else address - at.LISTS
    header[at.LIST_PREVIOUS] = 0
    header[at.LIST_START] = header[at.LIST_BEGIN] = at.ARENA
    return b"".join(c.to_bytes(4, "little", signed=True) for c in header) + moves
