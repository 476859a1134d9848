"""Requests of a page, and their table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

from forthgame.base.environment import entropy, processors
from forthgame.base.errors import ForthgameError
from forthgame.play.processes import messages
from forthgame.rules.engines import ENGINES, SCRIPT, parse_engine
from forthgame.ui.serve.table_hub import Hub
from forthgame.ui.serve.watched_tournaments import game_document
from forthgame.ui.tables.game_table import HUMAN, LONGEST_THINK, GameTable, reload
from forthgame.ui.tables.offered_scripts import read_text, refuse_replaced, save_text
from forthgame.ui.tables.table_record import (
    LONGEST as LONGEST_CLOCK,
    LONGEST_STEP,
    MOST_PLIES,
    refuse_long,
)
from forthgame.ui.tables.table_view import Message, ShownState, TableWatcher, body_of
from forthgame.ui.tables.worker_process import uncancelled
from forthgame.version import __version__

LONGEST = 1 << 20  # characters of a script or position from a page

ANALYSIS = 60.0  # seconds of an engine analysis
COUNTING = 30.0  # seconds for counting moves and for random games
COVERED_GAMES = 1000  # games of a coverage
PATIENT = 120.0  # seconds for a coverage, as code with breakpoints is interpreted
MOST_TOURNAMENT_GAMES = 100_000  # games of a tournament started here
MOST_ENTRANTS = 32
LAST = 1 << 31  # above any game number


class Page(TableWatcher, Protocol):
    """A connected browser."""

    table: GameTable | None


Request = Callable[[Hub, Page, Message], Awaitable[Message | None]]  # returns an answer, or None


def text_of(message: Message, name: str, longest: int = messages.TEXT) -> str:
    value = message.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise ForthgameError(f"`{name}` is not a text, or is longer than {longest} characters")
    return value.encode("utf-8", "replace").decode()


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
    more = message.get("more", [])
    if not isinstance(more, list) or len(more) > MOST_PLIES:
        raise ForthgameError("`more` is a list of moves")
    # secret choices count only for the current position
    shown = len(played) - table.concealed
    if shown < ply < len(played) or (more and ply > shown):
        raise ForthgameError("that position is hidden until all players have chosen")
    return played[:ply] + [text_of({"move": text}, "move") for text in more]


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
    """Raise ForthgameError for an unknown engine, or one with too much time."""
    _, own = parse_engine(kind)
    if own.time is not None and own.time > LONGEST_THINK:
        raise ForthgameError(f"an engine has at most {LONGEST_THINK:g} s a move here")


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
        "games": hub.catalogue.documents(),
        "first": hub.catalogue.first,
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
    base = seconds_of(message, "base", LONGEST_CLOCK, 0.0)
    increment = seconds_of(message, "increment", LONGEST_STEP, 0.0)
    await table_of(page).set_clock(base, increment)


async def _seat(hub: Hub, page: Page, message: Message) -> None:
    given = message.get("seats")
    if not isinstance(given, dict) or len(given) > 64:
        raise ForthgameError("`seats` must be an object that names who plays each player")
    seats = {str(player): text_of(given, player, 200) for player in given}
    for kind in seats.values():
        if kind != HUMAN:
            bounded(kind)
    seconds = seconds_of(message, "seconds", LONGEST_THINK, 1.0)
    await table_of(page).seat(seats, seconds, ponder=message.get("ponder") is True)


# -- positions ------------------------------------------------------------------------------------


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
        raise ForthgameError("`change` must be an object")
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


# -- the script -----------------------------------------------------------------------------------


async def _script(hub: Hub, page: Page, message: Message) -> Message:
    offered = hub.catalogue.find(table_of(page).record.name)
    text, digest = read_text(offered)
    own = offered.folder is not None
    reason = "" if own else f"{offered.name} is bundled: changes can be checked here, not saved"
    if own and not hub.saving:
        reason = "the server is open to others, so scripts are not saved"
    return {"text": text, "digest": digest, "file": offered.path.name, "locked": reason}


async def _checked(
    hub: Hub, page: Page, message: Message, *, do: str, parts: tuple[str, ...]
) -> Message:
    """Return parts of the checker's answer about the script being edited."""
    script = text_of(message, "script", LONGEST)
    answer = await table_of(page).ask("checker", do, [], script=script)
    return {part: answer.get(part) for part in parts}


async def _coverage(hub: Hub, page: Page, message: Message) -> Message:
    games = whole_of(message, "games", 1, COVERED_GAMES, 20)
    return body_of(await table_of(page).ask("analysis", "coverage", [], PATIENT, games=games))


async def _trace(hub: Hub, page: Page, message: Message) -> Message:
    table = table_of(page)
    line = line_of(message, table)
    refuse_choices(table)
    answer = await table.ask(
        "analysis",
        "trace",
        line,
        word=text_of(message, "word"),
        position=text_of(message, "position") if "position" in message else "",
    )
    return body_of(answer)


@uncancelled
async def _save(hub: Hub, page: Page, message: Message) -> Message:
    table = table_of(page)
    if not hub.saving:
        raise ForthgameError("the server is open to others, so scripts are not saved")
    offered = hub.catalogue.find(table.record.name)
    text, seen = text_of(message, "script", LONGEST), text_of(message, "digest")
    backup, digest = save_text(offered, text, seen)
    try:
        outcome = await reload(table, adapt=True)
    except ForthgameError as error:
        outcome = (
            f"it could not be loaded: {error}"  # the page needs the new digest for further saves
        )
    for other in list(hub.tables.values()):  # other tables may be opened in the meantime
        if other is not table and other.script == table.script:
            with suppress(ForthgameError):
                await reload(other, adapt=False)
    return {"kept": backup, "digest": digest, "said": outcome}


