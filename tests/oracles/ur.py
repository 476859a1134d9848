"""The Royal Game of Ur: seven men a side, and dice that give 0 to 4 steps."""

from itertools import product
from typing import Self

from .base import Oracle, Outcome

MIDDLE = [f"b{number}" for number in range(1, 9)]
PATHS = {
    "Light": ["a4", "a3", "a2", "a1", *MIDDLE, "a8", "a7", "off"],
    "Dark": ["c4", "c3", "c2", "c1", *MIDDLE, "c8", "c7", "off"],
}
ROSETTES = {"a1", "c1", "b4", "a7", "c7"}
THROWS = ["none", "one", "two", "three", "four"]
OTHER = {"Light": "Dark", "Dark": "Light"}
MEN = 7


class Ur(Oracle):
    """The men waiting, at home and on the board, the next player, and the throw."""

    def __init__(self) -> None:
        self._waiting = dict.fromkeys(PATHS, MEN)
        self._home = dict.fromkeys(PATHS, 0)
        self._men: dict[str, str] = {}
        self._next = "Light"  # who moves after the dice
        self._throw: int | None = None

    def _options(self) -> dict[str, tuple[str | None, str]]:
        """The square that is left, None for the yard, and the one that is reached."""
        options: dict[str, tuple[str | None, str]] = {}
        player, path, throw = self._next, PATHS[self._next], self._throw
        if not throw:
            return options
        if self._waiting[player] and path[throw - 1] not in self._men:
            options[f"{player} man {path[throw - 1]}"] = None, path[throw - 1]
        for start, owner in self._men.items():
            goal = path.index(start) + throw if owner == player else len(path)
            if goal >= len(path):
                continue
            end = path[goal]
            taken = self._men.get(end)
            if taken != player and not (taken and end in ROSETTES):
                options[f"man {start} {'x' if taken else '-'} {end}"] = start, end
        return options

    @property
    def player(self) -> str:
        return "?Dice" if self._throw is None else self._next

    @property
    def outcome(self) -> Outcome | None:
        if self._throw is None:
            return None
        return "loss" if self._home[OTHER[self._next]] == MEN else None

    def moves(self) -> list[str]:
        if self._throw is None:
            return [f"= {THROWS[sum(dice)]} on cup" for dice in product((0, 1), repeat=4)]
        return list(self._options()) or ["Pass"]

    def play(self, text: str) -> None:
        if self._throw is None:
            self._throw = THROWS.index(text.split()[1])
            return
        player = self._next
        end = ""
        if text != "Pass":
            start, end = self._options()[text]
            if start is None:
                self._waiting[player] -= 1
            else:
                del self._men[start]
            if end in self._men:
                self._waiting[OTHER[player]] += 1
            if end == "off":
                self._home[player] += 1
            else:
                self._men[end] = player
        self._next = player if end in ROSETTES else OTHER[player]
        self._throw = None

    def copy(self) -> Self:
        twin = type(self)()
        twin._waiting, twin._home = dict(self._waiting), dict(self._home)
        twin._men = dict(self._men)
        twin._next, twin._throw = self._next, self._throw
        return twin


GAMES = {"ur": Ur}
COUNTS = {"ur": [16, 16, 256, 270, 4320]}
