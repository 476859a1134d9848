"""Requests of a page about the script: text, findings, words, saving and reloading."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from forthgame.base.errors import ForthgameError
from forthgame.ui.serve.request_fields import (
    LONGEST,
    Message,
    Page,
    Request,
    line_of,
    refuse_choices,
    table_of,
    text_of,
    whole_of,
)
from forthgame.ui.serve.table_hub import Hub
from forthgame.ui.tables.offered_scripts import read_text, save_text
from forthgame.ui.tables.script_reload import reload
from forthgame.ui.tables.uncancelled import uncancelled
from forthgame.ui.tables.view_cache import body_of

MOST_GAMES = 1000  # games of a coverage
PATIENT = 120.0  # seconds for a coverage, as code with breakpoints is interpreted


async def _script(hub: Hub, page: Page, message: Message) -> Message:
    offered = hub.library.find(table_of(page).record.name)
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
    games = whole_of(message, "games", 1, MOST_GAMES, 20)
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
    offered = hub.library.find(table.record.name)
    text, seen = text_of(message, "script", LONGEST), text_of(message, "digest")
    kept, digest = save_text(offered, text, seen)
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
    return {"kept": kept, "digest": digest, "said": outcome}


async def _reload(hub: Hub, page: Page, message: Message) -> Message:
    return {"said": await reload(table_of(page), adapt=True)}


REQUESTS: dict[str, Request] = {
    "script": _script,
    "check": partial(_checked, do="check", parts=("findings", "more")),
    "words": partial(_checked, do="words", parts=("words", "own")),
    "coverage": _coverage,
    "trace": _trace,
    "save": _save,
    "reload": _reload,
}
