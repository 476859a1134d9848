"""Summaries of measured numbers, and histograms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil


@dataclass
class NumberSummary:
    """Count, least, mean, greatest and total of some numbers."""

    count: int = 0
    least: float = 0.0
    mean: float = 0.0
    most: float = 0.0
    total: float = 0.0

    def add(self, value: float, times: int = 1) -> None:
        """Count a number, or the mean of `times` numbers."""
        self.least = min(self.least, value) if self.count else value
        self.most = max(self.most, value) if self.count else value
        self.count += times
        self.total += value * times
        self.mean = self.total / self.count


@dataclass
class Evaluations:
    """Counts of the evaluations that a search needs for each root move.

    `rises` counts moves that needed more than the move before them in the same search, among
    `pairs` of consecutive moves; it is low if moves are well ordered.
    """

    moves: int = 0
    total: int = 0
    least: int = 0
    most: int = 0
    rises: int = 0
    pairs: int = 0

    def add(self, other: Evaluations) -> None:
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
        return self.total / self.moves if self.moves else 0.0

    @property
    def share_of_rises(self) -> float:
        return self.rises / self.pairs if self.pairs else 0.0


def histogram(values: Sequence[float], bins: int = 20) -> list[tuple[float, float, int]]:
    """Sort numbers into intervals of equal width: (start, end, count).

    There are at most `bins` intervals, and their width is 1, 2 or 5 times a power of ten.
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
