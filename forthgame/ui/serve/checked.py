"""What a table's process says, read as a stranger's word: fields that must be there, of a kind."""

from __future__ import annotations

from typing import Any

from forthgame.play import messages

Message = dict[str, Any]


def checked_status(value: Any) -> Message:
    """A status with the fields that it must have. Raises BadMessage."""
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
    """What a script declares, with the fields that it must have. Raises BadMessage."""
    given = messages.as_object(value)
    names = ("players", "seats", "pieces", "positions", "levels")
    lists = {n: [messages.as_text(text) for text in messages.as_list(given.get(n))] for n in names}
    texts = {n: messages.as_text(given.get(n)) for n in ("name", "digest")}
    return {**lists, **texts, "together": given.get("together") is True}


def said_of(answer: Message) -> str:
    """What an engine says of its move."""
    found = answer.get("found")
    if not isinstance(found, dict) or not found.get("said"):
        return ""
    return f"{found['said']}, depth {found.get('depth')}"[:100]
