"""A table: a game in progress with its processes and watchers.

The server keeps the record; the processes only hold the script. They can be killed at any time. A
ply counts when it is in the table's file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.play.model.game_record import derive_seed
from forthgame.play.processes import messages
from forthgame.rules.engines import parse_engine
from forthgame.ui.tables.table_record import (
    Overtaken,
    Ply,
    TableClock,
    TableRecord,
    TableStore,
    refuse_long,
)
from forthgame.ui.tables.table_view import Message, ShownState, TableView, TableWatcher
from forthgame.ui.tables.worker_process import PATIENCE, Lost, Refused, uncancelled

HUMAN = "human"
ENDLESS = 120.0  # seconds for an engine limited by depth or count
LONGEST_THINK = 60.0  # seconds a move


class GameTable(TableView):
    """A table, which is only changed while `lock` is held."""

    def __init__(self, record: TableRecord, script: Path, store: TableStore) -> None:
        super().__init__(record, script)
        self.store = store
        self.lock = asyncio.Lock()
        self._engine: asyncio.Task[None] | None = None

    def close(self) -> None:
        if self._engine is not None:
            self._engine.cancel()
        super().close()

    # -- coming and going -----------------------------------------------------------------------

    async def join(self, watcher: TableWatcher) -> None:
        self.watchers.add(watcher)
        await self._prepare()

    @uncancelled
    async def _prepare(self) -> None:
        async with self.lock:
            unknown = self.game is None or self.status is None
            # the last error may be gone, such as a full disk
            if not await self.synchronise() and (unknown or self.trouble):
                await self.load_status()
                self._start_clock()
        self.broadcast()
        self.start_engine()

    def leave(self, watcher: TableWatcher) -> None:
        self.watchers.discard(watcher)
        if self.watchers:
            self.broadcast()

    async def load_status(self) -> None:
        """Read the declarations of the script and the state of the game."""
        self.trouble, record = "", self.record
        try:
            self.game = checked_game((await self.ask("board", "game")).get("game"))
            record.together = self.game["together"]
            if not record.seats:
                seats = [HUMAN, *["script"] * len(self.game["seats"])]
                record.seats = dict(zip(self.game["seats"], seats, strict=False))
                self.store.save(record)
            record.digest = record.digest or self.game["digest"]
            self.status = checked_status((await self.ask("board", "status")).get("status"))
            known, record.standing = record.standing, self.status["text"]
            if record.standing and not known:  # needed if the script changes later
                with suppress(ForthgameError):
                    self.store.save(record)
        except (Lost, Refused) as error:
            self.trouble = str(error)
            self.status = None

    # -- playing --------------------------------------------------------------------------------

    @uncancelled
    async def play(self, at: ShownState, text: str, exact: bool) -> None:
        """Play a move if the game is still as shown. Raises ForthgameError."""
        async with self.lock:
            await self._check_unchanged(at)
            if self.record.loser:
                raise ForthgameError("the game is over")
            if self._seat() != HUMAN:
                raise ForthgameError(f"{self.player} is not played here")
            await self._record_ply(await self.ask("board", "play", move=text, exact=exact))
            self.said = ""
        self.changed()

    async def synchronise(self) -> bool:
        """Load changes by another server; return whether there were any.

        Raises ForthgameError if the table is deleted.
        """
        if self.closed:
            raise ForthgameError("the table has been deleted")
        if (newer := self.store.newer(self.record.table)) is not None:
            self.record.replace_by(newer)
            self.clock = TableClock.from_document(newer.clock)
            await self._refresh()
            self.changed()
        return newer is not None

    async def _check_unchanged(self, at: ShownState) -> None:
        overtaken = await self.synchronise() or at.plies != len(self.record.plies)
        if overtaken or at.mark not in ("", self.mark):
            raise ForthgameError("the game has continued in the meantime")
        if self.status is None:
            raise ForthgameError(self.trouble or "the game has not been loaded")

    async def _record_ply(self, answer: Message) -> None:
        """Record a ply played by a process, or load the changes of another server instead.

        Raises ForthgameError if the ply does not count: Overtaken, or an error of saving.
        """
        try:
            self._save_ply(answer)
        except Overtaken:
            await self.synchronise()
            raise

    def _save_ply(self, answer: Message) -> None:
        """Save a ply before reporting it."""
        refuse_long(len(self.record.plies) + 1)
        ply = (messages.as_text(answer.get("player")), messages.as_text(answer.get("move")))
        status = checked_status(answer.get("status"))

        def change(record: TableRecord) -> None:
            # a secret choice must not reveal whether it repeats an undone one
            redone = record.future[:1] == [ply] and not status["concealed"]
            record.plies.append(ply)
            record.future = record.future[1:] if redone else []
            record.standing = status["text"]
            if self.clock:
                following = "" if status["over"] else status["player"]
                turn = (self.status or status)["turn"]
                ended = following != ply[0] or turn != status["turn"]
                self.clock.press(ply[0], following, first=len(record.plies) == 1, ended=ended)
                record.clock = self.clock.document()

        self.write(change)
        self.status = status

    def _seat(self) -> str:
        return self.record.seats.get(self.player, "script")

    def write(self, change: Callable[[TableRecord], None]) -> None:
        """Change the record and its file, or neither. Raises ForthgameError."""
        before = TableRecord.from_document(self.record.document())
        clock = self.clock and self.clock.copy()
        try:
            change(self.record)
            self.store.save(self.record)
        except ForthgameError:
            self.record.replace_by(before)
            self.clock = clock
            raise

    @uncancelled
    async def _rewrite(
        self, change: Callable[[TableRecord], None], at: ShownState | None = None
    ) -> None:
        """Change the record other than by a ply, and update the status."""
        async with self.lock:
            await (self.synchronise() if at is None else self._check_unchanged(at))
            self.write(change)
            await self._refresh()
        self.changed()

    async def _refresh(self) -> None:
        """Update the status after a change other than a ply."""
        self.version += 1
        self.status = None  # its number of secret plies is that of another position
        self.said = ""
        if self.thinking:
            await self.child("engine").stop()
        await self.load_status()
        self._start_clock()

    def _start_clock(self) -> None:
        if self.clock:
            going = self.record.plies and not self.over
            self.clock.run(self.player if going else "")

    def changed(self) -> None:
        self.version += 1
        self.broadcast()
        self.start_engine()

    async def undo(self, at: ShownState) -> None:
        """Go back to the last position with a human to move."""

        def change(record: TableRecord) -> None:
            if record.loser:
                record.resigned = record.flagged = ""
                return
            human = [k for k, ply in enumerate(record.plies) if self._is_human(ply[0])]
            if not human and (HUMAN in record.seats.values() or not record.plies):
                raise ForthgameError("there is no move of yours to take back")
            keep = human[-1] if human else len(record.plies) - 1
            record.future = record.plies[keep:] + record.future
            record.plies, record.standing = record.plies[:keep], ""

        await self._rewrite(change, at)

    async def redo(self, at: ShownState) -> None:
        """Go forward to the next position with a human to move."""

        def change(record: TableRecord) -> None:
            if record.loser:
                raise ForthgameError("the game is over: undo takes its end back")
            if not record.future:
                raise ForthgameError("nothing was taken back")
            record.standing = ""
            record.plies.append(record.future.pop(0))
            while record.future and not self._is_human(record.future[0][0]):
                record.plies.append(record.future.pop(0))

        ahead = TableRecord.from_document(self.record.document())
        change(ahead)
        await self.ask("board", "status", ahead.texts)  # a changed script may reject the moves
        await self._rewrite(change, at)

    def _is_human(self, player: str) -> bool:
        return self.record.seats.get(player) == HUMAN

    async def begin(
        self, start: Message, plies: list[Ply] | None = None, at: ShownState | None = None
    ) -> None:
        """Begin another game in place of the shown one.

        Raises ForthgameError if it is too long or another game has begun in the meantime.
        """
        refuse_long(len(plies or []))

        def change(record: TableRecord) -> None:
            if at is not None and not self.same_game(at):
                raise ForthgameError(
                    "the game has continued in the meantime: another one has begun"
                )
            self.restart(record, start, plies)

        await self._rewrite(change)

    def restart(self, record: TableRecord, start: Message, plies: list[Ply] | None = None) -> None:
        record.begin(start, plies or [])
        self.reset_clock()

    def reset_clock(self) -> None:
        if self.clock:
            self._set_clock(self.clock.base, self.clock.increment)

    async def resign(self, at: ShownState, player: str) -> None:
        def change(record: TableRecord) -> None:
            if self.over:
                raise ForthgameError("the game is over")
            if not self._is_human(player):
                raise ForthgameError("only a human can resign")
            record.resigned = player

        await self._rewrite(change, at)

    def _set_clock(self, base: float, increment: float) -> None:
        players = (self.game or {}).get("seats", self.record.seats)
        self.clock = TableClock.begun(base, increment, players) if base else None
        self.record.clock = self.clock.document() if self.clock else {}

    async def set_clock(self, base: float, increment: float) -> None:
        """Set seconds per player and increment per turn; a time of 0 removes the clock."""
        await self._rewrite(lambda record: self._set_clock(base, increment))

    async def claim(self, at: ShownState, player: str) -> None:
        """Claim that a player's time is over. Raises ForthgameError if it is not."""

        def change(record: TableRecord) -> None:
            if self.over:
                raise ForthgameError("the game is over")
            if not self.clock or self.clock.now(player) > 0 or player not in self.clock.left:
                raise ForthgameError(f"{player} has time left")
            record.flagged = player
            self.clock.stop()
            record.clock = self.clock.document()

        await self._rewrite(change, at)

    async def seat(self, seats: dict[str, str], seconds: float, *, ponder: bool) -> None:
        """Change seats. Raises ForthgameError for an unknown player, engine or option."""
        if not set(seats) <= set((self.game or {}).get("seats", [])):
            raise ForthgameError("there is no such player")
        for kind in set(seats.values()) - {HUMAN}:
            parse_engine(kind)

        def change(record: TableRecord) -> None:
            record.seats = {**record.seats, **seats}
            record.seconds = min(max(seconds, 0.0), LONGEST_THINK)
            record.ponder = ponder

        await self._rewrite(change)

    # -- engines --------------------------------------------------------------------------------

    def start_engine(self) -> None:
        if (self._engine is None or self._engine.done()) and self._engines_turn():
            self._engine = asyncio.create_task(self._engines())

    def _engines_turn(self) -> bool:
        ready = self.status is not None and bool(self.watchers) and not self.trouble
        return ready and not self.over and self._seat() != HUMAN

    async def _engines(self) -> None:
        """Let engines play until a human is to move, no page watches, or the game is over."""
        while self._engines_turn():
            version, kind = self.version, self._seat()
            self.thinking = self.player
            self.broadcast()
            try:
                answer = await self._think(kind)
                async with self.lock:
                    self.thinking = ""
                    await self.synchronise()
                    if version == self.version:
                        await self._record_ply(answer)
                        self.said = "" if self.concealed else said_of(answer)
                        self.version += 1
            except ForthgameError as error:
                self.thinking = ""
                if version == self.version:
                    self.trouble = f"{kind}: {error}"
            self.broadcast()

    async def _think(self, kind: str) -> Message:
        record = self.record
        _, own = parse_engine(kind)
        counted = own.depth or own.nodes or own.playouts
        most = record.seconds
        given = self.clock.share(self.thinking, most) if self.clock else most
        seconds = ENDLESS if counted else min(own.time or given, LONGEST_THINK)
        return await self.ask(
            "engine",
            "think",
            seconds=seconds + PATIENCE,
            engine=kind,
            time=given,
            seed=derive_seed(record.start.get("seed", 1), len(record.plies)),
            ponder=record.ponder,
        )


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
    """Seat the players of the reloaded script; known players keep their seats."""
    record = table.record
    if set(seats) != set(record.seats):
        record.seats = {player: record.seats.get(player, HUMAN) for player in seats}
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


# -- answers of processes, which are untrusted ----------------------------------------------------


def checked_status(value: Any) -> Message:
    """Return the fields of a status. Raises BadMessage."""
    given = messages.as_object(value)
    return {
        "player": messages.as_text(given.get("player")),
        "turn": messages.as_whole(given.get("turn")),
        "over": given.get("over") is True,
        "ended": messages.as_text(given.get("ended")),
        "count": messages.as_whole(given.get("count")),
        "concealed": max(0, messages.as_whole(given.get("concealed"))),
        "text": messages.as_text(given.get("text")),
    }


def checked_game(value: Any) -> Message:
    """Return the fields of a script's declaration. Raises BadMessage."""
    given = messages.as_object(value)
    names = ("players", "seats", "pieces", "positions", "levels")
    lists = {n: [messages.as_text(text) for text in messages.as_list(given.get(n))] for n in names}
    texts = {n: messages.as_text(given.get(n)) for n in ("name", "digest")}
    return {**lists, **texts, "together": given.get("together") is True}


def said_of(answer: Message) -> str:
    """Return an engine's remark on its move."""
    found = answer.get("found")
    if not isinstance(found, dict) or not found.get("said"):
        return ""
    return f"{found['said']}, depth {found.get('depth')}"[:100]
