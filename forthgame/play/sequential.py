"""The stopping rule: a sequential test fed with games in the order of the schedule."""

from __future__ import annotations

from collections.abc import Sequence

from forthgame.play.record import GameRecord
from forthgame.play.statistics import Sprt, SprtState


def triple(records: Sequence[GameRecord], first: int = 0) -> tuple[int, int, int]:
    """Losses, draws and wins of an entrant, of two; void games are left out."""
    lost = drawn = won = 0
    for record in records:
        if record.end == "void":
            continue
        points = points_of(record, first)
        lost, drawn, won = (
            lost + (points < 0.5), drawn + (points == 0.5), won + (points > 0.5)
        )  # fmt: skip
    return lost, drawn, won


def pairs(records: Sequence[GameRecord], first: int = 0) -> tuple[tuple[int, ...], int]:
    """Five counts of pairs of games with seats exchanged (0, ½, 1, 1½ and 2 points), and how many
    games have no partner: it is missing, or one of the two is void."""
    counted = Pairs(first)
    for record in records:
        counted.add(record)
    return counted.counts, counted.single


class Pairs:
    """The five counts of `pairs`, from games one by one."""

    def __init__(self, first: int = 0) -> None:
        self._first = first
        self._counts = [0] * 5
        self._open: dict[int, float | None] = {}  # points of a game whose partner is awaited
        self._single = 0

    def add(self, record: GameRecord) -> None:
        """Take in a game."""
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
    """Points of an entrant in a game, on all its seats."""
    points = record.points()
    return sum(points[seat] for seat, number in record.seats.items() if number == entrant)


class SequentialTest:
    """Looks at each complete pair; what it has accepted stays accepted."""

    def __init__(self, test: Sprt | None) -> None:
        self._test = test
        self._pairs = Pairs()
        self.state: SprtState | None = test.state(self._pairs.counts) if test else None

    @property
    def accepted(self) -> str | None:
        """The hypothesis that has been accepted, if one has."""
        return self.state.accepted if self.state else None

    def add(self, record: GameRecord) -> None:
        """Take in the next game in order of numbers."""
        if self._test is None or self.accepted:
            return
        before = self._pairs.counts
        self._pairs.add(record)
        if self._pairs.counts != before:
            self.state = self._test.state(self._pairs.counts)
