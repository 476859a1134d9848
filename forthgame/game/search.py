"""Running an engine on a position: deeper and deeper within its limits, and what it reports.

Where a game is near its end, what can be forced is looked for first, by a proof. An option of
engines gives the share of what a search may use, and `auto` has a usual one. It is spent only where
random games from the position are short, since a proof has little hope elsewhere. A proven win or
draw ends the search with its move, and a proven loss with the move that it took most positions to
refute: who plays against it may not find out how.
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
SAMPLE = 4  # random games that show it
POSITIONS = 8  # of a proof, which take the time of a random game, more or less
SCORES = {"win": SCORE_OF_END, "draw": at.DRAW_SCORE, "loss": -SCORE_OF_END}  # of alpha-beta
SHARES = {"win": 1000, "draw": 500, "loss": 0}  # of a tree of random games
SECONDS = 0.5  # that the sample may take, and of a search's time
SAMPLE_SHARE = 0.1


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
        limits = left(limits, proof, found) if proof else limits
    own, *others = shared_out(limits, chosen)
    run = EngineSearch(state, found, own, started, report)
    run.parts, run.memory = others, memory
    run.kept = kept_table(state, chosen, limits)
    with lent_table(run.processor, limits.table, run.kept) as run.table, run.interrupts.held():
        best = run.search()
    return joined(best, proof, found) if proof else best


# -- a proof before the search --------------------------------------------------------------------


def share_of(chosen: Chosen, limits: Limits) -> float:
    """The share of a search that a proof may take."""
    return chosen.proof if limits.prove is None else limits.prove


def tries(state: Playthrough, chosen: Chosen, limits: Limits) -> bool:
    """Whether a proof is tried before a search."""
    engine = chosen.engine
    if (
        not share_of(chosen, limits)
        or engine is None
        or (limits.time is None and limits.nodes is None)
    ):
        return False
    if engine.step not in ("", "(search-to)") or limits.repetition or limits.depth is not None:
        return False
    if (
        limits.time == 0
        or limits.playouts is not None
        or len(state.moves(after_end=True)) < 2
        or state.outcome
    ):
        return False
    return by_two(state.game) and certain(state.game) and _is_short(state, limits)


def _is_short(state: Playthrough, limits: Limits) -> bool:
    """Whether random games from here are short."""
    seconds = SECONDS if limits.time is None else min(SECONDS, limits.time * SAMPLE_SHARE)
    sampled = state.copy()
    sampled.use_seed(1)
    try:
        with within(state.game.forth.processor, seconds):
            plies = sampled.play_out(SAMPLE, 2 * SHORT).plies
    except ScriptError:  # they take too long, or fail, which the search will report
        return False
    return plies <= SHORT * SAMPLE


def proof_first(
    state: Playthrough, chosen: Chosen, limits: Limits, elapsed: float = 0.0
) -> Proof | None:
    """What a share of the limits proves; None where no proof can be tried.

    `elapsed` seconds of the search's time have been spent already.
    """
    share = share_of(chosen, limits)
    time = None if limits.time is None else max(limits.time - elapsed, 0.0) * share
    nodes = None if limits.nodes is None else max(1, int(limits.nodes * share * rate(chosen)))
    try:
        proof = attempt(state, time, nodes)
    except ForthgameError:  # the script draws random numbers: nothing can be proven
        return None
    if proof.stopped == "interrupted":
        raise KeyboardInterrupt
    return proof


def rate(chosen: Chosen) -> int:
    """Positions of a proof that count like one of what the engine counts."""
    return POSITIONS if chosen.engine is not None and chosen.engine.tree else 1


def result_of(proof: Proof, chosen: Chosen) -> SearchResult | None:
    """The result of a search that a proof ends; None if it does not."""
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
    """What a proof has used of what the engine counts."""
    return -(-proof.nodes // rate(chosen))


def left(limits: Limits, proof: Proof, chosen: Chosen) -> Limits:
    """What is left for the search."""
    if limits.nodes is None:
        return limits
    return replace(limits, nodes=max(1, limits.nodes - spent(proof, chosen)))


def joined(found: SearchResult, proof: Proof, chosen: Chosen) -> SearchResult:
    """The result of a search after a proof that has not ended it."""
    nodes = found.nodes + spent(proof, chosen)
    return replace(found, nodes=nodes, proven=found.proven or proof.value)
