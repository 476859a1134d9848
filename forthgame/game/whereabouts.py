"""Sets of possible positions for every start, as one integer.

It has a row of bits for each start, in the order of their numbers, and in each row a bit for each
position. All rows move at once: one shift moves all positions whose links lead equally far.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

MOST_SHIFTS = 16  # for a direction; beyond that, bits are moved one by one


class Whereabouts:
    """Creates such integers for a board and moves them along directions."""

    def __init__(
        self, count: int, links: Callable[[int], Sequence[int]], spend: Callable[[int], None]
    ) -> None:
        """`links` returns the target of each position in a direction, below 0 for none.

        `spend` is called with the work beyond a few shifts, in units of 32 bits.
        """
        self._count, self._links_of, self._spend = count, links, spend
        self._links: dict[int, Sequence[int]] = {}
        self._first_column = sum(1 << k * count for k in range(count))
        self.none = 0
        self.starts = sum(1 << k * count + k for k in range(count))
        self.anywhere = (1 << count * count) - 1
        self._shifts: dict[int, dict[int, int]] = {}  # direction -> distance -> moved bits

    def at(self, position: int) -> int:
        """Return the set that has the same position for every start."""
        return self._first_column << position

    def rows(self, numbers: int) -> tuple[int, ...]:
        """Return the rows, in the order of the starts."""
        count = self._count
        row = (1 << count) - 1
        return tuple(numbers >> k * count & row for k in range(count))

    def along(self, direction: int, numbers: int) -> int:
        """Return the positions reached along a direction; positions without a link stay."""
        shifts = self._shifts.get(direction)
        if shifts is None:
            links = self._links[direction] = self._links_of(direction)
            shifts = self._shifts[direction] = self._shifts_of(links)
        if len(shifts) > MOST_SHIFTS:
            self._spend(numbers.bit_count() >> 5)
            return self._each_along(self._links[direction], numbers)
        found = 0
        for distance, moved in shifts.items():
            taken = numbers & moved
            found |= taken << distance if distance >= 0 else taken >> -distance
        return found

    def _shifts_of(self, links: Sequence[int]) -> dict[int, int]:
        columns: dict[int, int] = {}
        for position, link in enumerate(links):
            distance = link - position if link >= 0 else 0
            columns[distance] = columns.get(distance, 0) | 1 << position
        if len(columns) > MOST_SHIFTS:
            return columns
        return {
            distance: sum(self.at(k) for k in range(self._count) if bits >> k & 1)
            for distance, bits in columns.items()
        }

    def _each_along(self, links: Sequence[int], numbers: int) -> int:
        found = 0
        while numbers:
            low = numbers & -numbers
            start, position = divmod(low.bit_length() - 1, self._count)
            link = links[position]
            found |= 1 << start * self._count + (link if link >= 0 else position)
            numbers ^= low
        return found
