"""Fields of answers from the processes of tables, which are untrusted."""

from __future__ import annotations

from typing import Any

from forthgame.play.processes.messages import as_list, as_number, as_object, as_text, as_whole
from forthgame.ui.tables.table_view import Message


def checked_status(value: Any) -> Message:
    """Return the fields of a status. Raises BadMessage."""
    given = as_object(value)
    return {
        "player": as_text(given.get("player")),
        "turn": as_whole(given.get("turn")),
        "over": given.get("over") is True,
        "ended": as_text(given.get("ended")),
        "count": as_whole(given.get("count")),
        "concealed": max(0, as_whole(given.get("concealed"))),
        "text": as_text(given.get("text")),
    }


def checked_game(value: Any) -> Message:
    """Return the fields of a script's declaration. Raises BadMessage."""
    given = as_object(value)
    names = ("players", "seats", "pieces", "positions", "levels")
    lists = {n: [as_text(text) for text in as_list(given.get(n))] for n in names}
    texts = {n: as_text(given.get(n)) for n in ("name", "digest")}
    comments = as_object(given.get("comments", {}))
    return {
        **lists,
        **texts,
        **{name: given.get(name) is True for name in ("together", "zsg")},
        "comments": {str(name): as_text(text) for name, text in comments.items()},
        "ladder": [_checked_rung(rung) for rung in as_list(given.get("ladder", []))],
    }


def _checked_rung(value: Any) -> list[Any]:
    engine, share, score = as_list(value)
    known = None if score is None else as_number(score)
    return [as_text(engine), as_number(share), known]


def said_of(answer: Message) -> str:
    """Return an engine's remark on its move."""
    found = answer.get("found")
    if not isinstance(found, dict) or not found.get("said"):
        return ""
    return f"{found['said']}, depth {found.get('depth')}"[:100]
