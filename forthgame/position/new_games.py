"""Begin games: from the set-up of a script, or at one of its levels."""

from __future__ import annotations

from forthgame.base import arguments
from forthgame.position.playthrough import Playthrough
from forthgame.rules.script import Script


def begin(game: Script, seed: int | None = None, level: int | None = None) -> Playthrough:
    """Return a new state of a game; in a game with levels, without a `level`, at the first one.

    It has the class `game.states`. Raises ValueError if there is no level of the number.
    """
    with game.lock:
        seed = arguments.optional_whole(seed, "a seed")
        if level is None and not game.declaration.levels:
            state: Playthrough = game.states._begin(game, seed)
            return state
        from forthgame.position.position_editing import begin_level

        level = arguments.optional_whole(level, "the level", 1, arguments.LARGEST)
        return begin_level(game, level or 1, seed)
