"""Show games in progress, ply by ply, to a process that watches a store.

A watcher asks by touching `STORE-watched`. If that was done in the last seconds, the playing
process writes the games in its workers' shared memory to `STORE-playing`. Without a watcher this
costs one system call in a quarter of a second. The watcher may be another program, which can come
and go at any time.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from forthgame.base.untrusted_json import parse_json
from forthgame.play.plan.plan import Plan
from forthgame.play.processes import messages
from forthgame.play.processes.progress_log import IDLE, GameLog

FRESH = 5.0  # seconds for which a request and a written file are valid
BETWEEN = 0.4  # seconds between two writes
LONGEST = 256 << 10  # bytes of a game's moves that are shown
SHOWN = 64  # games shown at a time

Moves = list[tuple[str, str]]


@dataclass(frozen=True)
class LiveGame:
    """A game in progress; `running` is the entrant to move, or a negative number."""

    number: int
    running: int
    moves: Moves


def request_file(store: Path) -> Path:
    """Return the file that watchers touch."""
    return Path(f"{store}-watched")


def live_file(store: Path) -> Path:
    """Return the file in which watchers find the games."""
    return Path(f"{store}-playing")


class LiveWriter:
    """The playing side."""

    def __init__(self, store: Path) -> None:
        self._request, self._file = request_file(store), live_file(store)
        self._seen: list[tuple[int, int, int]] = []
        self._written = 0.0

    def look(self, logs: Iterable[GameLog]) -> None:
        """Write the games in progress if a watcher asks and anything has changed."""
        if not _fresh(self._request):
            self.close()
            return
        now = time.monotonic()
        if now - self._written < BETWEEN:
            return
        logs = list(logs)[:SHOWN]
        seen = [log.read() for log in logs]
        with suppress(OSError):
            if self._written and seen == self._seen and self._file.exists():
                os.utime(self._file)  # unchanged
            else:
                self._write([found for log in logs if (found := game_in_progress(log)) is not None])
            self._seen, self._written = seen, now

    def _write(self, games: list[LiveGame]) -> None:
        document = {"games": [vars(game) for game in games]}
        handle, name = tempfile.mkstemp(dir=self._file.parent, prefix=f"{self._file.name}-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(document, file)
            os.replace(name, self._file)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise

    def close(self) -> None:
        if self._written:
            self._written = 0.0
            with suppress(OSError):
                self._file.unlink(missing_ok=True)


def game_in_progress(log: GameLog) -> LiveGame | None:
    """Return the game of a process that may be writing; None between two games."""
    _, number, running = log.read()
    moves = log.moves(LONGEST)
    _, after, _ = log.read()
    if running == IDLE or after != number or len(log.moves(LONGEST)) < len(moves):
        return None
    return LiveGame(number, running, moves)


class LiveReader:
    """The watching side."""

    def __init__(self, store: Path) -> None:
        self._request, self._file = request_file(store), live_file(store)

    def read(self, plan: Plan) -> list[LiveGame]:
        """Ask for the games in progress and return the last answer, empty if none is recent."""
        with suppress(OSError):
            how = os.O_CREAT | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)
            os.close(os.open(self._request, how, 0o600))
            os.utime(self._request)
        if not _fresh(self._file):
            return []
        try:
            with self._file.open("rb") as file:
                document = parse_json(file.read(messages.LONGEST))
            shown = messages.as_list(document["games"])[:SHOWN]
            found: list[LiveGame] = messages.as_type(list[LiveGame], shown)
        except (OSError, ValueError, KeyError, TypeError, messages.BadMessage):
            return []
        return [game for game in found if 0 <= game.number < plan.games]

    def leave(self) -> None:
        """Stop asking, and delete both files."""
        for path in (self._request, self._file):
            with suppress(OSError):
                path.unlink(missing_ok=True)


def _fresh(path: Path) -> bool:
    try:
        return abs(time.time() - path.stat().st_mtime) < FRESH
    except OSError:
        return False
