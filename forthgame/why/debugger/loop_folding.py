"""Folds the repeated rounds of loops in a trace into one row each."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass

from forthgame.why.debugger.trace import Step

LONGEST = 200  # rows of a round that is recognized
NESTED = 3  # loops inside of each other that are folded


@dataclass(frozen=True)
class TraceRow:
    """A row of a trace: a step, or the number of rows that are repeated and how often."""

    step: Step | None
    rows: int = 0
    times: int = 0

    @property
    def key(self) -> Hashable:
        """Return what has to be equal in two rounds: all but the number and the stacks."""
        if self.step is None:
            return self.rows
        return self.step.word, self.step.place, self.step.depth, self.step.note

    def text(self) -> str:
        """Return the text of a row that stands for others."""
        last = "the last row" if self.rows == 1 else f"the last {self.rows} rows"
        return f"… {last} {'once more' if self.times == 1 else f'{self.times} times more'}"


def folded_rows(steps: Iterable[Step]) -> Iterator[TraceRow]:
    """Yield the rows of a trace. Rounds that differ in a note, such as an added move, are kept."""
    rows: Iterator[TraceRow] = (TraceRow(step) for step in steps)
    for _ in range(NESTED):
        rows = _folded(rows)
    return rows


def _folded(rows: Iterable[TraceRow]) -> Iterator[TraceRow]:
    shown: list[Hashable] = []  # keys of the last rows
    waiting: list[TraceRow] = []  # rows that may be a further round
    length = times = 0  # rows of a round, and rounds that are folded
    for row in rows:
        if length and row.key == shown[len(waiting) - length]:
            waiting.append(row)
            if len(waiting) == length:
                times, waiting = times + 1, []
            continue
        if times:
            folded = TraceRow(None, length, times)
            shown.append(folded.key)
            yield folded
        shown += [other.key for other in waiting]
        yield from waiting
        waiting, length, times = [], 0, 0
        del shown[:-LONGEST]
        back = next((k for k, key in enumerate(reversed(shown), 1) if key == row.key), 0)
        if back == 0:
            shown.append(row.key)
            yield row
            continue
        length, waiting = back, [row]
        if length == 1:
            times, waiting = 1, []
    if times:
        yield TraceRow(None, length, times)
    yield from waiting
