"""The eight-puzzle: tiles slide into a gap until they are in order."""

from collections import deque
from typing import Self

from .base import Oracle, Outcome

NAMES = ["gap", "one", "two", "three", "four", "five", "six", "seven", "eight"]
PATIENCE = 200
Frame = tuple[int, ...]  # the tiles row by row from the top, 0 for the gap
SOLVED: Frame = (1, 2, 3, 4, 5, 6, 7, 8, 0)
HARDEST: Frame = (8, 6, 7, 2, 5, 4, 3, 0, 1)
SHORT: Frame = (2, 4, 3, 7, 0, 1, 8, 6, 5)


def place(index: int) -> str:
    """The name of a place in the frame."""
    return f"{'abc'[index % 3]}{3 - index // 3}"


def neighbours(index: int) -> list[int]:
    """The places that share a side with one."""
    row, column = divmod(index, 3)
    return [i for i in range(9) if abs(i // 3 - row) + abs(i % 3 - column) == 1]


def slid(frame: Frame, index: int) -> Frame:
    """The frame once the tile at an index has gone into the gap."""
    after = list(frame)
    gap = frame.index(0)
    after[gap], after[index] = frame[index], 0
    return tuple(after)


def distances() -> dict[Frame, int]:
    """Return the distance of each solvable frame from the solution, in moves."""
    found, queue = {SOLVED: 0}, deque([SOLVED])
    while queue:
        frame = queue.popleft()
        for index in neighbours(frame.index(0)):
            if (after := slid(frame, index)) not in found:
                found[after] = found[frame] + 1
                queue.append(after)
    return found


class EightPuzzle(Oracle):
    """The frame, and how many moves were made."""

    player = "Player"

    def __init__(self, frame: Frame, made: int = 0) -> None:
        self._frame, self._made = frame, made

    def _options(self) -> dict[str, int]:
        gap = self._frame.index(0)
        return {
            f"{NAMES[self._frame[index]]} {place(index)} - {place(gap)}": index
            for index in neighbours(gap)
        }

    @property
    def outcome(self) -> Outcome | None:
        if self._frame == SOLVED:
            return "win"
        return "loss" if self._made >= PATIENCE else None

    def moves(self) -> list[str]:
        return list(self._options())

    def play(self, text: str) -> None:
        if text not in self._options():
            raise ValueError(text)
        self._frame = slid(self._frame, self._options()[text])
        self._made += 1

    def copy(self) -> Self:
        return type(self)(self._frame, self._made)


GAMES = {
    "eight-puzzle": lambda: EightPuzzle(HARDEST),
    "eight-puzzle/short": lambda: EightPuzzle(SHORT),
}
COUNTS = {  # counted by this oracle
    "eight-puzzle": [3, 8, 24, 64, 192, 512, 1536, 4096, 12288, 32768],
    "eight-puzzle/short": [4, 12, 32, 96, 256, 768, 2048, 6144, 16384, 49152],
}
