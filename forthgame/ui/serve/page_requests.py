"""Requests of a page: games, tables and playing, and the requests of other modules."""

from __future__ import annotations

from forthgame.base.environment import entropy
from forthgame.base.errors import ForthgameError
from forthgame.rules.engines import ENGINES, SCRIPT
from forthgame.ui.serve import position_requests, script_requests, tournament_requests
from forthgame.ui.serve.request_fields import (
    Message,
    Page,
    Request,
    bounded,
    line_of,
    replaced_of,
    seconds_of,
    shown_of,
    table_of,
    text_of,
    view_options,
    whole_of,
)
from forthgame.ui.serve.table_hub import Hub
from forthgame.ui.tables import table_clock
from forthgame.ui.tables.game_table import HUMAN, LONGEST_THINK
from forthgame.version import __version__

# -- games and tables -----------------------------------------------------------------------------


async def _hello(hub: Hub, page: Page, message: Message) -> Message:
    engines = [{"name": SCRIPT, "what": "the script's own engine", "lines": False}]
    engines += [
        {"name": engine.name, "what": engine.meaning, "lines": engine.step == "(search-to)"}
        for engine in ENGINES.values()
    ]
    return {
        "version": __version__,
        "token": hub.token,
        "games": hub.library.documents(),
        "first": hub.library.first,
        "tables": hub.listed(),
        "engines": engines,
        "longest": LONGEST_THINK,
    }


async def _open(hub: Hub, page: Page, message: Message) -> Message:
    return {"table": hub.open(text_of(message, "game")).record.table}


async def _join(hub: Hub, page: Page, message: Message) -> Message:
    table = hub.find(text_of(message, "table"))
    hub.contests.leave(page)
    if page.table is not None and page.table is not table:
        page.table.leave(page)
    page.table = table
    await table.join(page)
    return {"table": table.snapshot()}


async def _leave(hub: Hub, page: Page, message: Message) -> None:
    hub.contests.leave(page)
    if page.table is not None:
        page.table.leave(page)
    page.table = None


async def _delete(hub: Hub, page: Page, message: Message) -> Message:
    hub.delete(text_of(message, "table"))
    return {"tables": hub.listed()}


# -- playing --------------------------------------------------------------------------------------


async def _view(hub: Hub, page: Page, message: Message) -> Message:
    table = table_of(page)
    return await table.view(line_of(message, table), view_options(message))


async def _new(hub: Hub, page: Page, message: Message) -> None:
    table = table_of(page)
    start: Message = {"seed": entropy() & 0x7FFFFFFF}
    levels = (table.game or {}).get("levels", [])
    if levels:
        start["level"] = whole_of(message, "level", 1, len(levels), 1)
    await table.begin(start, at=replaced_of(message))


async def _clock(hub: Hub, page: Page, message: Message) -> None:
    base = seconds_of(message, "base", table_clock.LONGEST, 0.0)
    increment = seconds_of(message, "increment", table_clock.LONGEST_STEP, 0.0)
    await table_of(page).set_clock(base, increment)


async def _seat(hub: Hub, page: Page, message: Message) -> None:
    given = message.get("seats")
    if not isinstance(given, dict) or len(given) > 64:
        raise ForthgameError("`seats` says who plays each player")
    seats = {str(player): text_of(given, player, 200) for player in given}
    for kind in seats.values():
        if kind != HUMAN:
            bounded(kind)
    seconds = seconds_of(message, "seconds", LONGEST_THINK, 1.0)
    await table_of(page).seat(seats, seconds, ponder=message.get("ponder") is True)


REQUESTS: dict[str, Request] = {
    "hello": _hello,
    "open": _open,
    "join": _join,
    "leave": _leave,
    "delete": _delete,
    "view": _view,
    "play": lambda hub, page, message: table_of(page).play(
        shown_of(message), text_of(message, "move"), bool(message.get("exact"))
    ),
    "undo": lambda hub, page, message: table_of(page).undo(shown_of(message)),
    "redo": lambda hub, page, message: table_of(page).redo(shown_of(message)),
    "new": _new,
    "resign": lambda hub, page, message: table_of(page).resign(
        shown_of(message), text_of(message, "player")
    ),
    "clock": _clock,
    "claim": lambda hub, page, message: table_of(page).claim(
        shown_of(message), text_of(message, "player")
    ),
    "seat": _seat,
    **position_requests.REQUESTS,
    **tournament_requests.REQUESTS,
    **script_requests.REQUESTS,
}
