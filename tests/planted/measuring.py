"""Measure how often planted lines are named: by `why` on its first screen, and by `check`.

python tests/planted/measuring.py FILE [-v]      prints each mistake of a file that drawing.py wrote
python tests/planted/measuring.py --page         writes the table of docs/debugging.md anew
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from asking import Planted, answer, in_order, leads_to, lines_named, new_findings, screen
from drawing import ROOT, read

HERE = Path(__file__).parent
SETS = tuple(HERE / f"{n}.json" for n in ("first", "second", "third", "fourth", "fifth", "sixth"))
RAN = re.compile(r"it ran|which ran|^moves run")
PAGE = ROOT / "docs" / "debugging.md"
TABLE = re.compile(r"(<!-- planted -->\n).*?(<!-- planted end -->\n)", re.DOTALL)


@dataclass(frozen=True)
class Row:
    """The results for a mistake: of `why`, with the number of lines it names, and of `check`.

    `behind`: `why --all` names the line, and the first screen does not. `apart`: it is named on the
    first screen even without the lists of lines that were run. `place`: its rank among the lines
    named there, from 1.
    """

    planted: Planted
    why: bool
    behind: bool
    named: int
    apart: bool
    place: int
    text: str
    check: bool
    findings: tuple[str, ...]

    def reason(self) -> str:
        """Return why the line was not named."""
        if self.behind:
            return "after the first screen"
        line = min(self.planted.guilty)
        before = self.planted.text.split("\n")[:line]
        sections = [row for row in before if re.match(r"\{[a-z-]+|[a-z-]+\}|: ", row.strip())]
        if sections and sections[-1].startswith("{board-setup"):
            return "a set-up, and pieces have moved since"
        if self.planted.asked.sort == "score":
            return (
                "it did not run for the score: an earlier move or a declaration made the position"
            )
        return "it did not run for this move: an earlier one ran it"


def measured(planted: Planted, folder: Path) -> Row:
    """Ask about a mistake."""
    name, guilty = Path(planted.script).name, set(planted.guilty)
    text, whole = answer(planted, folder)
    seen = screen(text)
    named = lines_named(seen, name)
    apart = "\n".join(line for line in seen.split("\n") if not RAN.search(line))
    order = in_order(seen, name)
    right = (ROOT / planted.script).read_text()
    findings = new_findings(planted, right, folder)
    return Row(
        planted,
        bool(named & guilty),
        bool(lines_named(whole, name) & guilty),
        len(named),
        bool(lines_named(apart, name) & guilty),
        next((k for k, line in enumerate(order, 1) if line in guilty), 0),
        text,
        any(leads_to(finding, planted) for finding in findings),
        tuple(str(finding) for finding in findings),
    )


def rows(every: Iterable[Planted]) -> Iterator[Row]:
    """All of them."""
    with tempfile.TemporaryDirectory() as folder:
        for planted in every:
            yield measured(planted, Path(folder))


def table(sets: list[list[Row]]) -> str:
    """The share of each kind in each set, and the misses with their reasons."""
    head = "".join(f" set {k}: planted | `why` | `check` |" for k in range(1, len(sets) + 1))
    lines = [f"| mistake |{head}", "|---|" + "---|---|---|" * len(sets)]
    kinds = sorted({row.planted.kind for found in sets for row in found})
    for kind in [*kinds, ""]:
        cells = []
        for found in sets:
            own = [row for row in found if kind in ("", row.planted.kind)]
            cells += [len(own), sum(r.why for r in own), sum(r.check for r in own)]
        lines.append(f"| {kind or '**all**'} | {' | '.join(map(str, cells))} |")
    every = [row for found in sets for row in found]
    length = median(row.planted.text.count("\n") for row in every)
    apart = 5 * round(20 * sum(row.apart for row in every) / len(every))
    places = [row.place for row in every if row.place]
    lines += [
        "",
        f"The first screen names {median(row.named for row in every):.0f} lines of a script of "
        f"{length:.0f}; the guilty one is number {median(places):.0f} of them (medians). Without "
        f"the lists of lines that were run, it stands there in some {apart} of 100.",
        "",
        "`why` misses:",
        "",
    ]
    for number, found in enumerate(sets, 1):
        for row in found:
            if not row.why:
                where = f"{Path(row.planted.script).name}:{row.planted.guilty[0]}"
                lines.append(f"- set {number}, `{where}`, {row.planted.what}: {row.reason()}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print each mistake and the sums, or write the page."""
    if "--page" in sys.argv:
        made = table([list(rows(read(file))) for file in SETS])
        text = PAGE.read_text()
        PAGE.write_text(TABLE.sub(lambda found: found[1] + made + found[2], text))
        return
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
    print(f"why {sum(r.why for r in found)}, check {sum(r.check for r in found)} of {len(found)}")
    print(f"check finds anything: {sum(bool(r.findings) for r in found)}")


if __name__ == "__main__":
    main()
