"""Prove the result that a player can force, by `words/puzzles/proof_number_search.py`."""

from __future__ import annotations

import time as clock
from dataclasses import dataclass, replace

from forthgame.base.arguments import optional_seconds, optional_whole
from forthgame.base.errors import POSITION_LIMIT, TIME_LIMIT, TOO_DEEP, ForthgameError, ScriptError
from forthgame.base.interrupts import Interrupts
from forthgame.machine.memory.call_restrictions import Stop
from forthgame.machine.memory.locks import exclusive_use
from forthgame.position.moves import Move
from forthgame.position.playthrough import Playthrough
from forthgame.rules.checkpoint import looking_ahead
from forthgame.rules.engines import LARGEST_TABLE, NUMBERS, Limits
from forthgame.rules.facts.proof_conditions import counts_turns, without_proof
from forthgame.search.search_result import root_moves, time_limited
from forthgame.search.tree_reuse import lent_table
from forthgame.words.registers import extension_registers, memory_layout as at, proof_nodes

WINS, DRAWS = 0, 1  # goals: a win, at least a draw
PROVEN, DISPROVEN = 1, 2
CHANCE = -316
STOPS = {
    TIME_LIMIT: "time",
    POSITION_LIMIT: "nodes",
    TOO_DEEP: "depth",
}  # errors that end a proof, not a game
STREAMS = slice(at.RANDOM, at.RANDOM2 + at.RANDOM_CELLS * at.CELL)


@dataclass(frozen=True)
class Proof:
    """The result that the player to move can force against all others.

    value    `win`, `loss` or `draw`; None if it was not decided
    move     a first move that forces it; None for a loss, or if it was not decided
    hardest  for a loss, the move that took the most positions to refute
    known    partial result without a value: `no win`, `no loss`, or empty
    nodes    positions searched
    seconds  duration
    stopped  limit that ended the search: `time`, `nodes`, `depth` or `interrupted`, else empty
    """

    value: str | None
    move: Move | None
    nodes: int
    seconds: float
    known: str = ""
    stopped: str = ""
    hardest: Move | None = None

    def __str__(self) -> str:
        spent = f"{self.nodes:,} positions in {self.seconds:.2f} s"
        if self.value is None:
            known = {"no win": ", but it is no win", "no loss": ", but it is no loss"}
            return f"not decided within {spent}{known.get(self.known, '')}"
        text = f"proven: a {self.value}" + (f" by {self.move}" if self.move else "")
        return f"{text}   {spent}"


def prove(
    state: Playthrough,
    time: float | None = 10.0,
    nodes: int | None = None,
    table: int | None = None,
) -> Proof:
    time = optional_seconds(time, "the time of a proof")
    nodes = optional_whole(nodes, "the nodes of a proof", 1, NUMBERS)
    table = optional_whole(table, "the table of a proof", 1, LARGEST_TABLE)
    refusal = without_proof(state.game)
    if refusal:
        raise ForthgameError(refusal)
    started = clock.monotonic()
    root_moves(state, Limits(time=time), False)
    if state.game.native:
        state.game.native.prepare_proving(time is not None)
    with looking_ahead(state.game), lent_table(state.game.forth.processor, table):
        return _Proving(state, started, time, nodes).run()


def attempt(
    state: Playthrough, time: float | None, nodes: int | None, stop: Stop | None = None
) -> Proof:
    """Run a proof within a search, in the table of the search; it ends when `stop` is set.

    A draw is searched for only after a win was excluded. Raises ForthgameError if the script draws
    random numbers.
    """
    started = clock.monotonic()
    if state.game.native:
        state.game.native.prepare_proving(time is not None)
    proving = _Proving(state, started, time, nodes, share=1.0)
    proving.stop = stop
    return proving.run()


