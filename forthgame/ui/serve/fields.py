"""Fields of a page's request, each checked before anything is done with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from forthgame.errors import ForthgameError
from forthgame.game.engines import parse_engine
from forthgame.play import messages
from forthgame.ui.serve.hub import Hub
from forthgame.ui.serve.record import MOST_PLIES
from forthgame.ui.serve.seen import Shown
from forthgame.ui.serve.table import LONGEST_THINK, Table
from forthgame.ui.serve.views import Watcher

LONGEST = 1 << 20  # characters of a script or a position that a page sends

Message = dict[str, Any]


class Page(Watcher, Protocol):
    """A browser that is connected."""

    table: Table | None


Request = Callable[[Hub, Page, Message], Awaitable[Message | None]]  # what it answers, if anything


def text_of(message: Message, name: str, longest: int = messages.TEXT) -> str:
    """A text of a request. Raises ForthgameError."""
    value = message.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise ForthgameError(f"`{name}` is not a text, or is longer than {longest} characters")
    return value.encode("utf-8", "replace").decode()


def whole_of(message: Message, name: str, least: int, most: int, default: int | None = None) -> int:
    """A whole number of a request, within bounds. Raises ForthgameError."""
    value = message.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ForthgameError(f"`{name}` is a whole number from {least} to {most}")
    return value


def shown_of(message: Message) -> Shown:
    """What the page showed when it asked. Raises ForthgameError."""
    mark = text_of(message, "mark") if "mark" in message else ""
    return Shown(whole_of(message, "at", 0, MOST_PLIES), mark)


def replaced_of(message: Message) -> Shown | None:
    """What the page showed that asks for another game, if it says so. Raises ForthgameError."""
    return shown_of(message) if "at" in message else None


def seconds_of(message: Message, name: str, most: float, default: float) -> float:
    """A number of seconds of a request. Raises ForthgameError."""
    value = message.get(name, default)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= most:
        raise ForthgameError(f"`{name}` is a number of seconds up to {most:g}")
    return float(value)


def line_of(message: Message, table: Table) -> list[str]:
    """The line of moves that a request is about: the game up to a ply, and moves behind it."""
    played = table.record.texts
    ply = whole_of(message, "ply", 0, MOST_PLIES, len(played))
    if ply > len(played):
        raise ForthgameError("the game has not gone on so far")
    more = message.get("more", [])
    if not isinstance(more, list) or len(more) > MOST_PLIES:
        raise ForthgameError("`more` is a list of moves")
    # what was chosen in secret counts only for the position as it stands
    shown = len(played) - table.concealed
    if shown < ply < len(played) or (more and ply > shown):
        raise ForthgameError("nobody may see that position before all have chosen")
    return played[:ply] + [text_of({"move": text}, "move") for text in more]


def refuse_choices(table: Table) -> None:
    """Raise ForthgameError while some of what was chosen is secret."""
    if table.concealed:
        raise ForthgameError("nobody may see what was chosen before all have")


def how_of(message: Message) -> Message:
    """How a position is drawn: whose side is at the bottom."""
    flip = message.get("flip")
    if flip is None or isinstance(flip, bool):
        return {"flip": bool(flip)}
    return {"flip": text_of(message, "flip")}


def table_of(page: Page) -> Table:
    """The table at which a page sits. Raises ForthgameError."""
    if page.table is None:
        raise ForthgameError("no table has been chosen")
    return page.table


def bounded(kind: str) -> None:
    """Raise ForthgameError for an engine that there is not, or that wants too much time."""
    _, own = parse_engine(kind)
    if own.time is not None and own.time > LONGEST_THINK:
        raise ForthgameError(f"an engine has at most {LONGEST_THINK:g} s a move here")
