"""Backgammon without the cube: the dice are a ply, and so is a whole turn."""

from collections.abc import Iterator
from itertools import product
from typing import Self

from .base import Oracle, Outcome

FACES = ["", "one", "two", "three", "four", "five", "six"]
OTHER = {"White": "Black", "Black": "White"}
BAR = 25
Step = tuple[int, int]  # from and to, counted as the mover sees the points; 0 is off the board
Side = dict[int, int]  # number of men by point, as their own side counts


class Backgammon(Oracle):
    """Both sides' men, each by the side's own numbers: n for one is 25 - n for the other."""

    def __init__(self) -> None:
        self._sides: dict[str, Side] = {name: {24: 2, 13: 5, 8: 3, 6: 5} for name in OTHER}
        self._next = "White"
        self._dice: tuple[int, int] | None = None

    def _steps(self, own: Side, enemy: Side, number: int) -> Iterator[Step]:
        """Return the possible steps of men by one number."""
        rearmost = max(own, default=0)
        for start in [BAR] if BAR in own else list(own):
            end = start - number
            if end > 0:
                if enemy.get(25 - end, 0) < 2:
                    yield start, end
            elif rearmost <= 6 and (end == 0 or start == rearmost):
                yield start, 0

    def _after(self, own: Side, enemy: Side, step: Step) -> tuple[Side, Side]:
        """Return both sides after a step."""
        own, enemy = dict(own), dict(enemy)
        start, end = step
        own[start] -= 1
        if not own[start]:
            del own[start]
        if end:
            own[end] = own.get(end, 0) + 1
            if enemy.pop(25 - end, 0):
                enemy[BAR] = enemy.get(BAR, 0) + 1
        return own, enemy

    def _ways(self, own: Side, enemy: Side, numbers: list[int]) -> Iterator[list[Step]]:
        """All ways to use the numbers in their order, each until nothing can be used."""
        steps = list(self._steps(own, enemy, numbers[0])) if numbers else []
        for step in steps:
            for rest in self._ways(*self._after(own, enemy, step), numbers[1:]):
                yield [step, *rest]
        if not steps:
            yield []

    def _options(self) -> list[tuple[str, list[Step]]]:
        assert self._dice
        first, second = self._dice
        own, enemy = self._sides[self._next], self._sides[OTHER[self._next]]
        orders = [[first, second], [second, first]] if first != second else [[first] * 4]
        ways = [(order[0], way) for order in orders for way in self._ways(own, enemy, order)]
        longest = max(len(way) for _, way in ways)
        ways = [(number, way) for number, way in ways if len(way) == longest]
        if longest == 1:
            greatest = max(number for number, _ in ways)
            ways = [(number, way) for number, way in ways if number == greatest]
        return [(self._text(way), way) for _, way in ways if way] or [("Pass", [])]

    def _name(self, point: int) -> str:
        if point == BAR:
            return f"{self._next.lower()}-bar"
        return f"p{point if self._next == 'White' else 25 - point}"

    def _text(self, way: list[Step]) -> str:
        parts = []
        last = 0  # the point named last is not named again
        for start, end in way:
            parts.append("= man" if start == last else f"= man on {self._name(start)}")
            if end:
                parts.append(f"{self._next} man {self._name(end)}")
            last = end or start
        return " ".join(parts)

    @property
    def player(self) -> str:
        return self._next if self._dice else "?Dice"

    @property
    def outcome(self) -> Outcome | None:
        return "loss" if self._dice and not self._sides[OTHER[self._next]] else None

    def moves(self) -> list[str]:
        if self._dice:
            return [text for text, _ in self._options()]
        return [
            f"= {FACES[first]} on die-1 = {FACES[second]} on die-2"
            for first, second in product(range(1, 7), repeat=2)
        ]

    def play(self, text: str) -> None:
        if not self._dice:
            words = text.split()
            self._dice = FACES.index(words[1]), FACES.index(words[5])
            return
        own, enemy = self._sides[self._next], self._sides[OTHER[self._next]]
        for step in dict(self._options())[text]:
            own, enemy = self._after(own, enemy, step)
        self._sides = {self._next: own, OTHER[self._next]: enemy}
        self._next, self._dice = OTHER[self._next], None

    def copy(self) -> Self:
        twin = type(self)()
        twin._sides = {name: dict(side) for name, side in self._sides.items()}
        twin._next, twin._dice = self._next, self._dice
        return twin


GAMES = {"backgammon": Backgammon}