@exclusive_use("_goal", "processor")
class _Proving:
    """A proof: first whether the player wins, then whether at least a draw can be forced.

    share  part of time and nodes for the first goal; with 1.0 the second needs a result of it
    """

    def __init__(
        self,
        state: Playthrough,
        started: float,
        time: float | None,
        nodes: int | None,
        share: float = 0.5,
    ) -> None:
        self.state, self.started, self.time, self.limit = state, started, time, nodes
        self.share = share
        self.processor = state.game.forth.processor
        self.interrupts = Interrupts()
        self.nodes = 0
        self.stopped = ""
        self.number: int | None = None
        self.turns = counts_turns(state.game)
        self.stop: Stop | None = None

    def run(self) -> Proof:
        with self.interrupts.held():
            try:
                return self._both()
            finally:
                self.state.enter()

    def _both(self) -> Proof:
        if self._goal(WINS, self.share) == PROVEN:
            return self._proof("win", self.number)
        wins_known = not self.stopped
        if wins_known and not self.processor.register(proof_nodes.DRAWN):
            return self._loss()  # no refutation of a win is a draw
        if self.stopped == "interrupted" or (self.stopped and self.share == 1.0):
            return self._proof(None)
        draws = self._goal(DRAWS, 1.0)
        if draws == DISPROVEN:
            return self._loss()
        if wins_known:
            if draws == PROVEN:
                return self._proof("draw", self.number)
            return self._proof(None, known="no win")
        return self._proof(None, known="no loss" if draws == PROVEN else "")

    def _loss(self) -> Proof:
        number, self.number = self.number, None
        hardest = None if number is None else self.state.moves()[number]
        return replace(self._proof("loss"), hardest=hardest)

    def _proof(self, value: str | None, number: int | None = None, known: str = "") -> Proof:
        if value is None and not self.stopped and known:
            self.stopped = self.first_stop
        move = None if number is None else self.state.moves()[number]
        stopped = self.stopped if value is None else ""
        return Proof(value, move, self.nodes, clock.monotonic() - self.started, known, stopped)

    def _goal(self, goal: int, share: float) -> int:
        """Search for one goal within a share of the remaining limits: PROVEN, DISPROVEN or 0."""
        state, processor, game = self.state, self.processor, self.state.game
        self.first_stop, self.stopped, self.number = self.stopped if goal else "", "", None
        state.enter()
        before = bytes(processor.bytes[STREAMS])
        game.run_word("(begin-search)")
        limit = 0 if self.limit is None else max(1, int((self.limit - self.nodes) * share))
        processor.i64[at.NODE_LIMIT.index] = limit
        past = processor.register(extension_registers.PLAYED_USED)
        processor.set_registers({
            proof_nodes.PAST: -1 if past else 0, proof_nodes.TURNS: -1 if self.turns else 0,
            at.BEST_COUNT: -1,
        })  # fmt: skip
        left = None
        if self.time is not None:
            left = (self.time - (clock.monotonic() - self.started)) * share
        found = 0
        try:
            with (
                looking_ahead(game),
                time_limited(processor, left, self.stop),
                self.interrupts.let_in(),
                game.stages(),
            ):
                game.visit_positions(game.forth.engine_word("(prove-goal)").entry, goal)
            found = processor.register(proof_nodes.FOUND)
        except ScriptError as error:
            if error.number == TIME_LIMIT and self._asked_to_stop:
                self.stopped = "stop"
            else:
                self._ended_by(error)
        except KeyboardInterrupt:
            if self.interrupts.told and not self.interrupts.noted:
                raise  # a second Ctrl-C
            self.stopped, self.interrupts.told = "interrupted", True
        finally:
            self.nodes += processor.i64[at.NODES.index]
            drawn = bytes(processor.bytes[STREAMS]) != before
            count = processor.register(at.BEST_COUNT)
            state.enter()
        if drawn:
            raise ForthgameError(
                f"nothing is proven of {game.name}, because its script draws random numbers"
            )
        self.number = -2 - count if count < -1 else None
        return found

    @property
    def _asked_to_stop(self) -> bool:
        return (self.stop is not None and self.stop.is_set()) or self.processor.asked_to_stop

    def _ended_by(self, error: ScriptError) -> None:
        if error.number == CHANCE:
            name = self.state.game.name
            raise ForthgameError(
                f"nothing is proven of {name}, because chance chooses moves"
            ) from None
        foreign = error.number == TIME_LIMIT and self.time is None  # not our limit
        if error.number not in STOPS or foreign:
            raise error
        self.stopped = STOPS[error.number]
