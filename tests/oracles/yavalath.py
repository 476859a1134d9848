"""Yavalath: four in a row win, three in a row lose, on a hexagon of 61 cells."""

from typing import Self

from .base import Oracle, Outcome

Cell = tuple[int, int]  # axial coordinates from the centre
CELLS = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]
NAMES = {cell: f"{'abcdefghi'[cell[0] + 4]}{5 - cell[1]}" for cell in CELLS}
AXES = ((1, 0), (0, 1), (1, -1))


class Yavalath(Oracle):
    """The stones in the order they were put."""

    def __init__(self) -> None:
        self._stones: list[Cell] = []

    @property
    def player(self) -> str:
        return "Black" if len(self._stones) % 2 else "White"

    def _rows(self) -> set[int]:
        """Return the lengths of all rows of the last mover, along every axis."""
        own = set(self._stones[::-2])
        rows = set()
        for q, r in own:
            for dq, dr in AXES:
                length = 0
                while (q + dq * length, r + dr * length) in own:
                    length += 1
                if (q - dq, r - dr) not in own:
                    rows.add(length)
        return rows

    @property
    def outcome(self) -> Outcome | None:
        rows = self._rows()
        if any(length >= 4 for length in rows):
            return "loss"
        if 3 in rows:
            return "win"
        return "draw" if len(self._stones) == len(CELLS) else None

    def moves(self) -> list[str]:
        taken = set(self._stones)
        return [f"{self.player} stone {NAMES[cell]}" for cell in CELLS if cell not in taken]

    def play(self, text: str) -> None:
        if text not in self.moves():
            raise ValueError(text)
        self._stones.append(next(cell for cell in CELLS if text.endswith(f" {NAMES[cell]}")))

    def copy(self) -> Self:
        twin = type(self)()
        twin._stones = list(self._stones)
        return twin


GAMES = {"yavalath": Yavalath}
