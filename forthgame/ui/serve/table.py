"""A table: a game that is being played, its processes, and who looks on.

The server keeps what was played; the processes only know the script. So a process may be ended at
any time, and a ply counts when it is in the table's file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from forthgame.errors import ForthgameError
from forthgame.game.engines import parse_engine
from forthgame.play import messages
from forthgame.play.record import derive_seed
from forthgame.ui.serve.child import Lost, Refused
from forthgame.ui.serve.clock import Clock
from forthgame.ui.serve.finishing import carried_out
from forthgame.ui.serve.processes import PATIENCE, checked_game, checked_status, said_of
from forthgame.ui.serve.record import Overtaken, Ply, Record, Store, refuse_long
from forthgame.ui.serve.seen import Seen, Shown
from forthgame.ui.serve.views import Message, Watcher

HUMAN = "human"
ENDLESS = 120.0  # seconds for an engine that is bounded by a depth or a number
LONGEST_THINK = 60.0  # seconds a move


class Table(Seen):
    """A table. Whatever changes it holds its lock."""

    def __init__(self, record: Record, script: Path, store: Store) -> None:
        super().__init__(record, script)
        self.store = store
        self.lock = asyncio.Lock()
        self._engine: asyncio.Task[None] | None = None

    def close(self) -> None:
        """End the processes, and the engine's task with them."""
        if self._engine is not None:
            self._engine.cancel()
        super().close()

    # -- coming and going -----------------------------------------------------------------------

    async def join(self, watcher: Watcher) -> None:
        """Somebody looks on."""
        self.watchers.add(watcher)
        await self._be_ready()

    @carried_out
    async def _be_ready(self) -> None:
        async with self.lock:
            unknown = self.game is None or self.status is None
            # what was wrong may be so no longer, such as a full disk
            if not await self.catch_up() and (unknown or self.trouble):
                await self.find_out()
                self._wind()
        self.tell_all()
        self.wake()

    def leave(self, watcher: Watcher) -> None:
        """Somebody has gone."""
        self.watchers.discard(watcher)
        if self.watchers:
            self.tell_all()

    async def find_out(self) -> None:
        """Find out what the script declares and how the game stands."""
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
            if record.standing and not known:  # a script that is changed later may need it
                with suppress(ForthgameError):
                    self.store.save(record)
        except (Lost, Refused) as error:
            self.trouble = str(error)
            self.status = None

    # -- playing --------------------------------------------------------------------------------

    @carried_out
    async def play(self, at: Shown, text: str, exact: bool) -> None:
        """A move, if the game still stands where it was chosen. Raises ForthgameError."""
        async with self.lock:
            await self._still(at)
            if self.record.loser:
                raise ForthgameError("the game is over")
            if self._seat() != HUMAN:
                raise ForthgameError(f"{(self.status or {}).get('player', '')} is not played here")
            await self._take(await self.ask("board", "play", move=text, exact=exact))
            self.said = ""
        self.changed()

    async def catch_up(self) -> bool:
        """Take in what another server over the same folder has written, and whether it has.

        Raises ForthgameError if the table is gone.
        """
        if self.closed:
            raise ForthgameError("the table has been deleted")
        if (newer := self.store.newer(self.record.table)) is not None:
            self.record.become(newer)
            self.clock = Clock.from_document(newer.clock)
            await self._see()
            self.changed()
        return newer is not None

    async def _still(self, at: Shown) -> None:
        overtaken = await self.catch_up() or at.plies != len(self.record.plies)
        if overtaken or at.mark not in ("", self.mark):
            raise ForthgameError("the game has gone on meanwhile")
        if self.status is None:
            raise ForthgameError(self.trouble or "the game has not been loaded")

    async def _take(self, answer: Message) -> None:
        """Take in a ply that a process has played, or what another server has written meanwhile.

        Raises ForthgameError if the ply does not count: Overtaken, or why it cannot be kept.
        """
        try:
            self._keep(answer)
        except Overtaken:
            await self.catch_up()
            raise

    def _keep(self, answer: Message) -> None:
        """Take in a ply, into the file before anybody learns of it."""
        refuse_long(len(self.record.plies) + 1)
        ply = (messages.as_text(answer.get("player")), messages.as_text(answer.get("move")))
        status = checked_status(answer.get("status"))

        def change(record: Record) -> None:
            # what was chosen in secret does not show whether it was chosen before
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
        """Who plays the player to move."""
        return self.record.seats.get((self.status or {}).get("player", ""), "script")

    def write(self, change: Callable[[Record], None]) -> None:
        """Change the record and its file, or neither. Raises ForthgameError."""
        before = Record.from_document(self.record.document())
        clock = self.clock and self.clock.copy()
        try:
            change(self.record)
            self.store.save(self.record)
        except ForthgameError:
            self.record.become(before)
            self.clock = clock
            raise

    @carried_out
    async def _rewrite(self, change: Callable[[Record], None], at: Shown | None = None) -> None:
        """Change the record in another way than by a ply, and see how the game stands then."""
        async with self.lock:
            await (self.catch_up() if at is None else self._still(at))
            self.write(change)
            await self._see()
        self.changed()

    async def _see(self) -> None:
        """See how the game stands after it was changed in another way than by a ply."""
        self.version += 1
        self.status = None  # of another position: it does not say what is secret in this one
        self.said = ""
        if self.thinking:
            await self.child("engine").stop()
        await self.find_out()
        self._wind()

    def _wind(self) -> None:
        """Let the clock run for whoever is to move, if the game has begun and goes on."""
        if self.clock:
            going = self.record.plies and not self.snapshot()["over"]
            self.clock.run(str((self.status or {}).get("player", "")) if going else "")

    def changed(self) -> None:
        """Somebody has changed the game: all learn of it."""
        self.version += 1
        self.tell_all()
        self.wake()

    async def undo(self, at: Shown) -> None:
        """Back to the last position in which a human was to move."""

        def change(record: Record) -> None:
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

    async def redo(self, at: Shown) -> None:
        """Forth again, to the next position in which a human was to move."""

        def change(record: Record) -> None:
            if record.loser:
                raise ForthgameError("the game is over: undo takes its end back")
            if not record.future:
                raise ForthgameError("nothing was taken back")
            record.standing = ""
            record.plies.append(record.future.pop(0))
            while record.future and not self._is_human(record.future[0][0]):
                record.plies.append(record.future.pop(0))

        ahead = Record.from_document(self.record.document())
        change(ahead)
        await self.ask("board", "status", ahead.texts)  # a changed script may not know the moves
        await self._rewrite(change, at)

    def _is_human(self, player: str) -> bool:
        return self.record.seats.get(player) == HUMAN

    async def begin(
        self, start: Message, plies: list[Ply] | None = None, at: Shown | None = None
    ) -> None:
        """Another game at this table, in place of the one that was shown, however far that is.

        Raises ForthgameError for one that is too long, and if another one has begun meanwhile.
        """
        refuse_long(len(plies or []))

        def change(record: Record) -> None:
            if at is not None and not self.same_game(at):
                raise ForthgameError("the game has gone on meanwhile: another one has begun")
            self.restart(record, start, plies)

        await self._rewrite(change)

    def restart(self, record: Record, start: Message, plies: list[Ply] | None = None) -> None:
        """Change the record to that of another game, with its whole time."""
        record.begin(start, plies or [])
        self.reset_clock()

    def reset_clock(self) -> None:
        """Give all players their whole time again."""
        if self.clock:
            self._set_clock(self.clock.base, self.clock.increment)

    async def resign(self, at: Shown, player: str) -> None:
        """A player gives up."""

        def change(record: Record) -> None:
            if self.snapshot()["over"]:
                raise ForthgameError("the game is over")
            if not self._is_human(player):
                raise ForthgameError("only a human can resign")
            record.resigned = player

        await self._rewrite(change, at)

    def _set_clock(self, base: float, increment: float) -> None:
        players = (self.game or {}).get("seats", self.record.seats)
        self.clock = Clock.begun(base, increment, players) if base else None
        self.record.clock = self.clock.document() if self.clock else {}

    async def set_clock(self, base: float, increment: float) -> None:
        """Give each player so many seconds, and more for each turn; none with a time of 0."""
        await self._rewrite(lambda record: self._set_clock(base, increment))

    async def claim(self, at: Shown, player: str) -> None:
        """Somebody says that the time of a player is over. Raises ForthgameError if it is not."""

        def change(record: Record) -> None:
            if self.snapshot()["over"]:
                raise ForthgameError("the game is over")
            if not self.clock or self.clock.now(player) > 0 or player not in self.clock.left:
                raise ForthgameError(f"{player} has time left")
            record.flagged = player
            self.clock.stop()
            record.clock = self.clock.document()

        await self._rewrite(change, at)

    async def seat(self, seats: dict[str, str], seconds: float, *, ponder: bool) -> None:
        """Let others play. Raises ForthgameError for an engine or an option that there is not."""
        if not set(seats) <= set((self.game or {}).get("seats", [])):
            raise ForthgameError("there is no such player")
        for kind in set(seats.values()) - {HUMAN}:
            parse_engine(kind)

        def change(record: Record) -> None:
            record.seats = {**record.seats, **seats}
            record.seconds = min(max(seconds, 0.0), LONGEST_THINK)
            record.ponder = ponder

        await self._rewrite(change)

    # -- engines --------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let an engine move if it is its turn and somebody looks on."""
        if (self._engine is None or self._engine.done()) and self._engines_turn():
            self._engine = asyncio.create_task(self._engines())

    def _engines_turn(self) -> bool:
        status = self.status
        if status is None or not self.watchers or self.trouble:
            return False
        if self.record.loser:
            return False
        return not status["over"] and self._seat() != HUMAN

    async def _engines(self) -> None:
        """Play until a human is to move, nobody looks on, or the game is over."""
        while self._engines_turn():
            version, kind = self.version, self._seat()
            self.thinking = str((self.status or {}).get("player", ""))
            self.tell_all()
            try:
                answer = await self._think(kind)
                async with self.lock:
                    self.thinking = ""
                    await self.catch_up()
                    if version == self.version:
                        await self._take(answer)
                        self.said = "" if self.concealed else said_of(answer)
                        self.version += 1
            except ForthgameError as error:
                self.thinking = ""
                if version == self.version:
                    self.trouble = f"{kind}: {error}"
            self.tell_all()

    async def _think(self, kind: str) -> Message:
        """The move of an engine for the player to move. Raises ForthgameError."""
        record = self.record
        _, own = parse_engine(kind)
        counted = own.depth or own.nodes or own.playouts
        most = record.seconds
        given = self.clock.share(self.thinking, most) if self.clock else most
        seconds = ENDLESS if counted else min(own.time or given, LONGEST_THINK)
        return await self.ask(
            "engine", "think", seconds=seconds + PATIENCE, engine=kind, time=given,
            seed=derive_seed(record.start.get("seed", 1), len(record.plies)), ponder=record.ponder,
        )  # fmt: skip
