"""Define benchmarks, and run their sides: checked, in turn, with medians."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

FEWEST_ROUNDS = 5


class NotInstalledError(Exception):
    """A program to compare with is not on this machine."""


class FailureError(Exception):
    """A run broke off, or its answer is wrong."""


@dataclass(frozen=True)
class Sample:
    """The answer and the time of one run."""

    answer: str
    seconds: float


Run = Callable[[], Sample]
Prepare = Callable[[Path], Run]  # loads or builds, using a temporary folder, outside the timing


@dataclass(frozen=True)
class Peer:
    """A program or method to compare with; `bar` is the ratio that ours may reach.

    Its answer is the row's unless it is given here.
    """

    name: str
    prepare: Prepare
    bar: float | None = None
    answer: str | None = None


@dataclass(frozen=True)
class Row:
    """A benchmark. An optional one that breaks off is skipped and does not count as a failure.

    With a `unit`, times are of one of them, and shown as how many a second.
    """

    name: str
    answer: str
    prepare: Prepare
    peers: tuple[Peer, ...] = ()
    optional: bool = False
    unit: str = ""


@dataclass
class Contender:
    """A side of a row and its times in seconds. A side with a `problem` takes no further part."""

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
        """Return whether there are times that count."""
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
        """Return why ours or a peer is missing."""
        sides = [self.ours, *self.peers]
        return [f"{self.row.name}: {side.name}: {side.problem}" for side in sides if side.problem]


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
    """Record the error of one side; the others continue."""
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
