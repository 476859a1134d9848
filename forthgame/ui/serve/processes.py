"""The processes of a table: one for each kind of work, started when it is first asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from forthgame.ui.serve.child import Child
from forthgame.ui.serve.record import Record

PATIENCE = 25.0  # seconds for a list of moves, a move, an explanation

Message = dict[str, Any]


class Processes:
    """What asks the processes of a table."""

    def __init__(self, record: Record, script: Path) -> None:
        self.record = record
        self.script = script
        self._children: dict[str, Child] = {}
        self.closed = False

    def child(self, role: str) -> Child:
        """The process for a kind of work: `board`, `engine`, `analysis`, `checker`."""
        if role not in self._children:
            self._children[role] = Child(self.script)
        return self._children[role]

    @property
    def children(self) -> list[Child]:
        """The processes that there are."""
        return list(self._children.values())

    def close(self) -> None:
        """End the processes."""
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
        """Ask a process about the game, or about another line of moves."""
        message = {"do": do, "start": self.record.start, **more}
        message["line"] = self.record.texts if line is None else line
        return await self.child(role).ask(message, PATIENCE if seconds is None else seconds, report)
