"""Statistics of results: pure functions of counts, with their sources in docs/statistics.md."""

from forthgame.play.statistics.elo import Difference, difference, elo_of_score, score_of_elo
from forthgame.play.statistics.interval import Interval, seat_advantage, wilson
from forthgame.play.statistics.ranking import Choice, Rating, choices_of_groups, plackett_luce
from forthgame.play.statistics.sprt import Sprt, SprtState
from forthgame.play.statistics.summary import Evaluations, Running, Summary, histogram, summary

__all__ = [
    "Choice",
    "Difference",
    "Evaluations",
    "Interval",
    "Rating",
    "Running",
    "Sprt",
    "SprtState",
    "Summary",
    "choices_of_groups",
    "difference",
    "elo_of_score",
    "histogram",
    "plackett_luce",
    "score_of_elo",
    "seat_advantage",
    "summary",
    "wilson",
]
