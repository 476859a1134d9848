"""Analysis of a tournament: everything that is shown, computed once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any

from forthgame.play.plan import Plan
from forthgame.play.record import ENDS, GameRecord
from forthgame.play.repeats import Repeats
from forthgame.play.sequential import Pairs, SequentialTest, points_of
from forthgame.play.statistics import (
    Choice,
    Difference,
    Evaluations,
    Interval,
    Rating,
    Running,
    Summary,
    choices_of_groups,
    difference,
    plackett_luce,
    seat_advantage,
    wilson,
)
from forthgame.play.statistics.interval import SeatAdvantage
from forthgame.play.statistics.sprt import SprtState

TIMES = ("seconds", "slowest", "near")  # of an entrant; what differs from run to run
MOST_REASONS = 1000  # different ones that are counted


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
    near: int = 0
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
    """A tournament's results. `counts` are five if the difference was computed from pairs, and
    `unpaired` games without a partner that were left out of it then. `repeated` games have the
    moves of an earlier one, `repeats` has the first of them; `unvaried` are those of entrants that
    do not vary."""

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
    seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """For JSON: numbers that are not finite become texts, and times are left out, so that
        the same seed gives the same document."""
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
    """Takes in games in order of their numbers, and keeps sums of them only."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.entrants = [
            EntrantResult(name, seats={seat: Tally() for seat in plan.seats}) for name in plan.names
        ]
        self.games = 0
        self._ends = dict.fromkeys(ENDS, 0)
        self._counted = self._winless = 0
        self._lengths, self._branching = Running(), Running()
        self._seat_points = dict.fromkeys(plan.seats, 0.0)
        self._meetings: dict[tuple[int, int], Tally] = {}
        self._repeats = Repeats()
        self._reasons: dict[str, int] = {}
        self._choices: Counter[Choice] = Counter()
        self._two = len(plan.entrants) == 2 and len(plan.seats) == 2
        self._pairs = Pairs()
        self._triple = [0, 0, 0]
        self._test = SequentialTest(plan.sprt) if plan.sprt else None
        self._seconds = 0.0

    def add(self, record: GameRecord) -> None:
        """Take in a game. Void games count for nobody."""
        self.games += 1
        self._ends[record.end] += 1
        self._seconds += record.seconds
        _count_use(record, self.entrants)
        self._repeats.add(record)
        if self._two:
            self._pairs.add(record)
        if self._test is not None:
            self._test.add(record)
        if record.end in ("fault", "void"):
            known = record.reason in self._reasons or len(self._reasons) < MOST_REASONS
            reason = record.reason if known else "other reasons"
            self._reasons[reason] = self._reasons.get(reason, 0) + 1
        if record.end != "void":
            self._count(record)

    def _count(self, record: GameRecord) -> None:
        self._counted += 1
        self._winless += record.winner is None
        self._lengths.add(len(record.moves))
        for used in record.usage.values():
            if used.moves:
                self._branching.add(used.choices / used.moves)
        points = record.points()
        for seat, number in record.seats.items():
            won, result = record.winner == number, record.outcome[seat]
            self._seat_points[seat] += points[seat]
            self.entrants[number].total.add(won, result, points[seat])
            self.entrants[number].seats[seat].add(won, result, points[seat])
            for other in record.seats.values():
                if other != number:
                    tally = self._meetings.setdefault((number, other), Tally())
                    tally.add(won, result, points[seat])
        if self._two:
            own = points_of(record, 0)
            self._triple[0 if own < 0.5 else 1 if own == 0.5 else 2] += 1
        else:
            losers = "loss" in record.outcome.values()
            self._choices.update(choices_of_groups(record.groups(), losers))

    def analysis(self) -> Analysis:
        """The analysis of the games so far."""
        plan, counted = self._plan, self._counted
        analysis = Analysis(
            entrants=self.entrants,
            games=self.games,
            ends={str(end): times for end, times in self._ends.items()},
            winless=self._winless,
            decisive=(counted - self._winless) / max(counted, 1),
            lengths=self._lengths.summary,
            branching=self._branching.summary,
            seats={
                seat: seat_advantage(points, counted, len(plan.seats))
                for seat, points in self._seat_points.items()
            },
            meetings=self._meetings,
            repeats=self._repeats.found,
            repeated=self._repeats.count,
            unvaried=self._repeats.unvaried,
            reasons=self._reasons,
            seconds=self._seconds,
            sprt=self._test.state if self._test else None,
        )
        if self._two:
            five, single = self._pairs.counts, self._pairs.single
            paired = 2 * sum(five) >= single and sum(five) > 0
            analysis.counts = five if paired else tuple(self._triple)
            analysis.unpaired = single if paired else 0
            analysis.difference = difference(analysis.counts)
            return analysis
        ratings = plackett_luce(self._choices, len(plan.entrants))
        for entrant, rating in zip(self.entrants, ratings, strict=True):
            entrant.rating = rating
        return analysis


def analyse(plan: Plan, records: Iterable[GameRecord]) -> Analysis:
    """Analyse games, in order of their numbers. Void games count for nobody."""
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
        entrant.evaluations.add(used.evaluations)


def until_decided(plan: Plan, records: Sequence[GameRecord]) -> list[GameRecord]:
    """The games that count: those before the first gap, up to where a sequential test decides.

    Without a sequential test all of them.
    """
    if plan.sprt is None:
        return list(records)
    test = SequentialTest(plan.sprt)
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
