"""Transposition tables that are reused at the next move of a game.

An entry contains the number of the search that made it, and is ignored by other searches. A search
that reuses a table takes the number of the one before, so nothing has to be copied or cleared. It
does so only in the same game, with the same options, for the same player unless there are just two,
and if values of positions stay true (`keeps`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError
from forthgame.game.engines import OF_PRUNING
from forthgame.game.facts import fact
from forthgame.game.kept_trees import keeps
from forthgame.game.proof_conditions import by_two
from forthgame.game.solving.memory import ENTRY, NoRoom, Table
from forthgame.lang import layout as at
from forthgame.lang import proofs

if TYPE_CHECKING:
    from forthgame.game.engines import Engine, Limits
    from forthgame.game.played import Position
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script
    from forthgame.vm.machine import Processor

MOST = 4  # kept tables of a game


class KeptTable:
    """A reusable table: number of its searches, root of the last one, and memory lent for it.

    serial  0 if there is nothing to reuse
    """

    def __init__(self) -> None:
        self.serial = 0
        self.root: Position | None = None
        self.table: Table | None = None

    def begin(self, state: Playthrough) -> None:
        """Prepare a search for a position; the table of another game is not reused."""
        line = [*state.past, state.position]
        if not any(position is self.root for position in line):
            self.serial = 0
        self.root = state.position

    @contextmanager
    def used(self, processor: Processor) -> Iterator[None]:
        """Give the search that has just begun the number of the one before."""
        own = processor.register(at.SEARCH_SERIAL)
        self.serial = self.serial or own
        processor.set_register(at.SEARCH_SERIAL, self.serial)
        try:
            yield
        finally:
            processor.set_register(at.SEARCH_SERIAL, own)


@fact
def _tables(game: Script) -> dict[tuple[object, ...], KeptTable]:
    return {}


def kept_table(state: Playthrough, engine: Engine | None, limits: Limits) -> KeptTable | None:
    """Return the table that a search reuses or leaves for the next, or None."""
    game = state.game
    divided = engine is not None and engine.step == "(search-to)"
    if engine is None or not divided or limits.repetition or not keeps(game, limits):
        return None
    options = tuple(getattr(limits, name) for name in OF_PRUNING)
    ended = (limits.depth is None, limits.selective, limits.table)
    # with two players a score does not depend on the searching player
    alike = by_two(game) and not game.forth.processor.register(at.CHANCE_PLAYERS)
    key = (engine.name, "" if alike else state.player, options, ended)
    with game.lock:
        known = _tables(game)
        kept = known.pop(key, None) or KeptTable()
        known[key] = kept  # the newest is the last
        for old in list(known)[:-MOST]:
            dropped = known.pop(old)
            if dropped.table is not None:
                dropped.table.close()
    kept.begin(state)
    return kept


@contextmanager
def lent_table(
    processor: Processor, megabytes: int | None, kept: KeptTable | None = None
) -> Iterator[memoryview | None]:
    """Let searches use a table of up to `megabytes`, or the built-in one for None.

    The number of entries is a power of two. A `kept` table is used again and not closed. The
    yielded view keeps the memory mapped even if another search drops the table. Meanwhile no other
    search of the game begins. Raises ForthgameError if the system has not enough memory.
    """
    processor.searching = True
    try:
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
    finally:
        processor.searching = False


def use_table(processor: Processor, place: int, entries: int) -> None:
    """Let searches use a table, given its distance from the block."""
    processor.i64[proofs.TABLE_BASE >> 3] = place
    processor.i64[proofs.TABLE_MASK >> 3] = entries - 1
