"""Links of a game's directions, as constants for a module of machine code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from forthgame.compile.primitives.module_functions import NO_SYMMETRIES
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import ZONE_COUNT, ZONE_TABLE

POSITIONS_AT_ONCE = 64  # positions that are tested at once
MOST_PLAYERS = 4  # with symmetries as constants; with more, reading the table is faster


class BoardLinks:
    """The links of a game.

    settled     registers that do not change
    cell        reads a cell of memory
    sure        the tokens in cells that keep them as long as a game runs
    directions  the number of a direction by its token, for each word that steps along one
    """

    def __init__(
        self,
        settled: Mapping[int, int],
        cell: Callable[[int], int],
        sure: Mapping[int, int] | None = None,
        directions: Mapping[str, Mapping[int, int]] | None = None,
    ) -> None:
        self.settled, self.cell = settled, cell
        self.sure, self.directions = sure or {}, directions or {}
        self._steps: dict[int, dict[int, int]] = {}
        self._leads: dict[int, int] = {}
        self._rays: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}

    @property
    def positions(self) -> int:
        return self.settled[at.POSITIONS]

    def _links(self, direction: int) -> list[int]:
        """Return the position that a direction leads to from each one, or -1."""
        row = self.settled[at.LINKS] + direction * self.settled[at.LINK_STRIDE] * at.CELL
        return [self.cell(row + position * at.CELL) for position in range(self.positions)]

    def symmetric(self, player: int, direction: int) -> int:
        """Return the direction that replaces another for a player."""
        table = self.settled[at.SYMMETRIES]
        return self.cell(table + (player * at.MAX_DIRECTIONS + direction) * at.CELL)

    def leads(self, direction: int) -> int:
        """Return the bits of the positions from which a direction leads on."""
        if direction not in self._leads:
            self._leads[direction] = sum(self._starts(direction).values())
        return self._leads[direction]

    def leads_from(self, direction: int, offset: int) -> int:
        """Return the bits of the positions for which it leads on from an offset."""
        return self._moved(self.leads(direction), offset)

    def zone(self, zone: int, offset: int, player: int) -> int:
        """Return the bits of the positions that have a position of a player's zone at an offset."""
        if not 0 <= zone < self.settled[ZONE_COUNT]:
            return 0
        bits = 0
        row = self.cell(self.settled[ZONE_TABLE] + (zone * 32 + player) * at.CELL)
        for k in range(0, self.positions, 32):
            bits |= (self.cell(row + (k >> 3)) & 0xFFFFFFFF) << k
        return self._moved(bits, offset)

    def _moved(self, bits: int, offset: int) -> int:
        return moved(bits, offset) & ((1 << self.positions) - 1)

    def step(self, direction: int) -> int | None:
        """Return the difference of position numbers along a direction; None if it varies."""
        steps = self._starts(direction)
        return next(iter(steps)) if len(steps) == 1 else None

    def _starts(self, direction: int) -> dict[int, int]:
        """Return the bits of the positions from which a direction leads equally far, by how far."""
        if direction not in self._steps:
            found: dict[int, int] = {}
            for position, link in enumerate(self._links(direction)):
                if link >= 0:
                    found[link - position] = found.get(link - position, 0) | 1 << position
            self._steps[direction] = found
        return self._steps[direction]

    def steps_from(self, direction: int, offset: int, possible: int) -> dict[int, int]:
        """Return the differences of position numbers along a direction, from an offset.

        The bits of the starts are returned for each difference that one of the possible starts has.
        """
        starts = self._starts(direction).items()
        there = {step: self._moved(bits, offset) for step, bits in starts}
        return {step: bits for step, bits in there.items() if bits & possible}

    def rays(self, direction: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return for each position the bits of the positions along a direction, and the last one.

        Both are empty if the direction leads in a circle.
        """
        if direction not in self._rays:
            self._rays[direction] = self._follow(direction)
        return self._rays[direction]

    def _follow(self, direction: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        links = self._links(direction)
        bits, ends = [], []
        for position in range(self.positions):
            here, found = position, 0
            while (following := links[here]) >= 0:
                if found >> following & 1:
                    return (), ()
                here, found = following, found | 1 << following
            bits.append(found)
            ends.append(here)
        return tuple(bits), tuple(ends)


def moved(bits: int, offset: int) -> int:
    """Return the bits of the positions that have a bit of `bits` at an offset."""
    return bits >> offset if offset >= 0 else bits << -offset


def lowest_and_highest(bits: int) -> tuple[int, int]:
    return (bits & -bits).bit_length() - 1, bits.bit_length() - 1


def symmetries_text(board: BoardLinks, players: int, directions: Sequence[int]) -> str:
    """Return the function for `cells.stands_for`, of the numbers of a player and a direction."""
    if not directions or players > MOST_PLAYERS:
        return NO_SYMMETRIES
    numbers = range(1, players + 1)
    lines = ["define i32 @stands_for(ptr %vm, i64 %player, i64 %direction) alwaysinline {"]
    arms = " ".join(f"i64 {number}, label %player{number}" for number in numbers)
    lines.append(f"  switch i64 %player, label %other [ {arms} ]")
    for number in numbers:
        found = {d: board.symmetric(number, d) for d in directions}
        arms = " ".join(f"i64 {d}, label %to{number}.{d}" for d in directions)
        lines.append(f"player{number}:")
        lines.append(f"  switch i64 %direction, label %other [ {arms} ]")
        lines += [f"to{number}.{d}:\n  ret i32 {to}" for d, to in found.items()]
    lines.append("other:\n  ret i32 -1\n}\n")
    return "\n".join(lines)
