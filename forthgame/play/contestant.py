"""An entrant at the table: its game on a machine of its own, and what it answers."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from forthgame.arguments import LARGEST, optional_seconds, optional_whole, whole
from forthgame.errors import ForthgameError
from forthgame.game.engines import BOUNDS, SCRIPT, engine_text
from forthgame.game.game import Game, load
from forthgame.game.state import State
from forthgame.lang import layout as at
from forthgame.play.entrant import Entrant
from forthgame.play.patience import NEAR, Patience
from forthgame.play.record import Usage, derive_seed
from forthgame.play.statistics import Evaluations

DEFAULT_DEPTH = 3  # plies, when neither time nor depth nor anything else is said
COUNTERS = ("RootMoves", "EvalTotal", "EvalLeast", "EvalMost", "EvalRises")
THOUGHTLESS = ("random", "first")  # engines that need no machine code
RINGS = slice(at.RING_HEAD, at.RING2_COUNT + 4)
EVENTS = slice(at.EVENTS, at.EVENTS + 4 * len(at.EVENT_NAMES))


@dataclass(frozen=True)
class Limits:
    """What an engine may use for a move, and how long a game may last.

    `time` in seconds, `depth` in plies and `nodes` are handed to the engine; `plies` ends a game
    as a draw; an answer that takes more than `timeout` seconds is none.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    plies: int = 5000
    timeout: float | None = None

    def __post_init__(self) -> None:
        optional_seconds(self.time, "the time of a move")
        optional_seconds(self.timeout, "the time to wait for an answer")
        optional_whole(self.depth, "the depth of a search", 1)
        optional_whole(self.nodes, "the positions of a search", 1)
        whole(self.plies, "the number of plies", 1, LARGEST)

    def patience(self, entrant: Entrant | None = None) -> float:
        """Seconds to wait for an answer: ten more than the time of a move, or ten minutes."""
        if self.timeout is not None:
            return self.timeout
        own = entrant.time if entrant else None
        seconds = self.time if own is None else own
        return 600.0 if seconds is None else seconds + 10.0


class NoMove(ForthgameError):
    """An entrant whose rules give no move in a game that goes on."""


def seats(game: Game) -> list[str]:
    """The players that entrants play: in the turn order, neither neutral nor a `?` player."""
    declared = game.declaration
    on_turn = {turn.player for turn in declared.turns}
    return [
        player.name
        for player in declared.players
        if player.code in on_turn and not player.neutral and not player.chance
    ]


