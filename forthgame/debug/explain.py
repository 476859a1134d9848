"""`why`: why a move is legal or not, from running the move words that could have made it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.debug.answer import Attempt, Explanation

if TYPE_CHECKING:
    from forthgame.game.state import State

__all__ = ["Attempt", "Explanation", "explain"]


def explain(state: State, question: str) -> Explanation:
    """Why a move is legal or not. The state stays as it is."""
    wanted = " ".join(question.split())
    legal = any(move.text == wanted for move in state.moves())
    return Explanation(wanted, legal, f"{wanted} is {'a legal' if legal else 'no legal'} move")
