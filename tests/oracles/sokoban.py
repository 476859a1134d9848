"""Sokoban: a keeper pushes crates to their goals."""

from collections import deque
from typing import Self

from .base import Oracle, Outcome

Square = tuple[int, int]  # column and row from the bottom left
WAYS = [(0, 1), (0, -1), (1, 0), (-1, 0)]
PATIENCE = 500

TWO = """
#######
#.   .#
# $ $ #
#  @  #
#     #
#######
"""
CORRIDOR = """
########
#  #   #
#. $   #
#  # # #
#@     #
########
"""
THREE = """
########
#  #   #
# $  . #
# # #  #
# $$ ..#
# @ #  #
########
"""


def name(square: Square) -> str:
    """A square as moves write it."""
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


class Sokoban(Oracle):
    """The keeper, the crates, and how many moves were made."""

    player = "Keeper"

    def __init__(self, level: str) -> None:
        rows = level.strip().splitlines()[::-1]
        drawn = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
        self._level = level
        self._walls = {square for square, mark in drawn.items() if mark == "#"}
        self._goals = {square for square, mark in drawn.items() if mark == "."}
        self.crates = frozenset(square for square, mark in drawn.items() if mark == "$")
        self.keeper = next(square for square, mark in drawn.items() if mark == "@")
        self._made = 0

    def _options(self) -> dict[str, tuple[Square, frozenset[Square]]]:
        """Return texts of the moves, with the keeper and the crates afterwards."""
        options = {}
        for dx, dy in WAYS:
            x, y = self.keeper
            ahead, behind = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            start, end = name(self.keeper), name(ahead)
            if ahead in self.crates and behind not in self.crates | self._walls:
                options[f"crate {end} - {name(behind)} man {start} x {end}"] = (
                    ahead,
                    self.crates - {ahead} | {behind},
                )
            elif ahead not in self.crates | self._walls:
                options[f"man {start} - {end}"] = ahead, self.crates
        return options

    def _cornered(self, square: Square) -> bool:
        x, y = square
        aside = {(x - 1, y), (x + 1, y)} & self._walls
        return bool(aside and {(x, y - 1), (x, y + 1)} & self._walls)

    @property
    def outcome(self) -> Outcome | None:
        if self.crates <= self._goals:
            return "win"
        hopeless = any(self._cornered(crate) for crate in self.crates - self._goals)
        if hopeless or not self._options() or self._made >= PATIENCE:
            return "loss"
        return None

    def moves(self) -> list[str]:
        return list(self._options())

    def play(self, text: str) -> None:
        if text not in self._options():
            raise ValueError(text)
        self.keeper, self.crates = self._options()[text]
        self._made += 1

    def copy(self) -> Self:
        twin = type(self)(self._level)
        twin.keeper, twin.crates, twin._made = self.keeper, self.crates, self._made
        return twin


def solution(level: str) -> list[str]:
    """A shortest solution, by looking at all positions in order of their distance."""
    start, no_moves = Sokoban(level), list[str]()
    seen, queue = {(start.keeper, start.crates)}, deque([(start, no_moves)])
    while queue:
        now, line = queue.popleft()
        if now.outcome == "win":
            return line
        for text in now.moves() if now.outcome is None else []:
            after = now.copy()
            after.play(text)
            if (after.keeper, after.crates) not in seen:
                seen.add((after.keeper, after.crates))
                queue.append((after, [*line, text]))
    raise ValueError(level)


LEVELS = {"sokoban": TWO, "sokoban/corridor": CORRIDOR, "sokoban/three": THREE}
GAMES = {
    "sokoban": lambda: Sokoban(TWO),
    "sokoban/corridor": lambda: Sokoban(CORRIDOR),
    "sokoban/three": lambda: Sokoban(THREE),
}
COUNTS = {  # counted by this oracle
    "sokoban": [4, 15, 49, 168, 533, 1797, 5658, 18969],
    "sokoban/corridor": [2, 6, 15, 47, 116, 367, 899, 2856, 6958, 22167],
    "sokoban/three": [2, 4, 10, 19, 54, 105, 319, 649, 2040, 4364],
}
