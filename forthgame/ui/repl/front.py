"""Opening a session: which commands there are, and where lines come from."""

from __future__ import annotations

import sys

from forthgame import __version__
from forthgame.ui.repl import ending, inspecting, playing, position
from forthgame.ui.repl.plain import plain_reader
from forthgame.ui.repl.session import Session

COMMAND_MODULES = (inspecting, position, playing, ending)


def open_session(
    file: str | None, *, native: bool, seed: int, watch: bool, history: str | None
) -> int:
    """Run a session to its end; give how many lines failed."""
    session = Session(file, native=native, seed=seed)
    session.read = plain_reader()
    if sys.stdin.isatty():
        greet(session)
    try:
        session.converse(lambda: False)
    finally:
        session.close()
    return session.failures


def greet(session: Session) -> None:
    """What is loaded, and which commands its words hide."""
    game = session.game
    over = f" over {game.path}" if game else ""
    session.say(f"forthgame {__version__}{over}; `help` lists the commands, `quit` leaves")
