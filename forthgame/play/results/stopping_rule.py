"""Sequential tests that are fed with games in the order of the schedule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from forthgame.play.model.game_record import GameRecord
from forthgame.play.plan.plan import Plan
from forthgame.play.statistics.sprt import Sprt


class Pairs:
    """Five counts of pairs of games with seats exchanged, and the games without a partner.

    A game has no partner if it is missing or void.
    """

    def __init__(self, first: int = 0) -> None:
        self._first = first
        self._counts = [0] * 5
        self._open: dict[int, float | None] = {}  # points of games that wait for their partner
        self._single = 0

    def add(self, record: GameRecord) -> None:
        points = None if record.end == "void" else points_of(record, self._first)
        if record.block not in self._open:
            self._open[record.block] = points
            return
        other = self._open.pop(record.block)
        if points is None or other is None:
            self._single += (points is not None) + (other is not None)
        else:
            self._counts[round(2 * (points + other))] += 1

    @property
    def counts(self) -> tuple[int, ...]:
        """Pairs with 0, ½, 1, 1½ and 2 points."""
        return tuple(self._counts)

    @property
    def single(self) -> int:
        """Games without a partner."""
        return self._single + sum(points is not None for points in self._open.values())


def points_of(record: GameRecord, entrant: int) -> float:
    """Return an entrant's points in a game, on all its seats."""
    points = record.points()
    return sum(points[seat] for seat, number in record.seats.items() if number == entrant)


class SequentialTest:
    """A test updated with each complete pair; an accepted hypothesis stays accepted."""

    def __init__(self, test: Sprt, first: int = 0) -> None:
        self._test = test
        self._pairs = Pairs(first)
        self.state = test.state(self._pairs.counts)

    @property
    def accepted(self) -> str | None:
        """The accepted hypothesis, None if there is none yet."""
        return self.state.accepted

    def add(self, record: GameRecord) -> None:
        if self.accepted:
            return
        before = self._pairs.counts
        self._pairs.add(record)
        if self._pairs.counts != before:
            self.state = self._test.state(self._pairs.counts)


class Course:
    """The games of a plan that are still wanted, given results in the order of numbers.

    A sequential test ends the games of its two entrants: the only two, or a challenger and the
    base. The tournament is `over` if all tests are decided, or the plan's number of faults is
    reached.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._faults = 0
        self.following = 0  # the number of the next game
        self.tests: dict[int, SequentialTest] = {}
        if plan.sprt is not None:
            self.tests = {number: SequentialTest(plan.sprt, number) for number in plan.compared}

    @property
    def over(self) -> bool:
        most = self._plan.most_faults
        if most is not None and self._faults >= most:
            return True
        return bool(self.tests) and all(test.accepted for test in self.tests.values())

    def wants(self, number: int) -> bool:
        """Return whether a game is still to be played and counted."""
        if len(self.tests) < 2:
            return not self.over
        test = self._test_of(self._plan.pairing(number).entrants)
        return test is None or not test.accepted

    def _test_of(self, entrants: Iterable[int]) -> SequentialTest | None:
        if not self._plan.against_base:
            return self.tests.get(0)
        return next((self.tests[number] for number in entrants if number in self.tests), None)

    def take(self, records: Iterable[GameRecord]) -> Iterator[GameRecord]:
        """Add games up to the first gap as long as they are wanted; yield those that count."""
        for record in records:
            while self.following < record.number and not self.wants(self.following):
                self.following += 1
            if record.number != self.following or self.over:
                return
            self.following += 1
            if self.wants(record.number):
                self.add(record)
                yield record

    def add(self, record: GameRecord) -> None:
        self._faults += record.end == "fault"
        if self.tests and (test := self._test_of(record.seats.values())) is not None:
            test.add(record)


def until_decided(plan: Plan, records: Iterable[GameRecord]) -> Iterator[GameRecord]:
    """Yield the games that count.

    If the plan can end early, these are wanted games before the first gap, else all.
    """
    early = plan.sprt is not None or plan.most_faults is not None
    yield from Course(plan).take(records) if early else records
