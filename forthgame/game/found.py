"""Results of searches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from forthgame.game.html import table
from forthgame.game.naming import own_text
from forthgame.lang.layout import DECIDED, WIN_SCORE

if TYPE_CHECKING:
    from forthgame.game.moves import Move


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
    stopped  the reason why the search ended early: `time`, `nodes` or `interrupted`, else empty
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
        told = [own_text(self.move)]
        if self.depth:
            told.append(f"score {decided_text(self.score)}, depth {self.depth}")
        if self.proven:
            told.append(f"a proven {self.proven}")
        told.append(f"{self.nodes:,} positions in {self.seconds:.2f} s")
        if self.kept:
            told.append(f"{self.kept:,} kept")
        if self.stopped:
            told.append(f"stopped: {self.stopped}")
        if len(self.pv) > 1:
            told.append(f"line: {'; '.join(self.pv)}")
        return "   ".join(told)

    def _repr_html_(self) -> str:
        rows: list[tuple[str, str | int | float]] = [
            ("score", decided_text(self.score)), ("depth", self.depth), ("positions", self.nodes),
            ("seconds", self.seconds), ("line", "; ".join(self.pv)),
        ]  # fmt: skip
        return table(own_text(self.move), rows + [("stopped", self.stopped)] * bool(self.stopped))


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
