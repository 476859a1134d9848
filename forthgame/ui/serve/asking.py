"""What a page may ask for, and the answers. Every field of a request is checked here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

from forthgame import __version__
from forthgame.errors import ForthgameError
from forthgame.game.engines import ENGINES, SCRIPT, parse_engine
from forthgame.game.streams import entropy
from forthgame.play import messages
from forthgame.ui.serve.hub import Hub
from forthgame.ui.serve.scripts import read_text, save_text
from forthgame.ui.serve.table import HUMAN, LONGEST_THINK, MOST_PLIES, Table, Watcher

LONGEST = 1 << 20  # characters of a script or a position that a page sends
ANALYSIS = 60.0  # seconds that engines look at a position
COUNTING = 30.0  # seconds for counting moves and random games

Message = dict[str, Any]


class Page(Watcher, Protocol):
    """A browser that is connected."""

    table: Table | None


def text_of(message: Message, name: str, longest: int = 2000) -> str:
    """A text of a request. Raises ForthgameError."""
    value = message.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise ForthgameError(f"`{name}` is no text, or longer than {longest} characters")
    return value.encode("utf-8", "replace").decode()


def whole_of(message: Message, name: str, least: int, most: int, default: int | None = None) -> int:
    """A whole number of a request, within bounds. Raises ForthgameError."""
    value = message.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ForthgameError(f"`{name}` is a whole number from {least} to {most}")
    return value


def seconds_of(message: Message, name: str, most: float, default: float) -> float:
    """A number of seconds of a request. Raises ForthgameError."""
    value = message.get(name, default)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= most:
        raise ForthgameError(f"`{name}` is a number of seconds up to {most:g}")
    return float(value)


def line_of(message: Message, table: Table) -> list[str]:
    """The line of moves that a request is about: the game up to a ply, and moves behind it."""
    played = table.record.texts
    status = table.status or {}
    ply = whole_of(message, "ply", 0, MOST_PLIES, len(played))
    if ply > len(played):
        raise ForthgameError("the game has not gone on so far")
    more = message.get("more", [])
    if not isinstance(more, list) or len(more) > MOST_PLIES:
        raise ForthgameError("`more` is a list of moves")
    # what was chosen in secret counts only for the position as it stands
    shown = len(played) - int(status.get("concealed", 0))
    if shown < ply < len(played) or (more and ply > shown):
        raise ForthgameError("nobody may see that position before all have chosen")
    return played[:ply] + [text_of({"move": text}, "move") for text in more]


def _how(message: Message) -> Message:
    """How a position is drawn: whose side is at the bottom."""
    flip = message.get("flip")
    if flip is None or isinstance(flip, bool):
        return {"flip": bool(flip)}
    return {"flip": text_of(message, "flip")}


def _table(page: Page) -> Table:
    if page.table is None:
        raise ForthgameError("no table has been chosen")
    return page.table


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
    if page.table is not None and page.table is not table:
        page.table.leave(page)
    page.table = table
    await table.join(page)
    return {"table": table.snapshot()}


async def _leave(hub: Hub, page: Page, message: Message) -> Message:
    if page.table is not None:
        page.table.leave(page)
    page.table = None
    return {}


async def _delete(hub: Hub, page: Page, message: Message) -> Message:
    hub.delete(text_of(message, "table"))
    return {"tables": hub.listed()}


# -- playing --------------------------------------------------------------------------------------


async def _view(hub: Hub, page: Page, message: Message) -> Message:
    table = _table(page)
    return await table.view(line_of(message, table), _how(message))


async def _play(hub: Hub, page: Page, message: Message) -> Message:
    at = whole_of(message, "at", 0, MOST_PLIES)
    await _table(page).play(at, text_of(message, "move"), bool(message.get("exact")))
    return {}


async def _undo(hub: Hub, page: Page, message: Message) -> Message:
    await _table(page).undo(whole_of(message, "at", 0, MOST_PLIES))
    return {}


async def _redo(hub: Hub, page: Page, message: Message) -> Message:
    await _table(page).redo(whole_of(message, "at", 0, MOST_PLIES))
    return {}


async def _new(hub: Hub, page: Page, message: Message) -> Message:
    table = _table(page)
    start: Message = {"seed": entropy() & 0x7FFFFFFF}
    levels = (table.game or {}).get("levels", [])
    if levels:
        start["level"] = whole_of(message, "level", 1, len(levels), 1)
    await table.begin(start)
    return {}


async def _resign(hub: Hub, page: Page, message: Message) -> Message:
    at = whole_of(message, "at", 0, MOST_PLIES)
    await _table(page).resign(at, text_of(message, "player"))
    return {}


async def _seat(hub: Hub, page: Page, message: Message) -> Message:
    given = message.get("seats")
    if not isinstance(given, dict) or len(given) > 64:
        raise ForthgameError("`seats` says who plays each player")
    seats = {str(player): text_of(given, player, 200) for player in given}
    for kind in seats.values():
        if kind != HUMAN:
            _bounded(kind)
    await _table(page).seat(seats, seconds_of(message, "seconds", LONGEST_THINK, 1.0))
    return {}


def _bounded(kind: str) -> None:
    """Raise ForthgameError for an engine that there is not, or that wants too much time."""
    _, own = parse_engine(kind)
    if own.time is not None and own.time > LONGEST_THINK:
        raise ForthgameError(f"an engine has at most {LONGEST_THINK:g} s a move here")


# -- looking into a position ----------------------------------------------------------------------


async def _why(hub: Hub, page: Page, message: Message) -> Message:
    table = _table(page)
    line, question = line_of(message, table), text_of(message, "question")
    answer = await table.ask("board", "why", line, question=question)
    return {"why": answer.get("why")}


async def _analyse(hub: Hub, page: Page, message: Message) -> Message:
    """Best lines, as events until the answer comes."""
    table = _table(page)
    engine = text_of(message, "engine", 200)
    _bounded(engine)
    seconds = seconds_of(message, "seconds", ANALYSIS, 20.0)
    line, number = line_of(message, table), message.get("id")
    child = table.child("analysis")
    if child.busy:
        await child.stop()

    def report(found: Message) -> None:
        page.tell({"event": "lines", "id": number, "lines": found.get("lines")})

    answer = await table.ask(
        "analysis", "analyse", line, seconds + 2 * COUNTING, report,
        engine=engine, lines=whole_of(message, "lines", 1, 8, 1), time=seconds,
    )  # fmt: skip
    return {"lines": answer.get("lines")}


async def _halt(hub: Hub, page: Page, message: Message) -> Message:
    """End what engines are looking at, and counting."""
    child = _table(page).child("analysis")
    if child.busy:
        await child.stop()
    return {}


async def _count(hub: Hub, page: Page, message: Message) -> Message:
    return await _reported(page, message, "count", "counts", "depth", 12, 3)


async def _playouts(hub: Hub, page: Page, message: Message) -> Message:
    return await _reported(page, message, "playouts", "playouts", "games", 100_000, 1000)


async def _reported(
    page: Page, message: Message, do: str, found: str, option: str, most: int, usual: int
) -> Message:
    """What a process finds with a number as an option; what it has so far is sent as it comes."""
    table, number = _table(page), message.get("id")

    def report(part: Message) -> None:
        page.tell({"event": found, "id": number, found: part.get(found)})

    answer = await table.ask(
        "analysis", do, line_of(message, table), COUNTING, report,
        **{option: whole_of(message, option, 1, most, usual)},
    )  # fmt: skip
    return {found: answer.get(found)}


async def _read(hub: Hub, page: Page, message: Message) -> Message:
    """Begin with a position, or go on with a game, from a text."""
    table = _table(page)
    answer = await table.ask("board", "read", [], text=text_of(message, "text", LONGEST))
    start = messages.as_object(answer.get("start"))
    begun: Message = {"seed": messages.as_whole(start.get("seed", 1))}
    if "position" in start:
        begun["position"] = str(start["position"])[:LONGEST]
    plies = [messages.as_list(ply) for ply in messages.as_list(answer.get("moves"))]
    if any(len(ply) != 2 for ply in plies):
        raise ForthgameError("a ply that is not a player and a text")
    await table.begin(begun, [(messages.as_text(a), messages.as_text(b)) for a, b in plies])
    return {}


async def _record(hub: Hub, page: Page, message: Message) -> Message:
    """The game as a text that can be kept."""
    table = _table(page)
    if table.record.start.get("position") or table.record.start.get("level"):
        raise ForthgameError("only games from the opening on can be kept: copy the position")
    if (table.status or {}).get("concealed"):
        raise ForthgameError("nobody may see what was chosen before all have")
    return {"text": table.record.game_file("*")}


# -- the script -----------------------------------------------------------------------------------


async def _script(hub: Hub, page: Page, message: Message) -> Message:
    offered = hub.library.find(_table(page).record.name)
    text, digest = read_text(offered)
    own = offered.folder is not None
    reason = "" if own else f"{offered.name} is bundled: changes can be checked here, not saved"
    if own and not hub.saving:
        reason = "the server is open to others, so scripts are not saved"
    return {"text": text, "digest": digest, "file": offered.path.name, "locked": reason}


async def _check(hub: Hub, page: Page, message: Message) -> Message:
    script = text_of(message, "script", LONGEST)
    answer = await _table(page).ask("checker", "check", [], script=script)
    return {"findings": answer.get("findings"), "more": answer.get("more")}


async def _save(hub: Hub, page: Page, message: Message) -> Message:
    """Write the script, because somebody has asked for it, and load it anew."""
    table = _table(page)
    if not hub.saving:
        raise ForthgameError("the server is open to others, so scripts are not saved")
    offered = hub.library.find(table.record.name)
    text, seen = text_of(message, "script", LONGEST), text_of(message, "digest")
    kept, digest = save_text(offered, text, seen)
    said = await table.reload()
    for other in hub.tables.values():
        if other is not table and other.script == table.script:
            with suppress(ForthgameError):
                await other.reload()
    return {"kept": kept, "digest": digest, "said": said}


async def _reload(hub: Hub, page: Page, message: Message) -> Message:
    return {"said": await _table(page).reload()}


Request = Callable[[Hub, Page, Message], Awaitable[Message]]
REQUESTS: dict[str, Request] = {
    "hello": _hello,
    "open": _open,
    "join": _join,
    "leave": _leave,
    "delete": _delete,
    "view": _view,
    "play": _play,
    "undo": _undo,
    "redo": _redo,
    "new": _new,
    "resign": _resign,
    "seat": _seat,
    "why": _why,
    "analyse": _analyse,
    "halt": _halt,
    "count": _count,
    "playouts": _playouts,
    "read": _read,
    "record": _record,
    "script": _script,
    "check": _check,
    "save": _save,
    "reload": _reload,
}
