"""Analysis of a tournament: every number that reports show, computed once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import isfinite
from typing import Any

from forthgame.play.model.game_record import ENDS, AutoplayStanding, GameRecord
from forthgame.play.plan.plan import Plan
from forthgame.play.results.repeats import Repeats
from forthgame.play.results.stopping_rule import Course, Pairs, points_of
from forthgame.play.results.tally import EntrantResult, Results, Tally
from forthgame.play.statistics import (
    Difference,
    Interval,
    SeatRating,
    Summary,
    difference,
    seat_advantage,
    wilson,
)
from forthgame.play.statistics.interval import SeatAdvantage
from forthgame.play.statistics.sprt import SprtState

TIMES = ("seconds", "slowest", "near")  # fields of an entrant that differ from run to run
MOST_REASONS = 1000  # different reasons that are counted


@dataclass
class Challenge:
    """An entrant against the base: counts of pairs, Elo difference, sequential test."""

    name: str
    counts: tuple[int, ...]
    unpaired: int
    difference: Difference
    sprt: SprtState | None = None


@dataclass
class Analysis:
    """The results of a tournament.

    `counts` has five numbers if the difference was computed from pairs of games; `unpaired` counts
    the games left out then because they have no partner. `repeated` counts games with the moves of
    an earlier one, `repeats` maps the first of these to the earlier game, and `unvaried` counts
    those of entrants that do not vary. `superiority` has for each pair of entrants the likelihood
    that the first is stronger, `fitted_seats` the advantage of each seat in Elo, `fitted_draws` the
    share of draws between equals.
    """

    entrants: list[EntrantResult]
    games: int
    ends: dict[str, int]
    winless: int
    decisive: float
    lengths: Summary
    branching: Summary
    seats: dict[str, SeatAdvantage]
    meetings: dict[tuple[int, int], Tally]
    repeats: dict[int, int]
    repeated: int
    unvaried: int
    reasons: dict[str, int]
    counts: tuple[int, ...] = ()
    unpaired: int = 0
    difference: Difference | None = None
    sprt: SprtState | None = None
    challenges: list[Challenge] = field(default_factory=list)
    superiority: list[list[float]] = field(default_factory=list)
    fitted_seats: dict[str, SeatRating] = field(default_factory=dict)
    fitted_draws: Interval | None = None
    seconds: float = 0.0

    @property
    def decided(self) -> bool:
        """Return whether there are sequential tests and all of them are decided."""
        states = [self.sprt, *(challenge.sprt for challenge in self.challenges)]
        found = [state for state in states if state is not None]
        return bool(found) and all(state.accepted for state in found)

    def as_dict(self) -> dict[str, Any]:
        """Return the analysis as an object for JSON.

        Infinite numbers become texts. Times are left out, so the same seed gives the same document.
        """
        whole = asdict(self)
        del whole["seconds"]
        whole["entrants"] = [
            {
                **{k: v for k, v in asdict(entrant).items() if k not in TIMES},
                "score": asdict(entrant.total.score),
                "seats": {
                    seat: {**asdict(tally), "score": asdict(tally.score)}
                    for seat, tally in entrant.seats.items()
                },
                "nodes_a_move": entrant.nodes_a_move,
                "evaluations": {
                    **asdict(entrant.evaluations),
                    "mean": entrant.evaluations.mean,
                    "share_of_rises": entrant.evaluations.share_of_rises,
                },
            }
            for entrant in self.entrants
        ]
        whole["meetings"] = [
            {"entrant": a, "against": b, **asdict(tally)} for (a, b), tally in self.meetings.items()
        ]
        whole["superiority"] = [
            {"entrant": a, "against": b, "likelihood": value}
            for a, row in enumerate(self.superiority)
            for b, value in enumerate(row)
            if a != b
        ]
        whole["repeats"] = [
            {"game": game + 1, "equals": first + 1} for game, first in self.repeats.items()
        ]
        found: dict[str, Any] = _finite(whole)
        return found


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value


class Analyser:
    """An analysis fed with games in the order of their numbers; it stores sums only."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.standing = AutoplayStanding([0] * len(plan.entrants))
        self._used = [EntrantResult(name) for name in plan.names]
        self._ends = dict.fromkeys(ENDS, 0)
        self._lengths, self._branching = Summary(), Summary()
        self._results = Results(plan.seats)
        self._repeats = Repeats()
        self._reasons: dict[str, int] = {}
        self._two = len(plan.entrants) == 2 and len(plan.seats) == 2
        self._pairs = {number: Pairs(number) for number in plan.compared if len(plan.seats) == 2}
        self.course = Course(plan)
        self._seconds = 0.0

    @property
    def games(self) -> int:
        return self.standing.games

    def add(self, record: GameRecord) -> None:
        """Count a game. A void game affects no entrant's result."""
        self._ends[record.end] += 1
        self.standing.add(record)
        self._seconds += record.seconds
        self._repeats.add(record)
        for number, pairs in self._pairs.items():
            if number in record.seats.values():
                pairs.add(record)
        self.course.add(record)
        if record.end in ("fault", "void"):
            known = record.reason in self._reasons or len(self._reasons) < MOST_REASONS
            reason = record.reason if known else "other reasons"
            self._reasons[reason] = self._reasons.get(reason, 0) + 1
        if record.end == "void":
            return
        _count_use(record, self._used)
        self._results.add(record)
        self._lengths.add(len(record.moves))
        for used in record.usage.values():
            if used.moves:
                self._branching.add(used.choices / used.moves, used.moves)

    def analysis(self) -> Analysis:
        plan, standing = self._plan, self.standing
        counted = standing.games - self._ends["void"]
        entrants = self._results.entrants(self._used)
        analysis = Analysis(
            entrants=entrants,
            games=self.games,
            ends={str(end): times for end, times in self._ends.items()},
            winless=standing.draws,
            decisive=(counted - standing.draws) / max(counted, 1),
            lengths=replace(self._lengths),
            branching=replace(self._branching),
            seats={
                seat: seat_advantage(
                    sum(entrant.seats[seat].points for entrant in entrants),
                    counted,
                    len(plan.seats),
                )
                for seat in plan.seats
            },
            meetings=self._results.meetings(),
            repeats=self._repeats.found,
            repeated=self._repeats.count,
            unvaried=self._repeats.unvaried,
            reasons=self._reasons,
            seconds=self._seconds,
        )
        if plan.against_base:
            analysis.challenges = [self._challenge(number) for number in self._pairs]
        elif self._two:
            only = self._challenge(0)
            analysis.counts, analysis.unpaired = only.counts, only.unpaired
            analysis.difference, analysis.sprt = only.difference, only.sprt
        self._rank(analysis)
        return analysis

    def _challenge(self, number: int) -> Challenge:
        five, single = self._pairs[number].counts, self._pairs[number].single
        paired = 2 * sum(five) >= single and sum(five) > 0
        counts = five if paired else self._results.triple(number)
        test = self.course.tests.get(number)
        return Challenge(
            self._plan.names[number],
            counts,
            single if paired else 0,
            difference(counts),
            test.state if test else None,
        )

    def _rank(self, analysis: Analysis) -> None:
        plan = self._plan
        if analysis.games == analysis.ends["void"]:
            return
        found = self._results.ranking(len(plan.entrants), not plan.fixed_seats, plan.anchors)
        analysis.fitted_seats = dict(zip(plan.seats, found.seats, strict=False))
        if len(plan.seats) == 2:
            analysis.fitted_draws = self._results.draws(found)
        if self._two and not plan.anchors:
            return
        analysis.superiority = found.superiority
        for entrant, rating in zip(analysis.entrants, found.ratings, strict=True):
            entrant.rating = rating


def analyse(plan: Plan, records: Iterable[GameRecord]) -> Analysis:
    """Analyse games given in the order of their numbers."""
    analyser = Analyser(plan)
    for record in records:
        analyser.add(record)
    return analyser.analysis()


def _count_use(record: GameRecord, entrants: Sequence[EntrantResult]) -> None:
    for seat, used in record.usage.items():
        entrant = entrants[record.seats[seat]]
        entrant.faults += record.fault == seat
        entrant.near += used.near
        entrant.moves += used.moves
        entrant.seconds += used.seconds
        entrant.slowest = max(entrant.slowest, used.slowest)
        entrant.nodes += used.nodes
        entrant.choices += used.choices
        if used.evaluations.moves:
            entrant.evaluations.add(used.evaluations)


def progress(records: Sequence[GameRecord], entrant: int) -> list[tuple[int, Interval]]:
    """Return an entrant's score after each of its games: (number of games, score with interval)."""
    found = []
    points, games = 0.0, 0
    for record in records:
        if record.end == "void" or entrant not in record.seats.values():
            continue
        games += 1
        points += points_of(record, entrant)
        found.append((games, wilson(min(points, games), games)))
    return found
