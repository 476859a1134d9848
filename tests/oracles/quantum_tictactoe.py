"""Quantum tic-tac-toe: marks in two squares at once, until a ring of them collapses."""

from typing import Self

from .base import Oracle, Outcome

SQUARES = range(9)  # row by row from the top
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER = {"X": "O", "O": "X"}


def cell(square: int, turn: int) -> str:
    """Return the place of a turn's mark in a square."""
    row = 3 * (square // 3) + (turn - 1) // 3
    column = 3 * (square % 3) + (turn - 1) % 3
    return f"{'abcdefghi'[column]}{9 - row}"


def owner(turn: int) -> str:
    """Return the owner of a turn's mark."""
    return "X" if turn % 2 else "O"


class QuantumTicTacToe(Oracle):
    """Pairs by turn, marks by square, and the turn whose pair waits for its collapse."""

    def __init__(self) -> None:
        self._turn = 1
        self._pairs: dict[int, tuple[int, int]] = {}
        self._marks: dict[int, int] = {}  # square to turn
        self._ring: int | None = None

    @property
    def player(self) -> str:
        return owner(self._turn)

    def _first_row(self, player: str) -> int:
        rows = [100]
        for line in LINES:
            turns = [self._marks.get(square, 0) for square in line]
            if all(turn and owner(turn) == player for turn in turns):
                rows.append(max(turns))
        return min(rows)

    @property
    def outcome(self) -> Outcome | None:
        own, opposing = self._first_row(self.player), self._first_row(OTHER[self.player])
        if own != opposing:
            return "win" if own < opposing else "loss"
        return None if self.moves() else "draw"

    def _open(self) -> list[int]:
        return [square for square in SQUARES if square not in self._marks]

    def _collapsed(self, square: int) -> tuple[dict[int, int], str]:
        """All marks once the ring's pair is in a square, and the text of that, in its order."""
        marks, parts = dict(self._marks), list[str]()

        def settle(turn: int, where: int) -> None:
            marks[where] = turn
            away = sum(self._pairs[turn]) - where
            parts.append(f"= mark on {cell(where, turn)} x {cell(away, turn)}")
            for next_turn, pair in sorted(self._pairs.items()):
                if where in pair and next_turn not in marks.values():
                    settle(next_turn, sum(pair) - where)

        assert self._ring is not None
        settle(self._ring, square)
        return marks, "partial 0 " + " ".join(parts)

    def _options(self) -> dict[str, tuple[int, ...]]:
        """Texts of the moves, with the squares they name."""
        if self._ring is not None:
            return {self._collapsed(square)[1]: (square,) for square in self._pairs[self._ring]}
        free, player, turn = self._open(), self.player, self._turn
        if len(free) == 1:
            return {f"{player} mark {cell(free[0], turn)}": (free[0],)}
        return {
            f"{player} ghost {cell(a, turn)} {player} ghost {cell(b, turn)}": (a, b)
            for a in free
            for b in free
            if a < b
        }

    def _linked(self, a: int, b: int) -> bool:
        """Whether pairs lead from one square to another."""
        found, queue = {a}, [a]
        while queue:
            square = queue.pop()
            for pair in self._pairs.values():
                if square in pair:
                    new = set(pair) - found
                    found |= new
                    queue += new
        return b in found

    def moves(self) -> list[str]:
        return list(self._options())

    def play(self, text: str) -> None:
        if text not in self._options():
            raise ValueError(text)
        chosen = self._options()[text]
        if self._ring is not None:
            self._marks, _ = self._collapsed(chosen[0])
            settled = self._marks.values()
            self._pairs = {turn: pair for turn, pair in self._pairs.items() if turn not in settled}
            self._ring = None
            if not self._open():  # nothing follows
                self._turn += 1
            return
        if len(chosen) == 1:
            self._marks[chosen[0]] = self._turn
        else:
            a, b = chosen
            if self._linked(a, b):
                self._ring = self._turn
            self._pairs[self._turn] = a, b
        self._turn += 1

    def copy(self) -> Self:
        twin = type(self)()
        twin.time_of_turn, twin._ring = self._turn, self._ring
        twin._pairs, twin._marks = dict(self._pairs), dict(self._marks)
        return twin


GAMES = {"quantum-tictactoe": QuantumTicTacToe}
COUNTS = {"quantum-tictactoe": [36, 1296, 45432]}  # counted by this oracle
