"""Play an entrant's script or engine on a machine of its own."""

from __future__ import annotations

import time
from typing import Any

from forthgame.api.game import Game, State, load
from forthgame.base.errors import ForthgameError
from forthgame.play.match.answer_timeout import NEAR, NoAnswer, Patience
from forthgame.play.model.game_record import Thought, Usage, derive_seed, rounded
from forthgame.play.model.limits import Bank, Limits
from forthgame.play.model.schedule import Entrant, seats_of
from forthgame.play.statistics.summary import Evaluations
from forthgame.position.move_texts import own_text
from forthgame.position.moves import Moves
from forthgame.position.texts.texts_file import declares_fen
from forthgame.rules.engines import AUTO, BOUNDS, ENGINES, SCRIPT, engine_text, grows_trees
from forthgame.search.engine_choice import traits
from forthgame.search.search_result import SearchResult, uninterrupted
from forthgame.words.registers import memory_layout as at

EVEN = 500  # an even score of Monte Carlo searches, in thousandths
DEFAULT_DEPTH = 3  # plies, if no bound of the search is given
COUNTERS = ("RootMoves", "EvalTotal", "EvalLeast", "EvalMost", "EvalRises")
# exceptions that a script can cause
FAILURES = (ForthgameError, ArithmeticError, LookupError, ValueError, MemoryError)
THOUGHTLESS = ("random", "first")  # engines that need no machine code
RINGS = slice(at.RING_HEAD, at.RING2_COUNT + 4)
EVENTS = slice(at.EVENTS, at.EVENTS + 4 * len(at.EVENT_NAMES))


def warm() -> None:
    """Load the modules for playing before the process is confined."""
    from forthgame.compile.interpreter import native_interpreter as native

    native.compile_in_child()


def position_of(game: Game, text: str) -> State:
    """Return the position of a text: a FEN if the game declares one, or a line of `show`.

    Raises PositionError.
    """
    if "|" not in text and declares_fen(game):
        return game.position(fen=text)
    return game.position(text)


def written_position(state: State, text: str) -> str:
    """Return a position that was read from a text as the game writes it."""
    if "|" not in text and declares_fen(state.game):
        return state.fen()
    return text


class NoMove(ForthgameError):
    """An entrant whose rules give no move in a game that goes on."""


class OutOfTime(NoAnswer):
    """An entrant whose clock has run out."""


def search_settings(
    entrant: Entrant, limits: Limits, seed: int, plies: int, bank: Bank | None = None
) -> dict[str, Any]:
    """Return the engine's options: the entrant's own, completed by the tournament's limits.

    The seed is derived from the seat's seed and the number of plies played.
    """
    own: dict[str, Any] = dict(entrant.options)
    if not set(own) & set(BOUNDS):
        bounds = {"time": limits.time, "depth": limits.depth, "nodes": limits.nodes}
        own |= {name: value for name, value in bounds.items() if value is not None}
        if bank is not None and not set(own) & set(BOUNDS):
            own["time"] = bank.allotted()
    if not set(own) & set(BOUNDS):
        own["depth"] = DEFAULT_DEPTH
    if entrant.engine != SCRIPT and not entrant.is_foreign:
        own["seed"] = derive_seed(seed, own.get("seed", 0), plies)
    return own


def thought_of(found: SearchResult, seconds: float) -> Thought | None:
    """Return score, depth and nodes of a search; None for engines that do not search."""
    engine = found.engine
    if engine in THOUGHTLESS:
        return None
    score: int | None = found.score
    if engine in ENGINES and ENGINES[engine].tree:
        score = found.score - EVEN
    elif engine == SCRIPT and not (found.score or found.depth):
        score = None  # the script reports no score
    return Thought(score, found.depth, found.nodes, rounded(seconds))


def searched(state: State, engine: str, settings: dict[str, Any]) -> SearchResult:
    """Search with an engine and its options. Raises KeyboardInterrupt at Ctrl-C."""
    return uninterrupted(state.search(engine_text(engine, settings), time=None, after_end=True))


def waits_for_code(entrant: Entrant, limits: Limits) -> bool:
    """Return whether machine code must be ready before an entrant's first move.

    `auto` measures the time of short games to choose an engine.
    """
    return limits.timed(entrant) or entrant.engine == AUTO


