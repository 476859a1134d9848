"""The features of an evaluation, and their values in positions as arrays.

The worth of a piece on a place is a table entry for each group of seats, type and position. Every
other feature is a number for each seat, minus the mean of the other seats' numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forthgame.play.tuning.training_data import GameFeatures, Samples, lines_of, neighbours_of
from forthgame.words.registers import memory_layout as at

Floats = NDArray[np.float64]
CHUNK = 2048  # positions whose patterns are computed together
MOST_NEAR = 8  # neighbours of a position, at most
MOST_TYPES_NEAR = 4  # with more types, all share their weights of neighbours
MOST_LINES = 2000


@dataclass(frozen=True)
class FeatureSet:
    """A choice of features.

    mirror    a map of the board for each seat if all share a table; empty if each has its own
    length    length of the rows of pieces that are counted, 0 for none
    near      whether own, other and empty neighbours of pieces are counted
    mobility  whether moves are counted
    stored    whether the script's stored numbers are used
    """

    facts: GameFeatures
    mirror: tuple[tuple[int, ...], ...] = ()
    length: int = 0
    near: bool = False
    mobility: bool = False
    stored: bool = False

    def named(self) -> str:
        parts = (
            ("pieces by place", True), ("hands", self.facts.hands), ("storage", self.stored),
            (f"rows of {self.length}", self.length), ("neighbours", self.near),
            ("mobility", self.mobility),
        )  # fmt: skip
        return ", ".join(part for part, looked_at in parts if looked_at)

    def but(self, **changed: Any) -> FeatureSet:
        return replace(self, **changed)

    # -- the table ------------------------------------------------------------------------------

    @property
    def groups(self) -> int:
        """Number of tables: one for all seats or one each, and one for neutral pieces of two."""
        return (1 if self.mirror else len(self.facts.seats)) + (1 if self.has_neutral else 0)

    @property
    def has_neutral(self) -> bool:
        """Return whether neutral pieces have a worth, which counts for the first of two seats."""
        return len(self.facts.seats) == 2 and any(self.facts.neutral)

    @property
    def slots(self) -> int:
        return self.groups * len(self.facts.pieces) * len(self.facts.positions)

    def slot_of(self) -> NDArray[np.int64]:
        """Return slots by player's number, type's number (0: none) and position, or -1."""
        facts = self.facts
        count, types = len(facts.positions), len(facts.pieces)
        found = np.full((len(facts.players) + 1, types + 1, count), -1, np.int64)
        slots = np.arange(self.slots).reshape(self.groups, types, count)
        for seat, number in enumerate(facts.numbers):
            if self.mirror:
                found[number, 1:] = slots[0][:, np.argsort(self.mirror[seat])]
            else:
                found[number, 1:] = slots[seat]
        for number, neutral in enumerate(facts.neutral, 1):
            if self.has_neutral and neutral and number not in facts.numbers:
                found[number, 1:] = slots[-1]
        return found

    def basis(self) -> Floats:
        """Return shared components of a type's worths: rows of values from -1 to 1 by position."""
        spots = np.array(self.facts.spots).reshape(-1, 2)
        x, y = spots[:, 0], spots[:, 1]
        return np.array([np.ones(len(x)), y, -np.abs(x), -np.abs(y), x])

    # -- other features -------------------------------------------------------------------------

    @property
    def near_types(self) -> int:
        """Number of kinds of pieces with separate weights of neighbours."""
        types = len(self.facts.pieces)
        return types if types <= MOST_TYPES_NEAR else 1

    def columns(self) -> list[str]:
        """Return the names of the numbers of a seat."""
        facts = self.facts
        found = [f"row {k}" for k in range(1, self.length + 1)]
        if self.near:
            found += [
                f"near {t} {what} {n}"
                for t in range(self.near_types)
                for what in ("empty", "own", "other")
                for n in range(near_width(facts) + 1)
            ]
        found += ["mobility"] * self.mobility
        found += [f"hand {k}" for k in hand_types(facts)]
        if self.stored:
            found += [f"stored {k}" for k in range(len(facts.storage))]
        return [*found, "tempo"]

    def numbers(self, samples: Samples) -> NDArray[np.float32]:
        """Return the numbers of all columns: by position, view and column.

        A game of two has one view, the first seat's; others have one for each seat.
        """
        facts = self.facts
        seats = len(facts.seats)
        parts: list[NDArray[np.float32]] = []
        if self.length or self.near:
            parts.append(self._patterns(samples))
        if self.mobility:
            parts.append(samples.counts[:, :, None].astype(np.float32))
        types = hand_types(facts)
        hands = np.zeros((len(samples), seats, len(types)), np.float32)
        for column, (number, kind, _) in enumerate(facts.hands, len(facts.storage)):
            if number in facts.numbers:
                seat = facts.numbers.index(number)
                hands[:, seat, types.index(kind)] = samples.stored[:, column]
        tempo = (samples.movers[:, None] == np.arange(seats)).astype(np.float32)[:, :, None]
        own = np.concatenate([*parts, hands, tempo], axis=2)
        others = (own.sum(axis=1, keepdims=True) - own) / max(seats - 1, 1)
        found: NDArray[np.float32] = own - others
        if seats == 2:
            found = found[:, :1]
        if not self.stored:
            return found
        stored = samples.stored[:, None, : len(facts.storage)].astype(np.float32)
        return np.concatenate([found[:, :, :-1], stored, found[:, :, -1:]], axis=2)

    def _patterns(self, samples: Samples) -> NDArray[np.float32]:
        facts = self.facts
        seats, count = len(facts.seats), len(facts.positions)
        lines = np.array(lines_of(facts, self.length)) if self.length else None
        wide = near_width(facts)
        near = np.full((count, wide), count)
        for k, neighbours in enumerate(neighbours_of(facts) if self.near else ()):
            near[k, : len(neighbours)] = neighbours
        width = self.length + (3 * self.near_types * (wide + 1) if self.near else 0)
        found = np.zeros((len(samples), seats, width), np.float32)
        for start in range(0, len(samples), CHUNK):
            cells = samples.cells[start : start + CHUNK]
            owner = (cells & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT
            empty, men = _off_board(cells == 0), _off_board(np.isin(owner, facts.numbers))
            for seat, number in enumerate(facts.numbers):
                own = _off_board(owner == number)
                part = found[start : start + CHUNK, seat]
                if lines is not None and len(lines):
                    mine = own[:, lines].sum(axis=2)
                    pure = (mine + empty[:, lines].sum(axis=2)) == self.length
                    for k in range(1, self.length + 1):
                        part[:, k - 1] = ((mine == k) & pure).sum(axis=1)
                if self.near:
                    self._near(part[:, self.length :], cells, own, empty, men - own, near)
        return found

    def _near(
        self, part: NDArray[np.float32], cells: Any, own: Any, empty: Any, other: Any, near: Any
    ) -> None:
        wide, kinds = near_width(self.facts), self.near_types
        place, where = np.nonzero(own[:, :-1])
        kind = (cells[place, where] & at.PIECE_MASK).astype(np.int64) - 1 if kinds > 1 else 0
        kind = np.clip(kind, 0, kinds - 1)
        for which, mask in enumerate((empty, own, other)):
            number = mask[place[:, None], near[where]].sum(axis=1)
            column = (kind * 3 + which) * (wide + 1) + number
            size = part.shape[1]
            counted = np.bincount(place * size + column, minlength=part.size)
            part += counted.reshape(part.shape)


def _off_board(mask: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return a mask of places as numbers, with a 0 for the place off the board."""
    return np.pad(mask.astype(np.int8), ((0, 0), (0, 1)))


def hand_types(facts: GameFeatures) -> list[int]:
    return sorted({kind for _, kind, _ in facts.hands})


def near_width(facts: GameFeatures) -> int:
    """Return the most neighbours of a position; 0 if that is too many."""
    most = max((len(near) for near in neighbours_of(facts)), default=0)
    return most if most <= MOST_NEAR else 0


def entries(shape: FeatureSet, samples: Samples) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return row, slot and owner's seat (-1 for neutral) of each piece on the boards."""
    cells = samples.cells
    row, where = np.nonzero(cells)
    code = cells[row, where]
    number = (code & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT
    kind = code & at.PIECE_MASK
    known = (number < len(shape.facts.players) + 1) & (kind <= len(shape.facts.pieces))
    row, where, number, kind = row[known], where[known], number[known], kind[known]
    slot = shape.slot_of()[number, kind, where]
    seat_of = np.full(len(shape.facts.players) + 1, -1)
    seat_of[list(shape.facts.numbers)] = np.arange(len(shape.facts.numbers))
    there = slot >= 0
    return row[there], slot[there], seat_of[number[there]]
