"""Scores of engines in words."""

from __future__ import annotations

from forthgame.game.found import SearchResult, decided_text


def score_text(found: SearchResult) -> str:
    """Score and depth of a search: `score 12, depth 5`; empty for an engine that gives none."""
    if not found.depth:
        return ""
    return f"score {decided_text(found.score)}, depth {found.depth}"
