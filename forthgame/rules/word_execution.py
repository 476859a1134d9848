"""Run a script's words in the machine of its game.

An event may change a setting temporarily. If a limit or Ctrl-C ends the event, it cannot restore
the setting, which would then apply to the next operation; so the settings are restored here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import monotonic
from typing import Any, Final, Protocol

from forthgame.base.errors import (
    INTERRUPTED,
    NO_ROOM_FOR_MOVES,
    POSITION_LIMIT,
    STEP_LIMIT,
    TIME_LIMIT,
    TOO_MANY_MOVES,
    ScriptError,
)
from forthgame.base.limits import ScriptLimits
from forthgame.machine.memory.call_restrictions import AT_REST
from forthgame.machine.memory.locks import Lock
from forthgame.machine.memory.processor import Processor
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.machine.tiers.short_calls import ShortCalls
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.fact_cache import FactCache
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import GOING_ON, STORING

CUT_SHORT: Final = (STEP_LIMIT, TIME_LIMIT, POSITION_LIMIT, INTERRUPTED)
_NAMES: Final = (
    "BASE", "$scanPositions", "$passTurnForced", "$shareMovesList", "$combinePartial", "$gameLog",
    "$variety", "$judge", "$playouts", "$selective", "$recycle",
)  # fmt: skip
HERE: Final = (at.MEMORY + at.A_HERE) >> 2
FROM: Final = (at.MEMORY + at.A_FROM) >> 2
LAST: Final = (at.MEMORY + at.A_LAST) >> 2
LAST_CELL: Final = extension_registers.LAST_CELL >> 2
BOARD: Final = at.BOARD >> 2
SETTINGS: Final = tuple(at.SYSTEM_CELLS[name] for name in _NAMES)
SYSTEM: Final = slice(at.MEMORY + at.SYSTEM, at.MEMORY + at.SYSTEM + at.CELL * len(at.SYSTEM_CELLS))
ENGINE_WORDS = (
    "(generate-turn)", "(game-result)", "(result-of)", "(score-of)", "(same-side?)",
    "(note-position)", "(make-move)", "(perft)", "(playouts)", "$MoveString",
    "(abandon-generation)",
    "(begin-search)", "(past-position)", "(report-best)", "(report-tree)", "(take-subtree)",
    "(move-of-hash)", "(clear-lists)", "(offer)", "(find-result)", "(offer-with-result)",
    "(play-number)", "(play-on)", "(push-move)", "(take-back)", "(stand-here)", "(batch-begin)",
    "(batch-step)", "(batch-save)",
)  # fmt: skip

DRAWN = -312  # error numbers: a chosen move was not generated again,
CHANGED = -282  # OnMoves has changed the position,
ENDLESS = -284  # partial moves have no end,
LISTS_CHANGED = -300  # OnIsLegal? has changed the move lists,
BOARDS_CHANGED = -315  # OnTogether has changed the copies of the board
EVENTS = {CHANGED: "OnMoves", LISTS_CHANGED: "OnIsLegal?", BOARDS_CHANGED: "OnTogether"}
CLOSE_SECONDS = 5.0  # time limit of OnTerminate


def put_settings_back(processor: Processor, cells: bytes) -> None:
    for address in SETTINGS:
        start = address - at.SYSTEM
        value = int.from_bytes(cells[start : start + at.CELL], "little", signed=True)
        processor.set_cell(address, value)


def reset_here(processor: Processor) -> None:
    """Reset `here`, `from` and `last` to the values with which events begin."""
    cells = processor.i32
    cells[HERE] = cells[FROM] = 0
    if cells[LAST_CELL]:
        cells[LAST] = cells[(at.MEMORY + cells[BOARD] + cells[LAST_CELL]) >> 2] - 1


class ActiveState(Protocol):
    """A state of a game, whose position the machine can hold."""

    past: list[Any]

    @property
    def game(self) -> RunnableScript: ...

    @property
    def position(self) -> Any: ...

    def require_possible(self) -> None:
        """Raise an error if the position contradicts itself."""

    def leave(self) -> None:
        """Note that the machine no longer holds the position."""


class SavedMachine(Protocol):
    """A copy of the machine's state before it ran code in isolation."""

    def put_back(self) -> None: ...


class MachineCode(Protocol):
    """The machine code of a game."""

    def portions(self, games: int) -> Iterator[int]:
        """Yield numbers of random games, between which better code may be installed."""


