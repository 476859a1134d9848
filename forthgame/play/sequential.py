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
    blocks: dict[int, list[GameRecord]] = {}
    for record in records:
        blocks.setdefault(record.block, []).append(record)
    counts = [0] * 5
    single = 0
    for block in blocks.values():
        if len(block) == 2 and all(record.end != "void" for record in block):
            counts[round(2 * sum(points_of(record, first) for record in block))] += 1
        else:
            single += sum(record.end != "void" for record in block)
    return tuple(counts), single


def points_of(record: GameRecord, entrant: int) -> float:
    """Points of an entrant in a game, on all its seats."""
    points = record.points()
    return sum(points[seat] for seat, number in record.seats.items() if number == entrant)


class SequentialTest:
    """Looks at each complete pair; what it has accepted stays accepted."""

    def __init__(self, test: Sprt | None, seats: Sequence[str]) -> None:
        self._test = test
        self._size = len(seats)
        self._records: list[GameRecord] = []
        self._counts = [0] * 5
        self.state: SprtState | None = test.state(self._counts) if test else None

    @property
    def accepted(self) -> str | None:
        """The hypothesis that has been accepted, if one has."""
        return self.state.accepted if self.state else None

    def add(self, record: GameRecord) -> None:
        """Take in the next game in order of numbers."""
        if self._test is None or self.accepted:
            return
        self._records.append(record)
        if len(self._records) < self._size:
            return
        counts, _ = pairs(self._records)
        self._records.clear()
        self._counts = [a + b for a, b in zip(self._counts, counts, strict=True)]
        self.state = self._test.state(self._counts)
