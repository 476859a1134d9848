"""Surakarta: captures along two closed tracks."""

from collections.abc import Iterator
from typing import Self

from .base import Oracle, Outcome

Point = tuple[int, int]  # column and row, each from 0 at the bottom left
SIZE, PATIENCE = 6, 50
OTHER = {"White": "Black", "Black": "White"}


def name(point: Point) -> str:
    """A point as moves write it."""
    return f"{'abcdef'[point[0]]}{point[1] + 1}"


def track(near: int) -> list[Point]:
    """The closed way of the lines at that distance from the edges; after each line comes a loop."""
    far = SIZE - 1 - near
    way = list(range(SIZE))
    lines = [
        [(at, near) for at in way],
        [(far, at) for at in way],
        [(at, far) for at in reversed(way)],
        [(near, at) for at in reversed(way)],
    ]
    return [point for line in lines for point in line]


TRACKS = [track(1), track(2)]


class Surakarta(Oracle):
    """The men on the board, whose turn it is, and the number of turns without a capture."""

    def __init__(self) -> None:
        self._stones: dict[Point, str] = {}
        for column in range(SIZE):
            self._stones |= {(column, row): "White" for row in (0, 1)}
            self._stones |= {(column, row): "Black" for row in (SIZE - 2, SIZE - 1)}
        self._player = "White"
        self._quiet = 0

    def _targets(self, start: Point) -> Iterator[Point]:
        """Return the first men met around a loop, on each track and either way."""
        for points in TRACKS:
            length = len(points)
            for begin in (index for index, point in enumerate(points) if point == start):
                for way in (1, -1):
                    for steps in range(1, length + 1):
                        at = begin + way * steps
                        met = points[at % length]
                        if met in self._stones and met != start:
                            if at // SIZE != begin // SIZE:  # on another line of the track
                                yield met
                            break

    def _options(self) -> dict[str, tuple[Point, Point]]:
        options = {}
        for start in (point for point, player in self._stones.items() if player == self._player):
            column, row = start
            for end in ((column + c, row + r) for c in (-1, 0, 1) for r in (-1, 0, 1)):
                if all(0 <= at < SIZE for at in end) and end not in self._stones:
                    options[f"stone {name(start)} - {name(end)}"] = start, end
            for end in self._targets(start):
                if self._stones[end] != self._player:
                    options[f"stone {name(start)} x {name(end)}"] = start, end
        return options

    @property
    def player(self) -> str:
        return self._player

    @property
    def outcome(self) -> Outcome | None:
        if not self._options():
            return "loss"
        if self._quiet < PATIENCE:
            return None
        own = sum(player == self._player for player in self._stones.values())
        enemies = len(self._stones) - own
        return "win" if own > enemies else "loss" if own < enemies else "draw"

    def moves(self) -> list[str]:
        return list(self._options())

    def play(self, text: str) -> None:
        start, end = self._options()[text]
        self._quiet = 0 if end in self._stones else self._quiet + 1
        self._stones[end] = self._stones.pop(start)
        self._player = OTHER[self._player]

    def copy(self) -> Self:
        twin = type(self)()
        twin._stones, twin._player = dict(self._stones), self._player
        twin._quiet = self._quiet
        return twin


GAMES = {"surakarta": Surakarta}
