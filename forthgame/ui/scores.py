"""Scores of engines in words."""

from __future__ import annotations

from forthgame.game.search import SearchResult
from forthgame.lang.layout import DECIDED, WIN_SCORE


def decided_text(score: int) -> str:
    """A score as people say it: a win or loss by its distance."""
    if abs(score) <= DECIDED:
        return str(score)
    return f"{'wins' if score > 0 else 'loses'} in {WIN_SCORE - abs(score)}"


def score_text(found: SearchResult) -> str:
    """Score and depth of a search: `score 12, depth 5`; empty for an engine that gives none."""
    if not found.depth:
        return ""
    return f"score {decided_text(found.score)}, depth {found.depth}"
