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
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal

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
    """Something to compare with; `bar` is the ratio that ours may reach.

    Its answer is the row's unless it is given here.
    """

    name: str
    prepare: Prepare
    bar: float | None = None
    answer: str | None = None


@dataclass(frozen=True)
class Row:
    """A benchmark. If an optional one breaks off it is skipped, and no failure."""

    name: str
    answer: str
    prepare: Prepare
    peers: tuple[Peer, ...] = ()
    optional: bool = False


@dataclass
class Contender:
    """One side of a row and its times in seconds. A `problem` ends its part in the row."""

    name: str
    answer: str
    run: Run | None = None
    times: list[float] = field(default_factory=list)
    problem: str = ""
    failed: bool = False

    def take_sample(self) -> None:
        """Run once; the time counts if the answer is right."""
        if self.run is None or self.problem:
            return
        with noting_problems(self):
            sample = self.run()
            if sample.answer != self.answer:
                raise FailureError(f"answered {sample.answer[:60]!r}, not {self.answer!r}")
            self.times.append(sample.seconds)

    @property
    def measured(self) -> bool:
        """Whether it has times that count."""
        return bool(self.times) and not self.problem

    @property
    def median(self) -> float:
        """The median of its times."""
        return statistics.median(self.times)


@dataclass(frozen=True)
class Result:
    """A row that has been run."""

    row: Row
    ours: Contender
    peers: list[Contender]

    @property
    def compared(self) -> Iterator[tuple[Contender, float | None]]:
        """The peers to compare ours with, and the bars."""
        if self.ours.measured:
            for side, peer in zip(self.peers, self.row.peers, strict=True):
                if side.measured:
                    yield side, peer.bar

    def ratio(self, peer: Contender) -> float:
        """Our median as a multiple of a peer's."""
        return self.ours.median / peer.median

    @property
    def failed(self) -> bool:
        """Whether one side broke off or answered wrongly."""
        ours = self.ours.failed and not self.row.optional
        return ours or any(peer.failed for peer in self.peers)

    @property
    def notes(self) -> list[str]:
        """Why ours or a peer is missing."""
        sides = [self.ours, *self.peers]
        return [f"{self.row.name}: {side.name}: {side.problem}" for side in sides if side.problem]


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
        said = (done.stderr.strip() or done.stdout.strip() or "no word").splitlines()
        telling = said[-1] if said[0].startswith("Traceback") else said[0]
        raise FailureError(f"ended with {done.returncode}: {telling}")
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
    """Three C programs that know nothing but breakthrough.

    The bar is for the one that does the same work: it generates every move, leaves included. The
    others only count at the last ply, one by a scan of the board and one by lists of men.
    """
    return (
        Peer("C, every move", c_program("breakthrough_moves", str(depth)), bar),
        Peer("C, leaves counted", c_program("breakthrough_scan", str(depth))),
        Peer("C, lists of men", c_program("breakthrough", str(depth))),
    )


def rows() -> list[Row]:
    """All benchmarks, in the order they are run in."""
    opening = "wizard d2 - d3; dwarf e2 - e3; troll f2 - f3"
    duel = ("autoplay", "splut/duel", "splut/random", "1", "--seed", "1", "--json")
    numba = process(sys.executable, "-c", "import numba", read=str)
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
            (Peer("import numba", numba, 1.5, answer=""),),
        ),
        Row("duel", "duel 1, random 0", command(*duel, read=standing), optional=True),
    ]


# -- measuring ----------------------------------------------------------------------------------


def measure(row: Row, rounds: int, folder: Path) -> Result:
    """Run every side of a row once to warm up, then all of them in turn, round by round."""
    ours = Contender("forthgame", row.answer)
    peers = [Contender(p.name, row.answer if p.answer is None else p.answer) for p in row.peers]
    sides = [ours, *peers]
    for side, prepare in zip(sides, [row.prepare, *(p.prepare for p in row.peers)], strict=True):
        with noting_problems(side):
            side.run = prepare(folder)
    for _ in range(1 + rounds):
        for side in sides:
            side.take_sample()
    for side in sides:
        del side.times[:1]
    return Result(row, ours, peers)


@contextmanager
def noting_problems(side: Contender) -> Iterator[None]:
    """Keep what went wrong with one side; the others go on."""
    from forthgame import ForthgameError

    try:
        yield
    except NotInstalledError as missing:
        side.problem = str(missing)
    except (FailureError, ForthgameError) as error:
        side.problem = str(error).splitlines()[0]
        side.failed = True


