"""What everybody sees of a table: the game, how it stands, and positions as they are drawn."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forthgame.ui.serve.clock import Clock
from forthgame.ui.serve.processes import Processes
from forthgame.ui.serve.record import Record
from forthgame.ui.serve.views import Message, Views, Watcher


@dataclass(frozen=True)
class Shown:
    """What a page showed when something was chosen there: so many plies of a game with a mark.

    Without a mark it is any game that has come so far.
    """

    plies: int
    mark: str = ""


class Seen(Processes):
    """A table as it is shown.

    game      what the script declares, None until it is known
    status    how the game stands, None until it is known
    trouble   what has gone wrong
    said      what the engine that moved last says of its move
    thinking  the player whose engine thinks
    version   is another one after each change
    """

    def __init__(self, record: Record, script: Path) -> None:
        super().__init__(record, script)
        self.version = 0
        self.watchers: set[Watcher] = set()
        self.game: Message | None = None
        self.status: Message | None = None
        self.trouble = self.said = self.thinking = ""
        self.clock = Clock.from_document(record.clock)
        self._views = Views()

    def snapshot(self) -> Message:
        """The table for the page; choices that nobody may see yet are left out."""
        record, status = self.record, self.status or {}
        plies, over = self._plies(), bool(status.get("over") or record.loser)
        return {
            "table": record.table,
            "name": record.name,
            "game": self.game,
            "script": record.script,
            "seats": record.seats,
            "seconds": record.seconds,
            "ponder": record.ponder,
            "level": record.start.get("level"),
            "plies": plies,
            "mark": self._mark_of(plies),
            "future": 0 if record.loser else len(record.future),
            "resigned": record.resigned,
            "flagged": record.flagged,
            "clock": self.clock.shown() if self.clock else None,
            "player": status.get("player", ""),
            "over": over,
            "ended": self.ended,
            "thinking": self.thinking,
            "said": self.said,
            "trouble": self.trouble,
            "version": self.version,
            "watchers": len(self.watchers),
        }

    def _plies(self) -> list[list[str]]:
        """The plies, without texts that nobody may see yet."""
        seen = len(self.record.plies) - self.concealed
        return [[p, t if k < seen else ""] for k, (p, t) in enumerate(self.record.plies)]

    @property
    def mark(self) -> str:
        """Which game it is, and behind a dot in which way it has come to where it stands.

        What was chosen in secret is not in it, also of what was taken back.
        """
        return self._mark_of(self._plies())

    def _mark_of(self, plies: list[list[str]]) -> str:
        record = self.record
        future = len(record.future) if record.together else record.future
        return f"{self._game_mark}.{_short([plies, record.resigned, record.flagged, future])}"

    @property
    def _game_mark(self) -> str:
        return _short([self.record.start, self.record.begun])

    def same_game(self, at: Shown) -> bool:
        """Whether the game that was shown is still the one at this table."""
        return at.mark.partition(".")[0] in ("", self._game_mark)

    @property
    def concealed(self) -> int:
        """How many of the newest plies nobody may see yet: all until it is known how many."""
        if self.status is not None:
            return int(self.status["concealed"])
        return len(self.record.plies) if self.record.together else 0

    @property
    def ended(self) -> str:
        """How the game has ended, in words; nothing while it goes on."""
        seats = list((self.game or {}).get("seats", self.record.seats))
        given = self.record.given_up(seats)
        return given or str((self.status or {}).get("ended", ""))

    def tell_all(self) -> None:
        """Send all who look on how the table stands."""
        event = {"event": "table", "table": self.snapshot()}
        for watcher in list(self.watchers):
            watcher.tell(event)

    async def view(self, line: list[str], how: Message) -> Message:
        """A position as the page shows it; those that were looked at are kept."""
        key = repr((self.record.start, line, sorted(how.items())))
        return await self._views.get(key, lambda: self.ask("board", "view", line, **how))

    def forget_views(self) -> None:
        """Forget positions as they were drawn: the script is another."""
        self._views.clear()


def _short(document: Any) -> str:
    """A short text that is another one for another document."""
    return hashlib.sha256(json.dumps(document).encode()).hexdigest()[:16]
