"""The project's benchmarks, as ratios against what is installed to compare with.

    python benchmarks/run.py [names...] [--json]        or: forthgame bench [names...] [--json]

README.md beside this file tells what each row measures and how to read it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FEWEST_ROUNDS = 5
PATIENCE = 300.0  # seconds for one run of another program


class NotInstalledError(Exception):
    """A program to compare with is not on this machine."""


class FailureError(Exception):
    """A run broke off, or its answer is wrong."""


@dataclass(frozen=True)
class Sample:
    """One run: what it answered, and how long it took."""

    answer: str
    seconds: float


Run = Callable[[], Sample]
Prepare = Callable[[Path], Run]  # loads or builds, using a temporary folder, outside the timing


@dataclass(frozen=True)
class Peer:
    """Something to compare with; `bar` is the ratio ours has to stay within."""

    name: str
    prepare: Prepare
    bar: float | None = None


@dataclass(frozen=True)
class Row:
    """A benchmark. An optional one that breaks off is left out instead of counted as a failure."""

    name: str
    answer: str
    prepare: Prepare
    peers: tuple[Peer, ...] = ()
    optional: bool = False


@dataclass
class Contender:
    """One side of a row and its times so far, in seconds; `problem` ends its part in it."""

    name: str
    bar: float | None = None
    run: Run | None = None
    times: list[float] = field(default_factory=list)
    problem: str = ""
    wrong: bool = False

    @property
    def median(self) -> float:
        """The median of its times."""
        return statistics.median(self.times)


@dataclass(frozen=True)
class Result:
    """A row that has been measured."""

    row: Row
    ours: Contender
    peers: list[Contender]

    def ratio(self, peer: Contender) -> float:
        """Our median as a multiple of a peer's."""
        return self.ours.median / peer.median

    def verdict(self, peer: Contender) -> bool | None:
        """Whether the bar against a peer is met; None if there is none."""
        return None if peer.bar is None else self.ratio(peer) <= peer.bar

    @property
    def wrong(self) -> bool:
        """Whether something broke off or answered wrongly."""
        return (self.ours.wrong and not self.row.optional) or any(p.wrong for p in self.peers)

    @property
    def notes(self) -> list[str]:
        """Why ours or a peer is missing."""
        sides = [self.ours, *self.peers]
        return [f"{self.row.name}: {side.name} {side.problem}" for side in sides if side.problem]


# -- ours ---------------------------------------------------------------------------------------


def words(name: str, native: bool) -> Prepare:
    """`bench` of `words/NAME.4th`, in the interpreter or by default settings: machine code."""

    def prepare(folder: Path) -> Run:
        from forthgame import Machine

        machine = Machine(native=native)
        machine.run((HERE / "words" / f"{name}.4th").read_text("utf-8"), name=f"{name}.4th")
        return lambda: timed(lambda: machine.run("bench .").strip())

    return prepare


def perft(name: str, depth: int, native: bool) -> Prepare:
    """`game.perft(depth)` of a game that comes along."""

    def prepare(folder: Path) -> Run:
        import forthgame

        game = forthgame.load(name, native=native)
        return lambda: timed(lambda: str(game.perft(depth)))

    return prepare


def command(*arguments: str, read: Callable[[str], str]) -> Prepare:
    """A whole `forthgame` process; `read` finds the answer in what it prints."""
    return process(sys.executable, "-m", "forthgame", *arguments, read=read)


def timed(call: Callable[[], str]) -> Sample:
    """Run something once."""
    started = time.perf_counter()
    answer = call()
    return Sample(answer, time.perf_counter() - started)


def first_moves(output: str) -> str:
    """The moves that `forthgame moves` lists."""
    return "; ".join(output.splitlines())


def standing(output: str) -> str:
    """Who won how often, from the JSON document of `forthgame autoplay`."""
    entrants = json.loads(output)["entrants"]
    return ", ".join(f"{entrant['name']} {entrant['wins']}" for entrant in entrants)


# -- peers --------------------------------------------------------------------------------------


def c_program(name: str, *arguments: str) -> Prepare:
    """`c/NAME.c`, compiled by gcc -O2."""

    def prepare(folder: Path) -> Run:
        program = folder / name
        if not program.exists():
            output_of(found("gcc"), "-O2", "-o", str(program), str(HERE / "c" / f"{name}.c"))
        return lambda: reported(output_of(str(program), *arguments))

    return prepare


def gforth(name: str) -> Prepare:
    """`forth/NAME.fs`, run by gforth-fast."""

    def prepare(folder: Path) -> Run:
        program = found("gforth-fast")
        return lambda: reported(output_of(program, str(HERE / "forth" / f"{name}.fs")))

    return prepare


def process(*arguments: str, read: Callable[[str], str]) -> Prepare:
    """A whole process, its start included."""
    return lambda folder: lambda: timed_process(arguments, read)


