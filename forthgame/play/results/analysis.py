"""Analysis of a tournament: every number that reports show, computed once.

Games with the same moves as an earlier one are counted, among millions. Whether such a game is
further evidence depends on the entrants. If they vary, they may repeat moves by chance, and the
game counts as any other. If they do not vary, they always play the same game from an opening.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import isfinite
from typing import Any, Final

from forthgame.play.model.game_record import (
    ENDS,
    RESULTS,
    AutoplayStanding,
    GameRecord,
    shared_points,
)
from forthgame.play.plan.plan import Plan
from forthgame.play.results.stopping_rule import Course, Pairs, points_of
from forthgame.play.statistics.elo import Difference, difference, score_of_elo
from forthgame.play.statistics.interval import Interval, SeatAdvantage, seat_advantage, wilson
from forthgame.play.statistics.ranking import (
    Choice,
    Rating,
    RatingFit,
    SeatRating,
    choices_of_groups,
    draw_rate,
    rank,
)
from forthgame.play.statistics.sprt import SprtState
from forthgame.play.statistics.summary import Evaluations, NumberSummary

NAMED: Final = 10_000  # repeats whose numbers are recorded
MEETINGS: Final = 10_000  # combinations of entrants and openings that are tracked
EMPTY: Final = 0
Result = tuple[tuple[int, ...], tuple[str, ...]]  # entrants and results, in the order of seats
TIMES = ("seconds", "slowest", "near")  # fields of an entrant that differ from run to run
MOST_REASONS = 1000  # different reasons that are counted


# -- games with the same moves -------------------------------------------------------------------


class MoveHashTable:
    """A hash table from hashes of moves to numbers of games, with 12 bytes for each."""

    def __init__(self) -> None:
        self._count = 0
        self._room = 1 << 10
        self._hashes = array("Q", bytes(8 * self._room))
        self._games = array("L", bytes(array("L").itemsize * self._room))

    def first(self, line: int, game: int) -> int:
        """Return the first game with these moves, or this one if there is none."""
        line = line or 1
        place = self._place(line)
        if self._hashes[place] == line:
            return self._games[place]
        self._hashes[place], self._games[place] = line, game
        self._count += 1
        if 3 * self._count > 2 * self._room:
            self._grow()
        return game

    def _place(self, line: int) -> int:
        place, mask, hashes = line & self._room - 1, self._room - 1, self._hashes
        while hashes[place] not in (EMPTY, line):
            place = place + 1 & mask
        return place

    def _grow(self) -> None:
        hashes, games = self._hashes, self._games
        self._room *= 2
        self._hashes = array("Q", bytes(8 * self._room))
        self._games = array("L", bytes(games.itemsize * self._room))
        for line, game in zip(hashes, games, strict=True):
            if line != EMPTY:
                place = self._place(line)
                self._hashes[place], self._games[place] = line, game


@dataclass
class _Meeting:
    """Games of the same entrants on the same seats from one opening."""

    line: str
    games: int = 0
    varied: bool = False


class Repeats:
    """Counts games with the same moves as an earlier one.

    `found` maps the first of them to the game that each repeats; `count` counts all.
    """

    def __init__(self) -> None:
        self.found: dict[int, int] = {}
        self.count = 0
        self._lines = MoveHashTable()
        self._meetings: dict[object, _Meeting] = {}

    def add(self, record: GameRecord) -> None:
        if not record.moves or record.end == "void":
            return
        line = record.line
        earlier = self._lines.first(int(line, 16), record.number)
        if earlier != record.number:
            self.count += 1
            if len(self.found) < NAMED:
                self.found[record.number] = earlier
        opening = tuple(text for _, text in record.moves[: record.opening])
        key = (tuple(record.seats.values()), opening)
        meeting = self._meetings.get(key)
        if meeting is None:
            if len(self._meetings) >= MEETINGS:
                return
            meeting = self._meetings[key] = _Meeting(line)
        meeting.games += 1
        meeting.varied |= meeting.line != line

    @property
    def unvaried(self) -> int:
        """Number of games that add no evidence: repeats by entrants that do not vary."""
        return sum(m.games - 1 for m in self._meetings.values() if not m.varied)


# -- results -------------------------------------------------------------------------------------


@dataclass
class Tally:
    """Counts of games won alone, lost, and drawn or shared, with points."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    points: float = 0.0

    def add(self, won: bool, result: str, points: float, times: int) -> None:
        """Count games with the same result; `points` are those of a single game."""
        self.games += times
        self.points += times * points
        self.wins += times * won
        self.losses += times * (result == "loss")
        self.draws += times * (not won and result != "loss")

    @property
    def score(self) -> Interval:
        return wilson(min(self.points, self.games), self.games)


