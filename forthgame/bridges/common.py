"""What the bridges share: a game with its numbers and planes, and results as rewards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from forthgame import arguments
from forthgame.api.game import Game, load
from forthgame.api.state import State
from forthgame.bridges.actions import Actions
from forthgame.bridges.planes import Observer
from forthgame.errors import ForthgameError

PLIES = 1000  # of a game, unless more are asked for
# by the game's id, slots and plies: a Bridged that lives keeps its game, and so the id
_living: WeakValueDictionary[tuple[int, int | None, int], Bridged] = WeakValueDictionary()


class Standing:
    """Whether the games of an environment stand where it last has said.

    They do not before `reset`, nor behind a call that Ctrl-C or a failing script has broken off: an
    action would be played in somebody else's turn. A call that moves is made within it.
    """

    def __init__(self) -> None:
        self._known = False

    def check(self) -> None:
        """Raise ForthgameError where they do not."""
        if not self._known:
            raise ForthgameError(
                "call reset first: the environment is new, or a call was cut short"
            )

    def __enter__(self) -> None:
        self._known = False

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._known = kind is None


class Bridged:
    """A game as another tool sees it.

    seats    players who can win, in declared order: agents are called after them
    plies    a game that lasts longer is a draw
    together whether there are turns in which several players choose
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
        """What it is made of: pickled positions of a process share one, with what it remembers."""
        return (_again, (self.game, self._slots, self.plies))

    def __deepcopy__(self, memo: dict[int, object]) -> Bridged:
        return self

    def ended(self, state: State) -> bool:
        """Whether nothing can be played any more, or too much has been."""
        return state.count == 0 or self.too_long(state)

    def mover(self, state: State) -> str:
        """Who is to move, for tools that need a name. Raises ForthgameError where it is nobody."""
        player = state.player
        if not player:
            raise ForthgameError(f"nobody is to move in {self.game.name}, and it goes on")
        return player

    def too_long(self, state: State) -> bool:
        """Whether the game is cut."""
        return len(state.move_texts) >= self.plies

    def throw(self, state: State, random: np.random.Generator) -> None:
        """Play what chance has drawn for a player for whom nobody chooses."""
        weights = self.actions.weights(state)
        drawn = random.choice(list(weights), p=list(weights.values()))
        state.play(self.actions.index(state, int(drawn)))

    def rewards(self, state: State) -> list[float]:
        """1, 0 and -1 for a win, a draw and a loss, of each seat; zeros while the game goes on.

        Of two, the difference of their points, so that the sum is 0 also where both lose.
        """
        points = {"win": 1.0, "draw": 0.0, "loss": -1.0}
        found = [points[outcome] for outcome in state.outcomes().values()]
        if not found:
            return [0.0] * len(self.seats)
        if len(found) == 2:
            half = (found[0] - found[1]) / 2
            return [half, -half]
        return found


def _again(game: Game, slots: int | None, plies: int) -> Bridged:
    """The one that there is of a game, or a new one."""
    return _living.get((id(game), slots, plies)) or Bridged(game, slots, plies)


def rendered(state: State, mode: str | None) -> str | None:
    """The board as text; in the mode `human` it is written on the standard output instead."""
    if mode != "human":
        return str(state)
    sys.stdout.write(f"{state}\n\n")
    sys.stdout.flush()
    return None
