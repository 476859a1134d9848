"""Moves at the start of a game that nobody chooses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Opening:
    """Moves at the start that nobody chooses: given ones, or some at random from a seed."""

    moves: tuple[str, ...] = ()
    plies: int = 0
    seed: int = 0
