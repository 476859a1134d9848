"""Analysis of a tournament: everything that is shown, computed once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any

from forthgame.play.plan import Plan
from forthgame.play.record import ENDS, GameRecord, repeats
from forthgame.play.sequential import SequentialTest, pairs, points_of, triple
from forthgame.play.statistics import (
    Difference,
    Evaluations,
    Interval,
    Rating,
    Summary,
    choices_of_groups,
    difference,
    plackett_luce,
    seat_advantage,
    summary,
    wilson,
)
from forthgame.play.statistics.interval import SeatAdvantage
from forthgame.play.statistics.sprt import SprtState


@dataclass
class Tally:
    """Games, and how they went: won alone, lost, drawn or shared, points."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    points: float = 0.0

    def add(self, won: bool, result: str, points: float) -> None:
        """Count a game."""
        self.games += 1
        self.points += points
        self.wins += won
        self.losses += result == "loss"
        self.draws += not won and result != "loss"

    @property
    def score(self) -> Interval:
        """Points a game, with its interval."""
        return wilson(min(self.points, self.games), self.games)


@dataclass
class EntrantResult:
    """What an entrant has achieved and used."""

    name: str
    total: Tally = field(default_factory=Tally)
    seats: dict[str, Tally] = field(default_factory=dict)
    rating: Rating | None = None
    faults: int = 0
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    nodes: int = 0
    choices: int = 0
    evaluations: Evaluations = field(default_factory=Evaluations)

    @property
    def seconds_a_move(self) -> float:
        """Mean time of a move."""
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def nodes_a_move(self) -> float:
        """Mean number of positions that its engine says it has seen for a move."""
        return self.nodes / self.moves if self.moves else 0.0


@dataclass
class Analysis:
    """A tournament's results. `pairs` are five counts if the difference was computed from them."""

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
    reasons: dict[str, int]
    counts: tuple[int, ...] = ()
    difference: Difference | None = None
    sprt: SprtState | None = None
    seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """For JSON: numbers that are not finite become texts, and times are left out, so that
        the same seed gives the same document."""
        whole = asdict(self)
        del whole["seconds"]
        whole["entrants"] = [
            {
                **{k: v for k, v in asdict(entrant).items() if k not in ("seconds", "slowest")},
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


def analyse(plan: Plan, records: Sequence[GameRecord]) -> Analysis:
    """Analyse games, in order of their numbers. Void games count for nobody."""
    entrants = [
        EntrantResult(name, seats={seat: Tally() for seat in plan.seats}) for name in plan.names
    ]
    counted = [record for record in records if record.end != "void"]
    meetings: dict[tuple[int, int], Tally] = {}
    seat_points = dict.fromkeys(plan.seats, 0.0)
    for record in records:
        _count_use(record, entrants)
    for record in counted:
        points = record.points()
        for seat, number in record.seats.items():
            won, result = record.winner == number, record.outcome[seat]
            seat_points[seat] += points[seat]
            entrants[number].total.add(won, result, points[seat])
            entrants[number].seats[seat].add(won, result, points[seat])
            for other in record.seats.values():
                if other != number:
                    tally = meetings.setdefault((number, other), Tally())
                    tally.add(won, result, points[seat])
    reasons: dict[str, int] = {}
    for record in records:
        if record.end in ("fault", "void"):
            reasons[record.reason] = reasons.get(record.reason, 0) + 1
    branching = [
        used.choices / used.moves
        for record in counted
        for used in record.usage.values()
        if used.moves
    ]
    analysis = Analysis(
        entrants=entrants,
        games=len(records),
        ends={end: sum(record.end == end for record in records) for end in ENDS},
        winless=sum(record.winner is None for record in counted),
        decisive=sum(r.winner is not None for r in counted) / max(len(counted), 1),
        lengths=summary(len(record.moves) for record in counted),
        branching=summary(branching),
        seats={
            seat: seat_advantage(points, len(counted), len(plan.seats))
            for seat, points in seat_points.items()
        },
        meetings=meetings,
        repeats=repeats(records),
        reasons=reasons,
        seconds=sum(record.seconds for record in records),
    )
    _rate(plan, counted, analysis)
    _test(plan, records, analysis)
    return analysis


def _count_use(record: GameRecord, entrants: Sequence[EntrantResult]) -> None:
    for seat, used in record.usage.items():
        entrant = entrants[record.seats[seat]]
        entrant.faults += record.fault == seat
        entrant.moves += used.moves
        entrant.seconds += used.seconds
        entrant.slowest = max(entrant.slowest, used.slowest)
        entrant.nodes += used.nodes
        entrant.choices += used.choices
        entrant.evaluations.add(used.evaluations)


def _rate(plan: Plan, counted: Sequence[GameRecord], analysis: Analysis) -> None:
    """An Elo difference for two, ratings for more entrants or more seats."""
    if len(plan.entrants) == 2 and len(plan.seats) == 2:
        five, single = pairs(counted)
        analysis.counts = five if sum(five) and not single else triple(counted)
        analysis.difference = difference(analysis.counts)
        return
    choices = [
        choice
        for record in counted
        for choice in choices_of_groups(record.groups(), "loss" in record.outcome.values())
    ]
    ratings = plackett_luce(choices, len(plan.entrants))
    for entrant, rating in zip(analysis.entrants, ratings, strict=True):
        entrant.rating = rating


def _test(plan: Plan, records: Sequence[GameRecord], analysis: Analysis) -> None:
    if plan.sprt is None:
        return
    test = SequentialTest(plan.sprt, plan.seats)
    for record in records:
        test.add(record)
    analysis.sprt = test.state


def until_decided(plan: Plan, records: Sequence[GameRecord]) -> list[GameRecord]:
    """The games that count: those before the first gap, up to where a sequential test decides.

    Without a sequential test all of them.
    """
    if plan.sprt is None:
        return list(records)
    test = SequentialTest(plan.sprt, plan.seats)
    found: list[GameRecord] = []
    for record in records:
        if record.number != len(found) or test.accepted:
            break
        test.add(record)
        found.append(record)
    return found


def progress(records: Sequence[GameRecord], entrant: int) -> list[tuple[int, Interval]]:
    """An entrant's score after each of its games: (number of games, score with interval)."""
    found = []
    points, games = 0.0, 0
    for record in records:
        if record.end == "void" or entrant not in record.seats.values():
            continue
        games += 1
        points += points_of(record, entrant)
        found.append((games, wilson(min(points, games), games)))
    return found
