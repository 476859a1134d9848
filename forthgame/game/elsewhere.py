"""A state's position on another machine of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.game.holding import RANDOM_BYTES
from forthgame.game.played import Position
from forthgame.game.streams import start_streams

if TYPE_CHECKING:
    from forthgame.api.game import Game
    from forthgame.api.state import State

STREAMS = RANDOM_BYTES.stop - RANDOM_BYTES.start


def state_on(game: Game, origin: State, seed: int) -> State:
    """A state of a twin's game that stands where another does, with random numbers of its own.

    The caller has the twin; the state is entered, its streams begin with the seed.
    """
    there = origin._position
    position = Position(there.turn, there.board)
    position.arena = there.whole_list or None
    position.count, position.opened = there.count, there.opened
    state = game._states(game, position, bytes(STREAMS), bytes(8))
    state._played, state._past, state.level = origin._played, origin._past, origin.level
    state._enter()
    start_streams(game._forth.processor, seed)
    return state
