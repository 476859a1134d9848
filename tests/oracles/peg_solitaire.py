"""Peg solitaire on the English board: one player takes pegs out by jumps."""

from typing import Self

from .base import Oracle, Outcome

Hole = tuple[int, int]  # file and rank from the middle, -3 to 3
HOLES = {(x, y) for x in range(-3, 4) for y in range(-3, 4) if abs(x) < 2 or abs(y) < 2}
FULL = HOLES - {(0, 0)}
CROSS = {(0, 2), (-1, 1), (0, 1), (1, 1), (0, 0), (0, -1)}
PYRAMID = {(x, y) for y in range(-1, 3) for x in range(-3, 4) if abs(x) + y <= 2}


def name(hole: Hole) -> str:
    """A hole as moves write it."""
    return f"{'abcdefg'[hole[0] + 3]}{hole[1] + 4}"


class PegSolitaire(Oracle):
    """The holes that hold pegs."""

    player = "Player"

    def __init__(self, pegs: set[Hole]) -> None:
        self._pegs = set(pegs)

    def _jumps(self, x: int, y: int) -> list[tuple[Hole, Hole]]:
        """Return the pegs that a peg can jump over, and the holes in which it lands."""
        ways = ((0, 1), (0, -1), (1, 0), (-1, 0))
        found = [((x + dx, y + dy), (x + 2 * dx, y + 2 * dy)) for dx, dy in ways]
        return [(o, t) for o, t in found if o in self._pegs and t in HOLES - self._pegs]

    def _options(self) -> dict[str, tuple[Hole, Hole, Hole]]:
        return {
            f"peg {name(peg)} - {name(target)} x {name(over)}": (peg, over, target)
            for peg in self._pegs
            for over, target in self._jumps(*peg)
        }

    @property
    def outcome(self) -> Outcome | None:
        if self._options():
            return None
        return "win" if self._pegs == {(0, 0)} else "loss"

    def moves(self) -> list[str]:
        return list(self._options())

    def play(self, text: str) -> None:
        if text not in self._options():
            raise ValueError(text)
        start, over, target = self._options()[text]
        self._pegs -= {start, over}
        self._pegs.add(target)

    def copy(self) -> Self:
        return type(self)(self._pegs)


class Chains(PegSolitaire):
    """Peg solitaire with moves of several jumps: a peg that can go on may, and no other one."""

    jumping: Hole | None = None

    def _options(self) -> dict[str, tuple[Hole, Hole, Hole]]:
        plain = super()._options()
        found = {t: way for t, way in plain.items() if self.jumping in (None, way[0])}
        for text, (start, over, target) in list(found.items()):
            behind = PegSolitaire(self._pegs - {start, over} | {target})
            if behind._jumps(*target):
                found[f"partial 0 {text}"] = start, over, target
        return found

    def play(self, text: str) -> None:
        options = self._options()
        super().play(text)
        self.jumping = options[text][2] if text.startswith("partial") else None

    def copy(self) -> Self:
        twin = super().copy()
        twin.jumping = self.jumping
        return twin


GAMES = {
    "peg-solitaire": lambda: PegSolitaire(FULL),
    "peg-solitaire/moves": lambda: Chains(FULL),
    "peg-solitaire/cross": lambda: PegSolitaire(CROSS),
    "peg-solitaire/pyramid": lambda: PegSolitaire(PYRAMID),
}
COUNTS = {  # counted by this oracle
    "peg-solitaire": [4, 12, 60, 400, 2960, 24600],
    "peg-solitaire/moves": [4, 12, 68, 456, 3648, 33072],
    "peg-solitaire/cross": [4, 10, 10, 4, 4, 0],
    "peg-solitaire/pyramid": [12, 134, 1378, 12320, 93962],
}
