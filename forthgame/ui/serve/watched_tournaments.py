"""Tournaments on the page: stores in the opened folders, processes started here, their games."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from forthgame.base.errors import ForthgameError, shortened
from forthgame.confine import child_variables
from forthgame.play.model.game_record import GameRecord, derive_seed
from forthgame.play.plan.plan import Plan, fingerprint
from forthgame.play.processes.child_process import exit_description, last_words
from forthgame.play.results.analysis import Analyser
from forthgame.play.results.text_report import (
    difference_lines,
    games_lines,
    results_table,
    sprt_lines,
)
from forthgame.play.run.live_games import LiveGame, LiveReader
from forthgame.play.store.store import Store
from forthgame.ui.tables.offered_scripts import Offered, ScriptCatalogue, is_store, stores_in
from forthgame.ui.tables.table_view import Message, TableWatcher, Views
from forthgame.ui.tables.worker_process import PATIENCE, Child

LISTED = 60  # most recently written stores listed on the page
ROWS = 50  # games sent to the page at a time
PORTION = 0.25  # seconds of reading between reports
SETTLED = 2.0  # seconds after which file times distinguish all writes
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}")
SUFFIX = ".sqlite"

MOST_RUNS = 2  # tournaments at a time
ENDING = 8.0  # seconds for a stopped tournament to save its games
LOOK = 0.5  # seconds between checks of a store and its running games
GAMES = 16  # cached games of a store

T = TypeVar("T")


class StoreFolders:
    """Stores of some folders; keys are a folder's number and a file name."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = list(folders)

    def find(self, key: str) -> Path:
        """Return the file of a store. Raises ForthgameError if it is not in these folders."""
        number, _, name = key.partition(":")
        folder = dict(zip(map(str, range(len(self.folders))), self.folders, strict=True)).get(
            number
        )
        path = None if folder is None else folder / name
        if path is None or path.name != name or path.parent != folder or not is_store(path):
            raise ForthgameError(f"there is no store {shortened(key)!r} in what was opened")
        return path

    def place(self, folder: int, name: str) -> tuple[str, Path]:
        """Return key and path of a new store. Raises ForthgameError."""
        if not 0 <= folder < len(self.folders):
            raise ForthgameError("no folder was opened: name one after `forthgame serve`")
        if not NAME.fullmatch(name):
            raise ForthgameError("a store's name is made of letters, digits, `-`, `_` and `.`")
        name = name if name.endswith(SUFFIX) else name + SUFFIX
        path = self.folders[folder] / name
        if path.exists() or path.is_symlink():
            raise ForthgameError(f"{name} is there already: choose another name")
        return f"{folder}:{name}", path

    def listed(self) -> list[Message]:
        files = {
            f"{number}:{path.name}": path
            for number, folder in enumerate(self.folders)
            for path in stores_in(folder)
        }
        newest = sorted(files.items(), key=lambda item: -_written(item[1]))[:LISTED]
        return [{"store": key, "name": path.name, **_summary(path)} for key, path in newest]


def _written(path: Path) -> float:
    """Return the time of the last write to a store, including its log."""
    times = [0.0]
    for name in (path, Path(f"{path}-wal")):
        with suppress(OSError):
            times.append(name.stat().st_mtime)
    return max(times)


def _summary(path: Path) -> Message:
    try:
        with Store.read(path) as store:
            plan = store.plan()
            return {
                "entrants": plan.names,
                "games": plan.games,
                "played": store.count(),
                "written": _written(path),
            }
    except ForthgameError as error:
        return {"trouble": str(error)}


