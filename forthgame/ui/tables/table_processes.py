"""Processes of a table, one for each kind of work, started on first use.

Their answers are untrusted and checked field by field.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from forthgame.play.processes import messages
from forthgame.ui.tables.table_record import TableRecord
from forthgame.ui.tables.worker_process import Child

PATIENCE = 25.0  # seconds for a move list, a move or an explanation

Message = dict[str, Any]


class Processes:
    """Sends requests to the processes of a table."""

    def __init__(self, record: TableRecord, script: Path) -> None:
        self.record = record
        self.script = script
        self._children: dict[str, Child] = {}
        self.closed = False

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


# -- what they say --------------------------------------------------------------------------------


def checked_status(value: Any) -> Message:
    """Return the fields of a status. Raises BadMessage."""
    given = messages.as_object(value)
    return {
        "player": messages.as_text(given.get("player")),
        "turn": messages.as_whole(given.get("turn")),
        "over": given.get("over") is True,
        "ended": messages.as_text(given.get("ended")),
        "count": messages.as_whole(given.get("count")),
        "concealed": max(0, messages.as_whole(given.get("concealed"))),
        "text": messages.as_text(given.get("text")),
    }


def checked_game(value: Any) -> Message:
    """Return the fields of a script's declaration. Raises BadMessage."""
    given = messages.as_object(value)
    names = ("players", "seats", "pieces", "positions", "levels")
    lists = {n: [messages.as_text(text) for text in messages.as_list(given.get(n))] for n in names}
    texts = {n: messages.as_text(given.get(n)) for n in ("name", "digest")}
    return {**lists, **texts, "together": given.get("together") is True}


def said_of(answer: Message) -> str:
    """Return an engine's remark on its move."""
    found = answer.get("found")
    if not isinstance(found, dict) or not found.get("said"):
        return ""
    return f"{found['said']}, depth {found.get('depth')}"[:100]
