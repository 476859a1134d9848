"""Try to prove a result before a search.

Near the end of a game, a proof is tried first. An engine option gives its share of the search's
limits; `auto` has a default share. Proofs are tried only if random games from the position are
short, because they rarely succeed otherwise. A proven win or draw ends the search with its move; a
proven loss ends it with the move that took most positions to refute, since the opponent may not
find the refutation.
"""

from __future__ import annotations

from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.machine.memory.call_restrictions import Stop
from forthgame.position.move_texts import own_text
from forthgame.position.playthrough import Playthrough
from forthgame.rules.engines import Limits
from forthgame.rules.facts.proof_conditions import is_zero_sum, score_is_forced
from forthgame.search.engine_choice import ChosenEngine
from forthgame.search.proving import Proof, attempt
from forthgame.search.search_result import SearchResult, time_limited
from forthgame.search.search_run import SCORE_OF_END
from forthgame.words.registers import memory_layout as at

SHORT = 30  # mean plies of random games, up to which a proof is tried
SAMPLE = 4  # random games for that mean
POSITIONS = 8  # positions of a proof that take about as long as a random game
SCORES = {"win": SCORE_OF_END, "draw": at.DRAW_SCORE, "loss": -SCORE_OF_END}  # scores of alpha-beta
SHARES = {"win": 1000, "draw": 500, "loss": 0}  # scores of a tree of random games
SECONDS = 0.5  # time limit of the sample, and its share of the search's time
SAMPLE_SHARE = 0.1


def proof_share(chosen: ChosenEngine, limits: Limits) -> float:
    """Return the share of a search's limits for a proof."""
    return chosen.proof if limits.prove is None else limits.prove


def proof_pays(
    state: Playthrough, chosen: ChosenEngine, limits: Limits, stop: Stop | None = None
) -> bool:
    engine = chosen.engine
    if (
        not proof_share(chosen, limits)
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
    if not (is_zero_sum(state.game) and score_is_forced(state.game)):
        return False
    return _is_short(state, limits, stop)


def _is_short(state: Playthrough, limits: Limits, stop: Stop | None) -> bool:
    seconds = SECONDS if limits.time is None else min(SECONDS, limits.time * SAMPLE_SHARE)
    sampled = state.copy()
    sampled.use_seed(1)
    try:
        with time_limited(state.game.forth.processor, seconds, stop):
            plies = sampled.play_out(SAMPLE, 2 * SHORT).plies
    except ScriptError:  # too long or failing; the search will raise the error
        return False
    return plies <= SHORT * SAMPLE


def proof_first(
    state: Playthrough,
    chosen: ChosenEngine,
    limits: Limits,
    elapsed: float = 0.0,
    stop: Stop | None = None,
) -> Proof | None:
    """Try a proof within a share of the limits; return None if the script cannot be proven.

    `elapsed` seconds of the search's time have passed already.
    """
    share = proof_share(chosen, limits)
    time = None if limits.time is None else max(limits.time - elapsed, 0.0) * share
    nodes = None if limits.nodes is None else max(1, int(limits.nodes * share * rate(chosen)))
    try:
        proof = attempt(state, time, nodes, stop)
    except ForthgameError:  # the script draws random numbers
        return None
    if proof.stopped == "interrupted":
        raise KeyboardInterrupt
    return proof


def rate(chosen: ChosenEngine) -> int:
    """Return the number of proof positions that count as one of the engine's."""
    return POSITIONS if chosen.engine is not None and chosen.engine.tree else 1


def result_of(proof: Proof, chosen: ChosenEngine) -> SearchResult | None:
    """Return the search result of a conclusive proof, None for others."""
    move = proof.hardest if proof.move is None else proof.move
    if move is None or proof.value is None:
        return None
    tree = chosen.engine is not None and chosen.engine.tree
    score = (SHARES if tree else SCORES)[proof.value]
    return SearchResult(
        move, score, proof_cost(proof, chosen), 1, [own_text(move)], proof.seconds,
        "", proof.value, chosen.name, chosen.reason,
    )  # fmt: skip


def proof_cost(proof: Proof, chosen: ChosenEngine) -> int:
    """Return the cost of a proof in the engine's positions or random games."""
    return -(-proof.nodes // rate(chosen))
