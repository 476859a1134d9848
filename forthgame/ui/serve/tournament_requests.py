"""Requests of a page about tournaments."""

from __future__ import annotations

import asyncio

from forthgame.base.environment import processors
from forthgame.base.errors import ForthgameError
from forthgame.rules.engines import parse_engine
from forthgame.ui.serve.known_images import without_known_images
from forthgame.ui.serve.request_fields import (
    Page,
    Request,
    bounded,
    seconds_of,
    text_of,
    view_options,
    whole_of,
)
from forthgame.ui.serve.table_hub import Hub
from forthgame.ui.serve.watched_tournaments import game_document
from forthgame.ui.tables.game_table import LONGEST_THINK
from forthgame.ui.tables.offered_scripts import refuse_replaced
from forthgame.ui.tables.seat_holders import HUMAN
from forthgame.ui.tables.table_record import (
    MOST_PLIES,
    refuse_long,
)
from forthgame.ui.tables.table_view import Message

MOST_TOURNAMENT_GAMES = 100_000  # games of a tournament started here
MOST_ENTRANTS = 32
LAST = 1 << 31  # above any game number


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
    store = text_of(message, "store")
    found = await hub.contests.view(store, number, ply, view_options(message))
    return without_known_images(found, message)


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
    "tournaments": _tournaments,
    "tournament": _watch,
    "games": _games,
    "game": _game,
    "position": _position,
    "take-over": _take_over,
    "compete": _compete,
    "stop": _stop,
}