class RunnableScript:
    """The part of a Script that runs words. Callers hold the machine's lock."""

    path: Path
    name: str
    contents: bytes  # of the file
    lock: Lock
    forth: Forth
    declaration: Declaration
    limits: ScriptLimits
    native: MachineCode | None
    facts: FactCache
    closed: bool
    active: ActiveState | None  # the state whose position the machine holds
    aside: SavedMachine | None  # while code runs in isolation
    _printed: list[str]

    @property
    def digest(self) -> str:
        """Return a hash of the script and all it loads, as they were read."""
        total = hashlib.sha256(self.contents)
        for _, contents in sorted(self.forth.loaded.items()):
            total.update(contents)
        return total.hexdigest()

    def begin_running(self) -> None:
        """Look up the engine words that are called from Python, and prepare short calls."""
        self.forth.processor.standing = None
        timed = self.limits.seconds is not None
        self.short = ShortCalls(self.forth.processor, self.call, self.after_short_call, timed)
        self.entries = {name: self.forth.engine_word(name).entry for name in ENGINE_WORDS}
        # entries of the most frequent short calls
        self.offering = self.entries["(offer)"]
        self.judging = self.entries["(offer-with-result)"]
        self.choosing = self.entries["(play-number)"]
        self.going_on = self.entries["(play-on)"]
        self.foresees = False  # whether a ply is a single call, which needs native code

    def untimed(self, entry: int, *arguments: int, printed: int | None = None) -> int:
        """Run a word on a clean stack; return the top of the stack, 0 if it is empty.

        The time limit of a turn does not apply: searches and some other calls have their own.
        `printed` is the number of characters printed so far if the call continues an earlier one.
        """
        processor = self.forth.processor
        processor.tidy()
        for argument in arguments:
            processor.push(argument)
        outer, cells = processor.deadline, bytes(processor.bytes[SYSTEM])
        if not processor.nesting:
            waiting = processor.register(at.OUT_COUNT)  # output of earlier calls
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
        processor.i64[at.SP.index] = processor.i64[at.FRAME_BASE.index]
        processor.tidy()
        processor.set_register(at.FSP, 0)
        return top

    def _after_error(self, error: BaseException, cells: bytes) -> None:
        """Reset the machine and add a place to the error.

        If the call was cut short, restore settings from `cells`, the system cells before it.
        """
        self.forth.processor.reset_stacks()
        if not isinstance(error, ScriptError) or error.number in CUT_SHORT:
            put_settings_back(self.forth.processor, cells)
        if isinstance(error, ScriptError):
            self.declaration.name_forgotten(error)
            place_error(self.declaration, error)
            if error.number in (TOO_MANY_MOVES, NO_ROOM_FOR_MOVES):
                self._locate_excess(error)

    def _after_fork(self) -> None:
        """Reset the machine in a forked process, which lacks the thread that used it."""
        raise NotImplementedError

    def _locate_excess(self, error: ScriptError) -> None:
        """Add the place of the responsible word to the error of a list that is too long."""
        raise NotImplementedError

    def after_short_call(self, error: BaseException, cells: bytes) -> None:
        """Handle an error in a short call, which is never nested."""
        self.forth.processor.nesting = 0
        self._after_error(error, cells)

    def call(self, entry: int, *arguments: int) -> int:
        """Run a word like `untimed`, within the time limit of a turn."""
        with self.time_of_turn():
            return self.untimed(entry, *arguments)

    def time_of_turn(self) -> AbstractContextManager[None]:
        """Apply the time limit of a turn to the body, unless another time limit is active."""
        turn = self.forth.processor.turn
        if self.limits.seconds is not None or turn.since != AT_REST:
            return nullcontext()
        return turn.running()

    def visit_positions(self, entry: int, *arguments: int, printed: int | None = None) -> int:
        """Run an engine word that visits many positions; the limit of a turn applies to each."""
        if self.limits.seconds is not None:
            return self.untimed(entry, *arguments, printed=printed)
        with self.forth.processor.turn.running(many=True):
            return self.untimed(entry, *arguments, printed=printed)

    def call_short(self, name: str, number: int) -> int:
        """Run an engine word that takes a number and leaves one, as a short call."""
        return self.short.run(self.entries[name], number)

    def run_short(self, name: str) -> None:
        """Run an engine word that leaves no result, as a short call."""
        self.short.call(self.short.hold, self.entries[name], 0)

    def run_word(self, name: str, *arguments: int) -> int:
        """Run an engine word by name, within the time limit of a turn."""
        return self.call(self.entries[name], *arguments)

    def play_games(self, games: int, plies: int) -> None:
        """Play random games of at most `plies` each from the current position."""
        printed, entry = None, self.entries["(playouts)"]
        for number in self.native.portions(games) if self.native else (games,):
            self.visit_positions(entry, number, plies, printed=printed)
            printed = self.forth.processor.printed

    def look_ahead(self) -> None:
        """Decide whether playing a move may also compute the next move list and result."""
        from forthgame.rules.facts.eager_lists import may_compute_early

        self.foresees = may_compute_early(self.forth, self.declaration)

    def ask_result(self) -> int:
        """Return the result for the player to move, as a score."""
        return self.call(self.entries["(game-result)"])

    def run_event(self, name: str, *arguments: int) -> int:
        reset_here(self.forth.processor)
        return self.call(self.forth.word(name).entry, *arguments)

    def _terminate(self) -> None:
        word = self.forth.dictionary.find("OnTerminate")
        if word is None or word.index < self.forth.fence:
            return
        processor = self.forth.processor
        processor.limit(seconds=CLOSE_SECONDS)
        try:
            self.run_word("(abandon-generation)")
            reset_here(processor)
            self.call(word.entry)
            processor.flush()
        finally:
            processor.limit()


def place_error(declaration: Declaration, error: ScriptError) -> None:
    """Add the place of the responsible word to an error that the engine has raised."""
    event = EVENTS.get(error.number)
    if error.place is not None or (event is None and error.number not in (ENDLESS, DRAWN)):
        return
    if event is None:
        from forthgame.words.effect_sets import DRAWING  # slow to import

        causes = GOING_ON if error.number == ENDLESS else DRAWING | STORING | {"(DEFER)"}
        word = _move_word_with(declaration, causes)
    else:
        word = declaration.forth.dictionary.find(event)
    if word is not None and word.place is not None:
        error.place, error.word = word.place, word.name


def _move_word_with(declaration: Declaration, names: frozenset[str]) -> Word | None:
    """Return the first move word that can run one of `names`, or else the first move word."""
    program = declaration.forth.program
    words = [word for listed in declaration.lists.values() for word, _ in listed.entries]
    able = (w for w in words if any(f.has(names) for f in program.called({w.entry})))
    return next(able, words[0] if words else None)