@dataclass
class EntrantResult:
    """An entrant's results and usage of time and nodes."""

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
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def nodes_a_move(self) -> float:
        return self.nodes / self.moves if self.moves else 0.0


class Results:
    """Counts of each result over the games that are not void."""

    def __init__(self, seats: Sequence[str]) -> None:
        self._seats = tuple(seats)
        self._counted: Counter[Result] = Counter()

    def add(self, record: GameRecord) -> None:
        results = tuple(map(record.outcome.__getitem__, record.seats))
        self._counted[tuple(record.seats.values()), results] += 1

    def entrants(self, used: Sequence[EntrantResult]) -> list[EntrantResult]:
        """Return copies of `used` completed by results, in all and by seat."""
        found = [
            replace(each, total=Tally(), seats={seat: Tally() for seat in self._seats})
            for each in used
        ]
        for (entrants, results), times in self._counted.items():
            single_winner = results.count("win") == 1
            points = shared_points(results)
            for seat, number, result, own in zip(
                self._seats, entrants, results, points, strict=True
            ):
                for tally in (found[number].total, found[number].seats[seat]):
                    tally.add(single_winner and result == "win", result, own, times)
        return found

    def meetings(self) -> dict[tuple[int, int], Tally]:
        found: dict[tuple[int, int], Tally] = {}
        for (entrants, results), times in self._counted.items():
            single_winner = results.count("win") == 1
            for number, result, own in zip(entrants, results, shared_points(results), strict=True):
                for other in entrants:
                    if other != number:
                        tally = found.setdefault((number, other), Tally())
                        tally.add(single_winner and result == "win", result, own, times)
        return found

    def triple(self, entrant: int) -> tuple[int, ...]:
        """Return losses, draws and wins of an entrant in games of two seats."""
        found = [0, 0, 0]
        for (entrants, results), times in self._counted.items():
            if entrant in entrants:
                own = shared_points(results)[entrants.index(entrant)]
                found[0 if own < 0.5 else 1 if own == 0.5 else 2] += times
        return tuple(found)

    def ranking(
        self, entrants: int, seated: bool, anchors: Sequence[tuple[int, float]]
    ) -> RatingFit:
        """Fit the ratings; with `seated`, advantages of seats too."""
        choices: Counter[Choice] = Counter()
        for (who, results), times in self._counted.items():
            places = [[k for k, result in enumerate(results) if result == kind] for kind in RESULTS]
            groups = [[who[k] for k in group] for group in places if group]
            seats = [k for group in places for k in group] if seated else ()
            for choice in choices_of_groups(groups, "loss" in results, seats):
                choices[choice] += times
        return rank(choices, entrants, len(self._seats) if seated else 0, dict(anchors))

    def draws(self, found: RatingFit) -> Interval:
        """Estimate the share of draws between equals in games of two seats."""
        games = []
        bring = [seat.elo for seat in found.seats] or [0.0, 0.0]
        for (who, results), times in self._counted.items():
            apart = found.ratings[who[0]].elo - found.ratings[who[1]].elo + bring[0] - bring[1]
            drawn = results[0] == results[1]
            games.append((score_of_elo(apart), times * drawn, times * (not drawn)))
        return draw_rate(games)


# -- the analysis --------------------------------------------------------------------------------


@dataclass
class Challenge:
    """An entrant against the base: counts of pairs, Elo difference, sequential test."""

    name: str
    counts: tuple[int, ...]
    unpaired: int
    difference: Difference
    sprt: SprtState | None = None


@dataclass
class TournamentAnalysis:
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
    lengths: NumberSummary
    branching: NumberSummary
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
        self._lengths, self._branching = NumberSummary(), NumberSummary()
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

    def analysis(self) -> TournamentAnalysis:
        plan, standing = self._plan, self.standing
        counted = standing.games - self._ends["void"]
        entrants = self._results.entrants(self._used)
        analysis = TournamentAnalysis(
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

    def _rank(self, analysis: TournamentAnalysis) -> None:
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


def analyse(plan: Plan, records: Iterable[GameRecord]) -> TournamentAnalysis:
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
