"""Counts of results, and the statistics derived from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from forthgame.play.model.game_record import RESULTS, GameRecord, shared_points
from forthgame.play.statistics import (
    Choice,
    Evaluations,
    Interval,
    Ranking,
    Rating,
    choices_of_groups,
    draw_rate,
    rank,
    score_of_elo,
    wilson,
)

Result = tuple[tuple[int, ...], tuple[str, ...]]  # entrants and results, in the order of seats


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
            alone = results.count("win") == 1
            points = shared_points(results)
            for seat, number, result, own in zip(
                self._seats, entrants, results, points, strict=True
            ):
                for tally in (found[number].total, found[number].seats[seat]):
                    tally.add(alone and result == "win", result, own, times)
        return found

    def meetings(self) -> dict[tuple[int, int], Tally]:
        found: dict[tuple[int, int], Tally] = {}
        for (entrants, results), times in self._counted.items():
            alone = results.count("win") == 1
            for number, result, own in zip(entrants, results, shared_points(results), strict=True):
                for other in entrants:
                    if other != number:
                        tally = found.setdefault((number, other), Tally())
                        tally.add(alone and result == "win", result, own, times)
        return found

    def triple(self, entrant: int) -> tuple[int, ...]:
        """Return losses, draws and wins of an entrant in games of two seats."""
        found = [0, 0, 0]
        for (entrants, results), times in self._counted.items():
            if entrant in entrants:
                own = shared_points(results)[entrants.index(entrant)]
                found[0 if own < 0.5 else 1 if own == 0.5 else 2] += times
        return tuple(found)

    def ranking(self, entrants: int, seated: bool, anchors: Sequence[tuple[int, float]]) -> Ranking:
        """Fit the ratings; with `seated`, advantages of seats too."""
        choices: Counter[Choice] = Counter()
        for (who, results), times in self._counted.items():
            places = [[k for k, result in enumerate(results) if result == kind] for kind in RESULTS]
            groups = [[who[k] for k in group] for group in places if group]
            seats = [k for group in places for k in group] if seated else ()
            for choice in choices_of_groups(groups, "loss" in results, seats):
                choices[choice] += times
        return rank(choices, entrants, len(self._seats) if seated else 0, dict(anchors))

    def draws(self, found: Ranking) -> Interval:
        """Estimate the share of draws between equals in games of two seats."""
        games = []
        bring = [seat.elo for seat in found.seats] or [0.0, 0.0]
        for (who, results), times in self._counted.items():
            apart = found.ratings[who[0]].elo - found.ratings[who[1]].elo + bring[0] - bring[1]
            drawn = results[0] == results[1]
            games.append((score_of_elo(apart), times * drawn, times * (not drawn)))
        return draw_rate(games)
