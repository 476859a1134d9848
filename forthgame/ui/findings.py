"""Print the findings of the checker."""

from __future__ import annotations

import sys

from forthgame.check.check import Report
from forthgame.check.findings import SEVERITIES, Finding
from forthgame.errors import excerpt
from forthgame.ui.safe import visible

COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[36m"}
PLAIN = "\x1b[0m"


def show_finding(finding: Finding) -> None:
    lines = [visible(str(finding))]
    place = finding.place
    if place.text:
        text, offset, width = excerpt(place)
        lines.append(f"{place.line:6} | {visible(text)}")
        lines.append(" " * 6 + " | " + " " * offset + "^" * width)
    if sys.stderr.isatty():
        lines[0] = COLOURS[finding.severity] + lines[0] + PLAIN
    sys.stderr.write("\n".join(lines) + "\n")


def summary(report: Report) -> str:
    """Return a line for a script: number of findings, and declarations."""
    counts = [(report.count(severity), severity) for severity in SEVERITIES]
    found = ", ".join(_counted(n, s) for n, s in counts if n)
    if report.count("error"):
        verdict, found = found, ""
    else:
        verdict, found = "no mistakes found", f" ({found})" if found else ""
    script = report.script
    if script is not None and script.is_game:
        declared = script.declared
        parts = (
            _counted(len(declared.players), "player"),
            _counted(len(declared.positions), "position"),
            _counted(len(declared.pieces), "piece type"),
            _counted(len(declared.turns), "turn"),
        )
        verdict += f"; {', '.join(parts)}"
    if script is not None and script.stopped is not None:
        found += (
            f"; loading stopped at {script.stopped.place}, so correct the errors and check again"
        )
    return f"{report.name}: {verdict}{found}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
