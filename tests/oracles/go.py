"""Go, by OpenSpiel, which ends the game when a board repeats; here such a stone is illegal."""

from functools import partial
from typing import Any, Self

import pytest

from .base import Oracle, Outcome

COLUMNS = "abcdefghijklmnopqrs"
PASS = "Pass"
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))  # in the order in which a group is found


class Go(Oracle):
    """A game of OpenSpiel, and the boards of move texts."""

    peer = "OpenSpiel"

    def __init__(self, size: int) -> None:
        pyspiel = pytest.importorskip("pyspiel")
        plies = {"board_size": size, "komi": 7.5, "max_game_length": 100_000}
        self._size = size
        self._state: Any = pyspiel.load_game("go", plies).new_initial_state()
        self._texts: dict[str, int] | None = None

    @property
    def player(self) -> str:
        return "White" if self._to_play() == "W" else "Black"

    def _to_play(self) -> str:
        return str(self._state).split("to_play=")[1][0]

    @property
    def outcome(self) -> Outcome | None:
        if not self._state.is_terminal():
            return None
        black = self._state.returns()[0] > 0
        return "win" if black == (self.player == "Black") else "loss"

    def _board(self, state: Any) -> dict[tuple[int, int], str]:
        rows = [line.split()[1] for line in str(state).splitlines() if line[:2].strip().isdigit()]
        numbers = range(self._size, 0, -1)
        return {(n, k): c for n, row in zip(numbers, rows, strict=True) for k, c in enumerate(row)}

    def _all(self) -> dict[str, int]:
        if self._texts is None:
            self._texts = {}
            for action in self._state.legal_actions():
                if action == self._size**2:
                    self._texts[PASS] = action
                    continue
                child = self._state.child(action)
                if not child.is_terminal():  # no board comes back
                    self._texts[self._text(action, child)] = action
        return self._texts

    def _text(self, action: int, child: Any) -> str:
        before, after = self._board(self._state), self._board(child)
        row, column = divmod(action, self._size)
        point = (row + 1, column)
        dead = {place for place, stone in before.items() if stone != "+" and after[place] == "+"}
        order: list[tuple[int, int]] = []
        for first in _around(point):
            if first in dead and first not in order:
                order += _group(first, dead)
        taken = "".join(f" x {COLUMNS[k]}{n}" for n, k in order)
        return f"{self.player} stone {COLUMNS[point[1]]}{point[0]}{taken}"

    def moves(self) -> list[str]:
        return list(self._all())

    def play(self, text: str) -> None:
        if text not in self._all():
            raise ValueError(text)
        self._state.apply_action(self._all()[text])
        self._texts = None

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin._size, twin._state, twin.move_texts = self._size, self._state.clone(), None
        return twin


def _around(point: tuple[int, int]) -> list[tuple[int, int]]:
    return [(point[0] + rows, point[1] + columns) for rows, columns in STEPS]


def _group(first: tuple[int, int], stones: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return connected stones; of two groups, only the first one's."""
    found = [first]
    for point in found:
        found += [place for place in _around(point) if place in stones and place not in found]
    return found


GAMES = {"go/5x5": partial(Go, 5)}
COUNTS = {"go": [362, 130683], "go/13x13": [170, 28731], "go/9x9": [82, 6643]}
