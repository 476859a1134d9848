"""All tables of a server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from forthgame.base.environment import entropy
from forthgame.base.errors import ForthgameError
from forthgame.play.model.game_record import GameRecord
from forthgame.play.plan.plan import Plan
from forthgame.ui.serve.access_proof import Access
from forthgame.ui.serve.picture_shelf import PictureShelf
from forthgame.ui.serve.watched_tournaments import WatchedTournaments, start_of
from forthgame.ui.tables.game_table import GameTable
from forthgame.ui.tables.offered_scripts import ScriptCatalogue
from forthgame.ui.tables.seat_holders import HUMAN
from forthgame.ui.tables.table_record import TableRecord, TableStore

MOST_TABLES = 500
MOST_PROCESSES = 48
IDLE = 900.0  # seconds after which an idle process is ended
LOOK = 20.0  # seconds between checks for idle processes
LISTED = 60  # tables listed on the page


class Hub:
    """Tables by name."""

    def __init__(
        self, catalogue: ScriptCatalogue, store: TableStore, *, saving: bool, token: str
    ) -> None:
        self.catalogue, self.store, self.saving, self.token = catalogue, store, saving, token
        self.records = {record.table: record for record in store.read()}
        self.tables: dict[str, GameTable] = {}
        self.contests = WatchedTournaments(catalogue, saving=saving)
        self.pictures = PictureShelf()
        self._sweeper: asyncio.Task[None] | None = None

    def key(self, name: str) -> tuple[str, Access] | None:
        """Return a key by its name (`server`, `play.TABLE`, `watch.TABLE`), and what it opens."""
        if name == "server":
            return self.token, Access("server")
        which, _, table = name.partition(".")
        if which not in ("play", "watch"):
            return None
        self._load_new([table])
        record = self.records.get(table)
        found = "" if record is None else record.keys.get(which, "")
        return (found, Access("play" if which == "play" else "watch", table)) if found else None

    async def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper
        for table in self.tables.values():
            for child in table.children:
                child.kill()
        for table in list(self.tables.values()):
            await asyncio.to_thread(table.close)
        for child in self.pictures.children:
            child.kill()
        await asyncio.to_thread(self.pictures.close)
        self.contests.halt()
        await asyncio.to_thread(self.contests.close)

    def open(self, game: str, start: dict[str, Any] | None = None) -> GameTable:
        """Open a new table. Raises ForthgameError."""
        offered = self.catalogue.find(game)
        if len(self._offered_records()) >= MOST_TABLES:
            raise ForthgameError(f"there are {MOST_TABLES} tables: delete some first")
        script = str(offered.path) if offered.folder else offered.name
        start = start or {"seed": entropy() & 0x7FFFFFFF}
        record = TableRecord(self.store.new_name(), script, offered.name, start)
        self.store.save(record)
        self.records[record.table] = record
        return self.find(record.table)

    def open_game(self, game: str, plan: Plan, played: GameRecord) -> GameTable:
        """Open a table with a game of a tournament. Raises ForthgameError."""
        table = self.open(game, start_of(played))
        record = table.record
        record.plies, record.seats = list(played.moves), dict.fromkeys(plan.seats, HUMAN)
        try:
            self.store.save(record)
        except ForthgameError:
            self.delete(record.table)
            raise
        return table

    def find(self, name: str) -> GameTable:
        if name not in self.tables:
            self._load_new([name])
            record = self.records.get(name)
            offered = None if record is None else self._offered(record)
            if record is None or offered is None:
                raise ForthgameError("there is no such table, or its game is not offered here")
            self.tables[name] = GameTable(record, offered.path, self.store)
        return self.tables[name]

    def _load_new(self, names: Iterable[str]) -> None:
        for name in names:
            if name in self.records:
                continue
            with suppress(ForthgameError):
                record = self.store.newer(name)
                if record is not None:
                    self.records[name] = record

    def _offered(self, record: TableRecord) -> Any:
        if not self.catalogue.offers(record.name):
            return None
        offered = self.catalogue.find(record.name)
        same = record.script == (str(offered.path) if offered.folder else offered.name)
        return offered if same else None

    def delete(self, name: str) -> None:
        """Delete a table. Raises ForthgameError if it is in use or its file cannot be deleted."""
        if name not in self.records:
            raise ForthgameError("there is no such table")
        table = self.tables.get(name)
        if table is not None and (table.watchers or table.lock.locked()):
            raise ForthgameError("somebody sits at that table")
        self.store.delete(name)
        if table is not None:
            table.close()
        self.tables.pop(name, None)
        self.records.pop(name, None)

    def listed(self) -> list[dict[str, Any]]:
        """Return the most recent tables for the page."""
        self._load_new(self.store.names())
        records = sorted(self._offered_records(), key=lambda record: -record.played)
        return [
            {
                "table": record.table,
                "name": record.name,
                "plies": len(record.plies),
                "seats": record.seats,
                "played": record.played,
            }
            for record in records[:LISTED]
        ]

    def _offered_records(self) -> list[TableRecord]:
        """Return the tables whose games are offered here; the folder may contain others."""
        return [record for record in self.records.values() if self._offered(record) is not None]

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            self.sweep(time.monotonic())

    def sweep(self, now: float) -> None:
        """End idle processes, and the least recently used if there are too many."""
        idle = [c for table in self.tables.values() for c in table.children if c.alive]
        others = [*self.contests.children, *self.pictures.children]
        idle += [child for child in others if child.alive]
        idle = sorted((child for child in idle if not child.busy), key=lambda child: child.used)
        for number, child in enumerate(idle):
            if now - child.used > IDLE or len(idle) - number > MOST_PROCESSES:
                child.kill()
