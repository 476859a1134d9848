"""Run board games written in a Forth dialect as compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.base.errors import AmbiguousMove, ForthgameError, IllegalMove, ScriptError
from forthgame.base.lazy import loading
from forthgame.version import __version__ as __version__

if TYPE_CHECKING:
    from forthgame.api.game import Batch, Game, RecordedGame, State, load
    from forthgame.api.machine import Machine
    from forthgame.base.limits import ScriptLimits
    from forthgame.draw.svg_documents import Highlights, svg
    from forthgame.play.run.tournament import Tournament, tournament
    from forthgame.position.moves import Move, Moves
    from forthgame.position.position_record import Playouts
    from forthgame.position.position_text import PositionError
    from forthgame.position.records.game_tree import RecordError
    from forthgame.search.puzzles.solution import Solution
    from forthgame.search.search_result import SearchResult
    from forthgame.why.answers.explain import Explanation, explain
    from forthgame.why.debugger.trace import Step, trace

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
    "RecordError",
    "RecordedGame",
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
    "Explanation": "forthgame.why.answers.explain",
    "Step": "forthgame.why.debugger.trace",
    "explain": "forthgame.why.answers.explain",
    "trace": "forthgame.why.debugger.trace",
    "Highlights": "forthgame.draw.svg_documents",
    "svg": "forthgame.draw.svg_documents",
    "Game": "forthgame.api.game",
    "load": "forthgame.api.game",
    "Machine": "forthgame.api.machine",
    "ScriptLimits": "forthgame.base.limits",
    "Move": "forthgame.position.moves",
    "Moves": "forthgame.position.moves",
    "Batch": "forthgame.position.batch",
    "Playouts": "forthgame.position.position_record",
    "PositionError": "forthgame.position.position_text",
    "RecordError": "forthgame.position.records.game_tree",
    "RecordedGame": "forthgame.position.records.recorded_game",
    "State": "forthgame.api.game",
    "SearchResult": "forthgame.search.search_result",
    "Solution": "forthgame.search.puzzles.solution",
    "Tournament": "forthgame.play.run.tournament",
    "tournament": "forthgame.play.run.tournament",
}
__getattr__ = loading(__name__, _HOMES)  # keeps `import forthgame` quick


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
