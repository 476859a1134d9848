"""The fields of a request from a page, checked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from forthgame.base.errors import ForthgameError
from forthgame.play.processes import messages
from forthgame.rules.engines import parse_engine
from forthgame.ui.serve.access_proof import Access
from forthgame.ui.serve.table_hub import Hub
from forthgame.ui.tables.game_table import LONGEST_THINK, GameTable
from forthgame.ui.tables.level_seats import level_of
from forthgame.ui.tables.seat_holders import Person
from forthgame.ui.tables.table_record import MOST_PLIES
from forthgame.ui.tables.table_view import Message, ShownState, TableWatcher


class Page(TableWatcher, Protocol):
    """A connected browser."""

    access: Access
    person: Person
    table: GameTable | None


Request = Callable[[Hub, Page, Message], Awaitable[Message | None]]  # returns an answer, or None


def text_of(message: Message, name: str, longest: int = messages.TEXT) -> str:
    value = message.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise ForthgameError(f"`{name}` is not a text, or is longer than {longest} characters")
    return value.encode("utf-8", "replace").decode()


def texts_of(message: Message, name: str, most: int) -> list[str]:
    """Return a list of texts, empty if the request has none. Raises ForthgameError."""
    value = message.get(name, [])
    if not isinstance(value, list) or len(value) > most:
        raise ForthgameError(f"`{name}` is a list of at most {most} texts")
    return [text_of({name: text}, name) for text in value]


def whole_of(message: Message, name: str, least: int, most: int, default: int | None = None) -> int:
    """Return an integer of a request, within bounds. Raises ForthgameError."""
    value = message.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ForthgameError(f"`{name}` is a whole number from {least} to {most}")
    return value


def shown_of(message: Message) -> ShownState:
    """Return the position on the page. Raises ForthgameError."""
    mark = text_of(message, "mark") if "mark" in message else ""
    return ShownState(whole_of(message, "at", 0, MOST_PLIES), mark)


def replaced_of(message: Message) -> ShownState | None:
    """Return the position shown when another game was requested, if the request has one.

    Raises ForthgameError.
    """
    return shown_of(message) if "at" in message else None


def seconds_of(message: Message, name: str, most: float, default: float) -> float:
    value = message.get(name, default)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= most:
        raise ForthgameError(f"`{name}` is a number of seconds up to {most:g}")
    return float(value)


def line_of(message: Message, table: GameTable) -> list[str]:
    """Return the moves of a request: the game up to a ply, and further moves."""
    played = table.record.texts
    ply = whole_of(message, "ply", 0, MOST_PLIES, len(played))
    if ply > len(played):
        raise ForthgameError("the game has not gone on so far")
    more = texts_of(message, "more", MOST_PLIES)
    # secret choices count only for the current position
    shown = len(played) - table.concealed
    if shown < ply < len(played) or (more and ply > shown):
        raise ForthgameError("that position is hidden until all players have chosen")
    return played[:ply] + more


def refuse_choices(table: GameTable) -> None:
    if table.concealed:
        raise ForthgameError("choices are hidden until all players have chosen")


def view_options(message: Message) -> Message:
    flip = message.get("flip")
    if flip is None or isinstance(flip, bool):
        return {"flip": bool(flip)}
    return {"flip": text_of(message, "flip")}


def table_of(page: Page) -> GameTable:
    if page.table is None:
        raise ForthgameError("no table has been chosen")
    return page.table


def bounded(kind: str) -> None:
    """Raise ForthgameError for an unknown level or engine, or one with too much time."""
    if level_of(kind):
        return
    _, own = parse_engine(kind)
    if own.time is not None and own.time > LONGEST_THINK:
        raise ForthgameError(f"an engine has at most {LONGEST_THINK:g} s a move here")
