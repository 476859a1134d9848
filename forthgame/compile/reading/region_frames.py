"""The states at both ends of a skipped region, in a frame that does not depend on its position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from forthgame.compile.reading.direction_links import moved
from forthgame.compile.reading.path_states import Fact, PathState, converted
from forthgame.compile.reading.symbolic_values import (
    NOWHERE,
    STARTED,
    BoardField,
    Computed,
    ItemAddress,
    MergedValue,
    NamedValue,
    PerPosition,
    RelativePosition,
    StorageAddresses,
    StorageItem,
    TableItem,
    TestResult,
    Value,
)

ABOUT_A_POSITION = frozenset(("field", "friend", "enemy", "like", "here", "pair"))  # kinds of tests
# values that depend on the start of the word
WITH_A_PLACE = (
    TestResult
    | PerPosition
    | BoardField
    | ItemAddress
    | StorageAddresses
    | StorageItem
    | TableItem
    | NamedValue
    | Computed
)
Numbered = Callable[[Value], Value]


class RegionFrame:
    """A region's starting state, relative to its position, and the way back to the caller."""

    def __init__(self, place: PathState, anywhere: int, taken: int | None, started: Value) -> None:
        """Enter a region at a state of the caller.

        `anywhere` has the bits of all positions, `started` is the start of the word. `taken` is the
        number of items that a called word takes; None is for other regions, which may take all
        items and keep the facts about the board.
        """
        self._place, self._anywhere, self._started = place, anywhere, started
        self.moved = _anchor(place)  # offset of its start
        self._base = place.callers[-1][2] if place.callers else 0
        self._given: list[Value] = []
        depth = len(place.items) if taken is None else min(taken, len(place.items))
        below = len(place.items) - depth
        start = self._converted(place, self._within)
        items = (*map(self._named, place.items[:below]), *start.items[below:])
        returns = start.returns[self._base :]
        self.start = start._replace(items=items, returns=returns, callers=())
        if taken is None:
            possible = moved(place.possible, -self.moved) & anywhere
            facts = frozenset(
                self._fact_within(fact) for fact in place.facts if fact[0].kind != "computed"
            )
            self.start = self.start._replace(possible=possible, facts=facts)

    def _named(self, value: Value) -> Value:
        self._given.append(value)
        return NamedValue(len(self._given) - 1)

    def _within(self, value: Value) -> Value:
        """Return a value as the frame has it; values that depend on the position get a name."""
        if isinstance(value, RelativePosition):
            return RelativePosition(value.offset - self.moved)
        return self._named(value) if isinstance(value, WITH_A_PLACE) else value

    def _outside(self, value: Value) -> Value:
        if isinstance(value, RelativePosition):
            return RelativePosition(value.offset + self.moved)
        if value == STARTED:
            return self._started
        return self._given[value.number] if isinstance(value, NamedValue) else value

    def _fact_within(self, fact: Fact) -> Fact:
        test, truth = fact
        if test.fixed or test.kind not in ABOUT_A_POSITION:
            return fact
        value = test.value - self.moved if test.kind == "pair" else test.value
        return replace(test, offset=test.offset - self.moved, value=value), truth

    def _converted(self, place: PathState, convert: Numbered) -> PathState:
        return converted(place, convert)._replace(
            offset=place.offset if place.offset == NOWHERE else 0,
            possible=self._anywhere,
            reached=self._anywhere,
            facts=frozenset(),
        )

    def outside(self, end: PathState) -> PathState:
        """Return the caller's state after the region for an end state in the frame.

        The possible starting positions are reset to those from before the move's first action.
        """
        before = self._place
        found = self._converted(end, self._outside)
        return found._replace(
            offset=end.offset if end.offset == NOWHERE else end.offset + self.moved,
            returns=before.returns[: self._base] + found.returns,
            callers=before.callers,
            possible=before.reached,
            reached=before.reached,
        )


def _anchor(place: PathState) -> int:
    """Return the offset of a state; if it is unknown, that of some position among its values."""
    if place.offset != NOWHERE:
        return place.offset
    values = (*place.items, *place.returns, *(value for _, value in place.written))
    return next((value.offset for value in values if isinstance(value, RelativePosition)), 0)


def merged(ends: Sequence[PathState], region: MergedValue) -> PathState | None:
    """Merge the end states of several paths; values in which they differ become unknown.

    Return None if their stacks have different heights.
    """
    first = ends[0]
    if any(
        len(each.items) != len(first.items) or len(each.returns) != len(first.returns)
        for each in ends
    ):
        return None

    def same(values: Sequence[Value]) -> Value:
        return values[0] if all(value == values[0] for value in values) else region

    written = [dict(each.written) for each in ends]
    common = [address for address in written[0] if all(address in each for each in written)]
    return first._replace(
        offset=first.offset if all(each.offset == first.offset for each in ends) else NOWHERE,
        items=tuple(map(same, zip(*(each.items for each in ends), strict=True))),
        returns=tuple(map(same, zip(*(each.returns for each in ends), strict=True))),
        written=tuple((a, same([each[a] for each in written])) for a in common),
    )
