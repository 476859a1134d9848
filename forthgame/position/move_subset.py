"""Restrict a position to some of its moves, for searches that may choose only among these.

The list of a position is a chain in the bytes that its generation has left: see
`memory_layout.py`. The other moves are taken out of the chain, and all engines begin at the list.
Only in games whose judging events read what words store during generation they make it again.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from typing import TYPE_CHECKING

from forthgame.words.registers import extension_registers, memory_layout as at

if TYPE_CHECKING:
    from forthgame.position.playthrough import AnyPlaythrough
    from forthgame.rules.script import Script

SHIFT = at.LIST_BYTES - at.ARENA  # from an address in the machine to a place in the bytes


def is_searched(game: Script) -> bool:
    """Return whether engines search the list of `with_moves`, rather than one of their own."""
    return not game.forth.processor.register(extension_registers.LISTS_JUDGED)


def with_moves(state: AnyPlaythrough, numbers: Collection[int]) -> AnyPlaythrough:
    """Return a copy of a state whose legal moves are those with the given indexes, in their order.

    At least one of the indexes must be that of a move.
    """
    twin = state.copy()
    twin.moves()
    position = copy(twin.position)
    data = bytearray(position.whole_list)
    cells = memoryview(data).cast("i")
    link, links = cells[at.LIST_FIRST], list[int]()
    for number in range(position.count):
        if number in numbers:
            links.append(link)
        link = cells[(link + SHIFT) >> 2]
    cells[at.LIST_COUNT], cells[at.LIST_FIRST], cells[at.LIST_LAST] = (
        len(links), links[0], links[-1],
    )  # fmt: skip
    for here, after in zip(links, [*links[1:], 0], strict=True):
        cells[(here + SHIFT) >> 2] = after
    cells.release()
    position.arena, position.packed, position.moves = bytes(data), None, None
    position.count = len(links)
    twin.position = position
    return twin