async def _reload(hub: Hub, page: Page, message: Message) -> Message:
    return {"said": await reload(table_of(page), adapt=True)}


# -- tournaments ----------------------------------------------------------------------------------


async def _tournaments(hub: Hub, page: Page, message: Message) -> Message:
    hub.contests.leave(page)
    listed = await asyncio.to_thread(hub.contests.shelf.listed)
    for row in listed:
        run = hub.contests.runs.get(row["store"])
        row["playing"] = run is not None and run.playing
    return {
        "stores": listed,
        "folders": [folder.name or str(folder) for folder in hub.contests.shelf.folders],
        "locked": _locked(hub),
        "processors": processors(),
        "most": MOST_TOURNAMENT_GAMES,
    }


def _locked(hub: Hub) -> str:
    """Return the reason why no tournament can be started, or an empty text."""
    if not hub.contests.shelf.folders:
        return (
            "Tournaments are kept in the folder that the server was opened on: "
            "`forthgame serve FOLDER` opens one."
        )
    return "" if hub.saving else "The server is open to others, so no tournament is started here."


async def _watch(hub: Hub, page: Page, message: Message) -> Message:
    contest = hub.contests.find(text_of(message, "store"))
    hub.contests.leave(page)
    await contest.join(page)
    return {"tournament": contest.document}


async def _games(hub: Hub, page: Page, message: Message) -> Message:
    first = whole_of(message, "first", 0, LAST, 0)
    contest = hub.contests.find(text_of(message, "store"))
    return {"games": await contest.read(lambda reading: reading.rows(first))}


async def _game(hub: Hub, page: Page, message: Message) -> Message:
    number = whole_of(message, "number", 0, LAST)
    contest = hub.contests.find(text_of(message, "store"))
    plan, record = await contest.game(number)
    found: Message = {"game": {**game_document(plan, record), "playing": contest.playing(number)}}
    try:
        found["script"] = hub.contests.script_of(plan).name
    except ForthgameError as error:
        found["trouble"] = str(error)
    return found


async def _position(hub: Hub, page: Page, message: Message) -> Message:
    number, ply = whole_of(message, "number", 0, LAST), whole_of(message, "ply", 0, MOST_PLIES, 0)
    return await hub.contests.view(text_of(message, "store"), number, ply, view_options(message))


async def _take_over(hub: Hub, page: Page, message: Message) -> Message:
    number = whole_of(message, "number", 0, LAST)
    plan, record = await hub.contests.find(text_of(message, "store")).game(number)
    offered = hub.contests.script_of(plan)
    refuse_long(len(record.moves))
    return {"table": hub.open_game(offered.name, plan, record).record.table}


async def _compete(hub: Hub, page: Page, message: Message) -> Message:
    if reason := _locked(hub):
        raise ForthgameError(reason)
    game = hub.catalogue.find(text_of(message, "game"))
    given = message.get("entrants")
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_ENTRANTS:
        raise ForthgameError(f"`entrants` are up to {MOST_ENTRANTS} texts")
    entrants = [_entrant(hub, text_of({"entrant": text}, "entrant")) for text in given]
    folder = whole_of(message, "folder", 0, len(hub.contests.shelf.folders) - 1, 0)
    key, path = hub.contests.shelf.place(folder, text_of(message, "name", 80))
    arguments = [
        "--game",
        str(game.path),
        "--games",
        str(whole_of(message, "games", 1, MOST_TOURNAMENT_GAMES, 10)),
        "--jobs",
        str(whole_of(message, "jobs", 1, processors(), 1)),
    ]
    if "seconds" in message:
        arguments += ["--time", repr(seconds_of(message, "seconds", LONGEST_THINK, 0.1))]
    if "plies" in message:
        arguments += ["--plies", str(whole_of(message, "plies", 1, MOST_PLIES))]
    for script in (
        game,
        *(hub.catalogue.find(text) for text in given if hub.catalogue.offers(text)),
    ):
        refuse_replaced(script.path)
    hub.contests.begin(key, path, [*arguments, "--", *entrants])
    return {"store": key}


def _entrant(hub: Hub, text: str) -> str:
    """Return an entrant for `autoplay`: an engine, or an offered script.

    Raises ForthgameError for anything else, such as another program or a path.
    """
    if hub.catalogue.offers(text):
        return str(hub.catalogue.find(text).path)
    if text.partition(":")[0] == HUMAN:
        raise ForthgameError("no human plays in a tournament")
    parse_engine(text_of({"entrant": text}, "entrant", 200))
    bounded(text)
    name, sign, options = text.partition(":")
    return text if sign else f"{name}:{options}"


async def _stop(hub: Hub, page: Page, message: Message) -> None:
    run = hub.contests.runs.get(text_of(message, "store"))
    if run is None or not run.playing:
        raise ForthgameError("that tournament is not running here")
    run.stop()


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
    "tournaments": _tournaments,
    "tournament": _watch,
    "games": _games,
    "game": _game,
    "position": _position,
    "take-over": _take_over,
    "compete": _compete,
    "stop": _stop,
    "script": _script,
    "check": partial(_checked, do="check", parts=("findings", "more")),
    "words": partial(_checked, do="words", parts=("words", "own")),
    "coverage": _coverage,
    "trace": _trace,
    "save": _save,
    "reload": _reload,
}
