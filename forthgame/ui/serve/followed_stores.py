"""Tournament stores in the opened folders: find, list and follow them."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from forthgame.base.errors import ForthgameError, shortened
from forthgame.play.model.game_record import GameRecord
from forthgame.play.plan.plan import Plan, fingerprint
from forthgame.play.results.analysis import Analyser
from forthgame.play.results.text_report import (
    difference_lines,
    games_lines,
    results_table,
    sprt_lines,
)
from forthgame.play.run.live_games import LiveGame
from forthgame.play.store.store import Store
from forthgame.ui.tables.offered_scripts import is_store, stores_in

LISTED = 60  # most recently written stores listed on the page
ROWS = 50  # games sent to the page at a time
PORTION = 0.25  # seconds of reading between reports
SETTLED = 2.0  # seconds after which file times distinguish all writes
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}")
SUFFIX = ".sqlite"

Message = dict[str, Any]


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
