"""What the script says along a solution: OnDistance, compared with the turns that are left, and
endings in the middle of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.errors import ScriptError
from forthgame.game.solving.puzzle import has_distance
from forthgame.game.solving.solution import turns_text

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough


def compared(ends: list[Playthrough]) -> tuple[str, ...]:
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


def ended_within(state: Playthrough, move: str) -> tuple[str, ...]:
    """A warning where the game is over behind a partial move of a solution.

    An event that fails costs the warning and not the solution.
    """
    try:
        outcome = state.outcome
    except ScriptError:
        return ()
    if outcome is None:
        return ()
    return (
        f"in play the game is over behind {move!r} ({outcome}), in the middle of a turn; a puzzle "
        "is judged between turns",
    )


def _distance(state: Playthrough) -> int:
    game = state.game
    state.enter()
    game.run_word("(abandon-generation)")
    return game.at_many(game.forth.engine_word("(distance)").entry)
