"""Live display of a running tournament: progress, remaining time, standings."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from forthgame.play.model.game_record import AutoplayStanding, GameRecord
from forthgame.play.plan.plan import Plan
from forthgame.play.results.analysis import Analyser
from forthgame.play.results.text_report import difference_lines, results_table, sprt_lines
from forthgame.ui.terminal.escaping import say, visible

if TYPE_CHECKING:
    from rich.console import RenderableType

REDRAW = 0.5  # seconds between computations of the standings
OVERHEAD = 20  # the standings take at most a twentieth of the time
Show = Callable[[GameRecord], None]  # called after a game is stored


class GameLines:
    """Prints a line on stderr for each game, for logs and pipes."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._standing = AutoplayStanding([0] * len(plan.entrants))

    def saved(self, record: GameRecord) -> None:
        names = self._plan.names
        self._standing.add(record)
        if record.winner is not None:
            result = f"{names[record.winner]} wins"
        else:
            result = "void" if record.end == "void" else "a draw"
        reason = "" if record.reason == "result" else f" ({record.reason})"
        seats = ", ".join(f"{seat}: {names[k]}" for seat, k in record.seats.items())
        score = " ".join(f"{n} {w}" for n, w in zip(names, self._standing.wins, strict=True))
        line = (
            f"Game {record.number + 1} of {self._plan.games}: {result}{reason} in "
            f"{len(record.moves)} plies, {record.seconds:.1f} s ({seats}); {score}, "
            f"draws {self._standing.draws}"
        )
        say(line)


class LiveTable:
    """Live table on the terminal, redrawn as games end."""

    def __init__(self, plan: Plan, before: Iterable[GameRecord] = ()) -> None:
        self._plan = plan
        self._analyser = Analyser(plan)
        for record in before:
            self._analyser.add(record)
        self._before = self._analyser.games
        self._started = time.monotonic()
        self._drawn = 0.0
        self._cost = 0.0
        self._standing: RenderableType | None = None

    def saved(self, record: GameRecord) -> None:
        self._analyser.add(record)

    def __rich__(self) -> RenderableType:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.text import Text

        done, games = self._analyser.games, self._plan.games
        line = Text(f"{done} of {games} games, {self._remaining(done, games)}")
        parts: list[RenderableType] = [line, ProgressBar(games, done, width=60)]
        now = time.monotonic()
        if done and now - self._drawn > max(REDRAW, OVERHEAD * self._cost):
            self._standing = self._table()
            self._drawn = time.monotonic()
            self._cost = self._drawn - now
        if self._standing is not None:
            parts.append(self._standing)
        return Group(*parts)

    def _remaining(self, done: int, games: int) -> str:
        played = done - self._before
        if played < 1:
            return "beginning"
        left = (time.monotonic() - self._started) / played * (games - done)
        end = time.strftime("%H:%M:%S", time.localtime(time.time() + left))
        return f"{_duration(left)} left, until {end}"

    def _table(self) -> RenderableType:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        analysis = self._analyser.analysis()
        head, rows = results_table(analysis)
        table = Table(box=None, pad_edge=False)
        for k, name in enumerate(head):
            table.add_column(Text(visible(name)), justify="left" if k == 0 else "right")
        for row in rows:
            table.add_row(*(Text(visible(cell)) for cell in row))
        lines = [*difference_lines(self._plan, analysis), *sprt_lines(self._plan, analysis)]
        return Group(table, *(Text(visible(line)) for line in lines))


def _duration(seconds: float) -> str:
    whole = int(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"


@contextmanager
def screen(plan: Plan, before: Iterable[GameRecord], quiet: bool = False) -> Iterator[Show]:
    """Show a live table if stderr is a terminal, else a line per game; nothing if `quiet`."""
    if quiet:
        yield lambda record: None
        return
    if not sys.stderr.isatty():
        yield GameLines(plan).saved
        return
    from rich.console import Console
    from rich.live import Live

    table = LiveTable(plan, before)
    with Live(table, console=Console(stderr=True), refresh_per_second=4, transient=True):
        yield table.saved