def timed_process(arguments: tuple[str, ...], read: Callable[[str], str]) -> Sample:
    """Run a process once; its output is read after the clock has stopped."""
    sample = timed(lambda: output_of(*arguments))
    try:
        return Sample(read(sample.answer), sample.seconds)
    except (ValueError, LookupError) as error:
        raise FailureError(f"printed what cannot be read: {error}") from None


def found(program: str) -> str:
    """Where a program is installed. Raises NotInstalledError."""
    path = shutil.which(program)
    if path is None:
        raise NotInstalledError(f"needs {program}, which is not installed: left out")
    return path


def output_of(*arguments: str) -> str:
    """What a program prints. Raises FailureError if it breaks off."""
    try:
        done = subprocess.run(
            arguments, capture_output=True, text=True, timeout=PATIENCE, env=environment()
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise FailureError(f"broke off: {error}") from None
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise FailureError(f"ended with {done.returncode}: {said[-1] if said else 'no word'}")
    return done.stdout


def environment() -> dict[str, str]:
    """Variables under which a new process imports the forthgame that this one does."""
    import forthgame

    root = str(Path(forthgame.__file__).parent.parent)
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def reported(output: str) -> Sample:
    """The last of the lines `answer microseconds` that c/measure.h and forth/measure.fs print.

    The ones before it were to warm up; their answers count all the same.
    """
    lines = [line.split() for line in output.splitlines() if line.strip()]
    if not lines or any(len(line) != 2 for line in lines):
        raise FailureError(f"printed what cannot be read: {output.strip()[:60]!r}")
    answers = dict.fromkeys(line[0] for line in lines)
    return Sample(" and then ".join(answers), float(lines[-1][1]) * 1e-6)


# -- the rows -----------------------------------------------------------------------------------

PROGRAMS = {
    "fib": "2178309",
    "sieve": "379800",
    "sort": "16103349",
    "loops": "6144",
    "matrix": "12566279",
    "scan": "9740",
}
GFORTH_BARS = {"fib": 1.2}  # for the interpreter


def program_rows(native: bool) -> Iterable[Row]:
    """A row for each of the small programs."""
    for name, answer in PROGRAMS.items():
        bar = None if native else GFORTH_BARS.get(name)
        peers = (Peer("gforth-fast", gforth(name), bar), Peer("C", c_program(name)))
        shown = "fib32" if name == "fib" else name
        yield Row(shown + "-native" * native, answer, words(name, native), peers)


def breakthrough_peers(depth: int, bar: float | None = None) -> tuple[Peer, ...]:
    """The two C programs that know nothing but breakthrough."""
    return (
        Peer("C", c_program("breakthrough", str(depth)), bar),
        Peer("C, board scan", c_program("breakthrough_scan", str(depth))),
    )


def rows() -> list[Row]:
    """All benchmarks, in the order they are run in."""
    opening = "wizard d2 - d3; dwarf e2 - e3; troll f2 - f3"
    duel = ("autoplay", "splut/duel", "splut/random", "1", "--seed", "1", "--json")
    numba = process(sys.executable, "-c", "import numba", read=lambda output: opening)
    return [
        Row("perft4", "256036", perft("breakthrough", 4, False), breakthrough_peers(4, 60)),
        Row("perft5-native", "6182818", perft("breakthrough", 5, True), breakthrough_peers(5)),
        *program_rows(native=False),
        *program_rows(native=True),
        Row("tictactoe9", "127872", perft("tictactoe", 9, False)),
        Row("tictactoe9-native", "127872", perft("tictactoe", 9, True)),
        Row(
            "load-splut",
            opening,
            command("moves", "splut", read=first_moves),
            (Peer("import numba", numba, 1.5),),
        ),
        Row("duel", "duel 1, random 0", command(*duel, read=standing), optional=True),
    ]


# -- measuring ----------------------------------------------------------------------------------


def measure(row: Row, rounds: int, folder: Path) -> Result:
    """Warm up every side of a row, then run them in turn, round by round."""
    ours = Contender("forthgame")
    peers = [Contender(peer.name, peer.bar) for peer in row.peers]
    for side, prepare in zip([ours, *peers], (row.prepare, *(p.prepare for p in row.peers))):
        make_ready(side, prepare, folder)
    for _ in range(rounds + 1):
        for side in (ours, *peers):
            take_sample(side, row.answer)
    for side in (ours, *peers):
        del side.times[:1]
    return Result(row, ours, peers)


def make_ready(side: Contender, prepare: Prepare, folder: Path) -> None:
    """Load or build one side."""
    with noting_problems(side):
        side.run = prepare(folder)


def take_sample(side: Contender, expected: str) -> None:
    """Run one side once; its time counts if its answer is right."""
    if side.run is None or side.problem:
        return
    with noting_problems(side):
        sample = side.run()
        if sample.answer != expected:
            raise FailureError(f"answered {sample.answer[:60]!r} instead of {expected!r}")
        side.times.append(sample.seconds)


class noting_problems(suppress):  # noqa: N801
    """placeholder"""
