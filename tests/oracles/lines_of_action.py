"""Lines of action: rules of its own, held against OpenSpiel until that ends a game as a draw.

OpenSpiel ends a game when a position comes back; the rules here have no such end.
"""

from typing import Any, Self

import pytest

from .base import Oracle, Outcome

Square = tuple[int, int]  # file and rank, each from 0
SIDES = ("Black", "White")
WAYS = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if (right, up) != (0, 0)]


def name(square: Square) -> str:
    """A square as moves write it."""
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


class LinesOfAction(Oracle):
    """The owner of each man, by square; and the same game in OpenSpiel."""

    peer = "OpenSpiel"

    def __init__(self) -> None:
        spiel = pytest.importorskip("pyspiel")
        self._peer: Any = spiel.load_game("lines_of_action").new_initial_state()
        self._ply = 0
        self._men: dict[Square, str] = {}
        for n in range(1, 7):
            self._men |= dict.fromkeys(((n, 0), (n, 7)), "Black")
            self._men |= dict.fromkeys(((0, n), (7, n)), "White")

    @property
    def player(self) -> str:
        return SIDES[self._ply % 2]

    def _connected(self, side: str) -> bool:
        men = {square for square, owner in self._men.items() if owner == side}
        found = {min(men)}
        while (
            near := {(file + right, rank + up) for file, rank in found for right, up in WAYS}
            & men - found
        ):
            found |= near
        return found == men

    def _options(self) -> dict[str, tuple[Square, Square]]:
        options = {}
        for start, owner in self._men.items():
            for right, up in WAYS:
                line = {(start[0] + right * i, start[1] + up * i) for i in range(-7, 8)}
                length = len(line & self._men.keys())
                path = [(start[0] + right * i, start[1] + up * i) for i in range(1, length + 1)]
                between, end = [self._men.get(square) for square in path[:-1]], path[-1]
                there = self._men.get(end)
                if owner != self.player or there == owner or not {*end} <= {*range(8)}:
                    continue
                if all(man in (owner, None) for man in between):
                    text = f"man {name(start)} {'x' if there else '-'} {name(end)}"
                    options[text] = start, end
        return options

    @property
    def outcome(self) -> Outcome | None:
        if self._connected(SIDES[(self._ply + 1) % 2]):
            found: Outcome | None = "loss"
        else:
            found = "win" if self._connected(self.player) else None
        if not self._peer.is_terminal():
            assert found is None
        elif score := self._peer.returns()[self._ply % 2]:
            assert found == ("win" if score > 0 else "loss")
        return found if found or self._options() else "loss"

    def moves(self) -> list[str]:
        options = self._options()
        if not self._peer.is_terminal():
            assert {self._peer_name(text) for text in options} == {
                self._peer.action_to_string(action) for action in self._peer.legal_actions()
            }
        return list(options)

    @staticmethod
    def _peer_name(text: str) -> str:
        return "".join(text.split()[1:])

    def play(self, text: str) -> None:
        options = self._options()
        if text not in options:
            raise ValueError(text)
        if not self._peer.is_terminal():
            self._peer.apply_action(self._peer.string_to_action(self._peer_name(text)))
        start, end = options[text]
        self._men[end] = self._men.pop(start)
        self._ply += 1

    def copy(self) -> Self:
        twin = type(self)()
        twin._peer, twin._ply, twin._men = self._peer.clone(), self._ply, dict(self._men)
        return twin


GAMES = {"lines-of-action": LinesOfAction}
