"""A table of positions that a search is lent, of the size that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError
from forthgame.game.solving.memory import ENTRY, NoRoom, Table
from forthgame.lang import layout as at
from forthgame.lang import proofs
from forthgame.vm.machine import Processor

if TYPE_CHECKING:
    from forthgame.game.kept_tables import KeptTable


@contextmanager
def lent_table(
    processor: Processor, megabytes: int | None, kept: KeptTable | None = None
) -> Iterator[memoryview | None]:
    """Search with a table of so many megabytes, a power of two at most; None: the one there is.

    One that is `kept` goes on being used, and is not given back. Its memory stays mapped as long as
    it is lent, even if another search drops it. No other search of the game begins meanwhile.

    Raises ForthgameError if the system has not so much.
    """
    processor.searching = True
    try:
        with _lent(processor, megabytes, kept) as held:
            yield held
    finally:
        processor.searching = False


@contextmanager
def _lent(
    processor: Processor, megabytes: int | None, kept: KeptTable | None
) -> Iterator[memoryview | None]:
    if megabytes is None:
        yield None
        return
    entries = 1 << ((megabytes << 20) // ENTRY).bit_length() - 1
    try:
        table = (kept.table if kept else None) or Table(entries)
    except NoRoom as error:
        raise ForthgameError(str(error)) from None
    if kept:
        kept.table = table
    held = memoryview(table.bytes)
    use_table(processor, table.address - processor.address, entries)
    try:
        yield held
    finally:
        use_table(processor, at.TRANSPOSITIONS, at.TRANSPOSITION_LIMIT)
        held.release()
        if not kept:
            table.close()


def use_table(processor: Processor, place: int, entries: int) -> None:
    """Let searches keep positions in a table, by its distance from the block."""
    processor.i64[proofs.TABLE_BASE >> 3] = place
    processor.i64[proofs.TABLE_MASK >> 3] = entries - 1
