"""Measure the processor time of whole commands until their first output."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.burdens import budget
from benchmarks.compiling import fill
from benchmarks.measuring import FailureError, Prepare, Row, Run, Sample
from benchmarks.processes import environment_with, games, require_times, run_together

GREETING = "uci\nisready\nquit\n"
ONE_MOVE = ("play", "breakthrough", "--seed", "1", "--depth", "2")
TOURNAMENT = ("autoplay", "splut/duel", "splut/random", "4", "--seed", "1")
FINISHED = 120.0  # seconds until the work that a session has started is finished


def rows() -> list[Row]:
    """Return rows: the greeting of an engine, the first prompt, and both at a second start."""
    greeted, prompted = "uciok readyok", "to move"
    return [
        Row("engine-handshake", greeted, command(("engine", "chess"), GREETING, greeting),
            (budget(0.5),)),
        Row("play-prompt", prompted, command(ONE_MOVE, "quit\n", prompt, "started"),
            (budget(0.5),)),
        Row("play-second", prompted, command(ONE_MOVE, "1\nquit\n", prompt, "played"),
            (budget(2.0),)),
        Row("autoplay-second", "4", command(TOURNAMENT, "", games, "played"), (budget(1.5),)),
    ]  # fmt: skip


def greeting(said: str) -> str:
    """The answers of an engine that say that it is there."""
    return " ".join(line for line in said.split("\n") if line in ("uciok", "readyok"))


def prompt(said: str) -> str:
    """The prompt, if there is one."""
    return "to move" if "to move" in said else ""


def command(
    arguments: tuple[str, ...], lines: str, read: Callable[[str], str], cache: str = "empty"
) -> Prepare:
    """A command by its processor time, with that of processes that it has awaited.

    cache  empty, started (the primitives and the interpreter are there), or played: the command
           has been run before, and the work that it had started is finished
    """

    def prepare(folder: Path) -> Run:
        require_times()
        own = Path(tempfile.mkdtemp(dir=folder))
        kept = own / "cache"
        environment = environment_with(kept, folder)

        def run() -> Sample:
            return run_together(("-m", "forthgame", *arguments), environment, read, lines=lines)

        if cache != "empty":
            fill(kept)
        if cache == "played":
            environment["FORTHGAME_FINISH"] = "1"
            run()
            finish(kept)
        return run

    return prepare


def finish(cache: Path) -> None:
    """Wait until the work that a session has started is finished."""
    end = time.monotonic() + FINISHED
    while any(cache.glob("begun-*")) or any(cache.glob(".lock-*")):
        if time.monotonic() > end:
            raise FailureError("what a session has begun is not finished")
        time.sleep(0.1)
