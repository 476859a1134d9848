"""Results of the games of a batch as points: 1 for a win, 0.5 for a draw, 0 for a loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from forthgame.game.result import POINTS
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.batch import Batch


def points_of(results: NDArray[np.int32]) -> NDArray[np.float64]:
    """1, 0.5 and 0 for a win, a draw and a loss."""
    return np.where(results > 0, 1.0, np.where(results == at.DRAW_SCORE, 0.5, 0.0))


def outcome_points(batch: Batch) -> NDArray[np.float64]:
    """`Batch.returns`, but outcomes also where the script has given scores.

    A score alone does not say who has won: friends win together, and an ending may name winners.
    """
    found = batch.returns()
    for number in np.flatnonzero(batch._scored).tolist():
        outcomes = batch.state(number).outcomes()
        found[number] = [POINTS[outcome] for outcome in outcomes.values()]
    return found
