"""Alquerque: jumping over men on a board of 25 points."""

from collections.abc import Iterator
from typing import Self

from .base import Oracle, Outcome

Point = tuple[int, int]  # row and column, each from 0 at the bottom left
SIZE, PATIENCE = 5, 50
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
SLANTING = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
OTHER = {"White": "Black", "Black": "White"}


def name(point: Point) -> str:
    """A point as moves write it."""
    return f"{'abcde'[point[1]]}{point[0] + 1}"


def neighbours(point: Point) -> Iterator[tuple[Point, Point]]:
    """Return the next point on each line, and the one after it, which may be outside the board."""
    row, column = point
    for up, right in STRAIGHT + SLANTING * ((row + column) % 2 == 0):
        near = row + up, column + right
        if 0 <= near[0] < SIZE and 0 <= near[1] < SIZE:
            yield near, (near[0] + up, near[1] + right)


class Alquerque(Oracle):
    """The men on the board, whose turn it is, and the number of turns without a capture."""

    def __init__(self) -> None:
        rows = ["WWWWW", "WWWWW", "BB WW", "BBBBB", "BBBBB"]
        owner = {"W": "White", "B": "Black"}
        self._men = {
            (row, column): owner[rows[row][column]]
            for row in range(SIZE)
            for column in range(SIZE)
            if rows[row][column] != " "
        }
        self._player = "White"
        self._quiet = 0

    def _chains(self, start: Point, at: Point, taken: list[Point]) -> Iterator[list[Point]]:
        """Ways to jump on until no jump is left: the men taken, then the last point."""
        ended = True
        for near, far in neighbours(at):
            enemy = self._men.get(near) == OTHER[self._player] and near not in taken
            inside = 0 <= far[0] < SIZE and 0 <= far[1] < SIZE
            if enemy and inside and (far == start or far not in self._men):
                ended = False
                yield from self._chains(start, far, [*taken, near])
        if ended and taken:
            yield [*taken, at]

    def _options(self) -> dict[str, tuple[Point, list[Point], Point]]:
        own = [point for point, player in self._men.items() if player == self._player]
        options = {}
        for start in own:
            for *taken, end in self._chains(start, start, []):
                sign = "x" if end == start else "-"
                text = f"man {name(start)} {sign} {name(end)}"
                options[text + "".join(f" x {name(man)}" for man in taken)] = start, taken, end
        if not options:
            for start in own:
                for end, _ in neighbours(start):
                    if end not in self._men:
                        options[f"man {name(start)} - {name(end)}"] = start, [], end
        return options

    @property
    def player(self) -> str:
        return self._player

    @property
    def outcome(self) -> Outcome | None:
        if not self._options():
            return "loss"
        return "draw" if self._quiet >= PATIENCE else None

    def moves(self) -> list[str]:
        return list(self._options())

    def play(self, text: str) -> None:
        start, taken, end = self._options()[text]
        del self._men[start]
        for man in taken:
            del self._men[man]
        self._men[end] = self._player
        self._quiet = 0 if taken else self._quiet + 1
        self._player = OTHER[self._player]

    def copy(self) -> Self:
        twin = type(self)()
        twin._men, twin._player, twin._quiet = dict(self._men), self._player, self._quiet
        return twin


GAMES = {"alquerque": Alquerque}
