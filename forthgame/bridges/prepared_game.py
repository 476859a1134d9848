"""Shared by the bridges: games with action numbers and planes, and rewards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from forthgame.api.game import Game, State, load
from forthgame.base import arguments
from forthgame.base.errors import ForthgameError
from forthgame.bridges.actions import Actions
from forthgame.bridges.planes import Observer

PLIES = 1000  # default length of a game
# by game id, slots and plies; a PreparedGame keeps its game alive, so the id stays valid
_living: WeakValueDictionary[tuple[int, int | None, int], PreparedGame] = WeakValueDictionary()


class StateGuard:
    """Tracks whether the games of an environment are in the state of its last result.

    They are not before `reset`, or after a call that was interrupted or failed: an action might be
    played in another player's turn. Use it as a context manager around each call that makes moves.
    """

    def __init__(self) -> None:
        self._known = False

    def check(self) -> None:
        if not self._known:
            raise ForthgameError(
                "call reset first: the environment is new, or a call was cut short"
            )

    def __enter__(self) -> None:
        self._known = False

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._known = kind is None


class PreparedGame:
    """A game prepared for another tool.

    seats    players who can win, in declared order; agents are named after them
    plies    length after which a game is a draw
    together some turns are simultaneous
    """

    def __init__(self, game: Game | str | Path, slots: int | None, plies: int) -> None:
        arguments.instance(game, (Game, str, Path), "the game", "a Game, a name or a path")
        self.plies = arguments.whole(plies, "the number of plies", 1, arguments.LARGEST)
        self.game = game if isinstance(game, Game) else load(game)
        if self.game.native:
            self.game.native.prepare_calls(wait=True, engines=False)
        self.seats = self.game.declaration.competitors
        if not self.seats:
            raise ForthgameError(f"{self.game.name} has no player who can win")
        self.seat_of = {seat: number for number, seat in enumerate(self.seats)}
        self.chance = {p.name for p in self.game.declaration.players} - set(self.seats)
        self.together = bool(self.game.declaration.kept.choosers)
        self.actions = Actions(self.game, slots)
        self.observer = Observer(self.game)
        self._slots = slots
        _living[id(self.game), slots, self.plies] = self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments: unpickled positions of a process share one PreparedGame."""
        return (_restored, (self.game, self._slots, self.plies))

    def __deepcopy__(self, memo: dict[int, object]) -> PreparedGame:
        return self

    def ended(self, state: State) -> bool:
        return state.count == 0 or self.reached_ply_limit(state)

    def mover(self, state: State) -> str:
        """Return the player to move. Raises ForthgameError if there is none."""
        player = state.player
        if not player:
            raise ForthgameError(
                f"no player is to move in {self.game.name}, although it has not ended"
            )
        return player

    def reached_ply_limit(self, state: State) -> bool:
        return len(state.move_texts) >= self.plies

    def play_chance(self, state: State, random: np.random.Generator) -> None:
        weights = self.actions.weights(state)
        drawn = random.choice(list(weights), p=list(weights.values()))
        state.play(self.actions.index(state, int(drawn)))

    def rewards(self, state: State) -> list[float]:
        """Return 1, 0 or -1 for each seat's win, draw or loss; zeros while the game goes on.

        For two seats it is half the difference of the results, so that the sum is 0.
        """
        points = {"win": 1.0, "draw": 0.0, "loss": -1.0}
        found = [points[outcome] for outcome in state.outcomes().values()]
        if not found:
            return [0.0] * len(self.seats)
        if len(found) == 2:
            half = (found[0] - found[1]) / 2
            return [half, -half]
        return found


def _restored(game: Game, slots: int | None, plies: int) -> PreparedGame:
    return _living.get((id(game), slots, plies)) or PreparedGame(game, slots, plies)


def render_board(state: State, mode: str | None) -> str | None:
    """Return the board as text; in the mode `human`, print it instead."""
    if mode != "human":
        return str(state)
    sys.stdout.write(f"{state}\n\n")
    sys.stdout.flush()
    return None
