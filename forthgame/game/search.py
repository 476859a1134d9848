"""Search a position with an engine, by iterative deepening within limits.

Near the end of a game, a proof is tried first. An engine option gives its share of the search's
limits; `auto` has a default share. Proofs are tried only if random games from the position are
short, because they rarely succeed otherwise. A proven win or draw ends the search with its move; a
proven loss ends it with the move that took most positions to refute, since the opponent may not
find the refutation.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError, ScriptError
from forthgame.game.automatic import Chosen, choose_engine
from forthgame.game.bounded import root_moves, within
from forthgame.game.engine_search import EngineSearch
from forthgame.game.engines import ENGINES, Limits
from forthgame.game.found import SearchResult
from forthgame.game.kept_tables import kept_table, lent_table
from forthgame.game.lookahead import ScriptMemory, listing, looking_ahead
from forthgame.game.naming import own_text
from forthgame.game.proof_conditions import by_two, certain
from forthgame.game.proving import Proof, attempt
from forthgame.game.run import SCORE_OF_END, Report
from forthgame.game.threads import shared_out
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough

SHORT = 30  # mean plies of random games, up to which a proof is tried
SAMPLE = 4  # random games for that mean
POSITIONS = 8  # positions of a proof that take about as long as a random game
SCORES = {"win": SCORE_OF_END, "draw": at.DRAW_SCORE, "loss": -SCORE_OF_END}  # scores of alpha-beta
SHARES = {"win": 1000, "draw": 500, "loss": 0}  # scores of a tree of random games
SECONDS = 0.5  # time limit of the sample, and its share of the search's time
SAMPLE_SHARE = 0.1


def analyse(
    state: Playthrough,
    engine: str,
    limits: Limits,
    lines: int = 1,
    report: Callable[[list[SearchResult]], None] | None = None,
) -> list[SearchResult]:
    """Return the best moves with their lines, best first; `report` receives them after each depth.

    Raises ForthgameError for an engine without iterative deepening, or if there is no move.
    """
    started = clock.monotonic()
    found = choose_engine(state, engine, limits)
    chosen = found.engine
    if chosen is None or chosen.step != "(search-to)":
        can = ", ".join(name for name, e in ENGINES.items() if e.step == "(search-to)")
        raise ForthgameError(f"lines can be had from {can}, not from {found.name}")
    with state.game.lock, _listed(state, limits, False) as (memory, count):
        if state.game.native:
            state.game.native.prepare_search(True, False, limits.time is not None)
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
    """Search a position: see State.search.

    Raises ForthgameError if there is no move to choose. With `after_end`, OnIsGameOver is not
    called.
    """
    started = clock.monotonic()  # the match for `auto` counts too
    found = choose_engine(state, engine, limits)
    with _listed(state, limits, after_end) as (memory, _):
        best = _searched_in(state, found, limits, started, report, memory)
        if found.engine is None and not best.stopped:
            memory.keep()  # a script's own engine may learn from search to search
    return best


@contextmanager
def _listed(
    state: Playthrough, limits: Limits, after_end: bool
) -> Iterator[tuple[ScriptMemory, int]]:
    """Look ahead from a position with its list; yield the memory copy and the number of moves.

    Storage written during generation is kept, as after `State.moves`, because events of the chosen
    move may read it.
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
    """Search with a `memory` that is restored afterwards, after a proof if that pays."""
    chosen = found.engine
    if state.game.native and (chosen is None or chosen.step or chosen.tree or chosen.best):
        tree, timed = chosen is not None and chosen.tree, limits.time is not None
        state.game.native.prepare_search(chosen is not None, tree, timed)
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
        if proof and limits.nodes is not None:
            limits = replace(limits, nodes=max(1, limits.nodes - spent(proof, found)))
    own, *others = shared_out(limits, chosen)
    run = EngineSearch(state, found, own, started, report)
    run.parts, run.memory = others, memory
    run.kept = kept_table(state, chosen, limits)
    with lent_table(run.processor, limits.table, run.kept) as run.table, run.interrupts.held():
        best = run.search()
    if proof is None:
        return best
    nodes = best.nodes + spent(proof, found)
    return replace(best, nodes=nodes, proven=best.proven or proof.value)


# -- a proof before the search --------------------------------------------------------------------


def share_of(chosen: Chosen, limits: Limits) -> float:
    """Return the share of a search's limits for a proof."""
    return chosen.proof if limits.prove is None else limits.prove


def tries(state: Playthrough, chosen: Chosen, limits: Limits) -> bool:
    engine = chosen.engine
    if (
        not share_of(chosen, limits)
        or engine is None
        or engine.step not in ("", "(search-to)")
        or (limits.time is None and limits.nodes is None)
        or limits.time == 0
        or limits.repetition
        or limits.depth is not None
        or limits.playouts is not None
        or len(state.moves(after_end=True)) < 2
        or state.outcome
    ):
        return False
    return by_two(state.game) and certain(state.game) and _is_short(state, limits)


def _is_short(state: Playthrough, limits: Limits) -> bool:
    seconds = SECONDS if limits.time is None else min(SECONDS, limits.time * SAMPLE_SHARE)
    sampled = state.copy()
    sampled.use_seed(1)
    try:
        with within(state.game.forth.processor, seconds):
            plies = sampled.play_out(SAMPLE, 2 * SHORT).plies
    except ScriptError:  # too long or failing; the search will raise the error
        return False
    return plies <= SHORT * SAMPLE


def proof_first(
    state: Playthrough, chosen: Chosen, limits: Limits, elapsed: float = 0.0
) -> Proof | None:
    """Try a proof within a share of the limits; return None if the script cannot be proven.

    `elapsed` seconds of the search's time have passed already.
    """
    share = share_of(chosen, limits)
    time = None if limits.time is None else max(limits.time - elapsed, 0.0) * share
    nodes = None if limits.nodes is None else max(1, int(limits.nodes * share * rate(chosen)))
    try:
        proof = attempt(state, time, nodes)
    except ForthgameError:  # the script draws random numbers
        return None
    if proof.stopped == "interrupted":
        raise KeyboardInterrupt
    return proof


def rate(chosen: Chosen) -> int:
    """Return the number of proof positions that count as one of the engine's."""
    return POSITIONS if chosen.engine is not None and chosen.engine.tree else 1


def result_of(proof: Proof, chosen: Chosen) -> SearchResult | None:
    """Return the search result of a conclusive proof, None for others."""
    move = proof.hardest if proof.move is None else proof.move
    if move is None or proof.value is None:
        return None
    tree = chosen.engine is not None and chosen.engine.tree
    score = (SHARES if tree else SCORES)[proof.value]
    return SearchResult(
        move, score, spent(proof, chosen), 1, [own_text(move)], proof.seconds,
        "", proof.value, chosen.name, chosen.reason,
    )  # fmt: skip


def spent(proof: Proof, chosen: Chosen) -> int:
    """Return the cost of a proof in the engine's positions or random games."""
    return -(-proof.nodes // rate(chosen))
