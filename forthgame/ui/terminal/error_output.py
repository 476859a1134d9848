"""Errors and progress on a terminal."""

from __future__ import annotations

import functools
import os
import shutil
import signal
import sys
from typing import TYPE_CHECKING

import click

from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.ui.terminal.compiler_progress import Bar, shown
from forthgame.ui.terminal.escaping import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text
LONGEST = 2000  # characters of a line of an error


def show_error(error: ForthgameError) -> None:
    from rich.console import Console

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    for line in error_lines(error):
        console.print(line)


def error_lines(error: BaseException) -> Iterator[Text]:
    from rich.text import Text

    lines = [harmless(line) for line in str(error).split("\n")]
    if not isinstance(error, ScriptError):
        yield Text("\n".join(lines), style="red")
        return
    yield Text(lines[0], style="bold red")
    for line in lines[1:]:
        marked = line.strip().startswith("|") and line.rstrip().endswith("^")
        yield Text(line, style="red" if marked else "default")


def harmless(line: str) -> str:
    """Return a line of a message, escaped and shortened for a terminal."""
    shown = visible(line)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


def page(text: str) -> bool:
    """Show a text through the pager if it is longer than the terminal; return whether it was.

    A confined process cannot start a pager.
    """
    from forthgame.confine import current_report

    width, height = shutil.get_terminal_size()
    shown = visible(text)
    lines = sum(max(1, -(-len(line) // max(width, 1))) for line in shown.split("\n"))
    both = sys.stdin.isatty() and sys.stdout.isatty()  # otherwise click does not page
    if not both or lines < height or current_report() is not None:
        return False
    click.echo_via_pager(f"{shown}\n")
    return True


@functools.cache
def prepare_cache() -> str:
    """Prepare the cache; return the reason why it cannot be written, or an empty text.

    In that case a temporary cache serves this command and its processes. The reason for distrusting
    an existing cache is printed at once.
    """
    from forthgame.base.cache import SPARE, distrusted, spare

    if (why := distrusted()) and SPARE not in os.environ:
        sys.stderr.write(f"forthgame: {harmless(why)}\n")
    try:
        often = spare()
    except OSError as error:
        return f"forthgame: {harmless(str(error))}. Each process compiles the primitives anew\n"
    return f"forthgame: {harmless(often)}. Each command compiles anew\n" if often else ""


def command_bar() -> Bar:
    """Return the progress bar of a command, on stderr.

    It first prints the reason why the cache cannot be written, as compiled code is then lost.
    """
    return Bar(sys.stderr, lambda: print(prepare_cache(), end="", file=sys.stderr))


def compile_first() -> None:
    """Compile everything a first start needs, with a progress bar, in a process of its own.

    Ctrl-C ends the process at once and removes the bar.
    """
    from forthgame.compile.interpreter import native_interpreter

    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with shown(command_bar()):
            native_interpreter.compile_first()
    except KeyboardInterrupt:
        os._exit(128 + signal.SIGINT)  # leaves running compilations


def warm() -> None:
    """Load the interpreter; a subprocess compiles it first if necessary."""
    from forthgame.compile.interpreter import native_interpreter

    native_interpreter.compile_in_child(f"{__name__}:compile_first")
