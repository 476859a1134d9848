"""A table of positions that a search is lent, of the size that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from forthgame.errors import ForthgameError
from forthgame.game.solving.memory import ENTRY, NoRoom, Table
from forthgame.lang import layout as at
from forthgame.vm.machine import Processor


@contextmanager
def lent_table(processor: Processor, megabytes: int | None) -> Iterator[None]:
    """Search with a table of so many megabytes, a power of two at most; None: the one there is.

    Raises ForthgameError if the system has not so much.
    """
    if megabytes is None:
        yield
        return
    entries = 1 << ((megabytes << 20) // ENTRY).bit_length() - 1
    try:
        table = Table(entries)
    except NoRoom as error:
        raise ForthgameError(str(error)) from None
    registers = processor.i64
    registers[at.TABLE_BASE >> 3] = table.address - processor.address
    registers[at.TABLE_MASK >> 3] = entries - 1
    try:
        yield
    finally:
        registers[at.TABLE_BASE >> 3] = registers[at.TABLE_MASK >> 3] = 0
        table.close()
