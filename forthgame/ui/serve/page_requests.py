"""Requests of a page about its table and script, and the table of all requests."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from forthgame.base.environment import entropy
from forthgame.base.errors import ForthgameError
from forthgame.play.processes import messages
from forthgame.rules.engines import ENGINES, SCRIPT
from forthgame.ui.serve import tournament_requests
from forthgame.ui.serve.known_images import without_known_images
from forthgame.ui.serve.request_fields import (
    Page,
    Request,
    bounded,
    line_of,
    refuse_choices,
    replaced_of,
    seconds_of,
    shown_of,
    table_of,
    text_of,
    texts_of,
    view_options,
    whole_of,
)
from forthgame.ui.serve.table_hub import Hub
from forthgame.ui.tables.game_table import LONGEST_THINK
from forthgame.ui.tables.offered_scripts import read_text, readme_of, save_text
from forthgame.ui.tables.script_reload import reload
from forthgame.ui.tables.seat_holders import FREE, HUMAN, SHORTEST, Person, name_of, person_key
from forthgame.ui.tables.table_record import (
    LONGEST as LONGEST_CLOCK,
    LONGEST_STEP,
)
from forthgame.ui.tables.table_view import Message, body_of
from forthgame.ui.tables.worker_process import uncancelled
from forthgame.version import __version__

LONGEST = 1 << 20  # characters of a script or position from a page

ANALYSIS = 60.0  # seconds of an engine analysis
ADVICE = 1.0  # seconds of a search for advice
COUNTING = 30.0  # seconds for counting moves and for random games
COVERED_GAMES = 1000  # games of a coverage
PATIENT = 120.0  # seconds for a coverage, as code with breakpoints is interpreted


# -- games and tables -----------------------------------------------------------------------------


async def _hello(hub: Hub, page: Page, message: Message) -> Message:
    engines = [{"name": SCRIPT, "what": "the script's own engine", "lines": False}]
    engines += [
        {"name": engine.name, "what": engine.meaning, "lines": engine.step == "(search-to)"}
        for engine in ENGINES.values()
    ]
    known: Message = {"version": __version__, "engines": engines, "longest": LONGEST_THINK}
    if not page.access.host:
        return {**known, "games": [], "first": [], "tables": []}
    return {
        **known,
        "games": hub.catalogue.documents(),
        "first": hub.catalogue.first,
        "tables": hub.listed(),
    }


async def _who(hub: Hub, page: Page, message: Message) -> None:
    """Recognise the person at a browser by a secret that it keeps."""
    secret = text_of(message, "secret", 200)
    if len(secret) < SHORTEST:
        raise ForthgameError(f"`secret` has at least {SHORTEST} characters")
    name = name_of(text_of(message, "name"))
    page.person = Person(person_key(secret), name, page.access.host)
    if page.table is not None:
        await page.table.rename(page.person)


async def _picture(hub: Hub, page: Page, message: Message) -> Message:
    """Return the first position of a game, drawn."""
    return await hub.pictures.get(hub.catalogue.find(text_of(message, "game")))


async def _open(hub: Hub, page: Page, message: Message) -> Message:
    return {"table": hub.open(text_of(message, "game")).record.table}


async def _join(hub: Hub, page: Page, message: Message) -> Message:
    table = hub.find(text_of(message, "table"))
    hub.contests.leave(page)
    if page.table is not None and page.table is not table:
        page.table.leave(page)
    page.table = table
    await table.join(page)
    return {"table": table.snapshot_for(page)}


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
    found = await table.view(line_of(message, table), view_options(message))
    return without_known_images(found, message)


MOST_ACTIONS = 1 << 16  # in a move
MOST_WAYS = 64  # moves that are compared


async def _half(hub: Hub, page: Page, message: Message) -> Message:
    table = table_of(page)
    refuse_choices(table)  # the last choice of a turn would show the others
    line, move = line_of(message, table), text_of(message, "move")
    action = whole_of(message, "action", 0, MOST_ACTIONS)
    found = await table.ask(
        "board", "half", line, move=move, action=action, **view_options(message)
    )
    return without_known_images(body_of(found), message)


async def _alike(hub: Hub, page: Page, message: Message) -> Message:
    table = table_of(page)
    refuse_choices(table)
    moves = texts_of(message, "moves", MOST_WAYS)
    return body_of(await table.ask("board", "alike", line_of(message, table), moves=moves))


async def _figures(hub: Hub, page: Page, message: Message) -> Message:
    return body_of(await table_of(page).ask("board", "figures", []))


async def _new(hub: Hub, page: Page, message: Message) -> None:
    table = table_of(page)
    start: Message = {"seed": entropy() & 0x7FFFFFFF}
    levels = (table.game or {}).get("levels", [])
    if levels:
        start["level"] = whole_of(message, "level", 1, len(levels), 1)
    await table.begin(start, page.person, at=replaced_of(message))


async def _clock(hub: Hub, page: Page, message: Message) -> None:
    base = seconds_of(message, "base", LONGEST_CLOCK, 0.0)
    increment = seconds_of(message, "increment", LONGEST_STEP, 0.0)
    await table_of(page).set_clock(base, increment, page.person)


async def _seat(hub: Hub, page: Page, message: Message) -> None:
    given = message.get("seats")
    if not isinstance(given, dict) or len(given) > 64:
        raise ForthgameError("`seats` must be an object that names who plays each player")
    seats = {str(player): text_of(given, player, 200) for player in given}
    for kind in seats.values():
        if kind not in (HUMAN, FREE):
            bounded(kind)
    seconds = seconds_of(message, "seconds", LONGEST_THINK, 1.0)
    ponder = message.get("ponder") is True
    await table_of(page).seat(seats, seconds, ponder=ponder, person=page.person)


# -- positions ------------------------------------------------------------------------------------


async def _why(hub: Hub, page: Page, message: Message) -> Message:
    table = table_of(page)
    line, question = line_of(message, table), text_of(message, "question")
    role = "board" if page.access.host else "visitors"  # whose questions delay no move
    answer = await table.ask(role, "why", line, question=question)
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


async def _rules(hub: Hub, page: Page, message: Message) -> Message:
    """Return the README beside the script, and how its pieces move."""
    table = table_of(page)
    readme = await asyncio.to_thread(readme_of, table.script)
    found = await table.views.get("rules", lambda: table.ask("board", "rules", []))
    return {**found, "readme": readme}


async def _coached(hub: Hub, page: Page, message: Message, *, do: str) -> Message:
    """Return advice of an engine, which people who play each other do not get."""
    table = table_of(page)
    table.record.seating.refuse_alone(page.person)
    line = line_of(message, table)
    refuse_choices(table)
    answer = await table.ask("analysis", do, line, time=ADVICE)
    return {do: answer.get(do)}


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
    await table.begin(begun, page.person, game, replaced_of(message))


async def _record(hub: Hub, page: Page, message: Message) -> Message:
    table = table_of(page)
    if table.record.start.get("position") or table.record.start.get("level"):
        raise ForthgameError("only games from the opening on can be kept: copy the position")
    refuse_choices(table)
    if message.get("form") == "zsg":
        answer = await table.ask("board", "text", table.record.texts, form="zsg")
        return {"text": messages.as_text(answer.get("text"))}
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


REQUESTS: dict[str, Request] = {
    "hello": _hello,
    "who": _who,
    "picture": _picture,
    "open": _open,
    "join": _join,
    "leave": _leave,
    "delete": _delete,
    "view": _view,
    "half": _half,
    "alike": _alike,
    "figures": _figures,
    "play": lambda hub, page, message: table_of(page).play(
        shown_of(message), text_of(message, "move"), bool(message.get("exact")), page.person
    ),
    "undo": lambda hub, page, message: table_of(page).undo(shown_of(message), page.person),
    "redo": lambda hub, page, message: table_of(page).redo(shown_of(message), page.person),
    "new": _new,
    "resign": lambda hub, page, message: table_of(page).resign(
        shown_of(message), text_of(message, "player"), page.person
    ),
    "clock": _clock,
    "claim": lambda hub, page, message: table_of(page).claim(
        shown_of(message), text_of(message, "player"), page.person
    ),
    "sit": lambda hub, page, message: table_of(page).sit(text_of(message, "player"), page.person),
    "stand": lambda hub, page, message: table_of(page).stand(
        text_of(message, "player"), page.person
    ),
    "offer": lambda hub, page, message: table_of(page).offer(
        shown_of(message), text_of(message, "kind"), page.person
    ),
    "reply": lambda hub, page, message: table_of(page).reply(
        shown_of(message), page.person, agrees=message.get("agrees") is True
    ),
    "seat": _seat,
    "why": _why,
    "rules": _rules,
    "hint": partial(_coached, do="hint"),
    "review": partial(_coached, do="review"),
    "analyse": _analyse,
    "halt": _halt,
    "count": partial(_reported, do="count", found="counts", option="depth", most=12, usual=3),
    "playouts": partial(
        _reported, do="playouts", found="playouts", option="games", most=100_000, usual=1000
    ),
    "edit": _edit,
    "read": _read,
    "record": _record,
    **tournament_requests.REQUESTS,
    "script": _script,
    "check": partial(_checked, do="check", parts=("findings", "more")),
    "words": partial(_checked, do="words", parts=("words", "own")),
    "coverage": _coverage,
    "trace": _trace,
    "save": _save,
    "reload": _reload,
}
