"""Run board games written in a Forth dialect as compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.errors import AmbiguousMove, ForthgameError, IllegalMove, ScriptError
from forthgame.lazy import loading
from forthgame.version import __version__ as __version__

if TYPE_CHECKING:
    from forthgame.api.game import Batch, Game, load
    from forthgame.api.state import State
    from forthgame.debug.explain import Explanation, explain
    from forthgame.debug.steps import Step
    from forthgame.debug.trace import trace
    from forthgame.draw import Highlights, svg
    from forthgame.game.found import SearchResult
    from forthgame.game.moves import Move, Moves
    from forthgame.game.played import Playouts
    from forthgame.game.position import PositionError
    from forthgame.game.solving.solution import Solution
    from forthgame.limits import ScriptLimits
    from forthgame.machine import Machine
    from forthgame.play.tournament import Tournament, tournament

__all__ = [
    "AmbiguousMove",
    "Batch",
    "Explanation",
    "ForthgameError",
    "Game",
    "Highlights",
    "IllegalMove",
    "Machine",
    "Move",
    "Moves",
    "Playouts",
    "PositionError",
    "ScriptError",
    "ScriptLimits",
    "SearchResult",
    "Solution",
    "State",
    "Step",
    "Tournament",
    "explain",
    "load",
    "svg",
    "tournament",
    "trace",
]
_HOMES = {
    "Explanation": "forthgame.debug.explain",
    "Step": "forthgame.debug.steps",
    "explain": "forthgame.debug.explain",
    "trace": "forthgame.debug.trace",
    "Highlights": "forthgame.draw",
    "svg": "forthgame.draw",
    "Game": "forthgame.api.game",
    "load": "forthgame.api.game",
    "Machine": "forthgame.machine",
    "ScriptLimits": "forthgame.limits",
    "Move": "forthgame.game.moves",
    "Moves": "forthgame.game.moves",
    "Batch": "forthgame.game.batch",
    "Playouts": "forthgame.game.played",
    "PositionError": "forthgame.game.position",
    "State": "forthgame.api.state",
    "SearchResult": "forthgame.game.found",
    "Solution": "forthgame.game.solving.solution",
    "Tournament": "forthgame.play.tournament",
    "tournament": "forthgame.play.tournament",
}
__getattr__ = loading(__name__, _HOMES)  # keeps `import forthgame` quick


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
