"""Open a session and choose its source of lines."""

from __future__ import annotations

import sys

from forthgame.confine import current
from forthgame.ui.cli.finishing import hand_over
from forthgame.ui.repl import (
    debugging,
    explaining,
    inspecting,
    measuring,
    playing,
    position,
    reloading,
    variables,
)
from forthgame.ui.repl.commands import COMMANDS
from forthgame.ui.repl.plain import Reader, plain_reader
from forthgame.ui.repl.reloading import Watch
from forthgame.ui.repl.session import Session
from forthgame.version import __version__

COMMAND_MODULES = (
    inspecting,
    variables,
    position,
    playing,
    debugging,
    explaining,
    measuring,
    reloading,
)


def open_session(
    file: str | None, *, native: bool, seed: int, watch: bool, history: str | None
) -> int:
    """Run a session to its end; return the number of failed lines."""
    patient = watch or sys.stdin.isatty()
    session = Session(file, native=native, seed=seed, patient=patient)
    watching = Watch(session) if watch else None
    session.read = reader(session, history, watching)
    if sys.stdin.isatty():
        greet(session)
    try:
        session.converse(lambda: False)
    finally:
        session.close()
        if session.game is not None:
            hand_over(session.game)
    return session.failures


def reader(session: Session, history: str | None, watch: Watch | None) -> Reader:
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or current() is not None:
        return plain_reader(watch)  # editing needs sockets, which a confined process cannot open
    try:
        from forthgame.ui.repl.terminal import terminal_reader
    except ImportError:
        return plain_reader(watch)
    return terminal_reader(session, history, watch)


def greet(session: Session) -> None:
    game = session.game
    over = f" over {game.path}" if game else ""
    if session.script is not None and game is None:
        over = f", without a game until `reload` finds {session.script} in order"
    session.say(f"forthgame {__version__}{over}; `help` lists the commands, `quit` leaves")
    hidden = [f"/{name}" for name in sorted(COMMANDS) if session.hides(name)]
    if hidden:
        session.say(f"the script's own words hide commands: write {' '.join(hidden)} for those")
