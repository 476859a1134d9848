"""A state's position on another machine of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.game.holding import RANDOM_BYTES
from forthgame.game.played import Position
from forthgame.game.streams import start_streams

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

STREAMS = RANDOM_BYTES.stop - RANDOM_BYTES.start


def state_on(game: Script, origin: Playthrough, seed: int) -> Playthrough:
    """A state of a twin's game that stands where another does, with random numbers of its own.

    The caller has the twin; the state is entered, its streams begin with the seed.
    """
    there = origin.position
    position = Position(there.turn, there.board)
    position.arena = there.whole_list or None
    position.count, position.opened = there.count, there.opened
    state = game.states(game, position, bytes(STREAMS), bytes(8))
    state.played_keys, state.past, state.level = origin.played_keys, origin.past, origin.level
    state.enter()
    start_streams(game.forth.processor, seed)
    return state
