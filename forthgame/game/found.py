"""What a search has found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from forthgame.game.html import table
from forthgame.game.naming import own_text
from forthgame.lang.layout import DECIDED, WIN_SCORE

if TYPE_CHECKING:
    from forthgame.game.moves import Move


def is_decided(score: int) -> bool:
    """Whether a score is that of a won or lost game."""
    return abs(score) > DECIDED


def decided_text(score: int) -> str:
    """A score as people say it: a win or loss by its distance."""
    if not is_decided(score):
        return str(score)
    return f"{'wins' if score > 0 else 'loses'} in {WIN_SCORE - abs(score)}"


@dataclass(frozen=True)
class SearchResult:
    """What an engine chose.

    move     what it plays
    score    in the view of the player to move; a won game scores 2130000000 less its distance in
             plies. Of `uct` and `mcts`: the share of points, in thousandths
    depth    plies that were looked ahead in full
    seconds  how long it took
    nodes    positions seen; of `uct` and `mcts` random games. Of all threads
    pv       the best line, beginning with the move, as texts that `State.play` takes;
             of engines that do not look ahead the text of the move
    stopped  what ended the search early: `time`, `nodes` or `interrupted`, else empty
    proven   `win`, `loss` or `draw` where the search has proven that the move leads there, whatever
             others do, and no move to more; else None
    engine   the engine that has searched
    reason   why `auto` has chosen it, else empty
    kept     random games of earlier searches in this game that `uct` and `mcts` have gone on from
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
        """Positions seen in a second."""
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def share(self) -> float | None:
        """The share of points to be expected, from 0 to 1, where the search has an idea of it.

        That of the random games of `uct` and `mcts`, or of what is proven. `State.share_of` says
        what scores of alpha-beta are worth.
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
    """The result, for a loop that plays on with it.

    Raises KeyboardInterrupt if Ctrl-C has ended the search: it is meant for the loop too.
    """
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    return result


def is_settled(result: SearchResult) -> bool:
    """Whether going deeper cannot change it: it is proven, or a win or loss by its score."""
    return result.proven is not None or is_decided(result.score)
