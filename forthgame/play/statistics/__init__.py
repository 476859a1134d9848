"""Compute statistics of results: pure functions of counts (sources: docs/statistics.md)."""

from forthgame.play.statistics.elo import Difference, difference, elo_of_score, score_of_elo
from forthgame.play.statistics.interval import Interval, seat_advantage, wilson
from forthgame.play.statistics.ranking import (
    Choice,
    Rating,
    RatingFit,
    SeatRating,
    choices_of_groups,
    draw_rate,
    rank,
)
from forthgame.play.statistics.sprt import Sprt, SprtState
from forthgame.play.statistics.summary import Evaluations, NumberSummary, histogram

__all__ = [
    "Choice",
    "Difference",
    "Evaluations",
    "Interval",
    "NumberSummary",
    "Rating",
    "RatingFit",
    "SeatRating",
    "Sprt",
    "SprtState",
    "choices_of_groups",
    "difference",
    "draw_rate",
    "elo_of_score",
    "histogram",
    "rank",
    "score_of_elo",
    "seat_advantage",
    "wilson",
]
