"""The command line: which rows to run, how often, and how to report them."""

from __future__ import annotations

import argparse
import json
import os
from fnmatch import fnmatchcase

from benchmarks import (
    bridges,
    burdens,
    compiling,
    directions,
    edited,
    engines,
    manners,
    notations,
    phrasings,
    playouts,
    programs,
    published,
    python,
    rules,
    served,
    sessions,
    starts,
    trees,
    untuned,
    workbench,
)
from benchmarks.measuring import FEWEST_ROUNDS, Row, results
from benchmarks.reporting import document, print_table


def rows() -> list[Row]:
    """All benchmarks, in the order they are run in."""
    speeds = (
        trees, programs, playouts, untuned, directions, phrasings, manners, rules, python,
        notations, bridges, engines, published,
    )  # fmt: skip
    costs = (compiling, burdens, workbench, served, sessions, starts, edited)
    groups = (*speeds, *costs)
    return [row for group in groups for row in group.rows()]


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
    os.environ.setdefault("FORTHGAME_FINISH", "0")  # nothing is compiled beside a measurement
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
