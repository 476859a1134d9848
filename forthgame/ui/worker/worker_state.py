"""State of a table's process shared by its requests, and readers of request fields."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forthgame.api.game import Game, load
from forthgame.base.errors import ForthgameError
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.play.processes import messages
from forthgame.search.pondering import Ponderer
from forthgame.ui.worker.move_line import GameStart, MoveLine
from forthgame.ui.worker.move_listing import Listing, ShownPosition

if TYPE_CHECKING:
    from forthgame.api.state import State
    from forthgame.ui.lsp.script_analysis import Analysis

SHOWN = 8  # cached positions
CALL_SECONDS = 15.0  # time limit of a script for a move list or move

Message = dict[str, Any]
Tell = Callable[[Message], None]


class WorkerState:
    """State of a table's process; the script is loaded on first use."""

    def __init__(self, script: str, tell: Tell) -> None:
        self.script = script
        self.tell = tell
        self.ponderer = Ponderer()
        self.analysis: Analysis | None = None  # of the script being edited
        self._line: MoveLine | None = None
        self._listing: Listing | None = None
        self._shown: OrderedDict[tuple[GameStart, tuple[str, ...]], ShownPosition] = OrderedDict()

    @property
    def line(self) -> MoveLine:
        """Positions of the game. Raises ForthgameError if the script cannot be loaded."""
        if self._line is None:
            limits = replace(DEFAULT_LIMITS, seconds=CALL_SECONDS)
            self._line = MoveLine(load(Path(self.script), limits=limits), self.script)
        return self._line

    @property
    def game(self) -> Game:
        return self.line.game

    def show(self, start: GameStart, texts: list[str], state: State) -> ShownPosition:
        """Return a position for the page and cache it, as the next request usually extends it."""
        if self._listing is None:
            self._listing = Listing(self.game)
        found = self._shown[start, tuple(texts)] = ShownPosition(self._listing, state)
        while len(self._shown) > SHOWN:
            self._shown.popitem(last=False)
        return found

    def shown(self, start: GameStart, texts: list[str]) -> ShownPosition | None:
        return self._shown.get((start, tuple(texts)))


def start_of(message: Message) -> GameStart:
    begun = messages.as_object(message.get("start", {}))
    level = begun.get("level")
    return GameStart(
        messages.as_whole(begun.get("seed", 1)),
        None if level is None else messages.as_whole(level),
        messages.as_text(begun.get("position", "")),
    )


def texts_of(message: Message) -> list[str]:
    return [messages.as_text(text) for text in messages.as_list(message.get("line", []))]


def long_text(value: Any) -> str:
    """Check a text of up to a position's length. Raises ForthgameError."""
    if not isinstance(value, str) or len(value) > DEFAULT_LIMITS.position:
        raise ForthgameError(f"no text, or longer than {DEFAULT_LIMITS.position} characters")
    return value
