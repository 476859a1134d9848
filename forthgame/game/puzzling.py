"""The parts of Game and State for puzzles: levels and shortest solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from forthgame import arguments
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from typing import Self

    from forthgame.game.declare import Declaration
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script
    from forthgame.game.solving.solution import Report, Solution


class PuzzleGame:
    """The part of a Game for puzzles."""

    declaration: Declaration

    @property
    def levels(self) -> list[str]:
        """Return the names of the levels in order; empty texts for unnamed levels."""
        return [level.name for level in self.declaration.levels]

    def _begin(self, seed: int | None, level: int | None) -> Playthrough:
        """Return a new game; without a `level`, at the first one."""
        game = cast("Script", self)
        seed = arguments.optional_whole(seed, "a seed")
        if level is None and not self.declaration.levels:
            return game.states._begin(game, seed)
        from forthgame.game.levels import begin_level

        level = arguments.optional_whole(level, "the level", 1, arguments.LARGEST)
        return begin_level(game, level or 1, seed)

    def solve(self, method: str = "auto", *, level: int | None = None, **options: Any) -> Solution:
        """Find a shortest solution from the beginning, or of a `level`, by its number from 1.

        `method` and the `options` are those of State.solve. Raises ForthgameError if the game is
        not a puzzle, ValueError for an unknown level.
        """
        return self._begin(1, level).solve(method, **options)


class PuzzleState:
    """The part of a State for puzzles."""

    game: Script
    level: int | None = None  # number of the level, from 1, in a game with levels

    @property
    def in_turn(self) -> bool:
        """Return whether the turn goes on after a partial move."""
        return cast("Playthrough", self).turn_cell(at.TURN_BLOCK_CELLS - 1) != 0

    def next_level(self) -> Self | None:
        """Return the start of the next level, None after the last.

        Storage that the script names with `{carry}` is copied from this position. Raises
        ScriptError if the level cannot be set up.
        """
        from forthgame.game.levels import begin_level

        if self.level is None or self.level >= len(self.game.declaration.levels):
            return None
        with self.game.lock:
            started = begin_level(self.game, self.level + 1, None, cast("Playthrough", self))
            return cast("Self", started)

    def solve(
        self,
        method: str = "auto",
        *,
        to: Playthrough | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        memory: int = 1 << 30,
        turns: bool = False,
        report: Report | None = None,
    ) -> Solution:
        """Find a shortest solution of a puzzle; the position stays unchanged.

        `method`: `breadth`; `both-ends`, which needs the solved position as `to`; `ida`, which
        needs OnDistance; `auto` begins breadth first. The search ends without a solution beyond
        `depth` turns, `nodes` positions, `time` seconds, or when it needs more than `memory` bytes;
        further positions of a breadth-first search are kept in a temporary file. With `turns`,
        positions with different turn numbers are different. `report` is called a few times a
        second, in a separate thread; an exception raised in it ends the search. Raises
        ForthgameError if the game is not a puzzle.
        """
        from forthgame.game.solving.solve import Bounds, solve

        bounds = Bounds(depth=depth, nodes=nodes, time=time, memory=memory, turns=turns)
        if to is not None:
            arguments.instance(to, PuzzleState, "the position to be reached", "a State")
        if report is not None and not callable(report):
            raise TypeError(f"a report is a function, not {arguments.kind(report)}")
        with self.game.lock:
            return solve(cast("Playthrough", self), bounds, method, to, report)
