"""Results of searches, and what all searches begin with: limits of time, and listed moves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from forthgame.base.errors import TIME_LIMIT, ForthgameError, ScriptError, sentence
from forthgame.base.html_tables import table
from forthgame.machine.memory.call_restrictions import Stop, ended_by
from forthgame.machine.memory.processor import Processor
from forthgame.position.move_texts import own_text
from forthgame.position.moves import Move, Moves
from forthgame.position.playthrough import Playthrough
from forthgame.rules.engines import Limits
from forthgame.words.registers.memory_layout import DECIDED, WIN_SCORE

LIST_TIME = 0.5  # seconds that the list of moves may take, even for a shorter search


def is_decided(score: int) -> bool:
    return abs(score) > DECIDED


def decided_text(score: int) -> str:
    """Return a score as text: a win or loss by its distance."""
    if not is_decided(score):
        return str(score)
    return f"{'wins' if score > 0 else 'loses'} in {WIN_SCORE - abs(score)}"


@dataclass(frozen=True)
class SearchResult:
    """The move that an engine chose, and how it was found.

    move     the chosen move
    score    for the player to move; a won game scores 2130000000 less its distance in plies. For
             `uct` and `mcts`: the share of points, in thousandths
    depth    plies that were searched in full
    seconds  duration of the search
    nodes    positions, or random games of `uct` and `mcts`, of all threads
    pv       the principal variation from this move on, as texts that `State.play` takes; for
             engines that do not look ahead the text of the move
    stopped  the reason why the search ended early: `time`, `nodes`, `stop` (the event of the
             search was set) or `interrupted` (Ctrl-C), else empty
    proven   `win`, `loss` or `draw` if the search has proven that the move leads to it, whatever
             others do, and that no move leads to more; else None
    engine   the engine that has searched
    reason   the reason why `auto` has chosen it, else empty
    kept     random games of earlier searches in this game that `uct` and `mcts` have reused
    """

    move: Move
    score: int
    nodes: int
    depth: int
    pv: list[str] = field(default_factory=list)
    seconds: float = 0.0
    stopped: str = ""
    proven: str | None = None
    engine: str = ""
    reason: str = ""
    kept: int = 0

    @property
    def nodes_per_second(self) -> float:
        """Return the positions per second."""
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def share(self) -> float | None:
        """Return the share of points to expect, from 0 to 1, or None without an estimate.

        It is that of the random games of `uct` and `mcts`, or of a proven result. `State.share_of`
        converts scores of alpha-beta.
        """
        if self.proven:
            return {"win": 1.0, "draw": 0.5, "loss": 0.0}[self.proven]
        return self.score / 1000 if self.engine in ("uct", "mcts") else None

    def __str__(self) -> str:
        parts = (
            own_text(self.move),
            f"score {decided_text(self.score)}, depth {self.depth}" if self.depth else "",
            f"a proven {self.proven}" if self.proven else "",
            f"{self.nodes:,} positions in {self.seconds:.2f} s",
            f"{self.kept:,} kept" if self.kept else "",
            f"stopped: {self.stopped}" if self.stopped else "",
            f"line: {'; '.join(self.pv)}" if len(self.pv) > 1 else "",
        )
        return "   ".join(filter(None, parts))

    def _repr_html_(self) -> str:
        rows: list[tuple[str, str | int | float]] = [
            ("score", decided_text(self.score)), ("depth", self.depth), ("positions", self.nodes),
            ("seconds", self.seconds), ("line", "; ".join(self.pv)),
        ]  # fmt: skip
        return table(own_text(self.move), rows + [("stopped", self.stopped)] * bool(self.stopped))


def search_state(state: Any, engine: str, **limits: int) -> SearchResult:
    """Search by the method of a public State, for modules that `search.py` imports."""
    found: SearchResult = state.search(engine, **limits)
    return found


def uninterrupted(result: SearchResult) -> SearchResult:
    """Return the result, for a loop that plays on with it.

    Raises KeyboardInterrupt if Ctrl-C has ended the search, because it is meant for the loop too.
    """
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    return result


def is_settled(result: SearchResult) -> bool:
    """Return whether deepening cannot change a result: it is proven, or its score is decided."""
    return result.proven is not None or is_decided(result.score)


# -- limits and roots of searches -----------------------------------------------------------------


@contextmanager
def time_limited(
    processor: Processor, seconds: float | None, stop: Stop | None = None
) -> Iterator[None]:
    """Limit the machine to `seconds` in the body, or to its own deadline if that is earlier.

    A `stop` that is set ends its words too, as the machine's own does.
    """
    before = processor.deadline
    if seconds is not None:
        ours = time.monotonic() + max(seconds, 0.0)
        processor.deadline = ours if before is None else min(ours, before)
    try:
        with ended_by(processor, stop):
            yield
    finally:
        processor.deadline = before


def may_end_early(limits: Limits, stop: Stop | None) -> bool:
    """Return whether the best move so far counts, so that a search should not wait for code."""
    return limits.time is not None or not getattr(stop, "awaited", stop is None)


class DelayedStop:
    """A stop that takes effect LIST_TIME after another one, so that a list can be completed."""

    def __init__(self, stop: Stop) -> None:
        self._stop = stop
        self._seen: float | None = None

    def is_set(self) -> bool:
        if not self._stop.is_set():
            return False
        if self._seen is None:
            self._seen = time.monotonic()
        return time.monotonic() - self._seen > LIST_TIME


def refuse_chance(state: Playthrough) -> None:
    """Raise ForthgameError if dice or cards decide at this turn instead of a player."""
    if state.game.is_chance(state.player):
        raise ForthgameError(
            f"{state.player} is to move: chance decides there, and nobody has anything to choose; "
            "play one of its moves first"
        )


def root_moves(
    state: Playthrough, limits: Limits, after_end: bool, stop: Stop | None = None
) -> Moves:
    """Return the moves to choose from, listed within the search's time or LIST_TIME.

    After `stop` is set, the list may take LIST_TIME.

    Raises ForthgameError if there are none, if the game is over and not `after_end`, in the middle
    of another call, and in a report of another search. Raises ScriptError if time runs out.
    """
    processor = state.game.forth.processor
    processor.refuse_inside()
    if processor.searching:
        raise ForthgameError(
            "the game is in the middle of a search, and its report cannot begin another one: load "
            "the game once more for that"
        )
    seconds = None if limits.time is None else max(limits.time, LIST_TIME)
    delayed = None if stop is None else DelayedStop(stop)
    try:
        with time_limited(processor, seconds, delayed):
            moves = state.moves(after_end=after_end)
    except ScriptError as error:
        if delayed is not None and delayed.is_set():
            seconds = LIST_TIME
        if error.message == sentence(TIME_LIMIT) and seconds is not None:
            error.message = f"the list of moves was not made in the {seconds:g} s that it may take"
        raise
    if not moves:
        ending = "" if after_end else state.ending_text()
        raise ForthgameError(ending or f"{state.player} has no move to choose from")
    return moves


def visit_past(state: Playthrough, word: str, most: int) -> None:
    """Run a word on the last `most` earlier positions of the game, oldest first."""
    present = state.position
    try:
        for past in state.past[-most:]:
            state.position = past
            state.run_here(state.game.entries[word])
    finally:
        state.position = present
        state.enter()
