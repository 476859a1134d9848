"""Least, mean and most of what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf


@dataclass(frozen=True)
class Summary:
    """Numbers in brief."""

    count: int = 0
    least: float = 0.0
    mean: float = 0.0
    most: float = 0.0
    total: float = 0.0


class Running:
    """A summary of numbers that come one by one."""

    def __init__(self) -> None:
        self._count = 0
        self._least = inf
        self._most = -inf
        self._total = 0.0

    def add(self, value: float, times: int = 1) -> None:
        """Take in a number, or the mean of several."""
        self._count += times
        self._total += value * times
        self._least = min(self._least, value)
        self._most = max(self._most, value)

    @property
    def summary(self) -> Summary:
        """What there is by now; zeros if there is nothing."""
        if not self._count:
            return Summary()
        mean = self._total / self._count
        return Summary(self._count, self._least, mean, self._most, self._total)


@dataclass
class Evaluations:
    """Evaluations per root move: how many the moves tried at the root cost an engine.

    `rises` counts the moves that cost more than the one before them in the same search, of
    `pairs` neighbours: with well ordered moves a search is cheaper from move to move.
    """

    moves: int = 0
    total: int = 0
    least: int = 0
    most: int = 0
    rises: int = 0
    pairs: int = 0

    def add(self, other: Evaluations) -> None:
        """Take in what was counted in another search, or in several."""
        if not other.moves:
            return
        self.least = min(self.least, other.least) if self.moves else other.least
        self.most = max(self.most, other.most)
        self.moves += other.moves
        self.total += other.total
        self.rises += other.rises
        self.pairs += other.pairs

    @property
    def mean(self) -> float:
        """Evaluations of a root move in the mean."""
        return self.total / self.moves if self.moves else 0.0

    @property
    def share_of_rises(self) -> float:
        """How often a root move cost more than the one before it."""
        return self.rises / self.pairs if self.pairs else 0.0


def histogram(values: Sequence[float], bins: int = 20) -> list[tuple[float, float, int]]:
    """Numbers sorted into intervals of one width: (from, up to, how many).

    Widths are 1, 2 or 5 times a power of ten, at most `bins` of them.
    """
    if not values:
        return []
    low, high = min(values), max(values)
    width = 1.0
    while (high - low) / width >= bins:
        width *= 10
    for finer in (width / 5, width / 2):
        if finer >= 1 and (high - low) / finer < bins:
            width = finer
            break
    start = low // width * width
    count = max(1, ceil((high - start + width * 1e-9) / width))
    if start + count * width <= high:
        count += 1
    found = [0] * count
    for value in values:
        found[int((value - start) // width)] += 1
    return [(start + k * width, start + (k + 1) * width, n) for k, n in enumerate(found)]
