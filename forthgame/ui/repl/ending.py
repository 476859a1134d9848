"""The commands that end a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.ui.repl.commands import command

if TYPE_CHECKING:
    from forthgame.ui.repl.session import Session


@command("quit", "Session", "Leave; so does the end of the input.", game=False, paused=True)
def quit_(session: Session, rest: str) -> None:
    session.done = True


@command("bye", "Session", "The same, as Forth says it.", game=False, paused=True)
def bye(session: Session, rest: str) -> None:
    session.done = True
