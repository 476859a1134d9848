"""Running an engine on a position: deeper and deeper within its limits, and what it reports."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError
from forthgame.game.bounded import root_moves
from forthgame.game.chosen import Chosen, choose_engine
from forthgame.game.endgame import joined, left, proof_first, result_of, tries
from forthgame.game.engine_search import EngineSearch
from forthgame.game.engines import ENGINES, Limits
from forthgame.game.found import SearchResult
from forthgame.game.kept_tables import kept_table, lent_table
from forthgame.game.lookahead import ScriptMemory, listing, looking_ahead
from forthgame.game.run import Report
from forthgame.game.threads import shared_out

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough


def analyse(
    state: Playthrough,
    engine: str,
    limits: Limits,
    lines: int = 1,
    report: Callable[[list[SearchResult]], None] | None = None,
) -> list[SearchResult]:
    """The best moves with their lines, best first; `report` gets them after each depth.

    Raises ForthgameError for an engine that has no depths to search to, or if there is no move.
    """
    started = clock.monotonic()
    found = choose_engine(state, engine, limits)
    chosen = found.engine
    if chosen is None or chosen.step != "(search-to)":
        can = ", ".join(name for name, e in ENGINES.items() if e.step == "(search-to)")
        raise ForthgameError(f"lines can be had from {can}, not from {found.name}")
    with state.game.lock, _listed(state, limits, False) as (memory, count):
        if state.game.native:
            state.game.native.prepare_calls(wait=False, engines=True)
        own, *others = shared_out(limits, chosen)
        run = EngineSearch(state, found, own, started, None)
        run.parts, run.memory = others, memory
        with lent_table(run.processor, limits.table) as run.table, run.interrupts.held():
            return run.deepen_lines(chosen, max(1, min(lines, count)), report)


def search(
    state: Playthrough,
    engine: str,
    limits: Limits,
    report: Report | None = None,
    after_end: bool = False,
) -> SearchResult:
    """See State.search. Raises ForthgameError if there is no move to choose.

    With `after_end` it is not asked whether the game is over.
    """
    started = clock.monotonic()  # the match by which `auto` chooses takes a share of the time
    found = choose_engine(state, engine, limits)
    with _listed(state, limits, after_end) as (memory, _):
        best = _searched_in(state, found, limits, started, report, memory)
        if found.engine is None and not best.stopped:
            memory.keep()  # a script's own engine learns from one search to the next
    return best


@contextmanager
def _listed(
    state: Playthrough, limits: Limits, after_end: bool
) -> Iterator[tuple[ScriptMemory, int]]:
    """Look ahead from a position with its list; yield the copy of the memory, and how many moves.

    What making the list has stored stays, as after `State.moves`: events of the move that is played
    may read it.
    """
    with listing(state):
        count = len(root_moves(state, limits, after_end))
    with looking_ahead(state.game) as memory:
        yield memory, count


def _searched_in(
    state: Playthrough,
    found: Chosen,
    limits: Limits,
    started: float,
    report: Report | None,
    memory: ScriptMemory,
) -> SearchResult:
    """Search in a `memory` that is restored afterwards, after a proof if that is worth while."""
    chosen = found.engine
    if state.game.native and (chosen is None or chosen.step or chosen.tree or chosen.best):
        state.game.native.prepare_calls(wait=False, engines=chosen is not None)
    if limits.seed is not None:
        state.use_seed(limits.seed)
    proof = None
    if tries(state, found, limits):
        proof = proof_first(state, found, limits, clock.monotonic() - started)
        settled = proof and result_of(proof, found)
        if settled:
            if report:
                report(settled)
            return settled
        limits = left(limits, proof, found) if proof else limits
    own, *others = shared_out(limits, chosen)
    run = EngineSearch(state, found, own, started, report)
    run.parts, run.memory = others, memory
    run.kept = kept_table(state, chosen, limits)
    with lent_table(run.processor, limits.table, run.kept) as run.table, run.interrupts.held():
        best = run.search()
    return joined(best, proof, found) if proof else best
