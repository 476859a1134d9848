"""Progress while the compiler works: one bar, or a line every ten seconds."""

from __future__ import annotations

import io
import re
import threading

import pytest

from forthgame.compile.llvm import jobs
from forthgame.compile.llvm.jobs import Job
from forthgame.ui.terminal import error_output
from forthgame.ui.terminal.error_output import (
    FIRST_START,
    LINES,
    PATIENCE,
    STARTING,
    Bar,
    Estimate,
    Report,
)
from tests.waiting import eventually

PRIMITIVES, INTERPRETER = FIRST_START
ESCAPES = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z]|[78D])")


class Terminal(io.StringIO):
    """A terminal that records its output."""

    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    found = Clock()
    monkeypatch.setattr(error_output, "time", found)
    return found


def shown(bar: Bar, screen: io.StringIO, clock: Clock, *steps: tuple[float, Report | None]) -> str:
    """Return the output while so many seconds pass with such reports."""
    before = len(screen.getvalue())
    for seconds, report in steps:
        clock.now += seconds
        bar.look(report)
    return ESCAPES.sub("", screen.getvalue()[before:])


def test_a_short_wait_shows_nothing(clock: Clock) -> None:
    screen = Terminal()
    bar = Bar(screen)
    assert shown(bar, screen, clock, (0, None), (PATIENCE / 2, None)) == ""
    bar.over()
    assert shown(bar, screen, clock, (9, None), (PATIENCE / 2, None)) == ""
    assert screen.getvalue() == ""


def test_the_bar_moves_every_second(clock: Clock) -> None:
    """This also holds during a long step without reports."""
    screen = Terminal()
    bar = Bar(screen)
    shown(bar, screen, clock, (0, (INTERPRETER, 0, 1)))
    pictures = [shown(bar, screen, clock, (1, (INTERPRETER, 0, 1))) for _ in range(70)]
    assert len(set(pictures)) == 70
    assert all(INTERPRETER in picture for picture in pictures)
    assert "0:42" in pictures[41]
    assert "1:10" in pictures[-1]
    assert not any("100%" in picture for picture in pictures)


def test_one_bar_is_wiped_away(clock: Clock) -> None:
    """The bar is in the line below the cursor, which comes back to its place; no trace remains."""
    screen = Terminal()
    bar = Bar(screen)
    screen.write("half a line ")
    for _ in range(20):
        shown(bar, screen, clock, (0.5, (PRIMITIVES, 3, 600)))
    bar.over()
    text = screen.getvalue()
    assert "\n" not in text
    assert text.count(error_output.MAKE_ROOM) == 1
    assert text.count(error_output.BACK) == 2 * text.count(error_output.BELOW)
    assert text.endswith(f"{error_output.BELOW}{error_output.WIPE}{error_output.BACK}")
    bar.over()
    assert screen.getvalue() == text


@pytest.mark.parametrize("columns", [20, 79, 200])
def test_the_bar_fits_the_terminal(
    columns: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is too long would wrap, and not be wiped away."""
    monkeypatch.setenv("COLUMNS", str(columns))
    screen = Terminal()
    bar = Bar(screen)
    shown(bar, screen, clock, (0, (PRIMITIVES, 1, 600)))
    picture = shown(bar, screen, clock, (9, (PRIMITIVES, 300, 600))).strip("\r")
    assert 0 < len(picture) <= columns


@pytest.mark.parametrize("dumb", [False, True])
def test_a_pipe_gets_a_line_every_ten_seconds(
    dumb: bool, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal that cannot move its cursor gets the same."""
    screen = Terminal() if dumb else io.StringIO()
    if dumb:
        monkeypatch.setenv("TERM", "dumb")
    bar = Bar(screen)
    steps = [(0.25, (PRIMITIVES, done, 600)) for done in range(200)]
    said = shown(bar, screen, clock, *steps).splitlines()
    assert len(said) == int(200 * 0.25 / LINES) - (LINES * 5 > 199 * 0.25)
    assert all(line.startswith(f"forthgame: {PRIMITIVES}, ") for line in said)
    assert said[0].endswith("%, 10 s")
    bar.over()
    assert screen.getvalue().splitlines() == said


def test_a_warning_comes_before_the_bar_once(clock: Clock) -> None:
    screen, said = Terminal(), list[str]()
    bar = Bar(screen, lambda: said.append(screen.getvalue()))
    for _ in range(9):
        shown(bar, screen, clock, (1, None))
    assert said == [""]


def test_steps_of_a_first_start_share_a_bar() -> None:
    """The second one continues from the end of the first one; without the first one it starts
    at 0.
    """
    both, second = Estimate(), Estimate()
    for k in range(11):
        both.take((PRIMITIVES, 60 * k, 600), float(k))
    whole = sum(FIRST_START.values())
    assert both.share == pytest.approx(FIRST_START[PRIMITIVES] / whole)
    before = both.share
    both.take((INTERPRETER, 0, 1), 11.0)
    second.take((INTERPRETER, 0, 1), 11.0)
    assert both.share >= before
    assert second.share == 0.0
    both.take((INTERPRETER, 0, 1), 500.0)
    second.take((INTERPRETER, 0, 1), 500.0)
    assert both.share > 0.98
    assert second.share > 0.98
    second.take(("another", 0, 1), 501.0)
    assert (second.what, second.share) == ("another", 0.0)


def test_nothing_is_done_before_the_first_report() -> None:
    estimate = Estimate()
    for second in range(9):
        estimate.take(None, float(second))
    assert (estimate.what, estimate.share) == (STARTING, 0.0)
    estimate.take((PRIMITIVES, 0, 600), 9.0)
    assert estimate.share == 0.0


def test_an_estimate_never_goes_back() -> None:
    estimate, shares = Estimate(), list[float]()
    for k in range(400):
        estimate.take((PRIMITIVES, k // 20, 600), k / 10)
        shares.append(estimate.share)
    assert shares == sorted(shares)
    assert shares[-1] < 1


def test_the_main_thread_s_waiting_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The progress has the job's reports until its end; not those of other threads."""
    looks: list[Report | None] = []
    ends: list[int] = []

    class Watcher:
        def look(self, report: Report | None) -> None:
            looks.append(report)

        def over(self) -> None:
            ends.append(len(looks))

    def work(job: Job[int]) -> int:
        eventually(lambda: looks)
        with jobs.llvm_lock:
            job.tell("step", 1, 2)
        eventually(lambda: ("step", 1, 2) in looks)
        return 7

    jobs.show(Watcher())
    try:
        assert Job(work, "work").wait() == 7
        seen = len(looks)
        waiter = threading.Thread(target=Job(lambda job: 1).wait)
        waiter.start()
        waiter.join()
        assert len(looks) == seen
    finally:
        jobs.show(None)
    assert looks[0] == ("work", 0, 0)
    assert ends == [seen]
    Job(lambda job: 1).wait()
    assert len(looks) == seen


def test_waiting_for_a_process_is_shown(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_output, "REDRAW", 0.001)
    screen = Terminal()
    bar = Bar(screen)
    with bar.during("loading"):
        eventually(lambda: bar._began)
        clock.now += PATIENCE
        eventually(lambda: "loading" in screen.getvalue())
    assert screen.getvalue().endswith(f"{error_output.BELOW}{error_output.WIPE}{error_output.BACK}")
