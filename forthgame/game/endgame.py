"""A proof before the search: where a game is near its end, what can be forced is looked for first.

An option of engines gives the share of what a search may use, and `auto` has a usual one. It is
spent only where random games from the position are short, since a proof has little hope elsewhere.
A proven win or draw ends the search with its move, and a proven loss with the move that it took
most positions to refute: who plays against it may not find out how.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError, ScriptError
from forthgame.game.bounded import within
from forthgame.game.certain import by_two, certain
from forthgame.game.found import SearchResult
from forthgame.game.naming import own_text
from forthgame.game.proving import Proof, attempt
from forthgame.game.run import SCORE_OF_END
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.chosen import Chosen
    from forthgame.game.engines import Limits
    from forthgame.game.playthrough import Playthrough

SHORT = 30  # mean plies of random games, up to which a proof is tried
SAMPLE = 4  # random games that show it
POSITIONS = 8  # of a proof, which take the time of a random game, more or less
SCORES = {"win": SCORE_OF_END, "draw": at.DRAW_SCORE, "loss": -SCORE_OF_END}  # of alpha-beta
SHARES = {"win": 1000, "draw": 500, "loss": 0}  # of a tree of random games
SECONDS = 0.5  # that the sample may take, and of a search's time
SAMPLE_SHARE = 0.1


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
