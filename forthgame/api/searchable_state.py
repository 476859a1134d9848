"""A state in which engines can search: choices of moves, proofs and solutions of puzzles."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Self, cast

from forthgame.base import arguments
from forthgame.machine.memory.locks import one_at_a_time
from forthgame.position.playthrough import Playthrough

if TYPE_CHECKING:
    from forthgame.machine.memory.call_restrictions import Stop
    from forthgame.search.asynchronous import AwaitedSearch
    from forthgame.search.proving import Proof
    from forthgame.search.puzzles.solution import Progress, Solution
    from forthgame.search.search_request import SearchRequest
    from forthgame.search.search_result import SearchResult
    from forthgame.search.search_run import Report


@one_at_a_time("prove", "game.lock")
class SearchableState(Playthrough):
    """The part of a State by which engines search."""

    def search(
        self,
        engine: str = "script",
        time: float | None = 1.0,
        depth: int | None = None,
        seed: int | None = None,
        *,
        nodes: int | None = None,
        playouts: int | None = None,
        selective: bool | None = None,
        threads: int | None = None,
        report: Report | None = None,
        after_end: bool = False,
        stop: Stop | None = None,
    ) -> SearchResult:
        """Let an engine choose a move; the position stays unchanged.

        `engine`: `script`, or a name from `forthgame.rules.engines.ENGINES`, with options if you
        like (`negamax:depth=4`). A `depth` in plies, a number of positions (`nodes`) or of random
        games (`playouts`) takes the place of `time` in seconds; for `selective` and `threads` see
        `Limits`. `seed` sets the random streams. `report` is called with each intermediate result.
        The search ends with the best move so far when `stop`, a threading.Event, is set, and at
        Ctrl-C. Outside of the main thread it runs on a machine of its own: `asearch` describes it.
        Raises ForthgameError if there is no move, or the game is over unless `after_end` or
        `play_on`.
        """
        from forthgame.search.search_request import SearchRequest

        request = SearchRequest.of(engine, time, depth, seed, nodes=nodes, playouts=playouts,
                                   selective=selective, threads=threads, report=report,
                                   after_end=after_end, stop=stop)  # fmt: skip
        return request.search(self)

    def asearch(
        self,
        engine: str = "script",
        time: float | None = 1.0,
        depth: int | None = None,
        seed: int | None = None,
        *,
        nodes: int | None = None,
        playouts: int | None = None,
        selective: bool | None = None,
        threads: int | None = None,
        report: Report | None = None,
        after_end: bool = False,
        stop: Stop | None = None,
    ) -> AwaitedSearch:
        """Search as `search` does, in a thread, while the event loop goes on.

        `engine`, `time`, `depth`, `seed`, `nodes`, `playouts`, `selective`, `threads` and
        `after_end` are those of `search`. The search copies the position to a machine of its own,
        so the game can be used and the state played on meanwhile, and searches of several positions
        run at the same time. A script's own engine uses the game's machine instead: other calls of
        the game wait for it. `report` is called in the event loop. `stop` is a threading.Event or
        an asyncio.Event: when it is set, the best move so far is returned. Cancelling the task ends
        the search; the best move so far stays in `best` of what this call returns. Raises
        ForthgameError if there is no move, or the game is over unless `after_end`.
        """
        from forthgame.search.asynchronous import AwaitedSearch

        def request() -> SearchRequest:
            from forthgame.search.search_request import SearchRequest

            return SearchRequest.of(engine, time, depth, seed, nodes=nodes, playouts=playouts,
                                    selective=selective, threads=threads, report=report,
                                    after_end=after_end, stop=stop)  # fmt: skip

        return AwaitedSearch(self, request, report, stop)

    def prove(
        self,
        time: float | None = 10.0,
        *,
        nodes: int | None = None,
        table: int | None = None,
    ) -> Proof:
        """Prove the result that the player to move can force against all others: a win or a draw.

        `time` limits the seconds and `nodes` the positions; `table` is the size of the
        transposition table in megabytes. An endless cycle, or a position without moves that no rule
        ends, counts as a draw. Raises ForthgameError if chance decides or players choose at the
        same time.
        """
        from forthgame.search.proving import prove

        return prove(self, time, nodes, table)

    def share_of(self, score: int) -> float | None:
        """Return the expected share of points, from 0 to 1, for a `score` of alpha-beta.

        The share is for the player to move. The first call plays quick games for a second or two
        and fits a curve to their scores and results. Returns None if there are not exactly two
        players who move in turn without chance, or if scores do not predict results. Raises
        TypeError if `score` is not a whole number.
        """
        from forthgame.search.score_expectation import expectation

        arguments.whole(score, "a score")
        known = expectation(self.game)
        return None if known is None else known.share(score)

    # -- puzzles --------------------------------------------------------------------------------

    def next_level(self) -> Self | None:
        """Return the start of the next level, None after the last.

        Storage that the script names with `{carry}` is copied from this position. Raises
        ScriptError if the level cannot be set up.
        """
        from forthgame.position.position_editing import begin_level

        if self.level is None or self.level >= len(self.game.declaration.levels):
            return None
        with self.game.lock:
            found = cast("Self", begin_level(self.game, self.level + 1, None, self))
            found.play_on = self.play_on
            return found

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
        report: Callable[[Progress], None] | None = None,
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
        from forthgame.search.puzzles.solve import Bounds, solve

        bounds = Bounds(depth=depth, nodes=nodes, time=time, memory=memory, turns=turns)
        if to is not None:
            arguments.instance(to, Playthrough, "the position to be reached", "a State")
        if report is not None and not callable(report):
            raise TypeError(f"a report is a function, not {arguments.kind(report)}")
        with self.game.lock:
            return solve(self, bounds, method, to, report)
