"""Running a script's words in the machine of its game."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from time import monotonic
from typing import TYPE_CHECKING, cast

from forthgame.errors import NO_ROOM_FOR_MOVES, TOO_MANY_MOVES, ScriptError
from forthgame.game.selection import place_error
from forthgame.game.settings import CUT_SHORT, put_settings_back, system_cells, to_beginning
from forthgame.lang import layout as at
from forthgame.vm.short import Short
from forthgame.vm.turnclock import AT_REST

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.game.native import NativeGame
    from forthgame.game.script import Script
    from forthgame.limits import ScriptLimits
    from forthgame.vm.forth import Forth

ENGINE_WORDS = (
    "(generate-turn)", "(game-result)", "(result-of)", "(score-of)", "(same-side?)",
    "(note-position)", "(make-move)", "(perft)", "(playouts)", "$MoveString",
    "(abandon-generation)",
    "(begin-search)", "(past-position)", "(report-best)", "(report-tree)", "(take-subtree)",
    "(move-of-hash)", "(clear-lists)", "(offer)", "(find-result)", "(offer-with-result)",
    "(play-number)", "(play-on)", "(push-move)", "(take-back)", "(stand-here)", "(batch-begin)",
    "(batch-step)", "(batch-save)",
)  # fmt: skip

CLOSE_SECONDS = 5.0  # of OnTerminate


class Running:
    """The part of a Game that runs words. Who uses it holds the machine's lock."""

    forth: Forth
    declaration: Declaration
    limits: ScriptLimits
    native: NativeGame | None
    short: Short
    offering: int  # entries of the words for short calls that are made most often
    judging: int
    choosing: int
    going_on: int
    foresees: bool  # whether a ply is one call: where there is machine code

    def begin_running(self) -> None:
        """Find the words of the engine that calls from Python run."""
        self.forth.processor.standing = None
        timed = self.limits.seconds is not None
        self.short = Short(self.forth.processor, self.call, self.after_short_call, timed)
        self.entries = {name: self.forth.engine_word(name).entry for name in ENGINE_WORDS}
        self.offering = self.entries["(offer)"]
        self.judging = self.entries["(offer-with-result)"]
        self.choosing = self.entries["(play-number)"]
        self.going_on = self.entries["(play-on)"]
        self.foresees = False

    def untimed(self, entry: int, *arguments: int, printed: int | None = None) -> int:
        """Run a word on a clean stack; give the top of what it leaves, 0 if there is nothing.

        For what has another limit than the time of a turn, as a search, or none. `printed` is what
        has been printed already, if the call goes on with work that was begun.
        Who calls this holds the machine's lock.
        """
        processor = self.forth.processor
        processor.tidy()
        for argument in arguments:
            processor.push(argument)
        outer, cells = processor.deadline, system_cells(processor)
        if not processor.nesting:
            waiting = processor.register(at.OUT_COUNT)  # of calls before
            processor.printed = -waiting if printed is None else printed
            if outer is None and self.limits.seconds is not None:
                processor.deadline = monotonic() + self.limits.seconds
        try:
            processor.execute(entry)
            if processor.terse and not processor.nesting:
                processor.flush()
        except BaseException as error:
            self._after_error(error, cells)
            raise
        finally:
            processor.deadline = outer
        top = processor.register(at.TOP)
        processor.i64[at.SP >> 3] = processor.i64[at.FRAME_BASE >> 3]
        processor.tidy()
        processor.set_register(at.FSP, 0)
        return top

    def _after_error(self, error: BaseException, cells: bytes) -> None:
        """Leave the machine in order, and say where the error is; `cells` were there before."""
        self.forth.processor.reset_stacks()
        if not isinstance(error, ScriptError) or error.number in CUT_SHORT:
            put_settings_back(self.forth.processor, cells)
        if isinstance(error, ScriptError):
            self.declaration.name_forgotten(error)
            place_error(self.declaration, error)
            if error.number in (TOO_MANY_MOVES, NO_ROOM_FOR_MOVES):
                from forthgame.game.excess import name_excess  # it is rare

                name_excess(cast("Script", self), error)

    def after_short_call(self, error: BaseException, cells: bytes) -> None:
        """The same for a short call, which is made inside no other and is over now."""
        self.forth.processor.nesting = 0
        self._after_error(error, cells)

    def call(self, entry: int, *arguments: int) -> int:
        """The same within the time of a turn."""
        with self.time_of_turn():
            return self.untimed(entry, *arguments)

    def time_of_turn(self) -> AbstractContextManager[None]:
        """All that is run inside has the time of one turn, unless calls have one or it is in it."""
        turn = self.forth.processor.turn
        if self.limits.seconds is not None or turn.since != AT_REST:
            return nullcontext()
        return turn.running()

    def at_many(self, entry: int, *arguments: int, printed: int | None = None) -> int:
        """The same for a word of the engine that comes to many positions, each in such a time."""
        if self.limits.seconds is not None:
            return self.untimed(entry, *arguments, printed=printed)
        with self.forth.processor.turn.running(many=True):
            return self.untimed(entry, *arguments, printed=printed)

    def quick(self, name: str, number: int) -> int:
        """Run one of the engine's words that take a number and leave one, as quickly as can be."""
        return self.short.run(self.entries[name], number)

    def touch(self, name: str) -> None:
        """The same for one that is done at once, and gives nothing to know."""
        self.short.call(self.short.hold, self.entries[name], 0)

    def run_word(self, name: str, *arguments: int) -> int:
        """The same by the name of one of the engine's words."""
        return self.call(self.entries[name], *arguments)

    def play_games(self, games: int, plies: int) -> None:
        """Play random games from the position that stands, of so many plies at most."""
        printed, entry = None, self.entries["(playouts)"]
        for number in self.native.portions(games) if self.native else (games,):
            self.at_many(entry, number, plies, printed=printed)
            printed = self.forth.processor.printed

    def look_ahead(self) -> None:
        """See whether the next list and result may be worked out when a move is played."""
        from forthgame.game.eager_lists import may_foresee

        self.foresees = may_foresee(self.forth, self.declaration)

    def ask_result(self) -> int:
        """How the game has ended for the player to move."""
        return self.call(self.entries["(game-result)"])

    def run_event(self, name: str, *arguments: int) -> int:
        """Run an event: the newest definition of its name."""
        to_beginning(self.forth.processor)
        return self.call(self.forth.word(name).entry, *arguments)

    def _terminate(self) -> None:
        """Run OnTerminate if the script defines it."""
        word = self.forth.dictionary.find("OnTerminate")
        if word is None or word.index < self.forth.fence:
            return
        processor = self.forth.processor
        processor.limit(seconds=CLOSE_SECONDS)
        try:
            self.run_word("(abandon-generation)")
            to_beginning(processor)
            self.call(word.entry)
            processor.flush()
        finally:
            processor.limit()
