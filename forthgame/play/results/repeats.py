"""Detect games with the same moves as an earlier one, among millions.

Whether such a game is further evidence depends on the entrants. If they vary, they may repeat moves
by chance, and the game counts as any other. If they do not vary, they always play the same game
from an opening.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Final

from forthgame.play.model.game_record import GameRecord

NAMED: Final = 10_000  # repeats whose numbers are recorded
MEETINGS: Final = 10_000  # combinations of entrants and openings that are tracked
EMPTY: Final = 0


class MoveHashTable:
    """A hash table from hashes of moves to numbers of games, with 12 bytes for each."""

    def __init__(self) -> None:
        self._count = 0
        self._room = 1 << 10
        self._hashes = array("Q", bytes(8 * self._room))
        self._games = array("L", bytes(array("L").itemsize * self._room))

    def first(self, line: int, game: int) -> int:
        """Return the first game with these moves, or this one if there is none."""
        line = line or 1
        place = self._place(line)
        if self._hashes[place] == line:
            return self._games[place]
        self._hashes[place], self._games[place] = line, game
        self._count += 1
        if 3 * self._count > 2 * self._room:
            self._grow()
        return game

    def _place(self, line: int) -> int:
        place, mask, hashes = line & self._room - 1, self._room - 1, self._hashes
        while hashes[place] not in (EMPTY, line):
            place = place + 1 & mask
        return place

    def _grow(self) -> None:
        hashes, games = self._hashes, self._games
        self._room *= 2
        self._hashes = array("Q", bytes(8 * self._room))
        self._games = array("L", bytes(games.itemsize * self._room))
        for line, game in zip(hashes, games, strict=True):
            if line != EMPTY:
                place = self._place(line)
                self._hashes[place], self._games[place] = line, game


@dataclass
class _Meeting:
    """Games of the same entrants on the same seats from one opening."""

    line: str
    games: int = 0
    varied: bool = False


class Repeats:
    """Counts games with the same moves as an earlier one.

    `found` maps the first of them to the game that each repeats; `count` counts all.
    """

    def __init__(self) -> None:
        self.found: dict[int, int] = {}
        self.count = 0
        self._lines = MoveHashTable()
        self._meetings: dict[object, _Meeting] = {}

    def add(self, record: GameRecord) -> None:
        if not record.moves or record.end == "void":
            return
        line = record.line
        earlier = self._lines.first(int(line, 16), record.number)
        if earlier != record.number:
            self.count += 1
            if len(self.found) < NAMED:
                self.found[record.number] = earlier
        opening = tuple(text for _, text in record.moves[: record.opening])
        key = (tuple(record.seats.values()), opening)
        meeting = self._meetings.get(key)
        if meeting is None:
            if len(self._meetings) >= MEETINGS:
                return
            meeting = self._meetings[key] = _Meeting(line)
        meeting.games += 1
        meeting.varied |= meeting.line != line

    @property
    def unvaried(self) -> int:
        """Number of games that add no evidence: repeats by entrants that do not vary."""
        return sum(m.games - 1 for m in self._meetings.values() if not m.varied)
