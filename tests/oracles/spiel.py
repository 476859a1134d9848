"""The base of the adaptors over OpenSpiel."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import pytest

from .base import Oracle, Outcome


class Spiel(Oracle):
    """A game of OpenSpiel, whose actions become move texts."""

    peer = "OpenSpiel"
    GAME: ClassVar[str]  # as `pyspiel.load_game` reads it
    PLAYERS: ClassVar[tuple[str, ...]]  # in OpenSpiel's order

    def __init__(self) -> None:
        spiel = pytest.importorskip("pyspiel")
        self.state: Any = spiel.load_game(self.GAME).new_initial_state()
        self.turn = 0  # whose turn it is, or would be if the game were not over

    def text(self, action: int) -> str:
        """Return the move text of a legal action that is a whole move."""
        raise NotImplementedError

    def options(self) -> dict[str, list[int]]:
        """The legal moves: text, and the actions that make it up."""
        return {self.text(action): [action] for action in self.state.legal_actions()}

    @property
    def player(self) -> str:
        return self.PLAYERS[self.turn]

    @property
    def outcome(self) -> Outcome | None:
        if not self.state.is_terminal():
            return None
        points = self.state.returns()[self.turn]
        return "draw" if points == 0 else "win" if points > 0 else "loss"

    def moves(self) -> list[str]:
        return list(self.options())

    def play(self, text: str) -> None:
        options = self.options()
        if text not in options:
            raise ValueError(text)
        for action in options[text]:
            self.state.apply_action(action)
        if self.state.is_terminal():
            self.turn = (self.turn + 1) % len(self.PLAYERS)
        else:
            self.turn = self.state.current_player()

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.state, twin.turn = self.state.clone(), self.turn
        return twin
