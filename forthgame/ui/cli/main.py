"""The `forthgame` command."""

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

from forthgame.errors import ForthgameError, NoRoomError
from forthgame.ui import waiting
from forthgame.ui.cli import ctrlc, finishing
from forthgame.ui.cli.confined import COMMANDS as CONFINABLE
from forthgame.ui.cli.confined import confinable
from forthgame.ui.progress import Bar, shown
from forthgame.ui.safe import visible
from forthgame.ui.stopped import place_of
from forthgame.version import __version__
from forthgame.vm import jobs

COMMANDS = {
    "run": "Run a plain Forth script.",
    "moves": "List the legal moves of a position.",
    "perft": "Count the move sequences of a length.",
    "playouts": "Play random games.",
    "solve": "Find a shortest solution of a puzzle.",
    "analyse": "Show the best lines of a position.",
    "tune": "Learn an evaluation by playing.",
    "autoplay": "Let scripts and engines play a tournament.",
    "results": "Show or export the games of a tournament.",
    "engine": "Let other programs use a game's engine.",
    "repl": "A prompt over a game, in which moves explain themselves.",
    "play": "Play in the terminal.",
    "games": "List the bundled games.",
    "new": "Begin a game of your own from a bundled one.",
    "show": "Draw a position.",
    "serve": "The board in a browser.",
    "why": "Explain why a move is or is not legal, why a game is over, how a score is made.",
    "replay": "Play a saved game again.",
    "lsp": "Serve an editor: findings, hover, completion, names.",
    "check": "Load scripts and report mistakes.",
    "help": "Explain a word of the dialect.",
    "docs": "Show the documents.",
    "confine": "Show what holds a confined process here.",
    "bench": "Run the project's benchmarks.",
}


SHOWN = 4000  # characters of the place that Ctrl-C came to


class Commands(click.Group):
    """Loads a command's module when it is called, so that a start stays quick."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Names of the commands."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command with a name."""
        if name not in COMMANDS:
            return None
        with ctrlc.leaving(), _nothing_to_collect():
            command: click.Command = import_module(f"forthgame.ui.cli.{name}").command
        command = confinable(command) if name in CONFINABLE else command
        return finishing.finishing(command) if name in finishing.COMMANDS else command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help text, without loading anything."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@contextmanager
def _nothing_to_collect() -> Iterator[None]:
    """Modules are being loaded: they stay, so there is no garbage to look for in them, ever."""
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
    """A stream that was closed before the start is as good as the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper) and isinstance(sys.stdout.buffer, io.RawIOBase):
        sys.stdout = _whole(sys.stdout)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # what its encoding lacks is written out
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):  # what it cannot read is no word, and no error
        sys.stdin.reconfigure(errors="replace")


def _whole(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """The same for an output that Python does not buffer (`python -u`): it would drop what a full
    disk has no room for, without an error. Lines still appear when they are written."""
    buffer = io.BufferedWriter(cast(io.RawIOBase, stream.buffer))
    return io.TextIOWrapper(buffer, stream.encoding, line_buffering=True)


def _let_go_of_output() -> None:
    """Drop what could not be written: Python would try, and complain, once more at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, sys.stdout.fileno())
            os.close(null)


def _show_interrupted(error: BaseException) -> None:
    """That Ctrl-C has ended the command, and where the script was; at once, without colours."""
    ctrlc.say_interrupted()
    if (place := place_of(error)) is not None:
        sys.stderr.write(f"{visible(str(place))[:SHOWN]}\n")


def main(arguments: list[str] | None = None) -> None:
    """Entry point: 0 done, 1 the script or the input is wrong, 2 wrong usage, 130 interrupted."""
    _open_streams()
    waiting.watch(sys.stderr)
    with ctrlc.watched(), shown(_bar()):
        code = run(sys.argv[1:] if arguments is None else arguments)
        # what Ctrl-C did not end has ended, what was begun is finished by others: LLVM may be left
        if jobs.busy() and (ctrlc.came() or finishing.handed_over()):
            ctrlc.leave(code)
    sys.exit(code)


def _bar() -> Bar:
    """The bar of this command."""
    from forthgame.ui.screen import command_bar

    return command_bar()


def _is_confined() -> bool:
    """Whether this process is confined; nothing is loaded to find out, as memory may be short."""
    wall = sys.modules.get("forthgame.confine.wall")
    return wall is not None and wall.own_rules() is not None


def run(given: list[str]) -> int:
    """Run a command; give its exit code. Ctrl-C ends it, also while an error is being shown."""
    try:
        code = _run_in_memory(given)
        ctrlc.done()
        return code
    except (RuntimeError, KeyboardInterrupt) as error:
        made_of_it = isinstance(error.__cause__, KeyboardInterrupt)  # while Python made a class
        if not made_of_it and not isinstance(error, click.Abort | KeyboardInterrupt):
            raise
        _show_interrupted(error)
        ctrlc.leave(ctrlc.INTERRUPTED)


def _run_in_memory(given: list[str]) -> int:
    """The same; an error says so where there is too little memory."""
    try:
        return _run(given)
    except MemoryError:
        if _is_confined():
            raise  # who has confined this process knows how much memory it may have
    from forthgame.ui.screen import show_error  # what took the memory has been let go of

    show_error(NoRoomError("there is too little memory left"))
    return 1


def _run(given: list[str]) -> int:
    try:
        code = forthgame.main(args=given, obj=given, prog_name="forthgame", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        told = io.StringIO()
        error.show(told)
        sys.stderr.write(visible(told.getvalue()))
        return int(error.exit_code)
    except ForthgameError as error:
        if isinstance(error, MemoryError) and _is_confined():
            raise
        from forthgame.ui.screen import show_error

        show_error(error)
        return 1
    except BrokenPipeError:  # whoever reads has seen enough
        _let_go_of_output()
        return 0
    except OSError as error:
        if error.errno == errno.ENOMEM:
            raise MemoryError from None
        from forthgame.ui.screen import show_error

        what = error.filename or "the output"
        _let_go_of_output()
        show_error(ForthgameError(f"{what} cannot be read or written: {error.strerror or error}"))
        return 1
    return code if isinstance(code, int) else 0
