"""Requests of a page about a position: explanations, analysis, counts, position and game texts."""

from __future__ import annotations

from functools import partial

from forthgame.base.errors import ForthgameError
from forthgame.play.processes import messages
from forthgame.ui.serve.request_fields import (
    LONGEST,
    Message,
    Page,
    Request,
    bounded,
    line_of,
    refuse_choices,
    replaced_of,
    seconds_of,
    table_of,
    text_of,
    view_options,
    whole_of,
)
from forthgame.ui.serve.table_hub import Hub
from forthgame.ui.tables.view_cache import body_of

ANALYSIS = 60.0  # seconds of an engine analysis
COUNTING = 30.0  # seconds for counting moves and for random games


async def _why(hub: Hub, page: Page, message: Message) -> Message:
    table = table_of(page)
    line, question = line_of(message, table), text_of(message, "question")
    answer = await table.ask("board", "why", line, question=question)
    return {"why": answer.get("why")}


async def _analyse(hub: Hub, page: Page, message: Message) -> Message:
    """Send best lines as events until the final answer."""
    table = table_of(page)
    engine = text_of(message, "engine", 200)
    bounded(engine)
    seconds = seconds_of(message, "seconds", ANALYSIS, 20.0)
    line, number = line_of(message, table), message.get("id")
    await table.child("analysis").stop()

    def report(found: Message) -> None:
        page.send({"event": "lines", "id": number, "lines": found.get("lines")})

    answer = await table.ask(
        "analysis",
        "analyse",
        line,
        seconds + 2 * COUNTING,
        report,
        engine=engine,
        lines=whole_of(message, "lines", 1, 8, 1),
        time=seconds,
    )
    return {"lines": answer.get("lines")}


async def _halt(hub: Hub, page: Page, message: Message) -> None:
    await table_of(page).child("analysis").stop()


async def _reported(
    hub: Hub,
    page: Page,
    message: Message,
    *,
    do: str,
    found: str,
    option: str,
    most: int,
    usual: int,
) -> Message:
    """Run a request with one numeric option, sending partial results as events."""
    table, number = table_of(page), message.get("id")

    def report(part: Message) -> None:
        page.send({"event": found, "id": number, found: part.get(found)})

    answer = await table.ask(
        "analysis",
        do,
        line_of(message, table),
        COUNTING,
        report,
        **{option: whole_of(message, option, 1, most, usual)},
    )
    return {found: answer.get(found)}


async def _edit(hub: Hub, page: Page, message: Message) -> Message:
    table = table_of(page)
    change = message.get("change")
    if change is not None and not isinstance(change, dict):
        raise ForthgameError("`change` names what is changed")
    line = line_of(message, table)
    refuse_choices(table)
    text = text_of(message, "text", LONGEST) if "text" in message else ""
    answer = await table.ask(
        "board", "edit", line, text=text, change=change, **view_options(message)
    )
    return body_of(answer)


async def _read(hub: Hub, page: Page, message: Message) -> None:
    """Begin from a position or continue a game, read from a text."""
    table = table_of(page)
    answer = await table.ask("board", "read", [], text=text_of(message, "text", LONGEST))
    start = messages.as_object(answer.get("start"))
    begun: Message = {"seed": messages.as_whole(start.get("seed", 1))}
    if "position" in start:
        begun["position"] = str(start["position"])[:LONGEST]
    plies = [messages.as_list(ply) for ply in messages.as_list(answer.get("moves"))]
    if any(len(ply) != 2 for ply in plies):
        raise ForthgameError("a ply that is not a player and a text")
    game = [(messages.as_text(a), messages.as_text(b)) for a, b in plies]
    await table.begin(begun, game, replaced_of(message))


async def _record(hub: Hub, page: Page, message: Message) -> Message:
    table = table_of(page)
    if table.record.start.get("position") or table.record.start.get("level"):
        raise ForthgameError("only games from the opening on can be kept: copy the position")
    refuse_choices(table)
    return {"text": table.record.game_file("*")}


REQUESTS: dict[str, Request] = {
    "why": _why,
    "analyse": _analyse,
    "halt": _halt,
    "count": partial(_reported, do="count", found="counts", option="depth", most=12, usual=3),
    "playouts": partial(
        _reported, do="playouts", found="playouts", option="games", most=100_000, usual=1000
    ),
    "edit": _edit,
    "read": _read,
    "record": _record,
}
