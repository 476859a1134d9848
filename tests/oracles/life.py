"""Conway's life for two players and a neutral colour."""

from collections import Counter
from typing import Self

from .base import Oracle, Outcome

Square = tuple[int, int]  # file and rank, from 0
OTHER = {"Red": "Blue", "Blue": "Red"}
LAST_TURN = 60


def squares(names: str) -> list[Square]:
    """Squares by their names."""
    return [("abcdefghij".index(name[0]), int(name[1:]) - 1) for name in names.split()]


def name(square: Square) -> str:
    """A square as moves write it."""
    return f"{'abcdefghij'[square[0]]}{square[1] + 1}"


def next_generation(cells: dict[Square, str]) -> dict[Square, str]:
    """Return the cells that live after one step."""
    parents: dict[Square, list[str]] = {}
    for (x, y), owner in cells.items():
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx or dy) and 0 <= x + dx < 10 and 0 <= y + dy < 10:
                    parents.setdefault((x + dx, y + dy), []).append(owner)
    after = {}
    for square, owners in parents.items():
        if square in cells:
            if len(owners) in (2, 3):
                after[square] = cells[square]
        elif len(owners) == 3:
            owner, times = Counter(owners).most_common(1)[0]
            after[square] = owner if times > 1 else "Wild"
    return after


class Life(Oracle):
    """The colour of each living cell."""

    def __init__(self) -> None:
        self._cells = dict.fromkeys(squares("b2 c2 e2 f2 h2 i2 b3 c3 e3 f3 h3 i3"), "Red")
        self._cells |= dict.fromkeys(squares("b8 c8 e8 f8 h8 i8 b9 c9 e9 f9 h9 i9"), "Blue")
        self._cells |= dict.fromkeys(squares("b5 c5 e5 f5 h5 i5 b6 c6 e6 f6 h6 i6"), "Wild")
        self._player = "Red"
        self._turn = 1

    @property
    def player(self) -> str:
        return self._player

    @property
    def outcome(self) -> Outcome | None:
        alive = Counter(self._cells.values())
        if alive["Red"] and alive["Blue"] and self._turn <= LAST_TURN:
            return None
        lead = alive[self._player] - alive[OTHER[self._player]]
        return "win" if lead > 0 else "loss" if lead else "draw"

    def _options(self) -> dict[str, Square]:
        options = {}
        for square in [(x, y) for x in range(10) for y in range(10)]:
            if square not in self._cells:
                options[f"{self._player} cell {name(square)}"] = square
            elif self._cells[square] != self._player:
                options[f"x {name(square)}"] = square
        return options

    def moves(self) -> list[str]:
        return list(self._options())

    def play(self, text: str) -> None:
        if text not in self._options():
            raise ValueError(text)
        square = self._options()[text]
        cells = dict(self._cells)
        if cells.pop(square, None) is None:
            cells[square] = self._player
        self._cells = next_generation(cells)
        self._player = OTHER[self._player]
        self._turn += 1

    def copy(self) -> Self:
        twin = type(self)()
        twin._cells, twin._player, twin.time_of_turn = self._cells, self._player, self._turn
        return twin


GAMES = {"life": Life}
COUNTS = {"life": [88, 7736, 679302]}  # counted by this oracle
