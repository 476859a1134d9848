"""A table: a game in progress with its processes and watchers.

The server keeps the record; the processes only hold the script. They can be killed at any time. A
ply counts when it is in the table's file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from forthgame.base.environment import entropy
from forthgame.base.errors import ForthgameError
from forthgame.play.model.game_record import derive_seed
from forthgame.play.processes import messages
from forthgame.rules.engines import parse_engine
from forthgame.ui.tables.checked_answers import checked_game, checked_status, said_of
from forthgame.ui.tables.level_seats import level_of, refuse_unknown_kind
from forthgame.ui.tables.seat_holders import (
    DRAW,
    FREE,
    HUMAN,
    NEW,
    OFFERS,
    TAKEBACK,
    Holder,
    Offer,
    Person,
)
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
        await self._prepare(watcher.person)

    @uncancelled
    async def _prepare(self, person: Person) -> None:
        async with self.lock:
            unknown = self.game is None or self.status is None
            # the last error may be gone, such as a full disk
            if not await self.synchronise() and (unknown or self.trouble):
                await self.load_status()
                self._start_clock()
            with suppress(ForthgameError):  # a full disk keeps nobody from watching
                self._prepare_seats(person)
        self.broadcast()
        self.start_engine()

    def _prepare_seats(self, person: Person) -> None:
        """Make the links, and give all seats to the host if nobody has ever sat down."""
        record = self.record
        if {"play", "watch"} <= record.keys.keys() and (
            record.holders is not None or not person.host
        ):
            return

        def change(record: TableRecord) -> None:
            record.key_of("play")
            record.key_of("watch")
            if record.holders is None and person.host and record.seats:
                record.holders = {}
                for player in record.seating.free:
                    record.holders = record.seating.taken(player, person)

        self.write(change)

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
    async def play(self, at: ShownState, text: str, exact: bool, person: Person) -> None:
        """Play a move if the game is still as shown, at a seat that is free or held by the person.

        Raises ForthgameError.
        """
        async with self.lock:
            await self._check_unchanged(at)
            if self.record.stopped:
                raise ForthgameError("the game is over")
            if self._seat() != HUMAN:
                raise ForthgameError(f"{self.player} is not played here")
            free = self.record.seating.refuse_others_move(self.player, person)
            answer = await self.ask("board", "play", move=text, exact=exact)
            await self._record_ply(answer, person if free else None)
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

    async def _record_ply(self, answer: Message, taking: Person | None = None) -> None:
        """Record a ply played by a process, or load the changes of another server instead.

        `taking` sits down at the seat. Raises ForthgameError if the ply does not count: Overtaken,
        or an error of saving.
        """
        try:
            self._save_ply(answer, taking)
        except Overtaken:
            await self.synchronise()
            raise

    def _save_ply(self, answer: Message, taking: Person | None = None) -> None:
        """Save a ply before reporting it."""
        refuse_long(len(self.record.plies) + 1)
        ply = (messages.as_text(answer.get("player")), messages.as_text(answer.get("move")))
        status = checked_status(answer.get("status"))

        def change(record: TableRecord) -> None:
            if taking is not None:
                record.holders = record.seating.taken(ply[0], taking)
            record.offer = {}
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
        self,
        change: Callable[[TableRecord], None],
        at: ShownState | None = None,
        alone: Person | None = None,
    ) -> None:
        """Change the record other than by a ply, and update the status.

        Raises ForthgameError if somebody besides `alone` sits at the table.
        """
        async with self.lock:
            await (self.synchronise() if at is None else self._check_unchanged(at))
            if alone is not None:
                self.record.seating.refuse_alone(alone)
            self.write(change)
            await self._refresh()
        self.changed()

    @uncancelled
    async def _amend(
        self, change: Callable[[TableRecord], None], at: ShownState | None = None
    ) -> None:
        """Change people or offers of the record, which leaves the position as it is."""
        async with self.lock:
            await (self.synchronise() if at is None else self._check_unchanged(at))
            self.write(change)
        self.broadcast()
        self.start_engine()

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

    async def undo(self, at: ShownState, person: Person) -> None:
        """Go back to the last position with a human to move, if nobody else sits here."""
        await self._rewrite(self._taking_back(""), at, person)

    def _taking_back(self, key: str) -> Callable[[TableRecord], None]:
        """Return the change that goes back to the last turn of a person, or of any human."""

        def change(record: TableRecord) -> None:
            record.offer = {}
            if record.stopped:
                record.resigned, record.flagged, record.agreed = "", "", False
                return
            own = record.seating.held_by(key) if key else list(record.seats)
            human = [
                k for k, ply in enumerate(record.plies) if self._is_human(ply[0]) and ply[0] in own
            ]
            if not human and (key or HUMAN in record.seats.values() or not record.plies):
                raise ForthgameError("there is no move of yours to take back")
            keep = human[-1] if human else len(record.plies) - 1
            record.future = record.plies[keep:] + record.future
            record.plies, record.standing = record.plies[:keep], ""

        return change

    async def redo(self, at: ShownState, person: Person) -> None:
        """Go forward to the next position with a human to move, if nobody else sits here."""

        def change(record: TableRecord) -> None:
            if record.stopped:
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
        await self._rewrite(change, at, person)

    def _is_human(self, player: str) -> bool:
        return self.record.seats.get(player) == HUMAN

    async def begin(
        self,
        start: Message,
        person: Person,
        plies: list[Ply] | None = None,
        at: ShownState | None = None,
    ) -> None:
        """Begin another game in place of the shown one, if nobody else sits here.

        Raises ForthgameError if it is too long or another game has begun in the meantime.
        """
        refuse_long(len(plies or []))

        def change(record: TableRecord) -> None:
            if at is not None and not self.same_game(at):
                raise ForthgameError(
                    "the game has continued in the meantime: another one has begun"
                )
            self.restart(record, start, plies)

        await self._rewrite(change, alone=person)

    def restart(self, record: TableRecord, start: Message, plies: list[Ply] | None = None) -> None:
        record.begin(start, plies or [])
        self.reset_clock()

    def reset_clock(self) -> None:
        if self.clock:
            self._set_clock(self.clock.base, self.clock.increment)

    async def resign(self, at: ShownState, player: str, person: Person) -> None:
        def change(record: TableRecord) -> None:
            if self.over:
                raise ForthgameError("the game is over")
            if not self._is_human(player):
                raise ForthgameError("only a human can resign")
            if player not in record.seating.held_by(person.key):
                raise ForthgameError(f"you do not play {player}")
            record.resigned, record.offer = player, {}

        await self._rewrite(change, at)

    def _set_clock(self, base: float, increment: float) -> None:
        players = (self.game or {}).get("seats", self.record.seats)
        self.clock = TableClock.begun(base, increment, players) if base else None
        self.record.clock = self.clock.document() if self.clock else {}

    async def set_clock(self, base: float, increment: float, person: Person) -> None:
        """Set seconds per player and increment per turn; a time of 0 removes the clock.

        Raises ForthgameError once a game with others has begun.
        """

        def change(record: TableRecord) -> None:
            record.seating.refuse_strangers(person)
            if record.plies and record.seating.others(person.key):
                raise ForthgameError("the clock is set before the first move")
            self._set_clock(base, increment)

        await self._rewrite(change)

    async def claim(self, at: ShownState, player: str, person: Person) -> None:
        """Claim that a player's time is over. Raises ForthgameError if it is not."""

        def change(record: TableRecord) -> None:
            record.seating.refuse_strangers(person)
            if self.over:
                raise ForthgameError("the game is over")
            if not self.clock or self.clock.now(player) > 0 or player not in self.clock.left:
                raise ForthgameError(f"{player} has time left")
            record.flagged, record.offer = player, {}
            self.clock.stop()
            record.clock = self.clock.document()

        await self._rewrite(change, at)

    # -- seats ----------------------------------------------------------------------------------

    async def seat(
        self, seats: dict[str, str], seconds: float, *, ponder: bool, person: Person
    ) -> None:
        """Change seats: `human` sits down, `open` frees the seat.

        Raises ForthgameError for an unknown player, engine or option, or if somebody sits there.
        """
        if not set(seats) <= set((self.game or {}).get("seats", [])):
            raise ForthgameError("there is no such player")
        for kind in set(seats.values()) - {HUMAN, FREE}:
            refuse_unknown_kind(kind)

        def change(record: TableRecord) -> None:
            record.seats, record.holders = record.seating.changed(seats, person, self.present)
            record.seconds = min(max(seconds, 0.0), LONGEST_THINK)
            record.ponder = ponder

        await self._rewrite(change)

    async def sit(self, player: str, person: Person) -> None:
        """Sit down at a free seat. Raises ForthgameError."""

        def change(record: TableRecord) -> None:
            record.holders = record.seating.taken(player, person)

        await self._amend(change)

    async def stand(self, player: str, person: Person) -> None:
        """Leave a seat, which is free then. Raises ForthgameError."""

        def change(record: TableRecord) -> None:
            if player not in record.seating.held_by(person.key):
                raise ForthgameError(f"you do not sit at the seat of {player}")
            record.holders = {p: h for p, h in (record.holders or {}).items() if p != player}
            record.offer = {}

        await self._amend(change)

    async def rename(self, person: Person) -> None:
        """Show the new name of a person at the seats that the person holds."""
        held = self.record.seating.held_by(person.key)
        if any(self.record.seating.holders[player].name != person.name for player in held):

            def change(record: TableRecord) -> None:
                own = {player: Holder(person.key, person.name) for player in held}
                record.holders = {**(record.holders or {}), **own}

            await self._amend(change)

    # -- offers ---------------------------------------------------------------------------------

    async def offer(self, at: ShownState, kind: str, person: Person) -> None:
        """Offer a draw, a takeback or a new game to the others at the table.

        An offer that somebody else has made already is accepted. Raises ForthgameError.
        """
        if kind not in OFFERS:
            raise ForthgameError("there is no such offer")
        seating = self.record.seating
        held = seating.held_by(person.key)
        if not held or not seating.others(person.key):
            raise ForthgameError("nobody else sits here to whom it could be offered")
        if self.over and kind == DRAW:
            raise ForthgameError("the game is over")
        standing = self.record.offer
        if standing and standing["kind"] == kind and standing["by"] != person.key:
            await self.reply(at, person, agrees=True)
            return
        if kind == TAKEBACK:
            self._taking_back(person.key)(TableRecord.from_document(self.record.document()))

        def change(record: TableRecord) -> None:
            record.offer = Offer(kind, held[0], person.key).document()

        await self._amend(change, at)

    async def reply(self, at: ShownState, person: Person, *, agrees: bool) -> None:
        """Accept or decline the current offer; the person who made it withdraws it.

        Raises ForthgameError.
        """

        def change(record: TableRecord) -> None:
            offer, seating = record.offer, record.seating
            if not offer or person.key not in (offer["by"], *seating.others(offer["by"])):
                raise ForthgameError("there is no offer to you")
            if not agrees or person.key == offer["by"]:
                record.offer = {}
                return
            agreed = [*offer["agreed"], person.key]
            if not set(seating.others(offer["by"])) <= set(agreed):
                record.offer = {**offer, "agreed": agreed}
                return
            record.offer = {}
            self._carry_out(record, offer["kind"], offer["by"])

        await self._rewrite(change, at)

    def _carry_out(self, record: TableRecord, kind: str, by: str) -> None:
        if kind == DRAW:
            record.agreed = True
        elif kind == TAKEBACK:
            self._taking_back(by)(record)
        elif kind == NEW:
            level = record.start.get("level")
            start: Message = {"seed": entropy() & 0x7FFFFFFF}
            self.restart(record, start if level is None else {**start, "level": level})

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
        level = level_of(kind)
        _, own = parse_engine("auto" if level else kind)
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
            level=level or None,
        )
