"""The requests allowed to people with the link of one table but without the server's token."""

from __future__ import annotations

from forthgame.base.errors import ForthgameError
from forthgame.ui.serve.access_proof import Access
from forthgame.ui.tables.table_view import Message

WATCHING = frozenset({"hello", "who", "join", "leave", "view", "figures", "why", "rules"})
PLAYING = WATCHING | {
    "play",
    "half",
    "alike",
    "undo",
    "redo",
    "new",
    "resign",
    "clock",
    "claim",
    "sit",
    "stand",
    "offer",
    "reply",
    "record",
    "hint",
    "review",
}


def refuse_visitors(access: Access, message: Message) -> None:
    """Raise ForthgameError for a request that the link of a table does not allow."""
    if access.host:
        return
    do = message.get("do")
    if do not in (PLAYING if access.kind == "play" else WATCHING):
        raise ForthgameError("the link to this table does not allow that")
    if do == "join" and message.get("table") != access.table:
        raise ForthgameError("the link leads to another table")
