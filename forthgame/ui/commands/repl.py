"""`forthgame repl`: interactive prompt, with lines from a pipe or a terminal."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable

import click

from forthgame.confine import current_report
from forthgame.ui.cli.compile_handover import hand_over
from forthgame.ui.cli.shared_options import interpret_option, seed_option
from forthgame.ui.repl import (
    debug_commands,
    inspect_commands,
    measure_commands,
    play_commands,
    session as sessions,
    session_commands,
)
from forthgame.ui.repl.command_table import COMMANDS
from forthgame.ui.repl.session import Session
from forthgame.ui.repl.session_commands import Watch
from forthgame.ui.terminal.line_input import next_line
from forthgame.version import __version__

COMMAND_MODULES = (
    inspect_commands,
    play_commands,
    debug_commands,
    measure_commands,
    session_commands,
)
Reader = Callable[[str], str | None]
PAUSE = 0.3  # seconds between checks of the script's files


@click.command("repl")
@click.argument("file", required=False)
@seed_option
@click.option("--watch", is_flag=True, help="Reload the script whenever its file is saved.")
@click.option("--history", metavar="FILE", help="File for the history of typed lines.")
@interpret_option
def command(file: str | None, seed: int, watch: bool, history: str | None, interpret: bool) -> None:
    """Open an interactive prompt, with FILE's game if one is given.

    Lines are text of the dialect or commands; `help` lists them. If lines come through a pipe, the
    exit code is 1 if one of them failed.
    """
    failed = open_session(file, native=not interpret, seed=seed, watch=watch, history=history)
    if failed and not sys.stdin.isatty():
        sys.exit(1)


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
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or current_report() is not None:
        return plain_reader(watch)  # editing needs sockets, which a confined process cannot open
    try:
        from forthgame.ui.repl.line_editing import terminal_reader
    except ImportError:
        return plain_reader(watch)
    return terminal_reader(session, history, watch)


def plain_reader(watch: Watch | None = None) -> Reader:
    """Return a reader for standard input, with a prompt on a terminal.

    The reader returns None at the end, and at most LONGEST + 1 characters of a line.
    """
    asks = sys.stdin.isatty()

    def read(prompt: str) -> str | None:
        if asks:
            sys.stdout.write(prompt)
            sys.stdout.flush()
        if watch is not None:
            _reload_if_saved(watch, asks)
        line = next_line(sys.stdin, sessions.LONGEST + 1)
        if not line:
            if asks:
                sys.stdout.write("\n")
            return None
        return line.rstrip("\n")

    return read


def _reload_if_saved(watch: Watch, waits: bool) -> None:
    """Reload the script if it was saved; on a terminal, until a line is available."""
    while True:
        if watch.changed():
            watch.reload()
        if not waits or sys.platform == "win32":
            return
        if select.select([sys.stdin], [], [], PAUSE)[0]:
            return


def greet(session: Session) -> None:
    game = session.game
    over = f" over {game.path}" if game else ""
    if session.script is not None and game is None:
        over = f", without a game until `reload` finds {session.script} in order"
    session.say(f"forthgame {__version__}{over}; `help` lists the commands, `quit` leaves")
    hidden = [f"/{name}" for name in sorted(COMMANDS) if session.hides(name)]
    if hidden:
        session.say(f"the script's own words hide commands: write {' '.join(hidden)} for those")
