"""Watched tournaments, and their games on the board."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from forthgame.base.errors import ForthgameError
from forthgame.play.model.game_record import GameRecord, derive_seed
from forthgame.play.plan.plan import Plan
from forthgame.play.run.live_games import LiveGame, LiveReader
from forthgame.ui.serve.followed_stores import StoreFolders, StoreReader, live_document
from forthgame.ui.serve.tournament_runs import Runs
from forthgame.ui.tables.offered_scripts import Library, Offered
from forthgame.ui.tables.table_processes import PATIENCE
from forthgame.ui.tables.view_cache import Message, Views, Watcher
from forthgame.ui.tables.worker_process import Child

LOOK = 0.5  # seconds between checks of a store and its running games
GAMES = 16  # cached games of a store

T = TypeVar("T")


class WatchedTournament:
    """A store that is polled while a page watches it."""

    def __init__(self, key: str, path: Path, runs: Runs, *, asking: bool) -> None:
        self.key, self.path, self.runs = key, path, runs
        self.watchers: set[Watcher] = set()
        self.document: Message = {}
        self.live: Message = {}
        self._watching = LiveReader(path) if asking else None
        self._played: dict[int, LiveGame] = {}  # running games
        self._reading = StoreReader(path)
        self._thread = ThreadPoolExecutor(1, "forthgame-store")
        self._task: asyncio.Task[None] | None = None
        self._games: OrderedDict[int, tuple[Plan, GameRecord]] = OrderedDict()

    async def read(self, work: Callable[[StoreReader], T]) -> T:
        """Run a function on the store in the reading thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, work, self._reading)

    async def look(self) -> bool:
        """Check the store and notify watchers; return whether more can be read at once."""
        run, more = self.runs.find(self.key), False
        found: Message
        try:
            found, more = await self.read(lambda reading: reading.look())
        except ForthgameError as error:
            waiting = run is not None and run.playing and not self.path.is_file()
            found = {"waiting": True} if waiting else {"trouble": str(error)}
        if run is not None:
            found["own"] = True
            found["playing"] = run.playing
            found["said"] = run.trouble
        found.update(store=self.key, name=self.path.name, reading=more)
        if found != self.document:
            self.document = found
            for watcher in list(self.watchers):
                watcher.send({"event": "tournament", "tournament": found})
        return more

    async def join(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        if not self.document:
            await self.look()
        if self.live:
            watcher.send(self.live)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while self.watchers:
            more = await self.look()
            await self._update_games()
            await asyncio.sleep(0.0 if more else LOOK)
        if self._watching is not None:
            self._watching.leave()
        self.live, self._played = {}, {}

    async def _update_games(self) -> None:
        watching, playing = self._watching, list[LiveGame]()
        if watching is not None:
            playing = await self.read(lambda r: watching.read(r.plan) if r.plan else [])
        self._played = {game.number: game for game in playing}
        plan = self._reading.plan
        rows = [] if plan is None else [live_document(plan, game) for game in playing]
        found = {"event": "live", "store": self.key, "games": rows}
        if found != (self.live or {**found, "games": []}):
            self.live = found
            for watcher in list(self.watchers):
                watcher.send(found)

    async def game(self, number: int) -> tuple[Plan, GameRecord]:
        playing, plan = self._played.get(number), self._reading.plan
        if playing is not None and plan is not None:
            record = plan.announce(number)
            record.moves = list(playing.moves)
            return plan, record
        if number not in self._games:
            self._games[number] = await self.read(lambda reading: reading.game(number))
            while len(self._games) > GAMES:
                self._games.popitem(last=False)
        return self._games[number]

    def playing(self, number: int) -> bool:
        return number in self._played

    def halt(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._watching is not None:
            self._watching.leave()

    def close(self) -> None:
        self._thread.shutdown(wait=True, cancel_futures=True)


class WatchedTournaments:
    """Stores in the opened folders, and tournaments started here."""

    def __init__(self, library: Library, *, saving: bool) -> None:
        self.library, self.saving = library, saving
        self.shelf = StoreFolders(library.folders)
        self.runs = Runs()
        self._contests: dict[str, WatchedTournament] = {}
        self._children: dict[Path, Child] = {}
        self._views = Views()

    @property
    def children(self) -> list[Child]:
        return list(self._children.values())

    def find(self, key: str) -> WatchedTournament:
        """Return a store. Raises ForthgameError."""
        known = self._contests.get(key)
        if known is None or not (known.path.is_file() or self.runs.find(key)):
            path = self.shelf.find(key)
            if known is None:
                known = self._contests[key] = WatchedTournament(
                    key, path, self.runs, asking=self.saving
                )
        return known

    def begin(self, key: str, path: Path, arguments: list[str]) -> None:
        """Start a tournament with a new store. Raises ForthgameError."""
        self.runs.start(key, path, arguments)
        if key in self._contests:
            before = self._contests.pop(key)
            before.halt()
            before.close()
        self._contests[key] = WatchedTournament(key, path, self.runs, asking=self.saving)

    def leave(self, watcher: Watcher) -> None:
        for contest in self._contests.values():
            contest.watchers.discard(watcher)

    def script_of(self, plan: Plan) -> Offered:
        """Return the referee's script of a tournament, if it is offered here.

        A store can name any path, so no other script is loaded for it. Raises ForthgameError.
        """
        digest = dict(plan.files).get(plan.referee, "")
        found = self.library.of_path(plan.referee, digest)
        if found is None:
            raise ForthgameError(
                f"{Path(plan.referee).name}, whose rules these games follow, is not one of the "
                "scripts that were opened: name it after `forthgame serve`"
            )
        return found

    async def view(self, key: str, number: int, ply: int, how: Message) -> Message:
        """Return a position of a game for the page. Raises ForthgameError."""
        plan, record = await self.find(key).game(number)
        script = self.script_of(plan).path
        texts = [text for _, text in record.moves[:ply]]
        start = start_of(record)
        kept = repr((script, start, texts, sorted(how.items())))
        message = {"do": "view", "start": start, "line": texts, **how}
        return await self._views.get(kept, lambda: self._child(script).ask(message, PATIENCE))

    def _child(self, script: Path) -> Child:
        if script not in self._children:
            self._children[script] = Child(script)
        return self._children[script]

    def halt(self) -> None:
        for contest in self._contests.values():
            contest.halt()

    def close(self) -> None:
        """End all threads and processes, after `halt` was called in the server's thread."""
        for contest in self._contests.values():
            contest.close()
        self.runs.close()
        for child in self._children.values():
            child.close()


def start_of(record: GameRecord) -> Message:
    """Return the start of a tournament game: the referee's seed."""
    return {"seed": derive_seed(record.seed, record.number, 0)}
