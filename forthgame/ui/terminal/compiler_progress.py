"""Progress of the compiler: a bar, or a line every ten seconds, and a line at exit.

A first start compiles the primitives and the interpreter; words of a script are compiled on first
use. Some steps report progress, others are a single call of LLVM. The bar therefore follows the
usual duration of a step and is corrected by reports.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from forthgame.base.thread_start import periodically
from forthgame.compile.llvm import jobs

PATIENCE = 1.0  # seconds before anything is shown
REDRAW = 0.25  # seconds between redraws of the bar
LINES = 10.0  # seconds before and between lines, if the output is not a terminal
WIDTH = 40  # columns of the bar
MOST = 0.99  # largest share of unfinished work
STARTING = "starting the compiler"  # before the first report
# usual seconds of the steps of a first start, which share a bar
FIRST_START = {"compiling primitives": 30.0, "compiling the interpreter": 6.0}
USUAL = 8.0  # usual seconds of other steps

# draws below the cursor's line, which may contain output of a script
MAKE_ROOM = "\x1bD\x1b[A\x1b7"
BELOW, BACK, WIPE = "\x1b8\x1b[B\r", "\x1b8", "\x1b[K"

EXIT_LOOK = 0.2  # seconds between checks for the end of the process
EXITING = "forthgame: the process ends when the compiler has finished what it is doing\n"
Report = tuple[str, int, int]


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
