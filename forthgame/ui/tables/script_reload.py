"""Load the changed script of a table again, and carry the game over as far as its moves fit."""

from __future__ import annotations

from contextlib import suppress

from forthgame.base.errors import ForthgameError
from forthgame.play.processes import messages
from forthgame.ui.tables.game_table import GameTable
from forthgame.ui.tables.seat_holders import HUMAN
from forthgame.ui.tables.worker_process import Lost, Refused, uncancelled


@uncancelled
async def reload(table: GameTable, *, adapt: bool) -> str:
    """Reload the script and continue the game if its moves fit; return a message.

    If they do not fit, `adapt` begins another game, from the current position if possible; without
    it the record is kept.
    """
    async with table.lock:
        await table.synchronise()
        text = await _standing(table)
        for child in table.children:
            child.kill()
        table.views.clear()
        table.version += 1
        try:
            fits, message = await _fit(table, text, adapt)
            table.game = table.status = None
            await table.load_status()
            if fits and table.game is not None:
                _reseat(table, table.game["seats"])
                table.record.digest = table.game["digest"]
                table.store.save(table.record)
        finally:
            table.changed()
    return message


async def _standing(table: GameTable) -> str:
    """Return the position as text, empty if it is lost.

    A position too long for the record is read from the process that still has the previous script.
    """
    text = table.record.standing
    if not text and table.status is not None and table.child("board").alive:
        with suppress(ForthgameError):
            text = str((await table.ask("board", "text")).get("text", ""))
    return text


def _reseat(table: GameTable, seats: list[str]) -> None:
    """Seat the players of the reloaded script.

    Known players keep their seats; a person who was alone takes the others.
    """
    record = table.record
    if set(seats) == set(record.seats):
        return
    people = dict.fromkeys((record.holders or {}).values())
    record.seats = {player: record.seats.get(player, HUMAN) for player in seats}
    record.holders = {p: h for p, h in (record.holders or {}).items() if p in seats}
    if len(people) == 1:
        record.holders.update(dict.fromkeys(record.seating.free, *people))
    table.reset_clock()


async def _fit(table: GameTable, text: str, adapt: bool) -> tuple[bool, str]:
    """Adapt the game if allowed; return whether the script can play it, and a message."""
    try:
        fits = await table.ask("board", "transfer", text=text)
    except (Lost, Refused) as error:
        table.trouble = str(error)
        return False, f"the script cannot be loaded: {str(error).splitlines()[0]}"
    if fits.get("fits") == "game":
        return True, "the script is loaded again, and the game goes on"
    if mistake := messages.as_text(fits.get("mistake", "")):
        return False, f"the script is loaded again, and fails here; the game is kept: {mistake}"
    why = messages.as_text(fits.get("why"))
    if not adapt:
        return False, f"the script is loaded again, and the moves do not fit ({why})"
    begun = {"seed": table.record.start.get("seed", 1)}
    if fits.get("fits") == "position":
        begun["position"] = str(messages.as_object(fits.get("start")).get("position", ""))
    table.write(lambda record: table.restart(record, begun))
    kept = "the position is kept, its history is not" if "position" in begun else "a new game"
    return True, f"the script is loaded again; {kept} ({why})"
