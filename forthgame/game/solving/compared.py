"""What OnDistance says along a solution, compared with the turns that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.errors import ScriptError
from forthgame.game.solving.puzzle import has_distance
from forthgame.game.solving.solution import turns_text

if TYPE_CHECKING:
    from forthgame.api.state import State


def compared(ends: list[State]) -> tuple[str, ...]:
    """Warnings about OnDistance in the positions of a solution, each a turn behind the one before.

    An event that fails, or has no time, costs the comparison and not the solution.
    """
    if not has_distance(ends[0].game):
        return ()
    turns = len(ends) - 1
    for done, state in enumerate(ends):
        where = f"after {done} of {turns_text(turns)}"
        try:
            said = _distance(state)
        except ScriptError as error:
            why = str(error).splitlines()[0]
            return (f"OnDistance could not be compared with the solution {where}: {why}",)
        if said > turns - done:
            return (
                f"OnDistance says {said} {where}, {turns - done} are left: it must never say "
                "more, or the solution may not be a shortest one",
            )
    return ()


def _distance(state: State) -> int:
    game = state.game
    state._enter()
    game._run_word("(abandon-generation)")
    return game._at_many(game._forth.engine_word("(distance)").entry)
