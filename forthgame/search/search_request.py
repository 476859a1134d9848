"""A request for a search: the engine, its limits, and what can be heard of it or end it."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Self

from forthgame.base import arguments
from forthgame.machine.memory.call_restrictions import Stop
from forthgame.position.playthrough import Playthrough
from forthgame.rules.engines import Limits, parse_engine, refuse_playouts
from forthgame.search.search import search
from forthgame.search.search_result import SearchResult
from forthgame.search.search_run import Report
from forthgame.search.separate_search import search_apart


@dataclass(frozen=True)
class SearchRequest:
    """The arguments of State.search. Raises TypeError, ValueError or ForthgameError."""

    engine: str
    limits: Limits
    report: Report | None
    after_end: bool
    stop: Stop | None

    @classmethod
    def of(
        cls,
        engine: str,
        time: float | None,
        depth: int | None,
        seed: int | None,
        *,
        nodes: int | None,
        playouts: int | None,
        selective: bool | None,
        threads: int | None,
        report: Report | None,
        after_end: bool,
        stop: Stop | None,
    ) -> Self:
        """Read the arguments; options in the text of the engine take precedence."""
        counted = depth is not None or nodes is not None or playouts is not None
        given = Limits(time=None if counted else time, depth=depth, nodes=nodes,
                       playouts=playouts, selective=selective, seed=seed,
                       threads=threads)  # fmt: skip
        name, own = parse_engine(engine)
        refuse_playouts(name, playouts)
        if stop is not None and not callable(getattr(stop, "is_set", None)):
            raise TypeError(f"`stop` must be a threading.Event, not {arguments.kind(stop)}")
        return cls(name, own.over(given), report, after_end, stop)

    def search(self, state: Playthrough) -> SearchResult:
        """Search on the game's machine in the main thread, else on a machine of its own.

        So threads that search positions of one game do not wait for each other.
        """
        if threading.current_thread() is not threading.main_thread():
            return self.search_apart(state, self.report, self.stop)
        with state.game.lock:
            return search(state, self.engine, self.limits, self.report, self.after_end, self.stop)

    def search_apart(
        self, state: Playthrough, report: Report | None, stop: Stop | None
    ) -> SearchResult:
        return search_apart(state, self.engine, self.limits, report, self.after_end, stop)
