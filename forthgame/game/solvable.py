"""The part of a State that solves puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from forthgame.game.game import Game
    from forthgame.game.solving.solution import Report, Solution
    from forthgame.game.state import State


class Solvable:
    """Solving a puzzle from a position on."""

    game: Game

    def solve(
        self,
        method: str = "auto",
        *,
        to: State | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        memory: int = 1 << 30,
        turns: bool = False,
        report: Report | None = None,
    ) -> Solution:
        """Find a shortest solution of a puzzle; the position stays as it is.

        `method`: `breadth`; `both-ends`, which needs the solved position as `to`; `ida`, which
        needs OnDistance; `auto` begins in breadth. The search ends without a solution beyond
        `depth` turns, `nodes` positions, `time` seconds, or when it needs more than `memory` bytes;
        further positions of a search in breadth lie in a temporary file. `turns` tells positions
        apart by the number of the turn too. `report` is called a few times a second, in a thread of
        its own. Raises ForthgameError for a game that is no puzzle.
        """
        from forthgame.game.solving.solve import Bounds, solve

        bounds = Bounds(depth=depth, nodes=nodes, time=time, memory=memory, turns=turns)
        with self.game.lock:
            return solve(cast("State", self), bounds, method, to, report)
