"""Results as a table for people and as a document for programs."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from typing import Any, Literal

from measuring import Contender, Result


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
