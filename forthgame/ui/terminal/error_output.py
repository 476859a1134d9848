"""Errors on a terminal, and progress of the compiler.

A first start compiles the primitives and the interpreter; words of a script are compiled on first
use. A bar appears during a wait, or a line every ten seconds if the output is not a terminal. Some
steps report progress, others are a single call of LLVM, so the bar follows the usual duration of a
step and is corrected by reports.
"""

from __future__ import annotations

import functools
import math
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

import click

from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.base.thread_start import periodically
from forthgame.compile.llvm import jobs
from forthgame.ui.terminal.escaping import visible

if TYPE_CHECKING:
    from rich.text import Text
LONGEST = 2000  # characters of a line of an error
PATIENCE = 1.0  # seconds before anything is shown
REDRAW = 0.25  # seconds between redraws of the bar
LINES = 10.0  # seconds before and between lines, if the output is not a terminal
WIDTH = 40  # columns of the bar
MOST = 0.99  # largest share of unfinished work
STARTING = "starting the compiler"  # before the first report
# usual seconds of the steps of a first start, which share a bar
FIRST_START = {"compiling primitives": 30.0, "compiling the interpreter": 2.0}
USUAL = 8.0  # usual seconds of other steps

# draws below the cursor's line, which may contain output of a script
MAKE_ROOM = "\x1bD\x1b[A\x1b7"
BELOW, BACK, WIPE = "\x1b8\x1b[B\r", "\x1b8", "\x1b[K"

EXIT_LOOK = 0.2  # seconds between checks for the end of the process
EXITING = "forthgame: the process ends after the compiler has finished its current work\n"
Report = tuple[str, int, int]


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


# -- progress of the compiler ---------------------------------------------------------------------


class Estimate:
    """Estimated share of finished work, from reports and elapsed time; it never decreases.

    The steps of a first start count as one piece of work, beginning with the first step reported.
    """

    def __init__(self) -> None:
        self.what = ""
        self.share = 0.0
        self._passed = 0.0  # usual seconds of finished steps
        self._first = 0.0  # usual seconds before the first reported step
        self._reported = 0.0
        self._since = 0.0

    def take(self, report: Report | None, now: float) -> None:
        """Update from the report of the current step, or None if there is no report."""
        what, done, total = report or (STARTING, 0, 0)
        reported = done / total if total > 1 else 0.0
        if what != self.what:
            self._begin(what, now)
        elif reported != self._reported:
            self._since = now
        self._reported = reported
        if report is None:
            return
        usual = FIRST_START.get(what, USUAL)
        ahead = 1 - math.exp((self._since - now) / usual)  # estimated work since the last report
        step = reported + (1 - reported) * ahead * (0.5 if reported else 1.0)
        whole = sum(FIRST_START.values()) - self._first if what in FIRST_START else usual
        self.share = min(MOST, max(self.share, (self._passed - self._first + step * usual) / whole))

    def _begin(self, what: str, now: float) -> None:
        together = what in FIRST_START and self.what in FIRST_START
        self._passed = 0.0
        if what in FIRST_START:
            names = list(FIRST_START)
            self._passed = sum(FIRST_START[name] for name in names[: names.index(what)])
        if not together:
            self.share, self._first = 0.0, self._passed
        self.what, self._since = what, now


class Bar:
    """Progress display during a wait. `warn` is called before anything is shown."""

    def __init__(self, screen: TextIO, warn: Callable[[], None] = lambda: None) -> None:
        self._screen = screen
        self._warn = warn
        self._estimate = Estimate()
        self._began: float | None = None  # start of the wait
        self._next = 0.0  # time of the next output
        self._drawn = False

    def look(self, report: Report | None) -> None:
        """Update the display if it is due; called often during a wait."""
        now = time.monotonic()
        if self._began is None:
            self._began = now
            self._next = now + (PATIENCE if self._is_terminal() else LINES)
        self._estimate.take(report, now)
        if now < self._next:
            return
        with suppress(OSError, ValueError):  # the terminal may be gone
            self._warn()
            self._warn = lambda: None
            if self._is_terminal():
                self._next = now + REDRAW
                self._draw(now - self._began)
            else:
                self._next = now + LINES
                estimate = self._estimate
                seconds = f"{now - self._began:.0f} s"
                self._write(f"forthgame: {estimate.what}, {estimate.share:.0%}, {seconds}\n")

    def over(self) -> None:
        self._began = None
        if self._drawn:
            self._drawn = False
            with suppress(OSError, ValueError):
                self._write(f"{BELOW}{WIPE}{BACK}")

    @contextmanager
    def during(self, what: str) -> Iterator[None]:
        """Show the bar while the body waits for work without a job."""
        try:
            with periodically("forthgame-progress", REDRAW, lambda: self.look((what, 0, 0))):
                yield
        finally:
            self.over()

    def _is_terminal(self) -> bool:
        return self._screen.isatty() and os.environ.get("TERM", "dumb") != "dumb"

    def _write(self, text: str) -> None:
        self._screen.write(text)
        self._screen.flush()

    def _draw(self, seconds: float) -> None:
        text = _bar_text(self._screen, self._estimate.what, self._estimate.share, seconds)
        room = "" if self._drawn else MAKE_ROOM
        self._drawn = True
        self._write(f"{room}{BELOW}{text}{WIPE}{BACK}")


def _bar_text(screen: TextIO, what: str, share: float, seconds: float) -> str:
    from rich.console import Console
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    console = Console(file=screen, force_terminal=True, highlight=False)
    line = Table.grid(padding=(0, 1))
    line.add_column(no_wrap=True)
    line.add_column(width=WIDTH)
    line.add_column(no_wrap=True)
    clock = f"{int(seconds) // 60}:{int(seconds) % 60:02}"
    bar = ProgressBar(total=1.0, completed=share, width=WIDTH)
    line.add_row(what, bar, f"{share:4.0%} {clock}")
    with console.capture() as captured:
        console.print(line, end="", overflow="crop", no_wrap=True, crop=True)
    return captured.get().split("\n")[0]


@contextmanager
def shown(bar: Bar) -> Iterator[None]:
    """Show a bar while the main thread waits for the compiler in the body."""
    jobs.show(bar)
    try:
        yield
    finally:
        jobs.show(None)


# -- at exit --------------------------------------------------------------------------------------


def explain_exit(screen: TextIO) -> bool:
    """Run `watch_exit` in a thread if the screen is a terminal; return whether it was started."""
    if not screen.isatty():
        return False
    threading.Thread(
        target=watch_exit, args=(screen,), daemon=True, name="forthgame-waiting"
    ).start()
    return True


def watch_exit(screen: TextIO, patience: float = PATIENCE) -> None:
    """Write a line if the compiler is busy for `patience` seconds after the main thread ended."""
    while threading.main_thread().is_alive():
        time.sleep(EXIT_LOOK)
    ended = time.monotonic()
    while time.monotonic() - ended <= patience or not jobs.busy():
        time.sleep(min(EXIT_LOOK, patience / 2))
    with suppress(OSError, ValueError):  # the terminal may be gone
        screen.write(EXITING)
        screen.flush()
