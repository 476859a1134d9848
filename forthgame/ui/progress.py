"""Shows the progress of the compiler to its user: a bar, or a line every ten seconds.

A first start compiles the primitives and the interpreter, and a script's words are compiled when
they are first wanted. Some of these steps say how far they are, others are one call of LLVM. So a
bar goes by the time that a step usually takes, and is put right by what is reported.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from forthgame.vm import jobs
from forthgame.vm.beginning import repeating

PATIENCE = 1.0  # seconds of waiting before anything is shown
REDRAW = 0.25  # seconds between two pictures of the bar
LINES = 10.0  # seconds between two lines, and before the first, where no bar can be drawn
WIDTH = 40  # columns of the bar
MOST = 0.99  # of a bar whose work is not done
STARTING = "starting the compiler"  # which has not said anything yet
# steps of a first start in their order, with the seconds that each takes: they share a bar
FIRST_START = {"compiling primitives": 30.0, "compiling the interpreter": 6.0}
USUAL = 8.0  # seconds of any other step

# below the line in which the cursor stands, which may have half a line of a script's
MAKE_ROOM = "\x1bD\x1b[A\x1b7"
BELOW, BACK, WIPE = "\x1b8\x1b[B\r", "\x1b8", "\x1b[K"

Report = tuple[str, int, int]


class Estimate:
    """How much of the work is done, from reports and from the time that has passed. It only grows.

    Steps of a first start are one piece of work, which begins with the step that is seen first.
    """

    def __init__(self) -> None:
        self.what = ""
        self.share = 0.0
        self._passed = 0.0  # seconds, by the table, of steps that are over
        self._first = 0.0  # where in the table the work has begun
        self._reported = 0.0
        self._since = 0.0

    def take(self, report: Report | None, now: float) -> None:
        """Take in the report of a step, or None if it gives no report."""
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
        ahead = 1 - math.exp((self._since - now) / usual)  # what nobody has reported yet
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
    """Show progress during a wait. `warn` is called before anything is shown."""

    def __init__(self, screen: TextIO, warn: Callable[[], None] = lambda: None) -> None:
        self._screen = screen
        self._warn = warn
        self._estimate = Estimate()
        self._began: float | None = None  # of the waiting
        self._next = 0.0  # when something is shown again
        self._drawn = False

    def look(self, report: Report | None) -> None:
        """Show how far it is, if it is time to; called often while somebody waits."""
        now = time.monotonic()
        if self._began is None:
            self._began = now
            self._next = now + (PATIENCE if self._is_terminal() else LINES)
        self._estimate.take(report, now)
        if now < self._next:
            return
        with suppress(OSError, ValueError):  # nobody looks any more
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
        """Wipe the bar away: the waiting has ended."""
        self._began = None
        if self._drawn:
            self._drawn = False
            with suppress(OSError, ValueError):
                self._write(f"{BELOW}{WIPE}{BACK}")

    @contextmanager
    def during(self, what: str) -> Iterator[None]:
        """Show the bar while the body waits for something that is no job."""
        try:
            with repeating("forthgame-progress", REDRAW, lambda: self.look((what, 0, 0))):
                yield
        finally:
            self.over()

    def _is_terminal(self) -> bool:
        return self._screen.isatty() and os.environ.get("TERM", "dumb") != "dumb"

    def _write(self, text: str) -> None:
        self._screen.write(text)
        self._screen.flush()

    def _draw(self, seconds: float) -> None:
        text = _picture(self._screen, self._estimate.what, self._estimate.share, seconds)
        room = "" if self._drawn else MAKE_ROOM
        self._drawn = True
        self._write(f"{room}{BELOW}{text}{WIPE}{BACK}")


def _picture(screen: TextIO, what: str, share: float, seconds: float) -> str:
    """Return the bar as a line for a terminal, which is not wider than that."""
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
    """Show the main thread's waiting for the compiler while the body runs."""
    jobs.show(bar)
    try:
        yield
    finally:
        jobs.show(None)