class Contestant:
    """A script on a machine of its own, restored at the start of each game.

    Scripts store data in variables, and a game must not depend on earlier ones on the same machine.
    """

    state: State  # of the game that `begin` has begun
    first_position = ""  # FEN or text of the position that games begin with, if it is another one

    def __init__(self, entrant: Entrant, *, native: bool = True, game: Game | None = None) -> None:
        self.entrant = entrant
        self.game = game or load(entrant.script, native=native)
        self._data = self.game.forth.processor.bytes
        self._top = self.game.forth.processor.cell(at.A_DP)
        self._loaded_memory = bytes(self._data[at.MEMORY : at.MEMORY + self._top])
        self._events = bytes(self._data[EVENTS])
        self._counters = self._find_counters()
        self.thought: Thought | None = None  # of the last move chosen, None if there was no search

    def close(self) -> None:
        """Do nothing; contestants that start a program end it here."""

    def prepare(self, limits: Limits) -> None:
        """Prepare machine code and the choice of `auto`, so that no move waits for them.

        If the time of a move does not matter, compiling starts with the first search instead.
        """
        players = [p for p in self.game.declaration.players if p.name in seats_of(self.game)]
        own = all(p.engine in THOUGHTLESS for p in players)
        idle = own if self.entrant.engine == SCRIPT else self.entrant.engine in THOUGHTLESS
        own_words = all(p.word and p.engine == SCRIPT for p in players)
        engines = self.entrant.engine != SCRIPT or not own_words
        if self.game.native and not idle and waits_for_code(self.entrant, limits):
            self.game.native.prepare_calls(True, engines, grows_trees(self.entrant.engine))
        if self.entrant.engine == AUTO:
            with self.game.lock:
                traits(self.game)

    def patience(self, limits: Limits) -> Patience:
        """Return a context that stops the script's words after the limit of time."""
        return Patience(self.game.forth.processor, limits.patience(self.entrant))

    def begin(self, seed: int, limits: Limits) -> None:
        """Restore the machine as loaded and set up a new game, from `first_position` if it is set.

        Raises PositionError.
        """
        processor = self.game.forth.processor
        grown = processor.cell(at.A_DP)
        self._data[at.MEMORY : at.MEMORY + self._top] = self._loaded_memory
        if at.DATA_END >= grown > self._top:
            self._data[at.MEMORY + self._top : at.MEMORY + grown] = bytes(grown - self._top)
        self._data[RINGS] = bytes(RINGS.stop - RINGS.start)
        self._data[EVENTS] = self._events
        processor.reset_stacks()
        with self.patience(limits):
            self.renew(seed)

    def renew(self, seed: int) -> None:
        """Set up a new game on an unchanged machine; the caller limits the time."""
        self.game.forth.processor.printed = 0
        self.game.active = None
        if self.first_position:
            self.state = position_of(self.game, self.first_position)
            self.state.use_seed(seed)
        else:
            self.state = self.game.new_game(seed=seed)
        self._seed = seed

    def hear(self, text: str, limits: Limits) -> None:
        """Play any seat's move. Raises IllegalMove if it is illegal by the entrant's rules."""
        with self.patience(limits):
            state = self.state  # only the referee decides when the game is over
            state.play(state.find(text, exact=True, after_end=True), after_end=True)

    def evaluation(self) -> int:
        state = self.state
        state.moves(after_end=True)
        with self.game.lock:
            return state.run_here(self.game.forth.word("OnEvaluate").entry)

    def choose(self, limits: Limits, usage: Usage, bank: Bank | None = None) -> str:
        """Return the text of the chosen move and add its cost to `usage`. Raises ForthgameError.

        With a `bank` the engine plays by its clock; OutOfTime is raised when that has run out.
        """
        state, processor = self.state, self.game.forth.processor
        started = time.perf_counter()
        waited = limits.patience(self.entrant)
        lost = bank is not None and bank.bound < waited
        patience = Patience(processor, bank.bound if bank is not None and lost else waited)
        try:
            with patience:
                moves = self._required_moves()
                for address in self._counters[:1]:
                    processor.set_cell(address, 0)
                found = searched(state, self.entrant.engine, self._settings(limits, bank))
                patience.check()
                used = patience.used
        except NoAnswer:
            if lost:
                raise OutOfTime(f"its clock had {patience.seconds:.3g} s left") from None
            raise
        seconds = time.perf_counter() - started
        if bank is not None:
            bank.spend(used)
        usage.add(len(moves), found.nodes, seconds, used, near=used > NEAR * waited)
        usage.evaluations.add(self._evaluations())
        self.thought = thought_of(found, used)
        return own_text(found.move)

    def _required_moves(self) -> Moves:
        """Return the moves to choose from. Raises NoMove if there are none."""
        moves = self.state.moves(after_end=True)
        if not moves and not self.state.player:
            raise NoMove("no player is to move, although the game has not ended")
        if not moves:
            raise NoMove(f"{self.state.player} has no move, although the game has not ended")
        return moves

    def _settings(self, limits: Limits, bank: Bank | None = None) -> dict[str, Any]:
        return search_settings(self.entrant, limits, self._seed, len(self.state.move_texts), bank)

    def _find_counters(self) -> list[int]:
        words = [self.game.forth.dictionary.find(name) for name in COUNTERS]
        addresses = [word.value for word in words if word is not None and word.role == "variable"]
        known = all(at.DATA <= a <= at.DATA_END - 4 and a % 4 == 0 for a in addresses)
        return addresses if len(addresses) == len(COUNTERS) and known else []

    def _evaluations(self) -> Evaluations:
        if not self._counters:
            return Evaluations()
        cell = self.game.forth.processor.cell
        moves, total, least, most, rises = (max(cell(each), 0) for each in self._counters)
        if moves < 1:
            return Evaluations()
        return Evaluations(moves, total, least, most, rises, moves - 1)
