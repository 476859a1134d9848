"""The debugger of a session, and its state at a breakpoint."""

from __future__ import annotations

from collections.abc import Callable

from forthgame.api.game import Game
from forthgame.why.debugger.debugger import Break, Debugger, Pause


class Debugging:
    """The debugger of a session's game, and the conversation at a breakpoint.

    `converse` shows a pause and reads lines until a command sets `answer`.
    """

    def __init__(self, game: Game, converse: Callable[[Pause], None]) -> None:
        self.debugger = Debugger(game, self._on_pause)
        self.pause: Pause | None = None
        self.answer = ""
        self.stepping = False
        self._converse = converse

    @property
    def watching(self) -> bool:
        """Return whether running code may pause, so that cached moves must not be used."""
        return self.stepping or bool(self.debugger.breaks)

    def texts(self) -> list[str]:
        return [line_of(item) for item in self.debugger.breaks]

    def run_stepping(self, run: Callable[[], None]) -> None:
        self.stepping = True
        try:
            self.debugger.run_stepping(run)
        finally:
            self.stepping = False

    def _on_pause(self, pause: Pause) -> str:
        outer, self.pause, self.answer = self.pause, pause, ""
        try:
            self._converse(pause)
            return self.answer or "abort"
        finally:
            self.pause, self.answer = outer, ""


def line_of(item: Break) -> str:
    """Return the command that sets a breakpoint."""
    return f"{'break' if item.kind in ('word', 'line') else 'watch'} {item.text}"
