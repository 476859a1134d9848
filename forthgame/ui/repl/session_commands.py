"""Commands that leave the session or reload the script.

Reloading keeps the position if it fits, and shows the changes of the script.
"""

from __future__ import annotations

from pathlib import Path

from forthgame.api.game import Game
from forthgame.base.errors import ForthgameError
from forthgame.position import position_editing
from forthgame.position.position_text import PositionError
from forthgame.ui.repl.command_table import command
from forthgame.ui.repl.line_runner import SOURCE
from forthgame.ui.repl.script_changes import changes
from forthgame.ui.repl.session import Session

KEPT = 200  # positions that undo can still reach


@command("bye", "Session", "Leave, as in Forth.", game=False, paused=True)
@command("quit", "Session", "Leave; the end of the input does too.", game=False, paused=True)
def leave(session: Session, rest: str) -> None:
    session.done = True


@command(
    "reload",
    "Session",
    "Reload the script, keep the position if it fits, and show the changes.",
    game=False,
)
def reload(session: Session, rest: str) -> None:
    if session.script is None:
        raise ForthgameError("there is no script here: start with `forthgame repl FILE`")
    old = session.game
    if old is None:
        session.use(session.load(str(session.script)))
        session.say(f"{session.script} is loaded")
        return
    state = session.position
    typed = _typed_words(old)
    game = session.load(str(old.path))  # on failure the old game stays
    breaks = [] if session.debugging is None else session.debugging.texts()
    notes = changes(old, game)
    past, kept = list(session.past[-KEPT:]), False
    try:
        state, kept = position_editing.transferred(state, game), True
        session.past = [position_editing.transferred(before, game) for before in past]
    except PositionError as error:
        session.past = []
        notes.append(
            f"the position does not fit, so a new game begins: {error}"
            if not kept
            else "earlier positions do not fit, so undo ends here"
        )
    session.future.clear()
    session.use(game, state if kept else None)
    session.say(f"{game.path} is loaded again" + ("" if notes else ", as it was"))
    for line in notes:
        session.say(f"  {line}")
    if typed:
        session.say(f"  what was typed is gone: {' '.join(typed)}")
    for text in breaks:
        session.execute(f"/{text}")


def _typed_words(game: Game) -> list[str]:
    words = game.forth.dictionary.words[game.forth.fence :]
    return [w.name for w in words if w.place is not None and w.place.file == SOURCE]


class Watch:
    """Watches a script and its loaded files for changes."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._seen = self._look()

    def changed(self) -> bool:
        before, self._seen = self._seen, self._look()
        return before != self._seen

    def reload(self) -> None:
        session = self._session
        if not session.pausing and not session.is_open:
            session.execute("/reload")
            self._seen = self._look()

    def _look(self) -> dict[Path, tuple[int, int]]:
        return {path: _stamp(path) for path in self._session.files}


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)