def results(chosen: list[Row], rounds: int) -> Iterator[Result]:
    """Measure rows, with their names on stderr while a terminal is there to read them."""
    from rich.console import Console

    console = Console(stderr=True)
    with tempfile.TemporaryDirectory(prefix="forthgame-bench-") as folder:
        for number, row in enumerate(chosen, 1):
            with console.status(f"{row.name} ({number} of {len(chosen)})"):
                yield measure(row, rounds, Path(folder))


# -- reporting ----------------------------------------------------------------------------------


def milliseconds(seconds: float) -> str:
    """A time with three digits or so."""
    value = seconds * 1e3
    return f"{value:.0f} ms" if value >= 100 else f"{value:.3g} ms"


def multiple(ratio: float) -> str:
    """A ratio as the table shows it."""
    return f"{ratio:.1f}x" if ratio >= 10 else f"{ratio:.2f}x"


def lines(result: Result) -> Iterator[tuple[str, ...]]:
    """The lines of a row in the table, one for each peer that was measured."""
    if not result.ours.measured:
        yield (result.row.name, "skipped" if result.row.optional else "failed")
        return
    start = (result.row.name, milliseconds(result.ours.median))
    peers = list(result.compared)
    if not peers:
        yield start
    for peer, bar in peers:
        ratio = result.ratio(peer)
        verdict = "" if bar is None else f"{bar:g}x {'pass' if ratio <= bar else 'FAIL'}"
        yield (*start, peer.name, milliseconds(peer.median), multiple(ratio), verdict)
        start = ("", "")


def print_table(measured: list[Result], rounds: int) -> None:
    """What people read."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    title = f"Medians of {rounds} runs, ours and the peers' in turn"
    table = Table(title=title, box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("benchmark", "ours", "peer", "peer's", "ratio", "bar"):
        justify: Literal["left", "right"] = "left" if heading in ("benchmark", "peer") else "right"
        table.add_column(heading, justify=justify, no_wrap=True)
    styles = {"pass": "green", "FAIL": "bold red"}
    for result in measured:
        for line in lines(result):
            table.add_row(*line, style=styles.get(line[-1][-4:]))
    console.print(table)
    for result in measured:
        for note in result.notes:
            console.print(note, markup=False)


def document(measured: list[Result], rounds: int) -> dict[str, Any]:
    """What programs read."""
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "rounds": rounds,
        "rows": [row_document(result) for result in measured],
    }


def row_document(result: Result) -> dict[str, Any]:
    """A row: medians and all times in seconds, in the order they were taken."""
    return {
        "name": result.row.name,
        "answer": result.row.answer,
        "ours": side_document(result.ours),
        "peers": [
            {
                "name": peer.name,
                **(side_document(peer) or {}),
                "ratio": result.ratio(peer),
                "bar": bar,
                "met": None if bar is None else result.ratio(peer) <= bar,
            }
            for peer, bar in result.compared
        ],
        "notes": result.notes,
    }


def side_document(side: Contender) -> dict[str, Any] | None:
    """One side's times; None if it has none that count."""
    return {"median": side.median, "times": side.times} if side.measured else None


# -- the command --------------------------------------------------------------------------------


def at_least_five(text: str) -> int:
    """The number of rounds, from the command line."""
    number = int(text)
    if number < FEWEST_ROUNDS:
        raise argparse.ArgumentTypeError(f"medians need at least {FEWEST_ROUNDS} rounds")
    return number


def parser(known: list[str]) -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        prog="forthgame bench", description="The project's benchmarks, as ratios."
    )
    made.add_argument(
        "names", nargs="*", help=f"rows to run, all by default; * matches: {', '.join(known)}"
    )
    made.add_argument("--json", action="store_true", help="one JSON document on stdout")
    made.add_argument(
        "--rounds", type=at_least_five, default=FEWEST_ROUNDS, metavar="N", help="5 by default"
    )
    return made


def main(argv: list[str] | None = None) -> int:
    """Run the rows named, or all; give 1 if something broke off or gave a wrong answer."""
    known = rows()
    options = parser([row.name for row in known])
    chosen = options.parse_args(argv)
    for name in chosen.names:
        if not any(fnmatchcase(row.name, name) for row in known):
            options.error(f"there is no benchmark {name!r}")
    patterns = chosen.names or ["*"]
    wanted = [row for row in known if any(fnmatchcase(row.name, name) for name in patterns)]
    measured = list(results(wanted, chosen.rounds))
    if chosen.json:
        print(json.dumps(document(measured, chosen.rounds), indent=2))
    else:
        print_table(measured, chosen.rounds)
    return 1 if any(result.failed for result in measured) else 0


if __name__ == "__main__":
    if (HERE.parent / "forthgame" / "__init__.py").is_file():  # a checkout: measure this one
        sys.path.insert(0, str(HERE.parent))
    sys.exit(main())
