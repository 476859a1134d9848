"""Entry point and command group of the command line."""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import cast

import click

from forthgame.base.errors import ForthgameError, NoRoomError
from forthgame.compile.llvm import jobs
from forthgame.ui.cli import compile_handover
from forthgame.ui.cli.confined_option import COMMANDS as CONFINABLE, confinable
from forthgame.ui.terminal import ctrl_c
from forthgame.ui.terminal.ctrl_c import place_of
from forthgame.ui.terminal.error_output import command_bar, explain_exit, show_error, shown
from forthgame.ui.terminal.escaping import visible
from forthgame.version import __version__

COMMANDS = {
    "run": "Run a plain Forth script.",
    "moves": "List the legal moves of a position.",
    "perft": "Count move sequences.",
    "playouts": "Play random games.",
    "solve": "Find a shortest solution of a puzzle.",
    "analyse": "Show the best lines of a position.",
    "tune": "Learn an evaluation by playing.",
    "levels": "Measure the levels of play of a game.",
    "autoplay": "Let scripts and engines play a tournament.",
    "results": "Show or export the games of a tournament.",
    "engine": "Offer a game's engine to other programs.",
    "repl": "Open an interactive prompt over a game.",
    "play": "Play in the terminal.",
    "games": "List the bundled games.",
    "new": "Copy a bundled game as a start for your own.",
    "import": "Translate a Zillions rule file for keeps.",
    "show": "Draw a position.",
    "serve": "Serve the board to a browser.",
    "publish": "Write a game as a web page without a server.",
    "why": "Explain legal and illegal moves, results and scores.",
    "replay": "Replay and verify a saved game.",
    "lsp": "Serve an editor: findings, hover, completion, renaming.",
    "check": "Load scripts and report mistakes.",
    "help": "Explain a word of the dialect.",
    "docs": "Show the documentation.",
    "confine": "Report the restrictions of a confined process.",
    "bench": "Run the project's benchmarks.",
}
MODULES = {"import": "import_"}  # names of modules that differ from the command's

SHOWN = 4000  # characters of the interrupted place


class Commands(click.Group):
    """Command group that imports a command's module on first use, for a quick start."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        with ctrl_c.leaving(), _without_collection():
            command: click.Command = import_module(
                f"forthgame.ui.commands.{MODULES.get(name, name)}"
            ).command
        command = confinable(command) if name in CONFINABLE else command
        return compile_handover.finishing(command) if name in compile_handover.COMMANDS else command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@contextmanager
def _without_collection() -> Iterator[None]:
    """Disable garbage collection during imports and exempt the imported objects."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="forthgame")
def forthgame() -> None:
    """Run board games written in the Axiom Forth dialect.

    FILE is a script, or the bare name of a bundled game: splut, splut/duel, breakthrough …
    """


def _open_streams() -> None:
    """Replace closed standard streams by the null device and set error handling."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper) and isinstance(sys.stdout.buffer, io.RawIOBase):
        sys.stdout = _buffered(sys.stdout)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # escapes unencodable characters
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):  # undecodable input becomes unknown words
        sys.stdin.reconfigure(errors="replace")


def _buffered(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """Buffer an unbuffered output (`python -u`), which would drop data on a full disk silently."""
    buffer = io.BufferedWriter(cast("io.RawIOBase", stream.buffer))
    return io.TextIOWrapper(buffer, stream.encoding, line_buffering=True)


def _discard_output() -> None:
    """Discard unwritten output, which Python would try to write again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, sys.stdout.fileno())
            os.close(null)


def _show_interrupted(error: BaseException) -> None:
    ctrl_c.say_interrupted()
    if (place := place_of(error)) is not None:
        sys.stderr.write(f"{visible(str(place))[:SHOWN]}\n")


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit.

    Exit codes: 0 done, 1 wrong script or input, 2 wrong usage, 130 interrupted.
    """
    _open_streams()
    explain_exit(sys.stderr)
    with ctrl_c.watched(), shown(command_bar()):
        code = run(sys.argv[1:] if arguments is None else arguments)
        # after Ctrl-C, or if other processes complete the compilation, LLVM need not be waited for
        if jobs.busy() and (ctrl_c.came() or compile_handover.handed_over()):
            ctrl_c.leave(code)
    sys.exit(code)


def _is_confined() -> bool:
    """Return whether this process is confined, without importing anything: memory may be short."""
    wall = sys.modules.get("forthgame.confine.confinement")
    return wall is not None and wall.current_rules() is not None


def run(given: list[str]) -> int:
    """Run a command and return its exit code; Ctrl-C ends it at any time."""
    try:
        code = _run_reporting_memory(given)
        ctrl_c.done()
        return code
    except (RuntimeError, KeyboardInterrupt) as error:
        made_of_it = isinstance(error.__cause__, KeyboardInterrupt)  # raised in a class body
        if not made_of_it and not isinstance(error, click.Abort | KeyboardInterrupt):
            raise
        _show_interrupted(error)
        ctrl_c.leave(ctrl_c.INTERRUPTED)


def _run_reporting_memory(given: list[str]) -> int:
    try:
        return _run(given)
    except MemoryError:
        if _is_confined():
            raise  # the parent process knows the memory limit and reports it

    show_error(NoRoomError("there is too little memory left"))
    return 1


def _run(given: list[str]) -> int:
    try:
        code = forthgame.main(args=given, obj=given, prog_name="forthgame", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        message = io.StringIO()
        error.show(message)
        sys.stderr.write(visible(message.getvalue()))
        return int(error.exit_code)
    except ForthgameError as error:
        if isinstance(error, MemoryError) and _is_confined():
            raise

        show_error(error)
        return 1
    except BrokenPipeError:  # the reader closed the pipe
        _discard_output()
        return 0
    except OSError as error:
        if error.errno == errno.ENOMEM:
            raise MemoryError from None

        what = error.filename or "the output"
        _discard_output()
        show_error(ForthgameError(f"{what} cannot be read or written: {error.strerror or error}"))
        return 1
    return code if isinstance(code, int) else 0
