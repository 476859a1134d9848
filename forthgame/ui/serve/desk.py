"""State of a table's process shared by its requests, and readers of request fields."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forthgame.api.game import Game, load
from forthgame.errors import ForthgameError
from forthgame.game.pondering import Ponderer
from forthgame.limits import DEFAULT_LIMITS
from forthgame.play import messages
from forthgame.ui.serve.line import Line, Start
from forthgame.ui.serve.listing import Listing, Shown

if TYPE_CHECKING:
    from forthgame.api.state import State
    from forthgame.ui.lsp.analysis import Analysis

SHOWN = 8  # cached positions
CALL_SECONDS = 15.0  # time limit of a script for a move list or move

Message = dict[str, Any]
Tell = Callable[[Message], None]


class Desk:
    """State of a table's process; the script is loaded on first use."""

    def __init__(self, script: str, tell: Tell) -> None:
        self.script = script
        self.tell = tell
        self.ponderer = Ponderer()
        self.analysis: Analysis | None = None  # of the script being edited
        self._line: Line | None = None
        self._listing: Listing | None = None
        self._shown: OrderedDict[tuple[Start, tuple[str, ...]], Shown] = OrderedDict()

    @property
    def line(self) -> Line:
        """Positions of the game. Raises ForthgameError if the script cannot be loaded."""
        if self._line is None:
            limits = replace(DEFAULT_LIMITS, seconds=CALL_SECONDS)
            self._line = Line(load(Path(self.script), limits=limits), self.script)
        return self._line

    @property
    def game(self) -> Game:
        return self.line.game

    def show(self, start: Start, texts: list[str], state: State) -> Shown:
        """Return a position for the page and cache it, as the next request usually extends it."""
        if self._listing is None:
            self._listing = Listing(self.game)
        found = self._shown[start, tuple(texts)] = Shown(self._listing, state)
        while len(self._shown) > SHOWN:
            self._shown.popitem(last=False)
        return found

    def shown(self, start: Start, texts: list[str]) -> Shown | None:
        return self._shown.get((start, tuple(texts)))


def start_of(message: Message) -> Start:
    begun = messages.as_object(message.get("start", {}))
    level = begun.get("level")
    return Start(
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
