"""Measures who names the lines of planted mistakes: `why` in its first screen, and `check`.

python tests/planted/measuring.py FILE        of mistakes that drawing.py has written
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from asking import Planted, answer, leads_to, lines_named, new_findings, screen
from drawing import ROOT, read


@dataclass(frozen=True)
class Row:
    """What was found of a mistake: by `why`, with how many lines it has named, and by `check`."""

    planted: Planted
    why: bool
    named: int
    text: str
    check: bool
    findings: tuple[str, ...]


def measured(planted: Planted, folder: Path) -> Row:
    """Ask about a mistake."""
    name = Path(planted.script).name
    text = answer(planted, folder)
    named = lines_named(screen(text), name)
    right = (ROOT / planted.script).read_text()
    findings = new_findings(planted, right, folder)
    return Row(
        planted,
        bool(named & set(planted.guilty)),
        len(named),
        text,
        any(leads_to(finding, planted) for finding in findings),
        tuple(str(finding) for finding in findings),
    )


def rows(every: Iterable[Planted]) -> Iterator[Row]:
    """All of them."""
    with tempfile.TemporaryDirectory() as folder:
        for planted in every:
            yield measured(planted, Path(folder))


def main() -> None:
    """Print each, and the sums."""
    found = []
    for row in rows(read(Path(sys.argv[1]))):
        found.append(row)
        p = row.planted
        print(f"{'why' if row.why else '---'} {'check' if row.check else '-----'} {row.named:3} "
              f"{p.kind} | {Path(p.script).name}:{p.guilty} | {p.what} | {p.asked.sort}: "
              f"{p.asked.question[:60]}", flush=True)  # fmt: skip
        for finding in row.findings:
            print("          ", finding[:150])
        if "-v" in sys.argv and not row.why:
            print("\n".join("      > " + line for line in row.text.split("\n")[:40]))
    middle = sorted(r.named for r in found)[len(found) // 2]
    print(f"why {sum(r.why for r in found)}, check {sum(r.check for r in found)} of {len(found)}")
    print(f"check finds anything: {sum(bool(r.findings) for r in found)}; lines named: {middle}")


if __name__ == "__main__":
    main()