class Contestant:
    """A script on a machine of its own, which begins every game exactly as it was loaded.

    Scripts keep things in variables, and a game must not depend on those played before it on the
    same machine: what a script can write is put back at the start of a game.
    """

    def __init__(self, entrant: Entrant, *, native: bool = True, game: Game | None = None) -> None:
        self.entrant = entrant
        self.game = game or load(entrant.script, native=native)
        self._data = self.game.forth.processor.bytes
        self._top = self.game.forth.processor.cell(at.A_DP)
        self._kept = bytes(self._data[at.MEMORY : at.MEMORY + self._top])
        self._events = bytes(self._data[EVENTS])
        self._counters = self._find_counters()
        self._state: State | None = None

    def close(self) -> None:
        """Nothing is to be ended."""

    def prepare(self) -> None:
        """Have machine code ready if the entrant's engine thinks, so that no move waits for it."""
        players = [p for p in self.game.declaration.players if p.name in seats(self.game)]
        own = all(p.engine in THOUGHTLESS for p in players)
        idle = own if self.entrant.engine == SCRIPT else self.entrant.engine in THOUGHTLESS
        own_words = all(p.word and p.engine == SCRIPT for p in players)
        engines = self.entrant.engine != SCRIPT or not own_words
        if self.game.native and not idle:
            self.game.native.prepare_calls(wait=True, engines=engines)

    @property
    def state(self) -> State:
        """The game being played."""
        if self._state is None:
            raise RuntimeError("no game has been begun")
        return self._state

    def patience(self, limits: Limits) -> Patience:
        """Within it the script's words are stopped after some time (`patience.py`)."""
        return Patience(self.game.forth.processor, limits.patience(self.entrant))

    def begin(self, seed: int, limits: Limits) -> None:
        """Set up a new game on a machine as it was when it was loaded."""
        processor = self.game.forth.processor
        grown = processor.cell(at.A_DP)
        self._data[at.MEMORY : at.MEMORY + self._top] = self._kept
        if at.DATA_END >= grown > self._top:
            self._data[at.MEMORY + self._top : at.MEMORY + grown] = bytes(grown - self._top)
        self._data[RINGS] = bytes(RINGS.stop - RINGS.start)
        self._data[EVENTS] = self._events
        processor.reset_stacks()
        processor.printed = 0
        self.game.active = None
        with self.patience(limits):
            self._state = self.game.new_game(seed=seed)
        self._seed = seed

    def renew(self, seed: int) -> None:
        """Set up a new game on a machine whose memory is as it was loaded, and time bounded."""
        self.game.forth.processor.printed = 0
        self.game.active = None
        self._state = self.game.new_game(seed=seed)
        self._seed = seed

    def hear(self, text: str, limits: Limits) -> None:
        """Take in a move of anybody's. Raises IllegalMove if the entrant's rules do not know it."""
        with self.patience(limits):
            state = self.state  # only the referee says when the game is over
            state.play(state.find(text, exact=True, after_end=True), after_end=True)

    def choose(self, limits: Limits, usage: Usage) -> str:
        """The text of the chosen move, and what it cost. Raises ForthgameError."""
        state = self.state
        started = time.perf_counter()
        with self.patience(limits) as patience:
            moves = state.moves(after_end=True)
            if not moves:
                raise NoMove(f"{state.player} has no move, and the game goes on")
            self._count_anew()
            own = self._settings(limits)
            engine = engine_text(self.entrant.engine, own)
            found = state.search(engine, time=None, after_end=True)
            patience.check()
            used = patience.used
        seconds = time.perf_counter() - started
        usage.moves += 1
        usage.seconds += seconds
        usage.slowest = max(usage.slowest, seconds)
        usage.cpu += used
        usage.near += used > NEAR * patience.seconds
        usage.nodes += found.nodes
        usage.choices += len(moves)
        usage.evaluations.add(self._evaluations())
        return found.move.text

    def _settings(self, limits: Limits) -> dict[str, Any]:
        """Options of the engine: the entrant's, for the rest the tournament's."""
        own: dict[str, Any] = dict(self.entrant.options)
        if not set(own) & set(BOUNDS):
            for name in ("time", "depth", "nodes"):
                value = getattr(limits, name)
                if value is not None:
                    own[name] = value
        if not set(own) & set(BOUNDS):
            own["depth"] = DEFAULT_DEPTH
        if self.entrant.engine != SCRIPT and not self.entrant.is_program:
            own["seed"] = derive_seed(self._seed, own.get("seed", 0), len(self.state.history))
        return own

    def _find_counters(self) -> list[int]:
        """Addresses of the variables in which a script counts evaluations per root move."""
        words = [self.game.forth.dictionary.find(name) for name in COUNTERS]
        addresses = [word.value for word in words if word is not None and word.role == "variable"]
        known = all(at.DATA <= a <= at.DATA_END - 4 and a % 4 == 0 for a in addresses)
        return addresses if len(addresses) == len(COUNTERS) and known else []

    def _count_anew(self) -> None:
        for address in self._counters[:1]:
            self.game.forth.processor.set_cell(address, 0)

    def _evaluations(self) -> Evaluations:
        """What the script has counted in the last search."""
        if not self._counters:
            return Evaluations()
        cell = self.game.forth.processor.cell
        moves, total, least, most, rises = (cell(address) for address in self._counters)
        if moves < 1:
            return Evaluations()
        return Evaluations(moves, total, least, most, rises, moves - 1)
