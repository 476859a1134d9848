"""Report results as a table for people and as a document for programs."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from typing import Any, Literal

from benchmarks.measuring import Contender, Result

PAGE = 160  # columns if there is no terminal: nothing is cut off


def milliseconds(seconds: float) -> str:
    """A time with three digits or so."""
    value = seconds * 1e3
    return f"{value:.0f} ms" if value >= 100 else f"{value:.3g} ms"


def shown(seconds: float, unit: str) -> str:
    """A time, or how many of a unit fit into a second."""
    if not unit:
        return milliseconds(seconds)
    rate = 1 / seconds
    if rate >= 1e9:
        return f"{rate / 1e9:.3g} G {unit}/s"
    return f"{rate / 1e6:.3g} M {unit}/s" if rate >= 1e6 else f"{rate / 1e3:.3g} k {unit}/s"


def multiple(ratio: float) -> str:
    """A ratio as the table shows it."""
    return f"{ratio:.1f}x" if ratio >= 10 else f"{ratio:.2f}x"


def lines(result: Result) -> Iterator[tuple[str, ...]]:
    """The lines of a row in the table, one for each peer that was measured."""
    if not result.ours.measured:
        yield (result.row.name, "skipped" if result.row.optional else "failed")
        return
    start = (result.row.name, shown(result.ours.median, result.row.unit))
    peers = list(result.compared)
    if not peers:
        yield start
    for peer, bar in peers:
        ratio = result.ratio(peer)
        verdict = "" if bar is None else f"{bar:g}x {'pass' if ratio <= bar else 'FAIL'}"
        yield (*start, peer.name, shown(peer.median, result.row.unit), multiple(ratio), verdict)
        start = ("", "")


def print_table(measured: list[Result], rounds: int) -> None:
    """Print the table."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, width=None if sys.stdout.isatty() else PAGE)
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
    """Return the document for programs."""
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "rounds": rounds,
        "rows": [row_document(result) for result in measured],
    }


def row_document(result: Result) -> dict[str, Any]:
    """A row: medians and all times in the order taken, in seconds, for one of its unit."""
    return {
        "name": result.row.name,
        "answer": result.row.answer,
        "unit": result.row.unit or "runs",
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
    """Return one side's times; None if it has none that count."""
    return {"median": side.median, "times": side.times} if side.measured else None
