"""Public view of a table: game, status and drawn positions."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from forthgame.ui.tables.seat_holders import HUMAN, Person
from forthgame.ui.tables.table_record import TableClock, TableRecord
from forthgame.ui.tables.worker_process import PATIENCE, Child

Message = dict[str, Any]
VIEWS = 256  # cached positions
LARGEST = 64 << 20  # characters of all cached positions, besides the last


class TableWatcher(Protocol):
    """A browser that watches a table."""

    @property
    def person(self) -> Person:
        """The person at the browser."""

    @property
    def rights(self) -> str:
        """Return the person's rights: `server`, `play` or `watch`."""

    def send(self, event: Message) -> None:
        """Send an event."""


def body_of(answer: Message) -> Message:
    """Return a process's answer without the message kind."""
    return {name: part for name, part in answer.items() if name != "kind"}


class Views:
    """Least-recently-used cache of drawn positions."""

    def __init__(self) -> None:
        self._entries: OrderedDict[str, Message] = OrderedDict()
        self._size = 0

    async def get(self, key: str, draw: Callable[[], Awaitable[Message]]) -> Message:
        """Return a drawn position, from the cache or by calling `draw`."""
        found = self._entries.get(key)
        if found is None:
            found = body_of(await draw())
            self._store(key, found)
        else:
            self._entries.move_to_end(key)
        return found

    def _store(self, key: str, found: Message) -> None:
        self._size += _size(found) - _size(self._entries.pop(key, {}))
        self._entries[key] = found
        while len(self._entries) > 1 and (len(self._entries) > VIEWS or self._size > LARGEST):
            self._size -= _size(self._entries.popitem(last=False)[1])

    def clear(self) -> None:
        self._entries.clear()
        self._size = 0


def _size(found: Message) -> int:
    return sum(len(part) for part in found.values() if isinstance(part, str))


@dataclass(frozen=True)
class ShownState:
    """Position shown on a page when it sent a request: number of plies, and mark of the game.

    An empty mark matches any game of that length.
    """

    plies: int
    mark: str = ""


class TableView:
    """A table as shown to its watchers, with a process for each kind of work.

    game      declarations of the script, None until known
    status    state of the game, None until known
    trouble   last error
    said      remark of the engine that moved last
    thinking  player whose engine is thinking
    version   changes with every change
    """

    def __init__(self, record: TableRecord, script: Path) -> None:
        self.record = record
        self.script = script
        self._children: dict[str, Child] = {}
        self.closed = False
        self.version = 0
        self.watchers: set[TableWatcher] = set()
        self.game: Message | None = None
        self.status: Message | None = None
        self.trouble = self.said = self.thinking = ""
        self.clock = TableClock.from_document(record.clock)
        self.views = Views()

    def child(self, role: str) -> Child:
        """Return the process for a kind of work: `board`, `engine`, `analysis`, `checker`."""
        if role not in self._children:
            self._children[role] = Child(self.script)
        return self._children[role]

    @property
    def children(self) -> list[Child]:
        return list(self._children.values())

    def close(self) -> None:
        self.closed = True
        for child in self._children.values():
            child.close()
        self._children.clear()

    async def ask(
        self,
        role: str,
        do: str,
        line: list[str] | None = None,
        seconds: float | None = None,
        report: Callable[[Message], None] | None = None,
        **more: Any,
    ) -> Message:
        message = {"do": do, "start": self.record.start, **more}
        message["line"] = self.record.texts if line is None else line
        return await self.child(role).ask(message, PATIENCE if seconds is None else seconds, report)

    @property
    def player(self) -> str:
        """The player to move, empty if unknown."""
        return str((self.status or {}).get("player", ""))

    @property
    def over(self) -> bool:
        return bool((self.status or {}).get("over") or self.record.stopped)

    def snapshot(self) -> Message:
        record, plies = self.record, self._plies()
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
            "future": 0 if record.stopped else len(record.future),
            "resigned": record.resigned,
            "flagged": record.flagged,
            "agreed": record.agreed,
            "clock": self.clock.shown() if self.clock else None,
            "player": self.player,
            "over": self.over,
            "ended": self.ended,
            "thinking": self.thinking,
            "said": self.said,
            "trouble": self.trouble,
            "version": self.version,
            "watchers": len(self.watchers),
        }

    def snapshot_for(self, watcher: TableWatcher, shown: Message | None = None) -> Message:
        """Return the table as a person sees it, with held seats and the links to pass on."""
        record, key = self.record, watcher.person.key
        seating, offer = record.seating, record.offer
        present = self.present
        links = ("watch",) if watcher.rights == "watch" else ("play", "watch")
        return {
            **(shown or self.snapshot()),
            "rights": watcher.rights,
            "yours": seating.held_by(key),
            "free": seating.free,
            "together": len(seating.others(key)),
            "people": {
                player: {"name": holder.name, "here": holder.key in present}
                for player, holder in seating.holders.items()
                if record.seats.get(player) == HUMAN
            },
            "offer": offer
            and {
                "kind": offer["kind"],
                "player": offer["player"],
                "yours": offer["by"] == key,
                "open": key in seating.others(offer["by"]) and key not in offer["agreed"],
            },
            "links": {which: record.keys.get(which, "") for which in links},
        }

    @property
    def present(self) -> set[str]:
        """Return the keys of the people whose browsers are connected."""
        return {watcher.person.key for watcher in self.watchers}

    def _plies(self) -> list[list[str]]:
        seen = len(self.record.plies) - self.concealed
        return [[p, t if k < seen else ""] for k, (p, t) in enumerate(self.record.plies)]

    @property
    def mark(self) -> str:
        """Identifier of the game and its current state, separated by a dot.

        It does not depend on secret choices, even undone ones.
        """
        return self._mark_of(self._plies())

    def _mark_of(self, plies: list[list[str]]) -> str:
        record = self.record
        future = len(record.future) if record.together else record.future
        ends = [record.resigned, record.flagged] + ["agreed"] * record.agreed
        return f"{self._game_mark}.{_hash_of([plies, *ends, future])}"

    @property
    def _game_mark(self) -> str:
        return _hash_of([self.record.start, self.record.begun])

    def same_game(self, at: ShownState) -> bool:
        """Return whether the shown game is still the one at this table."""
        return at.mark.partition(".")[0] in ("", self._game_mark)

    @property
    def concealed(self) -> int:
        """Number of recent plies that are secret; all until the number is known."""
        if self.status is not None:
            return int(self.status["concealed"])
        return len(self.record.plies) if self.record.together else 0

    @property
    def ended(self) -> str:
        """Return the result in words; empty while the game goes on."""
        seats = list((self.game or {}).get("seats", self.record.seats))
        return self.record.given_up(seats) or str((self.status or {}).get("ended", ""))

    def broadcast(self) -> None:
        shown = self.snapshot()
        for watcher in list(self.watchers):
            watcher.send({"event": "table", "table": self.snapshot_for(watcher, shown)})

    async def view(self, line: list[str], how: Message) -> Message:
        """Return a position for the page, cached."""
        key = repr((self.record.start, line, sorted(how.items())))
        return await self.views.get(key, lambda: self.ask("board", "view", line, **how))


def _hash_of(document: Any) -> str:
    return hashlib.sha256(json.dumps(document).encode()).hexdigest()[:16]
