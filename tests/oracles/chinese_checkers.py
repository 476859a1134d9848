"""Chinese checkers: steps and hops on a star, for two to six."""

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Self

from .base import Oracle, Outcome

Point = tuple[int, int]  # column and row of a slanted grid, 0 in the centre, rows downward
PLAYERS = ["Red", "Green", "Blue", "White", "Black", "Yellow"]
AROUND = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
APEXES = [(8, -4), (4, 4), (-4, 8), (-8, 4), (-4, -4), (4, -8)]  # tips 1 to 6
ROUNDS = 100


def triangle(apex: Point, size: int) -> set[Point]:
    """The points of a triangle that narrows to an apex: those not far from it on both edges."""
    first, second = {
        (8, -4): ((-1, 0), (-1, 1)),
        (4, 4): ((-1, 0), (0, -1)),
        (-4, 8): ((0, -1), (1, -1)),
        (-8, 4): ((1, -1), (1, 0)),
        (-4, -4): ((1, 0), (0, 1)),
        (4, -8): ((0, 1), (-1, 1)),
    }[apex]
    return {
        (apex[0] + a * first[0] + b * second[0], apex[1] + a * first[1] + b * second[1])
        for a, b in product(range(size), repeat=2)
        if a + b < size
    }


STAR = set.union(*(triangle(apex, 13) for apex in APEXES))
TIPS = [triangle(apex, 4) for apex in APEXES]
NEAR = {  # the points of the star beside each one, and those two steps away
    (x, y): [
        ((x + right, y + down), (x + 2 * right, y + 2 * down))
        for right, down in AROUND
        if (x + right, y + down) in STAR
    ]
    for x, y in STAR
}


def name(point: Point) -> str:
    """A point as moves write it."""
    return f"{'abcdefghijklmnopq'[point[0] + 8]}{9 - point[1]}"


class ChineseCheckers(Oracle):
    """The men by point, and the number of turns."""

    def __init__(self, tips: tuple[int, ...]) -> None:
        self._tips = [tip - 1 for tip in tips]
        self._men = {point: who for who, tip in enumerate(self._tips) for point in TIPS[tip]}
        self._turns = 0
        self._known: dict[str, tuple[Point, Point]] = {}  # the legal moves, once computed

    def _reached(self, start: Point) -> set[Point]:
        """The ends of all moves of a man: hops over men, and steps."""
        men = self._men
        found, fresh = {start}, [start]
        while fresh:
            for over, end in NEAR[fresh.pop()]:
                hop = over in men and over != start and end in STAR and end not in men
                if hop and end not in found:
                    found.add(end)
                    fresh.append(end)
        found.update(over for over, _ in NEAR[start] if over not in men)
        return found - {start}

    def _options(self) -> dict[str, tuple[Point, Point]]:
        if not self._known:
            who = self._turns % len(self._tips)
            self._known = {
                f"man {name(start)} - {name(end)}": (start, end)
                for start, owner in self._men.items()
                if owner == who
                for end in self._reached(start)
            }
        return self._known

    @property
    def player(self) -> str:
        return PLAYERS[self._turns % len(self._tips)]

    @property
    def outcome(self) -> Outcome | None:
        there = []
        for who, tip in enumerate(self._tips):
            owners = [self._men.get(point) for point in TIPS[(tip + 3) % 6]]
            if None not in owners and who in owners:
                there.append(who)
        if there:
            return "win" if self._turns % len(self._tips) in there else "loss"
        return "draw" if self._turns >= ROUNDS * len(self._tips) else None

    def moves(self) -> list[str]:
        return list(self._options()) or ["Pass"]

    def play(self, text: str) -> None:
        if text != "Pass":
            start, end = self._options()[text]
            self._men[end] = self._men.pop(start)
        self._turns += 1
        self._known = {}

    def copy(self) -> Self:
        twin = type(self)(tuple(tip + 1 for tip in self._tips))
        twin._men, twin._turns = dict(self._men), self._turns
        return twin


GAMES: dict[str, Callable[[], ChineseCheckers]] = {
    "chinese-checkers": partial(ChineseCheckers, (6, 3)),
    "chinese-checkers/three": partial(ChineseCheckers, (6, 2, 4)),
    "chinese-checkers/four": partial(ChineseCheckers, (6, 1, 3, 4)),
    "chinese-checkers/five": partial(ChineseCheckers, (6, 1, 2, 3, 4)),
    "chinese-checkers/six": partial(ChineseCheckers, (6, 1, 2, 3, 4, 5)),
}
COUNTS = {"chinese-checkers": [14, 196, 4760, 115600]}