class StoreReader:
    """A followed store with the standings of the games read so far.

    Games count once each in order of their numbers, regardless of concurrent writes. Call it from
    one thread only.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.plan: Plan | None = None
        self._begun = ""
        self._analyser: Analyser | None = None
        self._following = 0  # next game to read
        self._count, self._last = -1, -1
        self._damaged = 0
        self._seen: tuple[float, bool, Message] = (-1.0, True, {})

    def look(self) -> tuple[Message, bool]:
        """Return the standings, and whether more can be read at once. Raises ForthgameError.

        A file that is unchanged and completely read is not opened.
        """
        written, (before, more, found) = _written(self.path), self._seen
        if written == before and not more and written < time.time() - SETTLED:
            return dict(found), False
        found, more = self._look()
        self._seen = (written, more, found)
        return dict(found), more

    def _look(self) -> tuple[Message, bool]:
        with Store.read(self.path) as store:
            plan = store.plan()
            if self._analyser is None or fingerprint(plan) != self._begun:
                self._begin(plan)
            self.plan = plan
            count = store.count()
            more = False
            if count != self._count:
                self._last = store.last()
                more = self._read(store, plan)
            if not more:
                self._count = count
        return self._document(plan, count), more

    def _begin(self, plan: Plan) -> None:
        self._begun, self._analyser = fingerprint(plan), Analyser(plan)
        self._following, self._count, self._last, self._damaged = 0, -1, -1, 0

    def _read(self, store: Store, plan: Plan) -> bool:
        """Read games for a while; return whether there may be more."""
        until = time.monotonic() + PORTION
        analyser = self._analyser
        while self._following < plan.games and analyser and not analyser.course.over:
            if analyser.course.wants(self._following):
                record = store.record(self._following)
                if record is not None:
                    analyser.add(record)
                elif self._following in store.damaged:
                    self._damaged += 1
                else:
                    return False
            self._following += 1
            if time.monotonic() > until:
                return True
        return False

    def _document(self, plan: Plan, count: int) -> Message:
        if self._analyser is None:
            return {}
        analysis = self._analyser.analysis()
        head, rows = results_table(analysis) if analysis.games else ([], [])
        lines = []
        if analysis.games:
            lines = [
                *difference_lines(plan, analysis),
                *sprt_lines(plan, analysis),
                *games_lines(analysis),
            ]
        limits = {name: getattr(plan.limits, name) for name in ("time", "depth", "nodes", "plies")}
        return {
            "entrants": plan.names,
            "seats": list(plan.seats),
            "schedule": plan.schedule,
            "seed": plan.seed,
            "limits": {name: value for name, value in limits.items() if value is not None},
            "games": plan.games,
            "played": count,
            "last": self._last,
            "read": self._following,
            "damaged": self._damaged,
            "table": {"head": head, "rows": rows},
            "lines": lines,
        }

    def rows(self, first: int) -> list[Message]:
        with Store.read(self.path) as store:
            plan = store.plan()
            numbers = range(max(0, first), min(plan.games, first + ROWS))
            found = (store.record(number) for number in numbers)
            return [_row(plan, record) for record in found if record is not None]

    def game(self, number: int) -> tuple[Plan, GameRecord]:
        with Store.read(self.path) as store:
            record = store.record(number)
            plan = store.plan()
        if record is None:
            raise ForthgameError(f"game {number + 1} has not been played, or is damaged")
        return plan, record


def _row(plan: Plan, record: GameRecord) -> Message:
    return {
        "number": record.number,
        "seats": {seat: plan.names[entrant] for seat, entrant in record.seats.items()},
        "winner": None if record.winner is None else plan.names[record.winner],
        "outcome": record.outcome,
        "end": record.end,
        "reason": record.reason,
        "plies": len(record.moves),
        "seconds": round(record.seconds, 3),
    }


def game_document(plan: Plan, record: GameRecord) -> Message:
    return {
        **_row(plan, record),
        "moves": [list(move) for move in record.moves],
        "opening": record.opening,
    }


def live_document(plan: Plan, game: LiveGame) -> Message:
    record = plan.announce(game.number)
    thinks = [seat for seat, entrant in record.seats.items() if entrant == game.running]
    return {
        "number": game.number,
        "seats": {seat: plan.names[entrant] for seat, entrant in record.seats.items()},
        "plies": len(game.moves),
        "last": game.moves[-1][1] if game.moves else "",
        "thinks": thinks[0] if len(thinks) == 1 else "",
    }


class TournamentRun:
    """A tournament started by this server."""

    def __init__(self, store: Path, arguments: list[str]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="forthgame-run-")
        self._errors = Path(self._folder.name, "errors")
        command = [sys.executable, "-m", "forthgame", "autoplay", "--quiet", "--store", str(store)]
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [*command, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env={**os.environ, **child_variables()},
            )
        self.stopped = False

    @property
    def playing(self) -> bool:
        return self._process.poll() is None

    @property
    def trouble(self) -> str:
        """Return the error that ended the tournament, or an empty text."""
        code = self._process.poll()
        if code in (None, 0) or self.stopped:
            return ""
        if code is not None and code < 0:  # the cause is the signal, not an earlier message
            return exit_description(code).replace("its process", "the tournament", 1)
        return last_words(self._errors).strip() or f"the tournament ended with code {code}"

    def stop(self) -> None:
        self.stopped = True
        with suppress(OSError):
            self._process.terminate()

    def close(self) -> None:
        if self.playing:
            self.stop()
            try:
                self._process.wait(ENDING)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        with suppress(OSError):
            self._folder.cleanup()


class WatchedTournament:
    """A store that is polled while a page watches it."""

    def __init__(
        self, key: str, path: Path, runs: Mapping[str, TournamentRun], *, asking: bool
    ) -> None:
        self.key, self.path, self.runs = key, path, runs
        self.watchers: set[TableWatcher] = set()
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
        run, more = self.runs.get(self.key), False
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

    async def join(self, watcher: TableWatcher) -> None:
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

    def __init__(self, catalogue: ScriptCatalogue, *, saving: bool) -> None:
        self.catalogue, self.saving = catalogue, saving
        self.shelf = StoreFolders(catalogue.folders)
        self.runs: dict[str, TournamentRun] = {}  # by key of their store
        self._contests: dict[str, WatchedTournament] = {}
        self._children: dict[Path, Child] = {}
        self._views = Views()

    @property
    def children(self) -> list[Child]:
        return list(self._children.values())

    def find(self, key: str) -> WatchedTournament:
        """Return a store. Raises ForthgameError."""
        known = self._contests.get(key)
        if known is None or not (known.path.is_file() or self.runs.get(key)):
            path = self.shelf.find(key)
            if known is None:
                known = self._contests[key] = WatchedTournament(
                    key, path, self.runs, asking=self.saving
                )
        return known

    def begin(self, key: str, path: Path, arguments: list[str]) -> None:
        """Start a tournament with a new store. Raises ForthgameError, as if too many run."""
        if sum(run.playing for run in self.runs.values()) >= MOST_RUNS:
            raise ForthgameError(f"{MOST_RUNS} tournaments are running already: stop one, or wait")
        if key in self.runs:
            self.runs.pop(key).close()
        try:
            self.runs[key] = TournamentRun(path, arguments)
        except OSError as error:
            raise ForthgameError(f"no tournament can be started: {error.strerror}") from None
        if key in self._contests:
            before = self._contests.pop(key)
            before.halt()
            before.close()
        self._contests[key] = WatchedTournament(key, path, self.runs, asking=self.saving)

    def leave(self, watcher: TableWatcher) -> None:
        for contest in self._contests.values():
            contest.watchers.discard(watcher)

    def script_of(self, plan: Plan) -> Offered:
        """Return the referee's script of a tournament, if it is offered here.

        A store can name any path, so no other script is loaded for it. Raises ForthgameError.
        """
        found = self.catalogue.of_path(plan.referee, dict(plan.files).get(plan.referee, ""))
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
        cache_key = repr((script, start, texts, sorted(how.items())))
        message = {"do": "view", "start": start, "line": texts, **how}
        return await self._views.get(cache_key, lambda: self._child(script).ask(message, PATIENCE))

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
        for run in self.runs.values():
            if run.playing:
                run.stop()
        for run in self.runs.values():
            run.close()
        for child in self._children.values():
            child.close()


def start_of(record: GameRecord) -> Message:
    """Return the start of a tournament game: the referee's seed."""
    return {"seed": derive_seed(record.seed, record.number, 0)}
